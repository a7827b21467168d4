package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// NewPaidAccount describes a paid account to create.
type NewPaidAccount struct {
	SubscriptionID string `json:"subscriptionId"`
	ResourceGroup  string `json:"resourceGroup"`
	// Resource names the media-services resource to connect.
	Resource            string              `json:"resource"`
	DirectoryTenantID   string              `json:"directoryTenantId"`
	DirectoryConnection DirectoryConnection `json:"directoryConnection"`
	// EncryptionKeyContract is a JSON object, or nil for none.
	EncryptionKeyContract json.RawMessage `json:"accountEncryptionKeyContract"`
	AutoScale             bool            `json:"autoScale"`
}

// DirectoryConnection is the directory application that the service uses the media-services
// resource with. The key is a secret: no error or log line of this package holds it.
type DirectoryConnection struct {
	ApplicationID  string `json:"applicationId"`
	ApplicationKey string `json:"applicationKey"`
}

// CreatePaidAccount creates a paid account and returns its id (endpoint 4; paid regions only).
//
// The contract does not show the body of the answer. If it holds no id, the new account is the one that was not listed
// before the call. If that leaves open which account it is, the error is an UnexpectedAnswerError that names the
// candidates.
//
// The call is never repeated once it may have reached the service. Then the error is an AmbiguousError, and id is the
// account that appeared meanwhile when there is exactly one: keep it, so that no second account is ever made.
//
// Refusals are APIErrors: 403 on trial; 400 with ErrorTypeInvalidInput, a media or directory type,
// or ErrorTypeOperationNotSupportedOnTrial.
func (c *Client) CreatePaidAccount(ctx context.Context, location string, in NewPaidAccount) (id string, err error) {
	const operation = "create paid account"
	c.Hide(in.DirectoryConnection.ApplicationKey)
	before, err := c.ListAccounts(ctx, location)
	if err != nil {
		return "", fmt.Errorf("list the accounts there are before creating one: %w", err)
	}
	answer, err := c.Do(ctx, request{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      []string{location, "Accounts"},
		Auth:      userAuth(location, Write),
		JSON:      in,
		OnlyOnce:  true,
	})
	search := accountSearch{client: c, location: location, before: before, resource: in.Resource, isMade: err == nil}
	if IsAmbiguous(err) {
		id, _ := search.run(ctx)
		return id, err
	}
	if err != nil {
		return "", err
	}
	if id := createdAccountID(answer.Body); id != "" {
		return id, nil
	}
	id, err = search.run(ctx)
	if err != nil {
		// Only the text, so that a failure of the list is not mistaken for the answer to this call.
		return "", c.Unexpected(operation, answer, errors.New("the account was created, but the answer does not say its id: "+err.Error()))
	}
	return id, nil
}

// createdAccountID reads the id from an account object or an array of one; empty for any other body.
func createdAccountID(data []byte) string {
	if firstByte(data) == '[' {
		var accounts []json.RawMessage
		if decodeJSON(data, &accounts) != nil || len(accounts) != 1 {
			return ""
		}
		data = accounts[0]
	}
	var account struct {
		ID string `json:"id"`
	}
	if decodeJSON(data, &account) != nil {
		return ""
	}
	return account.ID
}

var errNoNewAccount = errors.New("the list of accounts shows no new one")

const (
	// maxLooks is how often a new account is looked for: a service may list it a little later.
	maxLooks = 6
	// searchTimeout bounds the search for a caller who gave up: Ctrl-C must not wait long.
	searchTimeout = 1500 * time.Millisecond
)

// accountSearch is the search for the account that a call has made.
type accountSearch struct {
	client   *Client
	location string
	// before are the accounts that were listed before the call.
	before []AccountSummary
	// resource is the media-services resource that the account uses.
	resource string
	// isMade says that the service has confirmed the call. Otherwise a new account may be someone else's.
	isMade bool
}

// run looks for the account until there is one. It looks once even if the caller has given up: otherwise the next apply
// would create a second account.
func (s accountSearch) run(ctx context.Context) (id string, err error) {
	for looks := 1; ; looks++ {
		look, cancel := ctx, func() {}
		if ctx.Err() != nil {
			look, cancel = context.WithTimeout(context.WithoutCancel(ctx), searchTimeout)
		}
		id, err = s.once(look)
		cancel()
		if !errors.Is(err, errNoNewAccount) || looks == maxLooks || !transport.Sleep(ctx, s.client.Backoff.After(looks-1)) {
			return id, err
		}
	}
}

// once returns the account that the call has made. If the service has confirmed the call, it is the only new account or,
// if others appeared at the same time, the one with the media-services resource. If the outcome is open, a new account
// that is known to use another resource does not count.
func (s accountSearch) once(ctx context.Context) (string, error) {
	fresh, err := s.fresh(ctx)
	if err != nil {
		return "", err
	}
	if s.isMade && len(fresh) == 1 {
		return fresh[0].ID, nil
	}
	var possible, candidates []string
	for _, account := range fresh {
		candidates = append(candidates, fmt.Sprintf("%s (%q)", account.ID, account.Name))
		if connected, known := s.isConnected(ctx, account.ID); connected || !known && !s.isMade {
			possible = append(possible, account.ID)
		}
	}
	switch {
	case len(possible) == 1:
		return possible[0], nil
	case len(fresh) == 0, len(possible) == 0 && !s.isMade:
		return "", errNoNewAccount
	}
	return "", fmt.Errorf("several accounts are new: %s", strings.Join(candidates, ", "))
}

// fresh lists the accounts that have appeared since the call, without trial accounts, which it cannot create.
func (s accountSearch) fresh(ctx context.Context) ([]AccountSummary, error) {
	after, err := s.client.ListAccounts(ctx, s.location)
	return slices.DeleteFunc(after, func(account AccountSummary) bool {
		isKnown := slices.ContainsFunc(s.before, func(known AccountSummary) bool { return strings.EqualFold(known.ID, account.ID) })
		return isKnown || strings.EqualFold(account.AccountType, "Trial")
	}), err
}

// isConnected reports whether an account uses the media-services resource, and whether that is known. The service may
// give the bare name of a resource or its whole path.
func (s accountSearch) isConnected(ctx context.Context, id string) (connected, known bool) {
	account, err := s.client.GetAccount(ctx, AccountRef{Location: s.location, ID: id}, AccountQuery{})
	if err != nil || account.MediaResource == nil {
		return false, false
	}
	name := *account.MediaResource
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.EqualFold(name, s.resource), true
}
