package transport

import (
	"fmt"
)

// InterruptedError means that the caller's context ended before the final answer of a call came. Err is the error of
// the context.
type InterruptedError struct {
	Operation string
	// MayBeDone says that the service may have carried the request out: it went out, and no answer says otherwise.
	MayBeDone bool
	// LastStatus is the status of the last answer; 0 if there was none.
	LastStatus int
	Err        error
}

func (e *InterruptedError) Error() string {
	text := fmt.Sprintf("%s: %v", e.Operation, e.Err)
	if e.LastStatus != 0 {
		text += fmt.Sprintf(" (the last answer was %d)", e.LastStatus)
	}
	return text
}

func (e *InterruptedError) Unwrap() error { return e.Err }

func (k *call) interrupted(ended error) error {
	last := &k.last
	return &InterruptedError{
		Operation: k.request.Operation, Err: ended, LastStatus: last.Status,
		MayBeDone: k.mayHaveApplied || last.err != nil && last.sent || isPassing(last.Status),
	}
}
