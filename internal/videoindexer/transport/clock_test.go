package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestAttemptsTimeOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var arrived atomic.Int32
		c := serveInBubble(t, func(_ http.ResponseWriter, r *http.Request) {
			arrived.Add(1)
			<-r.Context().Done()
		}, attemptsUpTo(2))
		began := time.Now()
		_, err := c.Do(t.Context(), reading())
		lost, ok := errors.AsType[*TransportError](err)
		if !ok || lost.Attempts != 2 || !strings.Contains(err.Error(), "no answer within 20s") {
			t.Errorf("the error is %v", err)
		}
		if took := time.Since(began); arrived.Load() != 2 || took < 40*time.Second || took > 41*time.Second {
			t.Errorf("%d requests arrived within %s", arrived.Load(), took)
		}
	})
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

// An upload and its answer may take as long as they like while bytes flow.
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
		answer, err := c.Do(t.Context(), r)
		if err != nil || string(answer.Body) != "100" {
			t.Errorf("the answer is %v, %v", answer, err)
		}
	})
}

func TestAStalledUploadEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := serveInBubble(t, func(http.ResponseWriter, *http.Request) { <-t.Context().Done() }, noRetries)
		r := creating()
		r.Body = &Body{Length: 1 << 30, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.LimitReader(endless{}, 1<<30)), nil
		}}
		_, err := c.Do(t.Context(), r)
		if _, ok := errors.AsType[*AmbiguousError](err); !ok || !strings.Contains(err.Error(), "no answer within 20s") {
			t.Errorf("the error is %v", err)
		}
	})
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestBodyReadAfterItsEnd reads a body that was closed, as a transport may after it lost its connection. Then the body
// is not to blame; for a failure before, it is.
func TestBodyReadAfterItsEnd(t *testing.T) {
	t.Parallel()
	broken := errors.New("no such file")
	for _, isClosed := range []bool{false, true} {
		clock := newClock(context.Background(), time.Minute)
		body := &ownBody{source: io.NopCloser(failing{broken}), clock: clock}
		if isClosed {
			_ = body.Close()
		}
		if _, err := body.Read(make([]byte, 10)); !errors.Is(err, broken) {
			t.Errorf("read: %v", err)
		}
		if err := body.failure(); (err == nil) != isClosed {
			t.Errorf("closed before: %t, and it is to blame: %v", isClosed, err)
		}
		clock.stop()
	}
}
