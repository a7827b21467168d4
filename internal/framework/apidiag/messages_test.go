package apidiag_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/golden"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	ourID   = videoindexer.RequestIDs{RequestID: "our-id"}
	bothIDs = videoindexer.RequestIDs{RequestID: "our-id", ServiceRequestID: "their-id"}
)

// failure is an error of the client, and what it is called in testdata/messages.txt.
type failure struct {
	name string
	err  error
}

// TestMessages holds the message of each kind of error against testdata/messages.txt, which leaves
// out the first paragraph: the advice alone of all statuses, by who answers where it differs, and
// then one message of each kind. After a change of the texts, run it with -update and read the
// difference.
func TestMessages(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, status := range []int{
		302, 400, 401, 403, 404, 405, 408, 409, 410, 413, 418, 425, 429, 500, 501, 502, 503, 504,
	} {
		before := ""
		for _, f := range responses(status)[:3] {
			advice := strings.Split(apidiag.Detail("read", subject, f.err), "\n\n")[2]
			if advice != before {
				fmt.Fprintf(&b, "%d, %s: %s\n", status, f.name, advice)
				before = advice
			}
		}
	}
	for _, f := range append(responses(http.StatusTooManyRequests), others()...) {
		text := strings.ReplaceAll(apidiag.Detail("read", subject, f.err), "\n\n", "\n")
		fmt.Fprintf(&b, "## %s\n%s\n", f.name, strings.TrimPrefix(text, "Could not read "+subject.String()+".\n"))
	}
	golden.Assert(t, b.String(), "messages.txt")
}

// responses returns responses of the service with a status, and of other servers in its place.
func responses(status int) []failure {
	own := videoindexer.APIError{
		Status: status, Type: videoindexer.ErrorTypeGeneral, Message: "said the service", HasErrorObject: true, Attempts: 2,
	}
	other := own
	waiting := own
	other.Type = "SOMETHING"
	waiting.RetryAfter = 2 * time.Hour
	page := videoindexer.APIError{
		Status: status, Excerpt: "Some page", Method: http.MethodGet, URL: "https://api.test/trial/Accounts",
	}
	gateway := page
	gateway.Excerpt = ""
	gateway.HasGatewayErrorObject = true
	gateway.Message = "said the gateway"
	return []failure{
		{"the service", &own},
		{"its gateway", &gateway},
		{"a page", &page},
		{"a type that is not known", &other},
		{"a long wait", &waiting},
	}
}

// others returns errors that are more or less than a response.
func others() []failure {
	const address = "https://api.test/trial/Accounts"
	timedOut := &videoindexer.APIError{
		Status: 504, Type: videoindexer.ErrorTypeServerTimeout, HasErrorObject: true, Message: "too slow",
		RequestIDs: bothIDs,
	}
	refused := &videoindexer.APIError{Status: 401, Message: "Access denied", RequestIDs: ourID}
	refusedTyped := &videoindexer.APIError{
		Status: 401, Type: videoindexer.ErrorTypeUserNotAllowed, Message: "Access denied", HasErrorObject: true,
	}
	reset := errors.New("read: connection reset by peer")
	var many []videoindexer.AccountSummary
	for i := range 12 {
		many = append(many, videoindexer.AccountSummary{ID: fmt.Sprintf("account-%d", i+1)})
	}
	many[0].Name = "Contoso"
	unexpected := videoindexer.UnexpectedResponseError{
		Operation: "get brand", RequestIDs: bothIDs, Err: errors.New("it has no id"),
	}
	foreign := unexpected
	foreign.IsNotFromService = true
	foreign.Method = http.MethodGet
	foreign.URL = address
	foreign.Excerpt = "Welcome"
	return []failure{
		{"may have been carried out: a response", &videoindexer.AmbiguousError{Method: http.MethodPost, URL: address, RequestIDs: bothIDs, Err: timedOut}},
		{"may have been carried out: no response", &videoindexer.AmbiguousError{Method: http.MethodPost, URL: address, RequestIDs: ourID, Err: reset}},
		{"may have been carried out: a response that cannot be used", &videoindexer.AmbiguousError{Method: http.MethodPost, URL: address, RequestIDs: bothIDs, Err: &foreign}},
		{"its gateway's 404", &videoindexer.APIError{Status: 404, HasGatewayErrorObject: true, Message: "said the gateway", Method: http.MethodGet, URL: address}},
		{"an extended operation that the service lacks", &videoindexer.UnsupportedOperationError{Err: &videoindexer.APIError{Number: videoindexer.OperationListBrands.Number, Status: 501}}},
		{"an extended operation that is not allowed", &videoindexer.ExtendedDisabledError{Number: videoindexer.OperationListBrands.Number, Operation: "list brands"}},
		{"not tried", fmt.Errorf("refresh: %w", &videoindexer.NotTriedError{Account: subject.Account})},
		{"not tried: no account", &videoindexer.NotTriedError{Account: subject.Account, Gone: &videoindexer.APIError{Status: 400, Type: videoindexer.ErrorTypeAccountNotFound, HasErrorObject: true}}},
		{"no token: the key is refused", &videoindexer.TokenError{Operation: "get brand", Err: refused}},
		{"no token: the key is refused with a type", &videoindexer.TokenError{Operation: "get brand", Err: refusedTyped}},
		{"no token: no response", &videoindexer.TokenError{Operation: "get brand", Err: &videoindexer.NetworkError{Method: http.MethodGet, URL: address, RequestIDs: ourID, Attempts: 3, Err: reset}}},
		{"no token: no account", &videoindexer.TokenError{Operation: "get brand", Err: &videoindexer.AccountNotListedError{RequestIDs: bothIDs, Account: subject.Account}}},
		{"no token: other accounts", &videoindexer.TokenError{Operation: "get brand", Err: &videoindexer.AccountNotListedError{Account: subject.Account, Listed: many}}},
		{"a key that is refused", &videoindexer.TokenError{Err: &videoindexer.APIError{Status: 401, Credential: videoindexer.CredentialKey}}},
		{"a key whose user may not", &videoindexer.APIError{Status: 401, Type: videoindexer.ErrorTypeUserNotAllowed, HasErrorObject: true, Credential: videoindexer.CredentialKey}},
		{"a token that a gateway refuses", &videoindexer.APIError{Status: 401, Credential: videoindexer.CredentialToken}},
		{"a token that is not allowed", &videoindexer.APIError{Status: 401, Type: "EXPIRED", HasErrorObject: true, Credential: videoindexer.CredentialToken}},
		{"a program's token that is refused", &videoindexer.APIError{Status: 401, Type: videoindexer.ErrorTypeUserNotAllowed, HasErrorObject: true, Credential: videoindexer.CredentialCommand}},
		{"a program that prints no token", &videoindexer.TokenError{Err: &videoindexer.TokenCommandError{Program: "get-token", Stderr: "no right", Err: errors.New("failed: exit status 3")}}},
		{"no key", &videoindexer.MissingCredentialError{Operation: "list accounts"}},
		{"interrupted", &videoindexer.NetworkError{RequestIDs: ourID, Err: context.Canceled}},
		{"interrupted in a token request", &videoindexer.TokenError{Err: context.Canceled}},
		{"no response", &videoindexer.NetworkError{Method: http.MethodGet, URL: address, RequestIDs: ourID, Attempts: 1, Err: reset}},
		{"no such host", &videoindexer.NetworkError{Err: &net.DNSError{Err: "no such host", Name: "nowhere.invalid"}}},
		{"a certificate that is not trusted", &videoindexer.NetworkError{Err: &tls.CertificateVerificationError{Err: errors.New("x509: certificate signed by unknown authority")}}},
		{"no TLS", &videoindexer.NetworkError{Err: tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}}},
		{"a quota that is used up", &videoindexer.APIError{Status: 403, HasGatewayErrorObject: true, Message: "Out of call volume quota. Quota will be replenished in 2.12:13:14."}},
		{"HTTP to HTTPS", &videoindexer.APIError{Status: 400, Method: http.MethodGet, URL: "http://api.test/trial", Excerpt: "Client sent an HTTP request to an HTTPS server."}},
		{"a page about HTTPS", &videoindexer.APIError{Status: 400, Method: http.MethodGet, URL: address, Excerpt: "This proxy serves HTTPS hosts that are listed."}},
		{"HTTPS to HTTP", &videoindexer.NetworkError{Err: http.ErrSchemeMismatch}},
		{"a response that cannot be used", &unexpected},
		{"a page in place of a response", &foreign},
		{"another error", errors.New("the disk is full")},
	}
}
