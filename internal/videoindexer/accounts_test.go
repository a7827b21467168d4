package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// accountMaker is a service that takes one new account; the fields say how it answers.
type accountMaker struct {
	created reply
	before  string
	after   string
	// resources are the media resources of accounts by id, as endpoint 5 shows them.
	resources map[string]string
	// late is how many lists are still as before once the account is made.
	late int
	// whileCreating runs while the answer to the request is waited for.
	whileCreating func()
}

func (m accountMaker) start(t *testing.T) *service {
	t.Helper()
	posted, lists := false, 0
	s := newService(t, func(r sent) reply {
		id, isOne := strings.CutPrefix(r.Path, "/"+testLocation+"/Accounts/")
		switch {
		case r.Method == http.MethodPost:
			posted = true
			if m.whileCreating != nil {
				m.whileCreating()
			}
			return m.created
		case isOne && m.resources[id] == "":
			return reply{status: 401, body: `{"ErrorType":"USER_NOT_ALLOWED","Message":"no"}`}
		case isOne:
			return reply{body: fmt.Sprintf(`[{"id":%q,"mediaResource":%q}]`, id, m.resources[id])}
		case posted && lists >= m.late:
			return reply{body: m.after}
		case posted:
			lists++
		}
		return reply{body: m.before}
	})
	s.Backoff = transport.Backoff{Base: time.Millisecond, Limit: time.Millisecond}
	return s
}

const theKey = `s3cr&t"key`

var paidAccount = NewPaidAccount{
	SubscriptionID: "sub", ResourceGroup: "group", Resource: "media", DirectoryTenantID: "tenant",
	DirectoryConnection: DirectoryConnection{ApplicationID: "app", ApplicationKey: theKey},
}

func TestCreatePaidAccountAnswers(t *testing.T) {
	t.Parallel()
	const before = `[{"id":"OLD","name":"Old"}]`
	const oneNew = `[{"id":"old","name":"Old"},{"id":"new","name":"N","accountType":"Paid"},{"id":"t","accountType":"Trial"}]`
	const twoNew = `[{"id":"old"},{"id":"new","name":"N1"},{"id":"new2","name":"N2"}]`
	tests := map[string]struct {
		maker accountMaker
		want  string // the id; empty where the answer must be refused
		says  string // what the error says
	}{
		"object":        {accountMaker{created: reply{status: 201, body: `{"id":"new","name":"N"}`}}, "new", ""},
		"array of one":  {accountMaker{created: reply{status: 201, body: `[{"id":"new"}]`}}, "new", ""},
		"nothing":       {accountMaker{created: reply{status: 201}, after: oneNew}, "new", ""},
		"text":          {accountMaker{created: reply{status: 201, body: "Created"}, after: oneNew}, "new", ""},
		"without an id": {accountMaker{created: reply{status: 201, body: `{"name":"N"}`}, after: oneNew}, "new", ""},
		"array of two":  {accountMaker{created: reply{status: 201, body: `[{"id":"x"},{"id":"y"}]`}, after: oneNew}, "new", ""},
		"two new, one is ours": {accountMaker{
			created: reply{status: 201}, after: twoNew, resources: map[string]string{"new": "theirs", "new2": "/subscriptions/s/mediaservices/Media"},
		}, "new2", ""},
		"two new, unclear": {accountMaker{created: reply{status: 201}, after: twoNew}, "", `new ("N1"), new2 ("N2")`},
		"none new":         {accountMaker{created: reply{status: 201}, after: before}, "", "no new one"},
		"list fails":       {accountMaker{created: reply{status: 201}, after: `{}`}, "", "was created"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.maker.before = before
			id, err := test.maker.start(t).CreatePaidAccount(context.Background(), testLocation, paidAccount)
			if id != test.want {
				t.Errorf("got id %q, %v; want %q", id, err, test.want)
			}
			if test.want != "" && err != nil {
				t.Error(err)
			}
			if test.want == "" {
				if _, ok := errors.AsType[*UnexpectedAnswerError](err); !ok || !strings.Contains(err.Error(), test.says) {
					t.Errorf("got error %v; want an UnexpectedAnswerError that says %q", err, test.says)
				}
			}
		})
	}
}

func TestCreatePaidAccountAmbiguous(t *testing.T) {
	t.Parallel()
	const timeout = `{"ErrorType":"SERVER_TIMEOUT","Message":"late, applicationKey was s3cr&t\"key"}`
	tests := map[string]struct {
		after     string
		resources map[string]string
		want      string
	}{
		"one appeared":              {`[{"id":"new"}]`, map[string]string{"new": "MEDIA"}, "new"},
		"one appeared, not known":   {`[{"id":"new"}]`, nil, "new"},
		"one appeared, not ours":    {`[{"id":"new"}]`, map[string]string{"new": "theirs"}, ""},
		"two appeared":              {`[{"id":"new"},{"id":"new2"}]`, nil, ""},
		"two appeared, one is ours": {`[{"id":"new"},{"id":"new2"}]`, map[string]string{"new": "theirs", "new2": "media"}, "new2"},
		"none appeared":             {`[]`, nil, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := accountMaker{
				before: `[]`, created: reply{status: 504, body: timeout}, after: test.after, resources: test.resources,
			}.start(t)
			id, err := s.CreatePaidAccount(context.Background(), testLocation, paidAccount)
			if _, ok := errors.AsType[*AmbiguousError](err); !ok {
				t.Fatalf("got error %v, want an AmbiguousError", err)
			}
			if id != test.want {
				t.Errorf("got id %q, want %q", id, test.want)
			}
			if text := err.Error(); strings.Contains(text, "s3cr") {
				t.Errorf("the error shows the application key: %s", text)
			}
		})
	}
}

// TestCreatePaidAccountListedLate has the account show in the list only a little later.
func TestCreatePaidAccountListedLate(t *testing.T) {
	t.Parallel()
	for status, wantErr := range map[int]bool{http.StatusCreated: false, http.StatusGatewayTimeout: true} {
		s := accountMaker{before: `[]`, created: reply{status: status}, after: `[{"id":"new"}]`, late: 2}.start(t)
		id, err := s.CreatePaidAccount(context.Background(), testLocation, paidAccount)
		if id != "new" || (err != nil) != wantErr {
			t.Errorf("status %d: got id %q, %v", status, id, err)
		}
	}
}

// TestCreatePaidAccountInterrupted has the caller give up while the account is being made: it is found all the same.
func TestCreatePaidAccountInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := accountMaker{before: `[]`, created: reply{never: true}, after: `[{"id":"new"}]`, whileCreating: cancel}.start(t)
	id, err := s.CreatePaidAccount(ctx, testLocation, paidAccount)
	if !IsAmbiguous(err) || !errors.Is(err, context.Canceled) || id != "new" {
		t.Errorf("got id %q, %v; want the new one and an AmbiguousError that tells of the interruption", id, err)
	}
	posts := 0
	for _, r := range s.requests() {
		if r.Method == http.MethodPost {
			posts++
		}
	}
	if posts != 1 {
		t.Errorf("%d requests to create", posts)
	}
}

func TestCreatePaidAccountRefused(t *testing.T) {
	t.Parallel()
	s := accountMaker{before: `[]`, created: reply{status: 403, body: `your s3cr&t"key is not for trial`}}.start(t)
	id, err := s.CreatePaidAccount(context.Background(), testLocation, paidAccount)
	refused, ok := errors.AsType[*APIError](err)
	if !ok || refused.Status != http.StatusForbidden || id != "" {
		t.Fatalf("got %q, %v", id, err)
	}
	if strings.Contains(err.Error(), "s3cr") || !strings.Contains(err.Error(), "not for trial") {
		t.Errorf("got error %q", err)
	}
	if n := len(s.requests()); n != 2 {
		t.Errorf("%d requests, want one list and one refused creation", n)
	}
}

// TestCreatePaidAccountWithoutList creates no account where it is not known which there are: an old one could be taken
// for the new one.
func TestCreatePaidAccountWithoutList(t *testing.T) {
	t.Parallel()
	s := accountMaker{before: `null`, created: reply{status: 201}, after: `[{"id":"old"}]`}.start(t)
	id, err := s.CreatePaidAccount(t.Context(), testLocation, paidAccount)
	const want = "list the accounts there are before creating one: list accounts: unexpected answer: the answer contains no list: null"
	if id != "" || err == nil || !strings.HasPrefix(err.Error(), want) || len(s.requests()) != 1 {
		t.Errorf("account %q, %v, after %d requests", id, err, len(s.requests()))
	}
}
