package transport

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
