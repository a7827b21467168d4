package transport

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrorType is the type of an error: the ErrorType member of the service's error object.
type ErrorType string

// APIError is an unsuccessful response of the service, or of a server in front of it.
type APIError struct {
	// Number is the number of the operation, as in Request.
	Number string
	// Operation is the name of the operation, as in Request.
	Operation string
	Method    string
	// URL has no query.
	URL    string
	Status int
	// Type comes from the service's error object.
	Type ErrorType
	// Message comes from the service's error object, or from the body of another server.
	Message string
	// Excerpt is the readable beginning of a body that is not the service's error object.
	Excerpt string
	// RequestIDs are those of the last attempt.
	RequestIDs
	// HasErrorObject reports that the body is an error object of the service.
	HasErrorObject bool
	// HasGatewayErrorObject reports that the body is an error object of the service's gateway. If
	// the body is neither, another server may have answered.
	HasGatewayErrorObject bool
	// Attempts is the number of requests that were sent, including the one with this response.
	Attempts int
	// MayHaveSucceeded reports that an earlier attempt of this call may have been carried out,
	// because its response was lost or the service failed. A refusal such as 409 can then be an
	// effect of that attempt.
	MayHaveSucceeded bool
	// NameWasFreed reports that the refused name may be that of an object that this process has
	// deleted or renamed.
	NameWasFreed bool
	// RetryAfter is the time that the service asks to wait before the request is repeated; 0 if the
	// response does not contain it.
	RetryAfter time.Duration
	// Credential is the configured credential that the request used.
	Credential Credential
}

// Error returns the operation, the status, the service's message and the request ids.
func (e *APIError) Error() string {
	return e.Operation + ": " + e.Summary() + trailer(e.Attempts, e.RequestIDs)
}

// Summary returns the status and the service's message.
func (e *APIError) Summary() string {
	text := strconv.Itoa(e.Status)
	name := cmp.Or(string(e.Type), http.StatusText(e.Status))
	if name != "" {
		text += " " + name
	}
	message := cmp.Or(e.Message, e.Excerpt)
	if message != "" {
		text += ": " + message
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(": the service asks to wait for %s", e.RetryAfter)
	}
	return text
}

// NetworkError means that no complete response arrived: the endpoint could not be reached, the
// connection broke, or the attempt timed out. RequestIDs are empty if the last attempt certainly
// never reached the service.
type NetworkError struct {
	Operation, Method, URL string
	RequestIDs
	Attempts int
	// MayHaveSucceeded reports that an attempt may have been carried out, because bytes of it were
	// sent.
	MayHaveSucceeded bool
	Err              error
}

func (e *NetworkError) Error() string {
	return fmt.Sprintf("%s: %v%s", e.Operation, e.Err, trailer(e.Attempts, e.RequestIDs))
}

func (e *NetworkError) Unwrap() error { return e.Err }

// AmbiguousError means that it is unknown whether a request that must not be repeated was carried
// out: it was sent, and its response was lost or was a server failure.
type AmbiguousError struct {
	Operation, Method, URL string
	RequestIDs
	Err error
}

func (e *AmbiguousError) Error() string {
	happened := e.Err.Error()
	failed, isFailed := errors.AsType[*APIError](e.Err)
	unexpected, isUnexpected := errors.AsType[*UnexpectedResponseError](e.Err)
	switch {
	case isFailed:
		happened = failed.Summary()
	case isUnexpected:
		happened = unexpected.summary()
	}
	return fmt.Sprintf("%s: possibly carried out by the service, and not sent again: %s%s",
		e.Operation, happened, trailer(0, e.RequestIDs))
}

func (e *AmbiguousError) Unwrap() error { return e.Err }

// InterruptedError means that the caller's context ended before the final response of a call came.
// Err is the error of the context.
type InterruptedError struct {
	Operation string
	// MayHaveSucceeded reports that the service may have carried out the request: it was sent, and
	// no response refused it.
	MayHaveSucceeded bool
	Err              error
}

func (e *InterruptedError) Error() string {
	return fmt.Sprintf("%s: %v", e.Operation, e.Err)
}

func (e *InterruptedError) Unwrap() error { return e.Err }

// TokenError means that the access token for an operation could not be obtained. Because of this
// type, a failed token request is not mistaken for a response about the operation's object.
type TokenError struct {
	Operation string
	Err       error
}

func (e *TokenError) Error() string {
	return fmt.Sprintf("%s: no access token: %v", e.Operation, e.Err)
}

func (e *TokenError) Unwrap() error { return e.Err }

// MissingCredentialError means that an operation needs the subscription key, and only an access
// token is configured.
type MissingCredentialError struct{ Operation string }

func (e *MissingCredentialError) Error() string {
	return fmt.Sprintf("%s: this needs a subscription key, and only an access token is configured: "+
		"set subscription_key or VIDEOINDEXER_SUBSCRIPTION_KEY", e.Operation)
}

// ExtendedDisabledError means that an extended operation was requested, but the configuration does
// not allow extended operations.
type ExtendedDisabledError struct{ Number, Operation string }

func (e *ExtendedDisabledError) Error() string {
	return fmt.Sprintf("%s (%s) needs extended_operations", e.Operation, e.Number)
}

// UnsupportedOperationError means that the service does not have an extended operation. It says
// nothing about the object of the call. Err is the response.
type UnsupportedOperationError struct{ Err *APIError }

func (e *UnsupportedOperationError) Error() string {
	return fmt.Sprintf("the service does not have operation %s: %v", e.Err.Number, e.Err)
}

func (e *UnsupportedOperationError) Unwrap() error { return e.Err }

// UnexpectedResponseError is a successful response that cannot be read, or that lacks a required
// value.
type UnexpectedResponseError struct {
	Operation, Method, URL string
	RequestIDs
	// IsNotFromService reports that the response probably comes from another server: it is a web
	// page, or is not a token.
	IsNotFromService bool
	// Excerpt is the readable beginning of the body; empty if the body may contain a token.
	Excerpt string
	Err     error
}

func (e *UnexpectedResponseError) Error() string {
	return e.Operation + ": " + e.summary() + trailer(0, e.RequestIDs)
}

// summary says what is wrong with the response.
func (e *UnexpectedResponseError) summary() string {
	text := fmt.Sprintf("unexpected response: %v", e.Err)
	if e.Excerpt != "" {
		text += ": " + e.Excerpt
	}
	return text
}

func (e *UnexpectedResponseError) Unwrap() error { return e.Err }

// StateError means that work of the service has failed, as an object reports by its state.
// RequestIDs are those of the response that shows it.
type StateError struct {
	RequestIDs
	// Text says what has failed.
	Text string
}

func (e *StateError) Error() string { return e.Text + trailer(0, e.RequestIDs) }

// PartError is an error about a part of a response. Messages show this part instead of the
// beginning of the response.
type PartError struct {
	Part []byte
	Err  error
}

func (e *PartError) Error() string { return e.Err.Error() }

func (e *PartError) Unwrap() error { return e.Err }

// trailer writes the parenthesis at the end of an error text.
func trailer(attempts int, ids RequestIDs) string {
	var parts []string
	if attempts > 1 {
		parts = append(parts, fmt.Sprintf("after %d attempts", attempts))
	}
	if ids.RequestID != "" {
		parts = append(parts, "request id "+ids.RequestID)
	}
	if ids.ServiceRequestID != "" {
		parts = append(parts, "service request id "+ids.ServiceRequestID)
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
