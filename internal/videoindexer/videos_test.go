package videoindexer

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestGetVideo reads a video that the lists of the service do not show: the error says that the
// service does not list it only if the service has said that it exists.
func TestGetVideo(t *testing.T) {
	t.Parallel()
	const (
		listed   = "it is listed"
		isGone   = "it is gone"
		unlisted = "it is not listed"
		failed   = "the request has failed"
		stopped  = "the context has ended"
	)
	empty := reply{body: `{"results":[],"nextPage":{"done":true}}`}
	shown := reply{body: `{"results":[{"id":"v","name":"A"}],"nextPage":{"done":true}}`}
	exists := reply{body: "WEBVTT\n"}
	for name, test := range map[string]struct {
		list   []reply
		check  reply
		within time.Duration
		want   string
	}{
		"listed":                     {list: []reply{shown}, check: exists, want: listed},
		"listed later":               {list: []reply{empty, shown}, check: exists, want: listed},
		"never listed":               {list: []reply{empty}, check: exists, want: unlisted},
		"gone":                       {list: []reply{empty}, check: refusal(http.StatusNotFound, ErrorTypeNotFound), want: isGone},
		"the list cannot be read":    {list: []reply{lost}, check: exists, want: failed},
		"the check fails":            {list: []reply{empty}, check: lost, want: failed},
		"the check is not permitted": {list: []reply{empty}, check: refusal(http.StatusForbidden, ErrorTypeUserNotAllowed), want: failed},
		"the time is over":           {list: []reply{empty}, check: exists, within: time.Second, want: stopped},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := scripted(nil)
				s.set("GET Videos", test.list...)
				s.set("GET Videos/v/Captions", test.check)
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, noRetries)
				ctx := t.Context()
				if test.within > 0 {
					limited, cancel := context.WithTimeout(ctx, test.within)
					defer cancel()
					ctx = limited
				}
				_, err := c.GetVideo(ctx, testAccount, "v")
				got := failed
				switch {
				case err == nil:
					got = listed
				case IsNotFound(err):
					got = isGone
				case IsA[*NotListedError](err):
					got = unlisted
				case ctx.Err() != nil:
					got = stopped
				}
				check.Equal(t, test.want, got, "what a read of the video says, by the error %v", err)
			})
		})
	}
}
