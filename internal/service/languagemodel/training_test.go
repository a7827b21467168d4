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

// TestWhenFree sends a request to a service that is training, for a minute at most. The minute is for waiting: the work
// before it, and a request in flight, may take longer.
func TestWhenFree(t *testing.T) {
	t.Parallel()
	const minute, hour = time.Minute, time.Hour
	busy := &videoindexer.APIError{Status: http.StatusConflict}
	lost := &videoindexer.NetworkError{Err: errors.New("connection reset")}
	for name, test := range map[string]struct {
		earlier  time.Duration // the time of the work before
		refusals int           // the responses before the last one
		length   time.Duration // of the last request
		response error         // the last one
		want     error
		took     time.Duration
	}{
		"free":                   {0, 0, 0, nil, nil, 0},
		"busy, then free":        {0, 2, 0, nil, nil, 2500 * time.Millisecond},
		"busy, then lost":        {0, 1, 0, lost, lost, time.Second},
		"busy until the end":     {0, 99, 0, nil, errBusy, minute},
		"free after the end":     {hour, 0, 0, nil, nil, hour},
		"lost after the end":     {hour, 0, 0, lost, lost, hour},
		"busy after the end":     {hour, 1, 0, nil, errBusy, hour},
		"a long request":         {0, 1, hour, nil, nil, time.Second + hour},
		"a long request is lost": {0, 1, hour, lost, lost, time.Second + hour},
		"a long request is late": {0, 1, hour, busy, errBusy, time.Second + hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began, requests := time.Now(), 0
				job := training{limit: wait.NewLimit(minute, "", func(string) {})}
				<-time.After(test.earlier)
				err := job.whenFree(t.Context(), func() error {
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
