package videoindexer

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

const theKey = `s3cr&t"key`

var paidAccount = NewPaidAccount{
	SubscriptionID: "sub", ResourceGroup: "group", Resource: "media", DirectoryTenantID: "tenant",
	DirectoryConnection: DirectoryConnection{ApplicationID: "app", ApplicationKey: theKey},
}

// TestCreatePaidAccount creates an account at services that answer in any way. Its id is in the answer, or it is the only new
// account that is not on trial.
func TestCreatePaidAccount(t *testing.T) {
	t.Parallel()
	const before = `[{"id":"OLD","name":"Old"}]`
	const oneNew = `[{"id":"old","name":"Old"},{"id":"new","name":"N","accountType":"Paid"},{"id":"t","accountType":"Trial"}]`
	for name, test := range map[string]struct {
		created reply
		after   string
		want    string // the id
		says    string // what the error says, where there is one
	}{
		"object":        {created: reply{status: 201, body: `{"id":"new","name":"N"}`}, want: "new"},
		"array of one":  {created: reply{status: 201, body: `[{"id":"new"}]`}, want: "new"},
		"nothing":       {reply{status: 201}, oneNew, "new", ""},
		"text":          {reply{status: 201, body: "Created"}, oneNew, "new", ""},
		"without an id": {reply{status: 201, body: `{"name":"N"}`}, oneNew, "new", ""},
		"array of two":  {reply{status: 201, body: `[{"id":"x"},{"id":"y"}]`}, oneNew, "new", ""},
		"lost":          {reply{status: 504, body: `late, the key was s3cr&t"key`}, oneNew, "new", "may or may not"},
		"two new":       {reply{status: 201}, `[{"id":"old"},{"id":"new"},{"id":"new2"}]`, "", "which id the account has"},
		"none new":      {reply{status: 504, body: `late, the key was s3cr&t"key`}, before, "", "may or may not"},
		"refused":       {reply{status: 403, body: `your s3cr&t"key is not for trial`}, oneNew, "", "not for trial"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				posts := 0
				c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
					answer := reply{body: before}
					switch {
					case strings.HasPrefix(r.URL.Path, "/auth/"):
						answer = reply{body: `"user-token"`}
					case r.Method == http.MethodPost:
						posts++
						answer = test.created
					case posts > 0:
						answer = reply{body: test.after}
					}
					answer.ServeHTTP(w, r)
				}, noRetries)
				id, err := c.CreatePaidAccount(t.Context(), testLocation, paidAccount)
				if id != test.want || (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) || posts != 1 {
					t.Errorf("got id %q, %v, after %d requests to create", id, err, posts)
				}
				if err != nil && strings.Contains(err.Error(), "s3cr") {
					t.Errorf("the error shows the application key: %v", err)
				}
			})
		})
	}
}
