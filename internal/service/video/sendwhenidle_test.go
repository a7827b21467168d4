package video

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// responses are those of a service to consecutive calls. It repeats the last one.
type responses []error

func (r *responses) next(context.Context) error {
	err := (*r)[0]
	if len(*r) > 1 {
		*r = (*r)[1:]
	}
	return err
}

var (
	busy          = &videoindexer.APIError{Operation: "re-index video", Status: http.StatusConflict, Attempts: 1}
	errOwnRequest = &videoindexer.APIError{
		Operation: "re-index video", Status: http.StatusConflict, Attempts: 2, MayHaveSucceeded: true,
	}
	refusal = &videoindexer.APIError{Operation: "re-index video", Status: http.StatusBadRequest, Attempts: 1}
	errLost = &videoindexer.NetworkError{
		Operation: "re-index video", Attempts: 9, Err: errors.New("connection reset"),
	}
)

var subject = apidiag.Subject{Kind: "video", ID: "v"}

// TestSendWhenIdle repeats a call only while the video is busy, and reports indexing that it has
// probably started.
func TestSendWhenIdle(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		responses responses
		took      time.Duration
		want      []string // summaries of the diagnostics
		reports   int
	}{
		"idle": {responses: responses{nil}},
		"busy for a while": {
			responses: responses{busy, busy, busy, nil},
			took:      time.Second + 1500*time.Millisecond + 2250*time.Millisecond, reports: 3,
		},
		"refused": {responses: responses{refusal}, want: []string{"Unable to re-index video"}},
		"busy, then refused": {
			responses: responses{busy, refusal}, took: time.Second, want: []string{"Unable to re-index video"},
			reports: 1,
		},
		"lost":                          {responses: responses{errLost}, want: []string{"Unable to re-index video"}},
		"own work":                      {responses: responses{errOwnRequest}, want: []string{"Indexing was probably started"}},
		"busy before, so not certainly": {responses: responses{busy, errOwnRequest, nil}, took: time.Second + 1500*time.Millisecond, reports: 2},
		"busy for longer than is waited": {
			responses: responses{busy}, took: 5 * time.Minute, want: []string{"Unable to re-index video"}, reports: 10,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				reports := 0
				start := time.Now()
				w := videoWork{Limit: wait.NewLimit(5*time.Minute, "", func(string) { reports++ })}
				diags := w.sendWhenIdle(t.Context(), "re-index", subject, tt.responses.next)
				check.Equal(t, tt.want, summaries(diags), "diagnostics")
				check.Equal(t, tt.took, time.Since(start), "took")
				check.Equal(t, tt.reports, min(reports, 10), "reports of progress, of which ten or more count as ten")
			})
		})
	}
}

// TestSendWhenIdleOutOfTime reaches the time limit during a call. A call that ends with the limit
// has no information about the video, so the error shows the last response. More time would not
// have changed a later refusal.
func TestSendWhenIdleOutOfTime(t *testing.T) {
	t.Parallel()
	const longerAdvice = "Set timeouts.create."
	hang := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	isAsked := false
	busyThenHang := func(ctx context.Context) error {
		if isAsked {
			return hang(ctx)
		}
		isAsked = true
		return busy
	}
	refuseLate := func(context.Context) error {
		<-time.After(2 * time.Minute)
		return refusal
	}
	for name, test := range map[string]struct {
		call          func(context.Context) error
		says          string
		advisesLonger bool
	}{
		"no response":               {hang, "deadline exceeded", true},
		"busy, then no response":    {busyThenHang, "answered 409", true},
		"a refusal after the limit": {refuseLate, "answered 400", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := videoWork{Limit: wait.NewLimit(time.Minute, longerAdvice, func(string) {})}
				diags := w.sendWhenIdle(t.Context(), "re-index", subject, test.call)
				if len(diags) != 1 || !strings.Contains(diags[0].Detail(), test.says) {
					t.Fatalf("want one error that says %q. Got: %v", test.says, diags)
				}
				check.Equal(t, test.advisesLonger, strings.Contains(diags[0].Detail(), longerAdvice), "advice to wait longer")
			})
		})
	}
}

func summaries(diags diag.Diagnostics) []string {
	var all []string
	for _, d := range diags {
		all = append(all, d.Summary())
	}
	return all
}
