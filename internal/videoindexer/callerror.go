package videoindexer

// failure is the error of the last attempt.
func (k *call) failure() error {
	last := &k.last
	switch {
	case last.stopped != nil:
		return last.stopped
	case last.status != 0:
		return k.apiError(last)
	}
	lost := &TransportError{Operation: k.request.operation, Method: k.request.method, Address: k.shown(), Attempts: k.attempts, Err: last.err}
	if last.sent {
		lost.RequestID = last.clientRequestID
	}
	return lost
}

func (k *call) apiError(last *attempt) *APIError {
	said := k.client.secrets.readErrorBody(last.body)
	e := &APIError{
		Operation: k.request.operation, Method: k.request.method, Address: k.shown(),
		Status: last.status, Type: said.kind, Message: said.message, Excerpt: said.excerpt,
		RequestID: last.clientRequestID, ServiceRequestID: last.serviceRequestID,
		HasErrorObject: said.kind != "", Attempts: k.attempts, AfterDoubt: k.doubt,
	}
	if last.token.fixed {
		e.Credential = CredentialToken
	}
	if last.retryAfter > maxRetryAfter {
		e.RetryAfter = last.retryAfter
	}
	return e
}
