package videoindexer

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const smallIndex = `{"accountId":"a","durationInSeconds":62.5,"state":"Processed","summarizedInsights":{"brands":[{}],"duration":{"seconds":1}},` +
	`"videos":[{"state":"Failed","insights":{"ocr":[{"instances":[{"start":"0"}]}],"transcript":[{"text":"Hello"},{"text":"quiet"}]}}]}`

// TestVideoIndexAttempts repeats an attempt whose connection is lost half way, and reports a missing video as what it is.
func TestVideoIndexAttempts(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "gone"):
			refusal(http.StatusNotFound, ErrorTypeNotFound).ServeHTTP(w, r)
		case asked.Add(1) == 1:
			w.Header().Set("Content-Length", fmt.Sprint(len(smallIndex)))
			_, _ = io.WriteString(w, smallIndex[:len(smallIndex)-20])
		default:
			_, _ = io.WriteString(w, smallIndex)
		}
	}, onlyToken, extended)
	index, err := c.GetVideoIndex(t.Context(), testAccount, "v", IndexQuery{MaxElements: 10})
	if err != nil || len(index.Transcript.Elements) != 2 || asked.Load() != 2 {
		t.Errorf("%+v after %d attempts, %v", index, asked.Load(), err)
	}
	if _, err := c.GetVideoIndex(t.Context(), testAccount, "gone", IndexQuery{}); !IsNotFound(err) {
		t.Errorf("index: %v", err)
	}
	if _, err := c.GetVideoState(t.Context(), testAccount, "gone"); !IsNotFound(err) {
		t.Errorf("state: %v", err)
	}
}

// Reading a video's index or its state ends when the caller gives up, even in the middle of an index that never ends.
func TestVideoIndexIsInterrupted(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func(context.Context, *Client) error{
		"state": func(ctx context.Context, c *Client) error {
			_, err := c.GetVideoState(ctx, testAccount, "v")
			return err
		},
		"index": func(ctx context.Context, c *Client) error {
			_, err := c.GetVideoIndex(ctx, testAccount, "v", IndexQuery{MaxElements: 10, MaxJSON: WholeIndex})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.WriteString(w, `{"name":"`)
				_ = http.NewResponseController(w).Flush()
				cancel()
				select {
				case <-r.Context().Done():
				case <-time.After(10 * time.Second): // so that the test fails in place of hanging
				}
			}, onlyToken, extended)
			if err := read(ctx, c); !isA[*InterruptedError](err) {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestVideoStateKeepsConnections asks many times for a state that stands at the beginning: where little follows, the
// connection serves the next request; where much follows, it is not read.
func TestVideoStateKeepsConnections(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rest   int
		isKept bool
	}{"little follows": {64 << 10, true}, "much follows": {64 << 20, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var opened, sent atomic.Int64
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, `{"state":"Processing","name":"`)
				part := bytes.Repeat([]byte("x"), 64<<10)
				for left := test.rest; left > 0; left -= len(part) {
					if _, err := w.Write(part); err != nil {
						return
					}
					sent.Add(int64(len(part)))
				}
				_, _ = io.WriteString(w, `"}`)
			}))
			server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					opened.Add(1)
				}
			}
			server.Start()
			t.Cleanup(server.Close)
			c := dial(t, server.URL, onlyToken, extended)
			for range 4 {
				if state, err := c.GetVideoState(t.Context(), testAccount, "v"); err != nil || state != "Processing" {
					t.Errorf("%q, %v", state, err)
				}
			}
			if n := opened.Load(); (n == 1) != test.isKept {
				t.Errorf("%d connections", n)
			}
			if n := sent.Load(); n > 4*(32<<20) {
				t.Errorf("%d bytes were sent", n)
			}
		})
	}
}

// largeIndex writes an index of about so many bytes: a transcript, and insights that nobody reads. Its state comes last.
func largeIndex(w io.Writer, size int) {
	_, _ = io.WriteString(w, `{"videos":[{"insights":{"transcript":[{"text":"The first line."}`)
	line := `,{"id":1,"text":"A line of a long recording.","confidence":0.9,"speakerId":1,"language":"en-US","instances":[{"start":"0:00:01","end":"0:00:02"}]}`
	_, _ = io.WriteString(w, strings.Repeat(line, largeTranscript-1))
	_, _ = io.WriteString(w, `],"ocr":[{"id":0}`)
	seen := strings.Repeat(`,{"id":1,"text":"A text on the screen","confidence":0.75,"left":10,"instances":[{"adjustedStart":"0:00:01","end":"0:00:02"}]}`, 500)
	for written := 0; written < size; written += len(seen) {
		_, _ = io.WriteString(w, seen)
	}
	_, _ = io.WriteString(w, `]}}],"state":"Processed"}`)
}

const largeTranscript = 20_000

// heldMemory is the memory that the process has obtained from the system for Go's heap and stacks.
func heldMemory() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// peakMemory is the most memory that the process takes beyond what it had, while it works.
func peakMemory(work func()) int64 {
	debug.FreeOSMemory()
	before := heldMemory()
	var peak int64
	var watching sync.WaitGroup
	done := make(chan struct{})
	watching.Go(func() {
		for tick := time.NewTicker(2 * time.Millisecond); ; {
			peak = max(peak, heldMemory()-before)
			select {
			case <-tick.C:
			case <-done:
				tick.Stop()
				return
			}
		}
	})
	work()
	close(done)
	watching.Wait()
	return peak
}

// TestLargeIndex reads an index of 100 MiB. No other test runs at the same time: it measures the memory of the process.
func TestLargeIndex(t *testing.T) { //nolint:paralleltest // as documented
	const size = 100 << 20
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { largeIndex(w, size) }, onlyToken, extended)
	for name, test := range map[string]struct {
		limit int64
		read  func() error
	}{
		"its state": {32 << 20, func() error {
			state, err := c.GetVideoState(t.Context(), testAccount, "v")
			if state != "Processed" {
				t.Errorf("state %q", state)
			}
			return err
		}},
		"its typed parts": {96 << 20, func() error {
			index, err := c.GetVideoIndex(t.Context(), testAccount, "v", IndexQuery{MaxElements: 50_000, MaxJSON: 16 << 20})
			if err == nil && (len(index.Transcript.Elements) != largeTranscript || index.JSON != "" || index.Size < size) {
				t.Errorf("%d lines, %d bytes of JSON of %d", len(index.Transcript.Elements), len(index.JSON), index.Size)
			}
			return err
		}},
		"all of it": {300 << 20, func() error {
			index, err := c.GetVideoIndex(t.Context(), testAccount, "v", IndexQuery{MaxElements: 50_000, MaxJSON: WholeIndex})
			if err == nil && (len(index.Transcript.Elements) != largeTranscript || len(index.JSON) < size) {
				t.Errorf("%d lines, %d bytes of JSON", len(index.Transcript.Elements), len(index.JSON))
			}
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			peak := peakMemory(func() {
				if err := test.read(); err != nil {
					t.Error(err)
				}
			})
			t.Logf("%d MiB at most, in %s", peak>>20, time.Since(began))
			if peak > test.limit {
				t.Errorf("%d MiB were taken, %d at most are to be", peak>>20, test.limit>>20)
			}
		})
	}
}
