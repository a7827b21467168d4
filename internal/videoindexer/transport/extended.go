package transport

import (
	"fmt"
	"net/http"
)

// NotExtendedError means that an operation beyond the contract was asked of a client that may not use any.
type NotExtendedError struct{ Operation, Extended string }

func (e *NotExtendedError) Error() string {
	return fmt.Sprintf("%s (%s) needs extended_operations", e.Operation, e.Extended)
}

// UnsupportedOperationError means that the service does not have an operation beyond the contract. It says nothing about
// the object of the call.
type UnsupportedOperationError struct {
	// Extended is the operation's number, such as "X1".
	Extended string
	// Err is the answer.
	Err *APIError
}

func (e *UnsupportedOperationError) Error() string {
	return fmt.Sprintf("the service does not have operation %s: %v", e.Extended, e.Err)
}

func (e *UnsupportedOperationError) Unwrap() error { return e.Err }

// isUnsupported says whether an answer is that of a service without the operation: a 404 that is not the service's own, a 405
// or a 501.
func (c *Client) isUnsupported(last *Attempt) bool {
	switch last.Status {
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		return c.secrets.readErrorBody(last.Body).kind == ""
	}
	return false
}
