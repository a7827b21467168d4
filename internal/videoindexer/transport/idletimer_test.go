package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// Where nothing moves for the time of an attempt, it ends: before a response, and in an upload.
func TestAttemptsTimeOut(t *testing.T) {
	t.Parallel()
	upload := creating()
	upload.Body = &Body{Length: 1 << 30, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.LimitReader(endless{}, 1<<30)), nil
	}}
	for name, c := range map[string]struct {
		request  Request
		attempts int
	}{"without response": {reading(), 2}, "stalled upload": {upload, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var arrived atomic.Int32
				client := serveInBubble(t, func(http.ResponseWriter, *http.Request) {
					arrived.Add(1)
					<-t.Context().Done()
				}, attemptsUpTo(2))
				began := time.Now()
				_, err := client.Do(t.Context(), c.request)
				_, isAmbiguous := errors.AsType[*AmbiguousError](err)
				check.Equal(t, c.request.IsSentOnce, isAmbiguous, "it is an AmbiguousError: %v", err)
				check.ErrorSays(t, "no response within 20s", err, "the request")
				took := time.Since(began) / time.Second
				check.Equal(t, c.attempts, int(arrived.Load()), "requests that arrived")
				check.Equal(t, 20*c.attempts, int(took), "seconds that they took")
			})
		})
	}
}

// slowReader gives one byte after each pause.
type slowReader struct {
	left  int
	pause time.Duration
}

func (r *slowReader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	pause(r.pause)
	r.left--
	p[0] = 'x'
	return 1, nil
}

// An upload and its response may take as long as they like while bytes flow.
func TestUploadsTakeTheirTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			content, _ := io.ReadAll(r.Body)
			for _, digit := range fmt.Sprint(len(content)) {
				pause(19 * time.Second)
				_, _ = io.WriteString(w, string(digit))
				_ = http.NewResponseController(w).Flush()
			}
		}, noRetries)
		r := creating()
		r.Body = &Body{Length: 100, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(&slowReader{left: 100, pause: 19 * time.Second}), nil
		}}
		check.Equal(t, "100", succeeds(t, c, r), "the response")
	})
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestBodyReadAfterItsEnd reads a body that was closed, as a transport may after it lost its
// connection. Then the body is not to blame; for a failure before, it is.
func TestBodyReadAfterItsEnd(t *testing.T) {
	t.Parallel()
	broken := errors.New("no such file")
	for _, isClosed := range []bool{false, true} {
		timer := newIdleTimer(context.Background(), time.Minute)
		body := &requestBody{source: io.NopCloser(iotest.ErrReader(broken)), timer: timer}
		if isClosed {
			_ = body.Close()
		}
		_, err := body.Read(make([]byte, 10))
		check.ErrorIs(t, broken, err, "closed before: %t: a read", isClosed)
		err = body.readError()
		check.Equal(t, isClosed, err == nil, "no failure where it was closed before: %v", err)
		timer.stop()
	}
}
