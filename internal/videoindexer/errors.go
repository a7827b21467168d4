package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// The error types of the base API.
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

// The error types that only extended operations have.
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

// AccountNotListedError means that the key's user cannot use the account in that location.
type AccountNotListedError struct {
	// RequestIDs are those of the list.
	RequestIDs
	Account AccountRef
	// Listed are the accounts that the user can use.
	Listed []AccountSummary
}

func (e *AccountNotListedError) Error() string {
	return fmt.Sprintf("account %q is not among the accounts that this subscription key can use in location %q",
		e.Account.ID, e.Account.Location)
}

// NotListedError means that an object exists, but the service's list does not show it.
type NotListedError struct{ Object string }

func (e *NotListedError) Error() string {
	return e.Object + " exists, but the service's list does not show it at the moment"
}

// NotTriedError means that a call was not made, because an earlier call of the run has shown that
// the account cannot be reached. Its diagnostic is one line, because the earlier one has the
// reason. The client itself makes every call: those who remember the earlier ones return this
// error.
type NotTriedError struct {
	Account AccountRef
	// Gone is the response that the account does not exist; nil for another reason. The objects of
	// the account do not exist either (IsNotFound), and a refresh removes them without reporting
	// that answer.
	Gone error
}

func (e *NotTriedError) Error() string {
	return fmt.Sprintf("not tried, because account %s in location %s cannot be reached", e.Account.ID, e.Account.Location)
}

func (e *NotTriedError) Unwrap() error { return e.Gone }

// IsNotFound reports whether the service itself has answered that the object, or its account, does
// not exist: a 404 with the error object, or a 400 ACCOUNT_NOT_FOUND. It is false for a 404 of a
// gateway or of a wrong base URL, and for a token that could not be obtained.
func IsNotFound(err error) bool {
	apiErr, isAPIError := apiErrorOf(err)
	if !isAPIError || !apiErr.HasErrorObject {
		return false
	}
	isAccountMissing := apiErr.Status == http.StatusBadRequest && apiErr.Type == ErrorTypeAccountNotFound
	return apiErr.Status == http.StatusNotFound || isAccountMissing
}

// IsUnauthorized reports whether the service itself has refused the token of the operation. The
// token may have the wrong scope.
func IsUnauthorized(err error) bool {
	apiErr, isAPIError := apiErrorOf(err)
	if !isAPIError || !apiErr.HasErrorObject {
		return false
	}
	return apiErr.Status == http.StatusUnauthorized
}

// IsConflict reports whether the service answered 409: the operation conflicts with work in
// progress.
func IsConflict(err error) bool {
	apiErr, isAPIError := apiErrorOf(err)
	return isAPIError && apiErr.Status == http.StatusConflict
}

// A write that failed may have been carried out nevertheless. Who asks for what:
//
//	AmbiguousError             A request that is sent once, and whose response was lost or was a failure of
//	                           the service. For messages.
//	IsOutcomeUnknown           An AmbiguousError, or a success that cannot be read. For those who then
//	                           search for the object that was created.
//	MayHaveSucceeded           Each write that may have been carried out: the above, and one that was
//	                           interrupted, lost, or refused after such an attempt. For those who then must
//	                           not say that nothing has changed.
//	APIError.MayHaveSucceeded  An attempt before the one that was refused: a 404 or a 409 may be its effect.
//	                           For those who take such a refusal for a success.

// IsOutcomeUnknown reports whether a request that must not be repeated may have been carried out
// without a usable response: the response was lost (AmbiguousError), or cannot be read.
func IsOutcomeUnknown(err error) bool {
	unexpected, isUnexpected := errors.AsType[*UnexpectedResponseError](err)
	isUnreadable := isUnexpected && unexpected.Method != http.MethodGet
	return isUnreadable || IsA[*AmbiguousError](err)
}

// HasType reports whether the service refused a request with one of these error types.
func HasType(err error, types ...ErrorType) bool {
	apiErr, isAPIError := errors.AsType[*APIError](err)
	return isAPIError && slices.Contains(types, apiErr.Type)
}

// apiErrorOf returns the APIError about the operation itself, not about a token it needed.
func apiErrorOf(err error) (*APIError, bool) {
	if IsA[*TokenError](err) {
		return nil, false
	}
	return errors.AsType[*APIError](err)
}

// IsAccountWide reports whether a failure is about the credentials or the account instead of the
// object of the call, or whether the caller has given up: every other call for this account would
// also fail.
func IsAccountWide(err error) bool {
	isCredential := IsA[*TokenError](err) || IsA[*MissingCredentialError](err)
	if isCredential || IsA[*AccountNotListedError](err) {
		return true
	}
	apiErr, isAPIError := errors.AsType[*APIError](err)
	if isAPIError {
		isRefused := apiErr.Status == http.StatusUnauthorized || apiErr.Status == http.StatusForbidden
		return isRefused || apiErr.Type == ErrorTypeAccountNotFound
	}
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// EndsAccess reports whether a failure shows that the account cannot be used in this run: it is
// account-wide, or of the network.
func EndsAccess(err error) bool { return IsAccountWide(err) || IsA[*NetworkError](err) }

// ConcernsAll reports whether a failure would affect every object of the account: it is
// account-wide, of an operation that the service does not have, or of a call that was not tried.
func ConcernsAll(err error) bool {
	if IsAccountWide(err) || IsUnsupported(err) {
		return true
	}
	return IsA[*NotTriedError](err)
}

// IsAboutObject reports whether the service has refused the request because of its object.
func IsAboutObject(err error) bool {
	apiErr, isAPIError := errors.AsType[*APIError](err)
	switch {
	case !isAPIError || ConcernsAll(err):
		return false
	case apiErr.Status == http.StatusTooManyRequests:
		return false
	case apiErr.Status == http.StatusNotFound:
		// A 404 of a gateway is about the address.
		return IsNotFound(err)
	}
	return apiErr.Status < http.StatusInternalServerError
}

// IsObjectMissing reports whether the service has answered that an object does not exist, but its
// account does.
func IsObjectMissing(err error) bool {
	isOfAccount := IsAccountWide(err) || IsA[*NotTriedError](err)
	return IsNotFound(err) && !isOfAccount
}

// IsA reports whether an error is, or wraps, one of type E.
func IsA[E error](err error) bool {
	_, isE := errors.AsType[E](err)
	return isE
}

// IsUnsupported reports whether an operation failed because the service does not have it.
func IsUnsupported(err error) bool { return IsA[*UnsupportedOperationError](err) }

// MayHaveSucceeded reports whether a write may have been carried out although it failed: its
// response was lost or cannot be read, or the service failed. It is false if the request was never
// sent, or if the service or its gateway has refused it.
func MayHaveSucceeded(err error) bool {
	interruptedErr, isInterrupted := errors.AsType[*InterruptedError](err)
	networkErr, isNetworkError := errors.AsType[*NetworkError](err)
	apiErr, isAPIError := errors.AsType[*APIError](err)
	switch {
	case IsA[*TokenError](err) || IsUnsupported(err):
		return false
	case IsOutcomeUnknown(err):
		return true
	case isInterrupted:
		return interruptedErr.MayHaveSucceeded
	case isNetworkError:
		return networkErr.MayHaveSucceeded && networkErr.Method != http.MethodGet
	case isAPIError && apiErr.Method != http.MethodGet:
		return apiErr.MayHaveSucceeded || !isRefusedRequest(apiErr)
	}
	return false
}

// isRefusedRequest reports whether the service or its gateway has refused to carry out a request.
func isRefusedRequest(apiErr *APIError) bool {
	isClientError := apiErr.Status/100 == 4 && apiErr.Status != http.StatusRequestTimeout
	isKnownServer := apiErr.HasErrorObject || apiErr.HasGatewayErrorObject
	return isClientError && isKnownServer
}
