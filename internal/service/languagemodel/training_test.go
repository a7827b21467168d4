package languagemodel

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestSendWhenFree sends a request to a service that is training, for a minute at most. The minute
// is for waiting: the work before it, and a request in flight, may take longer.
func TestSendWhenFree(t *testing.T) {
	t.Parallel()
	const minute, hour = time.Minute, time.Hour
	ids := videoindexer.RequestIDs{RequestID: "our-id", ServiceRequestID: "their-id"}
	busy := &videoindexer.APIError{Status: http.StatusConflict, RequestIDs: ids}
	errBusy := &busyError{ids}
	lost := &videoindexer.NetworkError{Err: errors.New("connection reset")}
	for name, test := range map[string]struct {
		earlier  time.Duration // the time of the work before
		refusals int           // the responses before the last one
		length   time.Duration // of the last request
		response error         // the last one
		want     error
		took     time.Duration
	}{
		"free":                   {},
		"busy, then free":        {refusals: 2, took: 2500 * time.Millisecond},
		"busy, then lost":        {refusals: 1, response: lost, want: lost, took: time.Second},
		"busy until the end":     {refusals: 99, want: errBusy, took: minute},
		"free after the end":     {earlier: hour, took: hour},
		"lost after the end":     {earlier: hour, response: lost, want: lost, took: hour},
		"busy after the end":     {earlier: hour, refusals: 1, want: errBusy, took: hour},
		"a long request":         {refusals: 1, length: hour, took: time.Second + hour},
		"a long request is lost": {refusals: 1, length: hour, response: lost, want: lost, took: time.Second + hour},
		"a long request is late": {refusals: 1, length: hour, response: busy, want: errBusy, took: time.Second + hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				requests := 0
				job := training{limit: wait.NewLimit(minute, "", func(string) {})}
				<-time.After(test.earlier)
				err := job.sendWhenFree(t.Context(), func() error {
					requests++
					if requests <= test.refusals {
						return busy
					}
					<-time.After(test.length)
					return test.response
				})
				check.Equal(t, test.took, time.Since(began), "took")
				check.Equal(t, test.want, err, "error")
			})
		})
	}
}
