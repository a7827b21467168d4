package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
)

// result is the outcome of the call, once no further attempt follows.
func (k *call) result(ctx context.Context) (*Attempt, error) {
	last, ended, operation := &k.last, ctx.Err(), k.request.Operation
	switch {
	case k.request.isSuccess(last.Status):
		return k.success()
	case k.request.Extended != "" && k.client.isUnsupported(last):
		return nil, &UnsupportedOperationError{Extended: k.request.Extended, Err: k.apiError(last)}
	case k.request.OnlyOnce && (last.err != nil && last.sent || last.Status >= http.StatusInternalServerError):
		cause := k.failure()
		if last.err != nil {
			cause = cmp.Or(ended, last.err)
		}
		return nil, &AmbiguousError{Operation: operation, Method: k.request.Method, Address: k.shown(), RequestID: last.ClientRequestID, Err: cause}
	case ended != nil && !isFinal(last.Status):
		return nil, k.interrupted(ended)
	case ended != nil && last.Status == 0 && (last.stopped == nil || errors.Is(last.stopped, ended)):
		return nil, k.interrupted(ended)
	case k.anonymous:
		// The attempt without a token failed as well. Its 404 would not prove that nothing is there, so the refusal is
		// returned.
		return nil, k.apiError(&k.refusal)
	}
	return nil, k.failure()
}

func (k *call) success() (*Attempt, error) {
	if k.last.tooLarge {
		k.last.Body = nil
		return nil, k.client.Unexpected(k.request.Operation, &k.last, fmt.Errorf("the body is larger than %d bytes", k.request.limit()))
	}
	if k.last.unreadable != nil {
		return nil, k.client.Unexpected(k.request.Operation, &k.last, k.last.unreadable)
	}
	return &k.last, nil
}

// failure is the error of the last attempt.
func (k *call) failure() error {
	last := &k.last
	switch {
	case last.stopped != nil:
		return last.stopped
	case last.Status != 0:
		return k.apiError(last)
	}
	lost := &TransportError{Operation: k.request.Operation, Method: k.request.Method, Address: k.shown(), Attempts: k.attempts, Err: last.err}
	if last.sent {
		lost.RequestID = last.ClientRequestID
	}
	return lost
}

func (k *call) apiError(last *Attempt) *APIError {
	said := k.client.secrets.readErrorBody(last.Body)
	e := &APIError{
		Operation: k.request.Operation, Method: k.request.Method, Address: k.shown(),
		Status: last.Status, Type: said.kind, Message: said.message, Excerpt: said.excerpt,
		RequestID: last.ClientRequestID, ServiceRequestID: last.serviceRequestID,
		HasErrorObject: said.kind != "", Attempts: k.attempts, MayHaveApplied: k.mayHaveApplied,
	}
	if last.token.fixed {
		e.Credential = CredentialToken
	}
	if last.retryAfter > maxRetryAfter {
		e.RetryAfter = last.retryAfter
	}
	return e
}

func (k *call) interrupted(ended error) error {
	last := &k.last
	return &InterruptedError{
		Operation: k.request.Operation, Err: ended,
		MayBeDone: k.mayHaveApplied || last.err != nil && last.sent || isPassing(last.Status),
	}
}
