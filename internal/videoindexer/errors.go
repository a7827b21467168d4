package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ErrorType is the service's own name for what went wrong, the ErrorType member of its error object.
type ErrorType string

// The error types of the contract.
const (
	ErrorTypeUserNotAllowed                                  ErrorType = "USER_NOT_ALLOWED"
	ErrorTypeBreakdownNotFound                               ErrorType = "BREAKDOWN_NOT_FOUND"
	ErrorTypeInvalidInput                                    ErrorType = "INVALID_INPUT"
	ErrorTypeGeneral                                         ErrorType = "GENERAL"
	ErrorTypeServerTimeout                                   ErrorType = "SERVER_TIMEOUT"
	ErrorTypeNotFound                                        ErrorType = "NOT_FOUND"
	ErrorTypeAlreadyExists                                   ErrorType = "ALREADY_EXISTS"
	ErrorTypeInvalidVTTInput                                 ErrorType = "INVALID_VTT_INPUT"
	ErrorTypeProjectRenderInProgress                         ErrorType = "PROJECT_RENDER_IN_PROGRESS"
	ErrorTypeAccountNotFound                                 ErrorType = "ACCOUNT_NOT_FOUND"
	ErrorTypeUnsupported                                     ErrorType = "UNSUPPORTED"
	ErrorTypeOperationNotSupportedOnTrial                    ErrorType = "OPERATION_NOT_SUPPORTED_ON_TRIAL"
	ErrorTypeImageModelAccountNotFound                       ErrorType = "IMAGE_MODEL_ACCOUNT_NOT_FOUND"
	ErrorTypeImageModelUnreachableOrInvalidTrainingKey       ErrorType = "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY"
	ErrorTypeImageModelUnreachableOrInvalidPredictionKey     ErrorType = "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY"
	ErrorTypeImageModelInvalidTagName                        ErrorType = "IMAGE_MODEL_INVALID_TAG_NAME"
	ErrorTypeImageModelModelTagsLimitExceeded                ErrorType = "IMAGE_MODEL_MODEL_TAGS_LIMIT_EXCEEDED"
	ErrorTypeMediaDirectoryApplicationInsufficientPermission ErrorType = "MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION"
	ErrorTypeMediaUnreachable                                ErrorType = "MEDIA_UNREACHABLE"
	ErrorTypeEventRoutingNotRegistered                       ErrorType = "EVENT_ROUTING_NOT_REGISTERED"
	ErrorTypeMediaInAnotherLocation                          ErrorType = "MEDIA_IN_ANOTHER_LOCATION"
)

// The error types of the operations beyond the contract.
const (
	ErrorTypePersonModelsQuota              ErrorType = "ACCOUNT_REACHED_PERSON_MODELS_QUOTA"
	ErrorTypeDefaultPersonModel             ErrorType = "DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED"
	ErrorTypePersonNameNotUnique            ErrorType = "PERSON_NAME_NOT_UNIQUE"
	ErrorTypeInvalidPicture                 ErrorType = "INVALID_PICTURE"
	ErrorTypeInvalidPictureSize             ErrorType = "INVALID_PICTURE_SIZE"
	ErrorTypeFaceIdentificationNotAllowed   ErrorType = "FACE_IDENTIFICATION_NOT_ALLOWED"
	ErrorTypeInvalidURL                     ErrorType = "INVALID_URL"
	ErrorTypeProjectRenderOperationNotFound ErrorType = "PROJECT_RENDER_OPERATION_NOT_FOUND"
)

// APIError is an answer of the service, or of something in front of it, that is not a success.
type APIError struct {
	// Operation, Method and Address say what was asked; Address has no query.
	Operation, Method, Address string
	Status                     int
	// Type and Message come from the service's error object; a foreign body may have a message, too.
	Type    ErrorType
	Message string
	// Excerpt is the readable beginning of a body that is not the service's error object.
	Excerpt string
	// RequestID is the id that the last attempt carried, ServiceRequestID the one its answer had.
	RequestID, ServiceRequestID string
	// HasErrorObject distinguishes the service's own error object from the page of a gateway.
	HasErrorObject bool
	// Attempts counts what was sent, this answer's request included.
	Attempts int
	// AfterDoubt says that an earlier attempt of this call was lost on the way or failed inside the service, so that it
	// may have been carried out: a refusal such as 409 can then be about this call's own work.
	AfterDoubt bool
	// RetryAfter is how long the service asked to wait, if that is longer than the client would wait.
	RetryAfter time.Duration
	// Credential says which of the configured credentials the answer is about.
	Credential Credential
}

// Credential is one of the two that a client can be configured with.
type Credential int

// The credentials. Tokens that were obtained with the key stand for the key.
const (
	CredentialKey Credential = iota
	CredentialToken
)

// Error gives the operation, the status, what the service says and the ids to ask its support with.
func (e *APIError) Error() string {
	return e.Operation + ": " + e.gist() + trailer(e.Attempts, e.RequestID, e.ServiceRequestID)
}

// gist is the status and what the service says.
func (e *APIError) gist() string {
	text := strconv.Itoa(e.Status)
	if name := cmp.Or(string(e.Type), http.StatusText(e.Status)); name != "" {
		text += " " + name
	}
	if said := cmp.Or(e.Message, e.Excerpt); said != "" {
		text += ": " + said
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(": the service asks to wait for %s, longer than the %s that are waited at most", e.RetryAfter, maxRetryAfter)
	}
	return text
}

// TransportError means that no whole answer came: the endpoint could not be reached, or the connection or the
// attempt's time ended first. RequestID is empty if the last attempt certainly never reached the service.
type TransportError struct {
	Operation, Method, Address, RequestID string
	Attempts                              int
	Err                                   error
}

func (e *TransportError) Error() string {
	return fmt.Sprintf("%s: %v%s", e.Operation, e.Err, trailer(e.Attempts, e.RequestID, ""))
}

func (e *TransportError) Unwrap() error { return e.Err }

// AmbiguousError means that a request which must not be repeated may or may not have been carried out: it went out,
// and its answer was lost or was a server failure.
type AmbiguousError struct {
	Operation, Method, Address, RequestID string
	Err                                   error
}

func (e *AmbiguousError) Error() string {
	happened, serviceRequestID := e.Err.Error(), ""
	if answer, ok := errors.AsType[*APIError](e.Err); ok {
		happened, serviceRequestID = answer.gist(), answer.ServiceRequestID
	} else if answer, ok := errors.AsType[*UnexpectedAnswerError](e.Err); ok {
		happened, serviceRequestID = answer.gist(), answer.ServiceRequestID
	}
	return fmt.Sprintf("%s: the service may or may not have carried it out, and it was not sent again: %s%s",
		e.Operation, happened, trailer(0, e.RequestID, serviceRequestID))
}

func (e *AmbiguousError) Unwrap() error { return e.Err }

// TokenError means that the access token which an operation needs could not be obtained. It prevents the failure of a
// token request from being mistaken for an answer about the operation's object.
type TokenError struct {
	Operation string
	Err       error
}

func (e *TokenError) Error() string {
	return fmt.Sprintf("%s: no access token: %v", e.Operation, e.Err)
}

func (e *TokenError) Unwrap() error { return e.Err }

// AccountNotListedError means that the key's user has no such account in that location. Listed are those that it has.
type AccountNotListedError struct {
	Account AccountRef
	Listed  []AccountSummary
}

func (e *AccountNotListedError) Error() string {
	return fmt.Sprintf("account %q is not among the accounts that this subscription key can use in location %q",
		e.Account.ID, e.Account.Location)
}

// MissingCredentialError means that an operation needs the subscription key, and only an access token is configured.
type MissingCredentialError struct{ Operation string }

func (e *MissingCredentialError) Error() string {
	return fmt.Sprintf("%s: this needs a subscription key, and only an access token is configured: "+
		"set subscription_key or VIDEOINDEXER_SUBSCRIPTION_KEY", e.Operation)
}

// UnexpectedAnswerError is a success that cannot be read, or that lacks what it must have.
type UnexpectedAnswerError struct {
	Operation, Method, Address, RequestID, ServiceRequestID string
	// IsForeign says that the answer is most likely not one of the service: it is a web page, or no token.
	IsForeign bool
	// Excerpt is the readable beginning of the body; empty where the body may hold a token.
	Excerpt string
	Err     error
}

func (e *UnexpectedAnswerError) Error() string {
	return e.Operation + ": " + e.gist() + trailer(0, e.RequestID, e.ServiceRequestID)
}

// gist is what is wrong with the answer.
func (e *UnexpectedAnswerError) gist() string {
	text := fmt.Sprintf("unexpected answer: %v", e.Err)
	if e.Excerpt != "" {
		text += ": " + e.Excerpt
	}
	return text
}

func (e *UnexpectedAnswerError) Unwrap() error { return e.Err }

// isOfRead reports whether the request has changed nothing. Errors of an element of a list have no method.
func (e *UnexpectedAnswerError) isOfRead() bool { return e.Method == "" || e.Method == http.MethodGet }

// trailer is the parenthesis at the end of an error text.
func trailer(attempts int, requestID, serviceRequestID string) string {
	var parts []string
	if attempts > 1 {
		parts = append(parts, fmt.Sprintf("after %d attempts", attempts))
	}
	if requestID != "" {
		parts = append(parts, "request id "+requestID)
	}
	if serviceRequestID != "" {
		parts = append(parts, "service request id "+serviceRequestID)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// IsNotFound says whether the service itself answered that the object, or its account, does not exist: a 404 with the
// error object, or a 400 ACCOUNT_NOT_FOUND. A 404 of a gateway or of a wrong base URL is not that, and neither is a
// token that could not be obtained.
func IsNotFound(err error) bool {
	answer, ok := ownAnswer(err)
	if !ok || !answer.HasErrorObject {
		return false
	}
	return answer.Status == http.StatusNotFound ||
		answer.Status == http.StatusBadRequest && answer.Type == ErrorTypeAccountNotFound
}

// IsConflict says whether the operation was answered with 409: something that it conflicts with is under way.
func IsConflict(err error) bool {
	answer, ok := ownAnswer(err)
	return ok && answer.Status == http.StatusConflict
}

// IsAmbiguous says whether a request that must not be repeated may or may not have been carried out (AmbiguousError).
func IsAmbiguous(err error) bool { return isA[*AmbiguousError](err) }

// IsOutcomeUnknown says whether a request that makes something may have been carried out, although no answer that can
// be used says so: its answer was lost, or cannot be read.
func IsOutcomeUnknown(err error) bool {
	answer, isUnexpected := errors.AsType[*UnexpectedAnswerError](err)
	return IsAmbiguous(err) || isUnexpected && !answer.isOfRead()
}

// HasType says whether the service refused a request with one of these error types.
func HasType(err error, types ...ErrorType) bool {
	answer, ok := errors.AsType[*APIError](err)
	return ok && slices.Contains(types, answer.Type)
}

// ownAnswer is the APIError about the operation itself, not about a token it needed.
func ownAnswer(err error) (*APIError, bool) {
	if _, isToken := errors.AsType[*TokenError](err); isToken {
		return nil, false
	}
	return errors.AsType[*APIError](err)
}

// IsAccountWide says whether a failure is about the credentials or the account, and not about the object of the call:
// every other call about this account would fail alike.
func IsAccountWide(err error) bool {
	if isA[*TokenError](err) || isA[*AccountNotListedError](err) || isA[*MissingCredentialError](err) {
		return true
	}
	if answer, ok := errors.AsType[*APIError](err); ok {
		return answer.Status == http.StatusUnauthorized || answer.Status == http.StatusForbidden || answer.Type == ErrorTypeAccountNotFound
	}
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
