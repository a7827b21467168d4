package apidiag

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// advice holds a sentence for each error type of the contract: what the reader can do about it.
var advice = map[videoindexer.ErrorType]string{
	videoindexer.ErrorTypeUserNotAllowed: "Check that subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY) belongs to a user who may use this account, " +
		"and that account_id and location are those of the account.",
	videoindexer.ErrorTypeBreakdownNotFound:                               "Check the id of the project or video, and that it is in this account and location; a video must be a base playlist, not a project's.",
	videoindexer.ErrorTypeInvalidInput:                                    "Correct what the service's message names.",
	videoindexer.ErrorTypeGeneral:                                         "The service failed. Try again later; if it persists, report the request ids to the service's support.",
	videoindexer.ErrorTypeServerTimeout:                                   timeoutAdvice,
	videoindexer.ErrorTypeNotFound:                                        "Check the ids: no such object is known in this account and location.",
	videoindexer.ErrorTypeAlreadyExists:                                   "The name is taken: choose another, or import the object that has it.",
	videoindexer.ErrorTypeInvalidVTTInput:                                 "Correct the transcript: blocks of a line `hh:mm:ss.mmm --> hh:mm:ss.mmm` followed by lines of text, separated by blank lines.",
	videoindexer.ErrorTypeProjectRenderInProgress:                         "A render of this project is running: wait until it has ended, then try again.",
	videoindexer.ErrorTypeAccountNotFound:                                 "Check account_id and location: the service has no such account there.",
	videoindexer.ErrorTypeUnsupported:                                     "Image models are not available in this location: use an account in another location.",
	videoindexer.ErrorTypeOperationNotSupportedOnTrial:                    "This works in paid locations only: use the location of a paid account.",
	videoindexer.ErrorTypeImageModelAccountNotFound:                       "Connect an image-model account to this account first.",
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey:       "The image-model account cannot be reached or its training key is wrong: check the connection and renew the key.",
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey:     "The image-model account cannot be reached or its prediction key is wrong: check the connection and renew the key.",
	videoindexer.ErrorTypeImageModelInvalidTagName:                        "The image model does not accept this name: choose another.",
	videoindexer.ErrorTypeImageModelModelTagsLimitExceeded:                "The model has the maximum number of tags: remove some, or use another model.",
	videoindexer.ErrorTypeMediaDirectoryApplicationInsufficientPermission: "Give the directory application (directory_connection.application_id) contributor rights on the media-services account.",
	videoindexer.ErrorTypeMediaUnreachable:                                "Check subscription_id, resource_group, media_resource and the directory application's id and key: the media-services account could not be reached with them.",
	videoindexer.ErrorTypeEventRoutingNotRegistered:                       "Register the event-routing resource provider in the subscription, then try again.",
	videoindexer.ErrorTypeMediaInAnotherLocation:                          "The media-services account is in another location: use a media resource in the location of this account, or set location to that of the media resource.",

	// Of the operations beyond the contract.
	videoindexer.ErrorTypePersonModelsQuota:              "The account has the maximum number of person models (50 at most services): delete one that is not needed, or put the persons into an existing model.",
	videoindexer.ErrorTypeDefaultPersonModel:             "Every account has a default person model, which can be renamed, but not deleted: stop managing it with `terraform state rm`, or with a `removed` block.",
	videoindexer.ErrorTypePersonNameNotUnique:            "This service requires unique names of persons in a model: choose another name, or import the person who has it.",
	videoindexer.ErrorTypeInvalidPicture:                 "The service cannot use the picture: take one that shows one face from the front, whose address the service can read without credentials.",
	videoindexer.ErrorTypeInvalidPictureSize:             "The picture is too large or too small for the service: scale it, or take another one.",
	videoindexer.ErrorTypeFaceIdentificationNotAllowed:   "The account is not approved for the recognition of faces: apply for it at the service, and leave faces out until then.",
	videoindexer.ErrorTypeInvalidURL:                     "Correct the address: the service does not accept it as a URL that it can reach.",
	videoindexer.ErrorTypeProjectRenderOperationNotFound: "The project has no render: render it first.",
}

// kindAdvice is what an error type means beyond that for some kinds of objects.
var kindAdvice = map[string]map[videoindexer.ErrorType]string{
	"animation character": {videoindexer.ErrorTypeInvalidInput: "The video must be processed, and indexed with an animation model."},
	"project":             {videoindexer.ErrorTypeInvalidInput: "A project needs video ranges before it can be rendered, of videos that are processed."},
	"video":               {videoindexer.ErrorTypeInvalidInput: "The video must have been uploaded and processed without a failure."},
}

// What to do about a 401, which is about the key unless an access token is configured.
const (
	keyRefusedAdvice      = "The key was refused: check subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY)."
	tokenRefusedAdvice    = "The token was refused: check access_token (VIDEOINDEXER_ACCESS_TOKEN), which is valid for one hour at most."                                                                                //nolint:gosec // no credential
	tokenNotAllowedAdvice = "Check that access_token (VIDEOINDEXER_ACCESS_TOKEN) is one of this account and location, that it is less than an hour old, and that it has write permission if something is to be written." //nolint:gosec // no credential
)

// What to do about access_token_command.
const (
	commandRefusedAdvice = "Check that the program of access_token_command prints a token of this account and location that is still valid, and one with write permission where VIDEOINDEXER_ALLOW_EDIT is true."
	commandFailedAdvice  = "Run it in a shell, with VIDEOINDEXER_LOCATION, VIDEOINDEXER_ACCOUNT_ID and VIDEOINDEXER_ALLOW_EDIT set: it must print an account token on stdout, and nothing else."
)

// What to do about an endpoint that is not the service's.
const (
	endpointAdvice = "check the provider's endpoint (VIDEOINDEXER_ENDPOINT) and location."
	foreignAdvice  = "Probably another server has answered, not the service: " + endpointAdvice
	movedAdvice    = "The address leads elsewhere: " + endpointAdvice
	proxyAdvice    = foreignAdvice + " If there is a proxy (HTTPS_PROXY) or a firewall on the way, check that it lets such requests through."
	goneAdvice     = foreignAdvice + " It does not mean that the object is gone."
	lackingAdvice  = "The service has no such operation at this address: " + endpointAdvice
	notTLSAdvice   = "The server does not answer in TLS: check the provider's endpoint (VIDEOINDEXER_ENDPOINT), its port, and whether it begins with https:// or http://."
	trustAdvice    = "This system does not trust the server's certificate: check the host in the provider's endpoint (VIDEOINDEXER_ENDPOINT), or make this system trust the authority that issued the certificate."
)

// quotaAdvice is what to do about a 403 whose message names a quota; when it is renewed, the message says.
const quotaAdvice = "A quota of the subscription is used up. Try again once it is renewed, or use a subscription with a larger quota."

// What to do about a service that is busy.
const (
	timeoutAdvice     = "The service did not answer its own gateway in time. Try again later; a higher max_retries makes the provider retry more often."
	unavailableAdvice = "The service is not available. Try again later."
)

// statusAdvice serves answers whose error type is not one of the contract's.
var statusAdvice = map[int]string{
	http.StatusBadRequest:            "Correct the arguments that the service's message names.",
	http.StatusForbidden:             "Check that the user may do this, and that the location is that of a paid account.",
	http.StatusNotFound:              "Check the ids: no such object is known in this account and location.",
	http.StatusMethodNotAllowed:      lackingAdvice,
	http.StatusNotImplemented:        lackingAdvice,
	http.StatusRequestTimeout:        timeoutAdvice,
	http.StatusTooEarly:              unavailableAdvice,
	http.StatusConflict:              "The object is being changed elsewhere: wait until that has ended, then try again.",
	http.StatusGone:                  "The service no longer has this: check the ids, and the provider's endpoint (VIDEOINDEXER_ENDPOINT).",
	http.StatusRequestEntityTooLarge: "Send less at a time: the service or its gateway refuses a request of this size.",
	http.StatusTooManyRequests:       "The service receives too many requests. Set requests_per_minute, or a higher max_retries, and try again.",
	http.StatusInternalServerError:   "The service failed. Try again later; if it persists, report the request ids to the service's support.",
	http.StatusBadGateway:            "The service's gateway failed. Try again later.",
	http.StatusServiceUnavailable:    unavailableAdvice,
	http.StatusGatewayTimeout:        timeoutAdvice,
}

// What to do about an answer that nobody has foreseen.
const reportAdvice = "The provider cannot use this answer: report it to the service's support, with the ids below."

// Guide is the address of a guide that a message names.
func Guide(page string) string {
	return "https://registry.terraform.io/providers/videoindexer/videoindexer/latest/docs/guides/" + page
}

// advise says what to do about err that came up with an object of a kind, "" where there is nothing to say.
func advise(noun string, err error) string {
	switch {
	case is[*videoindexer.AmbiguousError](err):
		return "Check in the service whether the change was made, before you try again: see " + Guide("reliability#what-a-kill-leaves-behind")
	case is[*videoindexer.UnsupportedOperationError](err):
		return "This service lacks an operation of extended_operations. It does not mean that the object is gone: see " + Guide("extended-operations#where-a-service-lacks-an-operation")
	case is[*videoindexer.NotExtendedError](err):
		return "Set extended_operations = true (VIDEOINDEXER_EXTENDED_OPERATIONS) in the provider's configuration."
	case is[*videoindexer.APIError](err):
		answer, _ := errors.AsType[*videoindexer.APIError](err)
		if answer.Status == http.StatusUnauthorized {
			return adviseUnauthorized(answer, is[*videoindexer.TokenError](err) || !answer.HasErrorObject)
		}
		return strings.TrimSpace(adviseAnswer(answer) + " " + kindAdvice[noun][answer.Type])
	case is[*videoindexer.AccountNotListedError](err):
		return "Check account_id and location, and that subscription_key belongs to a user of that account. If the account is gone, remove what it had with `terraform state rm`."
	case is[*videoindexer.MissingCredentialError](err):
		return "Set subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY) in the provider's configuration: an access_token works only within its account."
	case is[*videoindexer.TokenCommandError](err):
		return commandFailedAdvice
	case errors.Is(err, context.Canceled):
		return "To do the rest, run the command again."
	case notFromService(err):
		return foreignAdvice
	case is[*videoindexer.UnexpectedAnswerError](err):
		return reportAdvice
	case is[*tls.CertificateVerificationError](err):
		return trustAdvice
	case is[tls.RecordHeaderError](err) || errors.Is(err, http.ErrSchemeMismatch):
		return notTLSAdvice
	case is[*net.DNSError](err):
		return "Check the provider's endpoint (VIDEOINDEXER_ENDPOINT): its host name does not resolve."
	case is[*videoindexer.TransportError](err):
		return "Check the provider's endpoint (VIDEOINDEXER_ENDPOINT), the network and the proxy. If the service is slow, increase request_timeout."
	}
	return ""
}

// notFromService says whether a success is most likely not an answer of the service.
func notFromService(err error) bool {
	answer, ok := errors.AsType[*videoindexer.UnexpectedAnswerError](err)
	return ok && answer.NotFromService
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// adviseUnauthorized names the credential in use. IsRefused says that it is refused in general, not only for this
// account.
func adviseUnauthorized(err *videoindexer.APIError, isRefused bool) string {
	isToken := err.Credential == videoindexer.CredentialToken
	switch {
	case err.Credential == videoindexer.CredentialCommand:
		return commandRefusedAdvice
	case isToken && isRefused:
		return tokenRefusedAdvice
	case isToken:
		return tokenNotAllowedAdvice
	case isRefused:
		return keyRefusedAdvice
	}
	return advice[videoindexer.ErrorTypeUserNotAllowed]
}

func adviseAnswer(err *videoindexer.APIError) string {
	if err.RetryAfter > 0 {
		return "Try again after that time; what was done until now is kept."
	}
	isOfGateway := err.IsGateways || slices.Contains([]int{
		http.StatusRequestTimeout, http.StatusTooEarly, http.StatusGone, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests,
	}, err.Status)
	switch {
	case 300 <= err.Status && err.Status < 400:
		return movedAdvice
	case err.Status == http.StatusForbidden && strings.Contains(strings.ToLower(err.Message), "quota"):
		return quotaAdvice
	case err.IsGateways && err.Status == http.StatusNotFound:
		return lackingAdvice + " It does not mean that the object is gone."
	case err.HasErrorObject, isOfGateway, err.Status >= http.StatusInternalServerError:
	case err.Status == http.StatusNotFound:
		return goneAdvice
	default: // a page
		return proxyAdvice
	}
	isFailure := err.Status >= http.StatusInternalServerError && err.Status != http.StatusNotImplemented
	if sentence, ok := advice[err.Type]; ok && (err.Type != videoindexer.ErrorTypeGeneral || isFailure) {
		return sentence
	}
	return cmp.Or(statusAdvice[err.Status], reportAdvice)
}
