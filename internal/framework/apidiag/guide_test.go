package apidiag

import (
	"cmp"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestGuide checks that the guide "Errors and what to do" gives the advice that errors give: a row
// for each error type, and the sentences of all other responses.
func TestGuide(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../templates/guides/errors.md.tmpl")
	check.MustSucceed(t, err, "the guide")
	guide := string(content)
	_, onPage := page(t)
	for errorType, rows := range adviceByType {
		want := map[string]bool{}
		for _, r := range rows {
			status, _ := strconv.Atoi(onPage[errorType].statuses)
			want[cmp.Or(r.advice, adviceByStatus[status])] = true
		}
		ofType := regexp.MustCompile("(?m)^\\| `" + string(errorType) + "`[^|]* \\| [^|]* \\| (.*) \\|$")
		for _, row := range ofType.FindAllStringSubmatch(guide, -1) {
			if !want[row[1]] {
				t.Errorf("%s: the guide says %q, want advice that this error gives", errorType, row[1])
			}
			delete(want, row[1])
		}
		for advice := range want {
			t.Errorf("%s: the guide lacks a row with the advice %q, want it", errorType, advice)
		}
	}
	for status, advice := range adviceByStatus {
		if !strings.Contains(guide, "| "+advice+" |") {
			t.Errorf("%d: the guide lacks a row with the advice %q, want it", status, advice)
		}
	}
	subject := Subject{Kind: "brand", ID: "42", Account: videoindexer.AccountRef{Location: "trial"}}
	for name, failure := range map[string]error{
		"refused key":   &videoindexer.TokenError{Err: &videoindexer.APIError{Status: http.StatusUnauthorized}},
		"refused token": &videoindexer.APIError{Status: http.StatusUnauthorized, Credential: videoindexer.CredentialToken},
		"token that may not": &videoindexer.APIError{
			Status: http.StatusUnauthorized, Type: videoindexer.ErrorTypeUserNotAllowed, HasErrorObject: true,
			Credential: videoindexer.CredentialToken,
		},
		"gateway's 404":       &videoindexer.APIError{Status: http.StatusNotFound},
		"refused command":     &videoindexer.APIError{Status: http.StatusUnauthorized, Credential: videoindexer.CredentialCommand},
		"command that failed": &videoindexer.TokenError{Err: &videoindexer.TokenCommandError{Err: net.ErrClosed}},
		"own gateway's 404":   &videoindexer.APIError{Status: http.StatusNotFound, HasGatewayErrorObject: true},
		"used up quota":       &videoindexer.APIError{Status: http.StatusForbidden, HasGatewayErrorObject: true, Message: "Out of call volume quota."},
		"proxy's refusal":     &videoindexer.APIError{Status: http.StatusBadRequest},
		"HTTP to HTTPS":       &videoindexer.APIError{Status: http.StatusBadRequest, URL: "http://api.test", Excerpt: "This combination of host and port requires TLS."},
		"released name":       &videoindexer.APIError{Status: http.StatusBadRequest, Type: videoindexer.ErrorTypeAlreadyExists, HasErrorObject: true, Number: videoindexer.OperationCreatePersonModel.Number, NameWasFreed: true},
		"long wait":           &videoindexer.APIError{Status: http.StatusTooManyRequests, RetryAfter: 7200e9},
		"ambiguous":           &videoindexer.AmbiguousError{Err: &videoindexer.APIError{Status: http.StatusGatewayTimeout}},
		"not listed":          &videoindexer.AccountNotListedError{},
		"missing key":         &videoindexer.MissingCredentialError{Operation: "list accounts"},
		"unknown host":        &videoindexer.NetworkError{Err: &net.DNSError{Err: "no such host"}},
		"no response":         &videoindexer.NetworkError{Err: net.ErrClosed},
	} {
		paragraphs := strings.Split(Detail("read", subject, failure), "\n\n")
		paragraphs = paragraphs[:len(paragraphs)-1] // without the ids
		advice := paragraphs[len(paragraphs)-1]
		if len(paragraphs) < 3 || !strings.Contains(guide, "| "+advice+" |") {
			t.Errorf("%s: the guide lacks a row with the advice %q, want it", name, advice)
		}
	}
}
