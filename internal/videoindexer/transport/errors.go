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

// ErrorType is the service's own name for what went wrong, the ErrorType member of its error
// object.
type ErrorType string

// APIError is an answer of the service, or of something in front of it, that is not a success.
type APIError struct {
	// Number, Operation, Method and URL say what was asked, as in Request; URL has no query.
	Number, Operation, Method, URL string
	Status                         int
	// Type and Message come from the service's error object; a foreign body may have a message,
	// too.
	Type    ErrorType
	Message string
	// Excerpt is the readable beginning of a body that is not the service's error object.
	Excerpt string
	// RequestID is the id that the last attempt carried, ServiceRequestID the one its answer had.
	RequestID, ServiceRequestID string
	// HasErrorObject distinguishes the service's own error object from the page of a gateway, and
	// HasGatewayErrorObject the error object of its own gateway from that of other servers.
	HasErrorObject, HasGatewayErrorObject bool
	// Attempts counts what was sent, this answer's request included.
	Attempts int
	// MayHaveSucceeded says that an earlier attempt of this call was lost on the way or failed
	// inside the service, so that it may have been carried out: a refusal such as 409 can then be
	// about this call's own work.
	MayHaveSucceeded bool
	// NameWasFreed says that the name which was refused may be that of an object that this process
	// has deleted or renamed.
	NameWasFreed bool
	// RetryAfter is how long the service asks to wait before the request is sent again; 0 if it
	// does not say.
	RetryAfter time.Duration
	// Credential says which of the configured credentials the answer is about.
	Credential Credential
}

// Credential is one of those that a client can be configured with.
type Credential int

// The credentials. Tokens that were obtained with the key stand for the key.
const (
	CredentialKey Credential = iota
	CredentialToken
	CredentialCommand
)

// Error gives the operation, the status, what the service says and the ids to ask its support with.
func (e *APIError) Error() string {
	return e.Operation + ": " + e.Summary() + trailer(e.Attempts, e.RequestID, e.ServiceRequestID)
}

// Summary is the status and what the service says.
func (e *APIError) Summary() string {
	text := strconv.Itoa(e.Status)
	if name := cmp.Or(string(e.Type), http.StatusText(e.Status)); name != "" {
		text += " " + name
	}
	if said := cmp.Or(e.Message, e.Excerpt); said != "" {
		text += ": " + said
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf(": the service asks to wait for %s", e.RetryAfter)
	}
	return text
}

// TransportError means that no whole answer came: the endpoint could not be reached, or the
// connection or the attempt's time ended first. RequestID is empty if the last attempt certainly
// never reached the service.
type TransportError struct {
	Operation, Method, URL, RequestID string
	Attempts                          int
	// MayHaveSucceeded says that an attempt may have been carried out: bytes of it have left.
	MayHaveSucceeded bool
	Err              error
}

func (e *TransportError) Error() string {
	return fmt.Sprintf("%s: %v%s", e.Operation, e.Err, trailer(e.Attempts, e.RequestID, ""))
}

func (e *TransportError) Unwrap() error { return e.Err }

// AmbiguousError means that a request which must not be repeated may or may not have been carried
// out: it went out, and its answer was lost or was a server failure.
type AmbiguousError struct {
	Operation, Method, URL, RequestID string
	Err                               error
}

func (e *AmbiguousError) Error() string {
	happened, serviceRequestID := e.Err.Error(), ""
	if answer, ok := errors.AsType[*APIError](e.Err); ok {
		happened, serviceRequestID = answer.Summary(), answer.ServiceRequestID
	} else if answer, ok := errors.AsType[*UnexpectedAnswerError](e.Err); ok {
		happened, serviceRequestID = answer.summary(), answer.ServiceRequestID
	}
	return fmt.Sprintf("%s: possibly carried out by the service, and not sent again: %s%s",
		e.Operation, happened, trailer(0, e.RequestID, serviceRequestID))
}

func (e *AmbiguousError) Unwrap() error { return e.Err }

// InterruptedError means that the caller's context ended before the final answer of a call came.
// Err is the error of the context.
type InterruptedError struct {
	Operation string
	// MayHaveSucceeded says that the service may have carried the request out: it went out, and no
	// answer says otherwise.
	MayHaveSucceeded bool
	Err              error
}

func (e *InterruptedError) Error() string {
	return fmt.Sprintf("%s: %v", e.Operation, e.Err)
}

func (e *InterruptedError) Unwrap() error { return e.Err }

// TokenError means that the access token which an operation needs could not be obtained. It
// prevents the failure of a token request from being mistaken for an answer about the operation's
// object.
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

// ExtendedDisabledError means that an operation beyond the contract was asked of a client that may
// not use any.
type ExtendedDisabledError struct{ Number, Operation string }

func (e *ExtendedDisabledError) Error() string {
	return fmt.Sprintf("%s (%s) needs extended_operations", e.Operation, e.Number)
}

// UnsupportedOperationError means that the service does not have an operation beyond the contract.
// It says nothing about the object of the call. Err is the answer.
type UnsupportedOperationError struct{ Err *APIError }

func (e *UnsupportedOperationError) Error() string {
	return fmt.Sprintf("the service does not have operation %s: %v", e.Err.Number, e.Err)
}

func (e *UnsupportedOperationError) Unwrap() error { return e.Err }

// UnexpectedAnswerError is a success that cannot be read, or that lacks what it must have.
type UnexpectedAnswerError struct {
	Operation, Method, URL, RequestID, ServiceRequestID string
	// NotFromService says that the answer is most likely not one of the service: it is a web page,
	// or no token.
	NotFromService bool
	// Excerpt is the readable beginning of the body; empty where the body may hold a token.
	Excerpt string
	Err     error
}

func (e *UnexpectedAnswerError) Error() string {
	return e.Operation + ": " + e.summary() + trailer(0, e.RequestID, e.ServiceRequestID)
}

// summary is what is wrong with the answer.
func (e *UnexpectedAnswerError) summary() string {
	text := fmt.Sprintf("unexpected answer: %v", e.Err)
	if e.Excerpt != "" {
		text += ": " + e.Excerpt
	}
	return text
}

func (e *UnexpectedAnswerError) Unwrap() error { return e.Err }

// PartError is an error about a part of an answer, which messages show in place of its beginning.
type PartError struct {
	Part []byte
	Err  error
}

func (e *PartError) Error() string { return e.Err.Error() }

func (e *PartError) Unwrap() error { return e.Err }

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
