package videoindexer

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
)

// Support is whether a service has an extended operation.
type Support string

const (
	// SupportOffered means that the service has the operation.
	SupportOffered Support = "offered"
	// SupportMissing means that the service does not have the operation, or not for this type of
	// account.
	SupportMissing Support = "missing"
	// SupportRefused means that the credentials may not use it (401, 403).
	SupportRefused Support = "refused"
	// SupportUnknown means that the operation was not tried: it writes, or the account has no
	// object for it.
	SupportUnknown Support = "unknown"
)

// fixedKeys are those of operations that users know by another name than messages have.
var fixedKeys = map[Operation]string{
	OperationGetAccountAccessToken:  "account_token",
	OperationGetBrandsModelSettings: "get_brands_model_settings",
}

// key returns the key of the operation in the result of OperationSupport.
func (o Operation) key() string {
	fixed, isFixed := fixedKeys[o]
	if isFixed {
		return fixed
	}
	return strings.ReplaceAll(o.Name, " ", "_")
}

// extendedReads are the operations that only read. An operation about an object is asked about the
// first one of a list before it.
var extendedReads = []extendedRead{
	{operation: OperationListBrands},
	{operation: OperationGetBrandsModelSettings},
	{operation: OperationListLanguageModels},
	{operation: OperationGetLanguageModel, of: OperationListLanguageModels},
	{operation: OperationListPersonModels},
	{operation: OperationListPersons, of: OperationListPersonModels, isPaged: true},
	{operation: OperationListProjects, isPaged: true},
	{operation: OperationGetProject, of: OperationListProjects},
	{operation: OperationListVideos, isPaged: true},
	{operation: OperationGetVideoIndex, of: OperationListVideos},
}

type extendedRead struct {
	operation Operation
	// of is the list that has the object of the operation; zero for an operation about the account.
	of      Operation
	isPaged bool
}

// extendedWrites are the operations that write, which nobody can ask without writing.
var extendedWrites = []Operation{
	OperationCreateBrand, OperationDeleteBrand,
	OperationDeleteLanguageModel, OperationTrainLanguageModel, OperationUpdateLanguageModelFile,
	OperationCreatePersonModel, OperationRenamePersonModel, OperationDeletePersonModel,
	OperationCreatePerson, OperationRenamePerson, OperationDeletePerson, OperationAddFace, OperationDeleteFace,
	OperationUpdateMediaConnection, OperationConnectImageModel, OperationDisconnectImageModel,
	OperationCreateProject, OperationUpdateProject, OperationCancelRender,
	cancelLanguageModelTraining,
}

// cancelLanguageModelTraining is an operation that the client never sends.
var cancelLanguageModelTraining = Operation{
	"X9", "cancel language model training", "DELETE Customization/Language/{}/Train",
}

// OperationSupport tries each extended operation that only reads, once and with a read token,
// even if the configuration does not allow extended operations (X1, X4, X5, X6, X13, X17, X22, X29,
// X30, X34, X35). It returns the support of each operation by its key. Any other failure is an
// error that names the operation.
func (c *Client) OperationSupport(ctx context.Context, account AccountRef) (map[string]Support, error) {
	support := map[string]Support{OperationGetAccountAccessToken.key(): SupportUnknown}
	for _, write := range extendedWrites {
		support[write.key()] = SupportUnknown
	}
	if c.transport.Config.SubscriptionKey != "" {
		r := tokenRequestOf(accountAuth(account, PermissionRead))
		r.IsProbe = true
		_, refusal := c.requestToken(ctx, r)
		found, err := supportOf(refusal)
		if err != nil {
			return nil, err
		}
		// It is the only operation that is asked with the subscription key instead of a token.
		support[OperationGetAccountAccessToken.key()] = found
	}
	// firstIDs has the id of the first element of each list.
	firstIDs := map[Operation]string{}
	for _, read := range extendedReads {
		key := read.operation.key()
		id := firstIDs[read.of]
		isOfAccount := read.of == Operation{}
		if id == "" && !isOfAccount {
			support[key] = SupportUnknown
			continue
		}
		firstListed, refusal := c.probe(ctx, account, read, id)
		firstIDs[read.operation] = firstListed
		found, err := supportOf(refusal)
		if err != nil {
			return nil, err
		}
		support[key] = found
	}
	return support, nil
}

// probe asks an operation once, about an object if it has one. It returns the id of the first
// element if the response is a list.
func (c *Client) probe(
	ctx context.Context, account AccountRef, read extendedRead, id string,
) (first string, err error) {
	r := accountRequest(read.operation, account, id)
	r.IsProbe = true
	if read.isPaged {
		r = pageRequest(r, 0, 1)
	}
	_, err = c.doAndStream(ctx, r, func(body io.Reader) (err error) {
		if !strings.HasPrefix(read.operation.Name, "list ") {
			return decodeStream(body, &struct{}{})
		}
		first, err = firstID(body)
		return err
	})
	return first, err
}

// supportOf returns what a response says of an operation, or the error of a failure that says
// nothing of it.
func supportOf(err error) (Support, error) {
	apiErr, isAPIError := apiErrorOf(err)
	isRefused := isAPIError && slices.Contains([]int{http.StatusUnauthorized, http.StatusForbidden}, apiErr.Status)
	switch {
	case err == nil:
		return SupportOffered, nil
	case IsUnsupported(err) || HasType(err, ErrorTypeUnsupported, ErrorTypeOperationNotSupportedOnTrial):
		return SupportMissing, nil
	case isRefused:
		return SupportRefused, nil
	case IsNotFound(err) && apiErr.Type != ErrorTypeAccountNotFound:
		// Somebody has deleted the object since it was listed.
		return SupportOffered, nil
	}
	return "", err
}

// firstID returns the id of the first element of a list, or "" if there is none, or if it is none
// of an object.
func firstID(body io.Reader) (string, error) {
	type element struct{ ID string }
	list, err := readList(body, "element", func(raw []byte) (*element, error) {
		read := new(element)
		return read, decodeJSON(raw, read)
	})
	if err != nil || len(list.items) == 0 {
		return "", err
	}
	id := list.items[0].ID
	if strings.Contains(id, "/") {
		return "", nil
	}
	return id, nil
}

// CoreOperationKeys returns the keys of the operations that most of the others need.
func CoreOperationKeys() []string {
	return []string{OperationListBrands.key(), OperationListLanguageModels.key(), OperationListVideos.key()}
}

// HasCoreOperations reports whether a service has all of them.
func HasCoreOperations(support map[string]Support) bool {
	return !slices.ContainsFunc(CoreOperationKeys(), func(name string) bool { return support[name] != SupportOffered })
}
