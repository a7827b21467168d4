package apidiag

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// row is the advice for an error type, for some operations.
type row struct {
	// If operations is empty, the row is for all operations without an earlier row, apart from
	// those in except.
	operations, except operations
	// advice is empty if the advice for the status is better.
	advice string
}

// isFor reports whether the row is about the operation of a number.
func (r row) isFor(number string) bool {
	if len(r.operations) == 0 {
		return !r.except.contain(number)
	}
	return r.operations.contain(number)
}

type operations []videoindexer.Operation

func (o operations) contain(number string) bool {
	return slices.ContainsFunc(o, func(operation videoindexer.Operation) bool { return operation.Number == number })
}

// Operations that have error types in common.
var (
	onProject = operations{
		videoindexer.OperationGetProjectAccessToken, videoindexer.OperationRenderProject,
		videoindexer.OperationUpdateProject,
		videoindexer.OperationGetProject,
		videoindexer.OperationGetRender, videoindexer.OperationCancelRender, videoindexer.OperationGetRenderedFileURL,
	}
	onMedia         = operations{videoindexer.OperationCreatePaidAccount, videoindexer.OperationUpdateMediaConnection}
	onImageModelKey = operations{
		videoindexer.OperationGetImageModel, videoindexer.OperationRenameAnimationCharacter,
		videoindexer.OperationConnectImageModel,
	}
)

// adviceByType has the error types of the service, as calls.md does. If a type has no row for an
// operation, the operation cannot return it according to the contract. Its meaning is then unknown,
// and the advice for the status is used.
var adviceByType = map[videoindexer.ErrorType][]row{
	videoindexer.ErrorTypeUserNotAllowed: {{advice: keyNotAllowedAdvice}},
	videoindexer.ErrorTypeAccountNotFound: {{
		except: operations{
			videoindexer.OperationGetUserAccessToken, videoindexer.OperationListAccounts,
			videoindexer.OperationCreatePaidAccount,
		},
		advice: "The service has no such account. Check account_id and location.",
	}},
	videoindexer.ErrorTypeGeneral:       {{}},
	videoindexer.ErrorTypeServerTimeout: {{}},
	videoindexer.ErrorTypeInvalidInput: {
		{
			operations: operations{videoindexer.OperationReindexVideo},
			advice:     correctAdvice + " The video must have been uploaded and processed without a failure.",
		},
		{
			operations: operations{videoindexer.OperationUpdateTranscript},
			advice:     correctAdvice + " The transcript must not be empty.",
		},
		{
			operations: operations{videoindexer.OperationRenameAnimationCharacter},
			advice:     correctAdvice + " The video must be processed, and indexed with an animation model.",
		},
		{
			operations: operations{videoindexer.OperationRenderProject},
			advice: correctAdvice + " Before a render, a project needs video ranges, " +
				"and their videos must be processed.",
		},
		{
			operations: operations{videoindexer.OperationUpdateLanguageModel},
			advice: correctAdvice + " A language model can refuse updates while it is being trained. " +
				"Wait until the training has ended, then try again.",
		},
		{},
	},
	videoindexer.ErrorTypeBreakdownNotFound: {
		{
			operations: onProject,
			advice:     "Check the id of the project, and that it is in this account and location.",
		},
		{
			operations: operations{videoindexer.OperationRenameAnimationCharacter},
			advice:     "Check video_id. The video must be a base playlist, not a project's.",
		},
	},
	videoindexer.ErrorTypeNotFound: {{
		operations: operations{videoindexer.OperationRenameAnimationCharacter},
		advice:     "Check character_id, and that the video's animation model still exists.",
	}},
	videoindexer.ErrorTypeAlreadyExists: {
		{
			operations: operations{videoindexer.OperationRenameAnimationCharacter},
			advice: "The image model already has a tag with this name. Choose another name. " +
				givenUpAdvice,
		},
		{
			operations: operations{videoindexer.OperationUpdateBrand, videoindexer.OperationCreateBrand},
			advice:     "Choose another name, or adopt the existing brand by its brand_id.",
		},
		{
			operations: operations{videoindexer.OperationCreatePersonModel, videoindexer.OperationRenamePersonModel},
			advice: "Choose another name, or import the existing person model. " + givenUpAdvice +
				" If the model is being replaced, remove create_before_destroy, because both models have the same name.",
		},
	},
	videoindexer.ErrorTypeInvalidVTTInput: {
		{
			operations: operations{videoindexer.OperationUpdateTranscript},
			advice: "Correct the transcript. " +
				"Each block is a line `hh:mm:ss.mmm --> hh:mm:ss.mmm` followed by lines of text, " +
				"and blank lines separate the blocks.",
		},
	},
	videoindexer.ErrorTypeProjectRenderInProgress: {{
		operations: operations{videoindexer.OperationRenderProject, videoindexer.OperationUpdateProject},
		advice:     "A render of this project is running. Wait until it has ended, then try again.",
	}},
	videoindexer.ErrorTypeUnsupported: {{
		operations: operations{
			videoindexer.OperationGetImageModel, videoindexer.OperationConnectImageModel,
			videoindexer.OperationDisconnectImageModel,
		},
		advice: "Image models are not available in this location. Use an account in another location.",
	}},
	videoindexer.ErrorTypeOperationNotSupportedOnTrial: {
		{
			operations: operations{
				videoindexer.OperationCreatePaidAccount, videoindexer.OperationGetImageModel,
				videoindexer.OperationUpdateMediaConnection,
				videoindexer.OperationConnectImageModel, videoindexer.OperationDisconnectImageModel,
			},
			advice: "This works only in paid locations. Use the location of a paid account.",
		},
		{
			operations: operations{videoindexer.OperationReindexVideo},
			advice:     "priority works only in paid locations. Omit it, or use an account in such a location.",
		},
	},
	videoindexer.ErrorTypeImageModelAccountNotFound: {{
		operations: operations{
			videoindexer.OperationGetImageModel, videoindexer.OperationReindexVideo,
			videoindexer.OperationRenameAnimationCharacter,
			videoindexer.OperationDisconnectImageModel,
		},
		advice: "Connect an image model to this account first.",
	}},
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey: {
		{
			operations: onImageModelKey,
			advice: "The service cannot reach the image model, or its training key is wrong. " +
				"Check the image-model connection and renew the key.",
		},
	},
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey: {
		{
			operations: onImageModelKey,
			advice: "The service cannot reach the image model, or its prediction key is wrong. " +
				"Check the image-model connection and renew the key.",
		},
	},
	videoindexer.ErrorTypeImageModelInvalidTagName: {{
		operations: operations{videoindexer.OperationRenameAnimationCharacter},
		advice:     "The image model does not accept this name. Choose another.",
	}},
	videoindexer.ErrorTypeImageModelModelTagsLimitExceeded: {{
		operations: operations{videoindexer.OperationRenameAnimationCharacter},
		advice:     "The model has the maximum number of tags. Remove some, or use another model.",
	}},
	videoindexer.ErrorTypeMediaDirectoryApplicationInsufficientPermission: {
		{
			operations: onMedia,
			advice:     "Give the directory application (directory_connection.application_id) contributor rights on the media-services account.",
		},
	},
	videoindexer.ErrorTypeMediaUnreachable: {
		{
			operations: onMedia,
			advice: "The service cannot reach the media-services account. " +
				"Check subscription_id, resource_group, media_resource, and the directory application's id and key.",
		},
	},
	videoindexer.ErrorTypeEventRoutingNotRegistered: {{
		operations: onMedia,
		advice:     "Register the event-routing resource provider in the subscription, then try again.",
	}},
	videoindexer.ErrorTypeMediaInAnotherLocation: {
		{
			operations: onMedia,
			advice: "The media-services account is in another location. " +
				"Use a media resource in the location of this account, or set location to that of the media resource.",
		},
	},
	videoindexer.ErrorTypePersonModelsQuota: {
		{
			operations: operations{videoindexer.OperationCreatePersonModel},
			advice: "The account has the maximum number of person models (50 at most services). " +
				"Delete one that you do not need, or add the persons to an existing model.",
		},
	},
	videoindexer.ErrorTypeDefaultPersonModel: {
		{
			operations: operations{videoindexer.OperationDeletePersonModel},
			advice: "The default person model of an account cannot be deleted. " +
				"Stop managing it with `terraform state rm`, or with a `removed` block.",
		},
	},
	videoindexer.ErrorTypePersonNameNotUnique: {
		{
			operations: operations{videoindexer.OperationCreatePerson, videoindexer.OperationRenamePerson},
			advice: "This service requires unique names of persons in a model. " +
				"Choose another name, or import the existing person. " + givenUpAdvice,
		},
	},
	videoindexer.ErrorTypeInvalidPicture: {
		{
			operations: operations{videoindexer.OperationAddFace},
			advice: "The service cannot use the picture. " +
				"Use one that shows one face from the front, " +
				"at an address that the service can read without credentials.",
		},
	},
	videoindexer.ErrorTypeInvalidPictureSize: {{
		operations: operations{videoindexer.OperationAddFace},
		advice:     "The picture is too large or too small for the service. Resize it, or use another one.",
	}},
	videoindexer.ErrorTypeFaceIdentificationNotAllowed: {
		{
			operations: operations{videoindexer.OperationAddFace},
			advice: "The account is not approved for face recognition. " +
				"Request approval from the service, and omit faces until then.",
		},
	},
	videoindexer.ErrorTypeInvalidURL: {{
		operations: operations{videoindexer.OperationConnectImageModel},
		advice:     "The service does not accept the address, or cannot reach it. Correct the address.",
	}},
	videoindexer.ErrorTypeProjectRenderOperationNotFound: {
		{
			operations: operations{
				videoindexer.OperationGetRender, videoindexer.OperationCancelRender,
				videoindexer.OperationGetRenderedFileURL,
			},
			advice: "The project has no render. Render it first.",
		},
	},
}

// Sentences that several kinds of responses have in common.
const (
	correctAdvice       = "Fix the value named in the service's message."
	keyNotAllowedAdvice = "Check that subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY) belongs to a user who may use this account, " +
		"and that account_id and location are those of the account."
	endpointAdvice    = "Check the provider's endpoint (VIDEOINDEXER_ENDPOINT) and location."
	otherServerAdvice = "Another server has probably answered instead of the service. " + endpointAdvice
	lackingAdvice     = "The service has no such operation at this address. " + endpointAdvice
	notTLSAdvice      = "The server does not answer in TLS. " +
		"Check the provider's endpoint (VIDEOINDEXER_ENDPOINT), its port, " +
		"and whether it begins with https:// or http://."
	notGoneNote = " This response does not mean that the object is gone."

	releasedAdvice = "If this run has deleted or renamed the object with this name, " +
		"the service takes a while to release the name. " +
		"Apply again. Otherwise, choose another name."

	givenUpAdvice = "If another resource gives up the name in the same apply, apply again."

	timeoutAdvice = "The service did not answer its own gateway in time. Try again later; " +
		"a higher max_retries makes the provider retry more often."
	unavailableAdvice = "The service is not available. Try again later."
	// reportAdvice is about a response that the provider does not know.
	reportAdvice = "The provider cannot use this response. Report it to the service's support, with the ids below."
)

// adviceByStatus is the advice for responses without advice for their type.
var adviceByStatus = map[int]string{
	http.StatusBadRequest: correctAdvice,
	http.StatusForbidden: "Check that the user has permission for this. " +
		"Some operations work only in paid locations.",
	http.StatusNotFound: "This account and location have no such object. " +
		"Check the ids, account_id and location.",
	http.StatusMethodNotAllowed: lackingAdvice,
	http.StatusNotImplemented:   lackingAdvice,
	http.StatusRequestTimeout:   timeoutAdvice,
	http.StatusTooEarly:         unavailableAdvice,
	http.StatusConflict: "The object is being changed elsewhere. " +
		"Wait until that has ended, then try again.",
	http.StatusGone: "The service no longer has this object or operation. " +
		"Check the ids, and the provider's endpoint (VIDEOINDEXER_ENDPOINT).",
	http.StatusRequestEntityTooLarge: "The service or its gateway refuses a request of this size. " +
		"Split large files or texts.",
	http.StatusTooManyRequests: "The service receives too many requests. " +
		"Set requests_per_minute, or a higher max_retries, and try again.",
	http.StatusInternalServerError: "The service failed. Try again later; " +
		"if it persists, report the request ids to the service's support.",
	http.StatusBadGateway:         "The service's gateway failed. Try again later.",
	http.StatusServiceUnavailable: unavailableAdvice,
	http.StatusGatewayTimeout:     timeoutAdvice,
}

const (
	notListedAdvice = "Check account_id and location, and that subscription_key belongs to a user of that account. " +
		"If the account is gone, remove its resources with `terraform state rm`."
	tokenCommandAdvice = "Run it in a shell, with VIDEOINDEXER_LOCATION, " +
		"VIDEOINDEXER_ACCOUNT_ID and VIDEOINDEXER_ALLOW_EDIT set. " +
		"It must print an account token on stdout, and nothing else."
	untrustedAdvice = "This system does not trust the server's certificate. " +
		"Check the host in the provider's endpoint (VIDEOINDEXER_ENDPOINT), " +
		"or make this system trust the authority that issued the certificate."
)

// cause is an error that needs other advice than that for a status.
type cause struct {
	is     func(error) bool
	advice string
}

// causes are tried in this order; the first match counts.
var causes = []cause{
	{videoindexer.IsA[*videoindexer.AmbiguousError], "Check in the service whether the change was made, " +
		"before you try again: see " +
		GuideURL("reliability#what-a-kill-leaves-behind")},
	{
		videoindexer.IsA[*videoindexer.UnsupportedOperationError],
		"The service lacks this extended operation." + notGoneNote + " See " +
			GuideURL("extended-operations#if-an-operation-is-missing"),
	},
	{videoindexer.IsA[*videoindexer.ExtendedDisabledError], "Set extended_operations = true " +
		"(VIDEOINDEXER_EXTENDED_OPERATIONS) in the provider's configuration."},
	{videoindexer.IsA[*videoindexer.AccountNotListedError], notListedAdvice},
	{videoindexer.IsA[*videoindexer.MissingCredentialError], "An access_token works only within its account. " +
		"Set subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY) in the provider's configuration."},
	{videoindexer.IsA[*videoindexer.TokenCommandError], tokenCommandAdvice},
	{func(err error) bool { return errors.Is(err, context.Canceled) }, "Run the command again to finish."},
	{isNotFromService, otherServerAdvice},
	{videoindexer.IsA[*videoindexer.UnexpectedResponseError], reportAdvice},
	{videoindexer.IsA[*tls.CertificateVerificationError], untrustedAdvice},
	{videoindexer.IsA[tls.RecordHeaderError], notTLSAdvice},
	{func(err error) bool { return errors.Is(err, http.ErrSchemeMismatch) }, notTLSAdvice},
	{videoindexer.IsA[*net.DNSError], "The host name does not resolve. " +
		"Check the provider's endpoint (VIDEOINDEXER_ENDPOINT)."},
	{videoindexer.IsA[*videoindexer.NetworkError], "Check the provider's endpoint (VIDEOINDEXER_ENDPOINT), " +
		"the network and the proxy. " +
		"If the service is slow, increase request_timeout."},
}
