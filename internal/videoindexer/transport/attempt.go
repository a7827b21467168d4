package transport

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/google/uuid"
)

// attempt is a request that was sent once, or could not be sent.
type attempt struct {
	// Response has the status 0 if no complete response has arrived. Then networkErr or
	// permanentErr says why.
	Response

	token Token
	// retryAfter is how long the service asks to wait.
	retryAfter time.Duration
	// gateWait is how long the gate holds all requests after a 429.
	gateWait time.Duration

	// networkErr is a failure of the network.
	networkErr error
	// wasSent means that bytes of the request may have left before the failure of the network.
	wasSent bool
	// permanentErr is a failure of the request itself, such as a token that cannot be obtained or a
	// body that cannot be read. It is ready for the caller, and no further attempt can change it.
	permanentErr error
}

// try waits for its turn, takes the token that is current then, sends the request with an id of
// its own, and reports the outcome to the pace. A call whose token was refused does not queue a
// second time, since its new token could expire in the queue as well.
func (c *call) try(ctx context.Context) attempt {
	client := c.client
	hasPriority := c.request.HasPriority || c.tokenState == renewedToken
	err := client.pace.wait(ctx, hasPriority)
	if err != nil {
		// The context has ended, which call.result puts into words.
		return attempt{permanentErr: err}
	}
	defer client.pace.end()
	var token Token
	if c.tokenState != withoutToken {
		token, err = client.TokenFor(ctx, c.request)
		if err != nil {
			return attempt{permanentErr: err}
		}
	}
	c.attempts++
	result := c.send(ctx, token)
	if c.unreachedSince.IsZero() && result.isUnreached() {
		c.unreachedSince = time.Now()
	}
	if result.Status == http.StatusUnauthorized {
		c.dropToken(result.token)
	}
	result.retryAfter, result.gateWait = client.pace.noteResponse(&result.Response)
	if result.permanentErr == nil {
		c.log(ctx, "request",
			slog.Int("status", result.Status),
			slog.Duration("duration", time.Since(result.SentAt)),
			slog.String("request_id", result.RequestID),
			slog.String("service_request_id", result.ServiceRequestID))
	}
	return result
}

// isUnreached reports whether the attempt never reached the service.
func (a *attempt) isUnreached() bool { return a.networkErr != nil && !a.wasSent }

// dropToken drops a refused token from the cache, which does not hold a configured one.
func (c *call) dropToken(refused Token) {
	if refused.Value != "" && refused.Source != CredentialToken {
		c.client.tokens.drop(c.request.Auth.key(), refused)
	}
}

// send puts a request on the wire and reads the response to its end, so that a connection lost half
// way is a failed attempt.
func (c *call) send(ctx context.Context, token Token) attempt {
	client := c.client
	watch := &sendWatch{}
	ids := RequestIDs{RequestID: uuid.NewString()}
	result := attempt{Response: Response{url: c.safeURL(), RequestIDs: ids}, token: token}
	timer := newIdleTimer(ctx, client.Config.RequestTimeout)
	defer timer.stop()
	traced := httptrace.WithClientTrace(timer.ctx, &httptrace.ClientTrace{GotConn: watch.gotConn})
	req, body, err := c.newRequest(traced, &result, timer)
	if err != nil {
		result.permanentErr = fmt.Errorf("%s: %w", c.request.Operation, err)
		return result
	}
	result.SentAt = time.Now()
	err = result.receive(client, req, c.request, timer)
	if err == nil {
		return result
	}
	bodyErr := body.readError()
	if bodyErr != nil {
		result.permanentErr = fmt.Errorf("%s: %w", c.request.Operation, bodyErr)
		return result
	}
	result.networkErr = client.secrets.withoutSecretsError(timer.explainedError(err))
	result.wasSent = watch.mayHaveWritten()
	return result
}

// newRequest makes the request of an attempt, with its headers, and opens its body again. It never
// sets GetBody: net/http would use it to send the same request, with the same id, a second time.
func (c *call) newRequest(
	ctx context.Context, result *attempt, timer *idleTimer,
) (*http.Request, *requestBody, error) {
	config := &c.client.Config
	req, err := http.NewRequestWithContext(ctx, c.request.Method, c.address.String(), http.NoBody)
	if err != nil {
		return nil, nil, c.client.secrets.withoutSecretsError(err)
	}
	req.Header.Set(clientRequestIDHeader, result.RequestID)
	req.Header.Set("Accept", "application/json, */*;q=0.8")
	req.Header.Set("User-Agent", config.UserAgent)
	if config.SubscriptionKey != "" {
		req.Header.Set("Ocp-Apim-Subscription-Key", config.SubscriptionKey)
	}
	if result.token.Value != "" {
		req.Header.Set("Authorization", "Bearer "+result.token.Value)
	}
	body := c.request.Body
	if body == nil {
		// For the same reason a GET gets a body that is empty instead of none: when a kept-alive
		// connection is lost, net/http itself repeats a request that it knows to have no body. On
		// the wire the two are the same.
		if req.Method == http.MethodGet || req.Method == http.MethodHead {
			req.Body = io.NopCloser(&bytes.Reader{})
		}
		return req, &requestBody{}, nil
	}
	req.Header.Set("Content-Type", body.ContentType)
	if body.Length == 0 {
		return req, &requestBody{}, nil
	}
	source, err := body.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open the request's body: %w", err)
	}
	own := &requestBody{source: source, timer: timer}
	req.Body = own
	req.ContentLength = body.Length
	return req, own, nil
}
