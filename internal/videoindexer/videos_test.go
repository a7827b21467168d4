package videoindexer

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestReindexCategories refuses a category that the service would take for two.
func TestReindexCategories(t *testing.T) {
	t.Parallel()
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived", r.RequestURI) })
	err := c.ReindexVideo(t.Context(), testAccount, "v1", ReindexOptions{BrandsCategories: []string{"a,b"}})
	if err == nil || !strings.Contains(err.Error(), `"a,b"`) {
		t.Errorf("got error %v", err)
	}
}

func TestCaptionLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"ar-BH": "br-BH", "AR-bh": "br-BH", "ar-SY": "ar-SY", "": ""} {
		if got := captionLanguage(code); got != want {
			t.Errorf("captionLanguage(%q) = %q", code, got)
		}
	}
}

func TestRangeTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0:00:05": "00:00:05", "00:00:05.000": "00:00:05", "00:00:05.0000000": "00:00:05", "01:02:03.4500000": "01:02:03.45", "99:59:59.0000001": "99:59:59.0000001",
		"00:60:00": "", "00:00:60": "", "5": "", "": "", "-0:00:05": "", "00:00:05.": "", "00:00:05.12345678": "", "100:00:00": "", "0:0:5": "",
	} {
		at, ok := ParseRangeTime(text)
		if ok != (want != "") {
			t.Errorf("%q is read as %s, %t", text, at, ok)
		}
		if want == "" {
			want = text
		}
		if got := RangeTimeText(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	if !(VideoRange{"v", "0:00:05", "0:00:06"}).Same(VideoRange{"v", "00:00:05.0", "00:00:06"}) || (VideoRange{"v", "0:00:05", "x"}).Same(VideoRange{"v", "0:00:05", "y"}) {
		t.Error("ranges are compared as texts")
	}
}

// TestVideoStateAttempts repeats an attempt whose connection is lost half way, and reports a missing video as what it is.
func TestVideoStateAttempts(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "gone"):
			refusal(http.StatusNotFound, ErrorTypeNotFound).ServeHTTP(w, r)
		case asked.Add(1) == 1:
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"state":"Failed",`)
		default:
			_, _ = io.WriteString(w, anIndex)
		}
	}, onlyToken, extended)
	if state, err := c.GetVideoState(t.Context(), testAccount, "v"); err != nil || state != "Processed" || asked.Load() != 2 {
		t.Errorf("%s after %d attempts, %v", state, asked.Load(), err)
	}
	if _, err := c.GetVideoState(t.Context(), testAccount, "gone"); !IsNotFound(err) {
		t.Errorf("state: %v", err)
	}
}

// Reading a video's index or its state ends when the caller gives up, even in the middle of an index that never ends.
func TestVideoIndexIsInterrupted(t *testing.T) {
	t.Parallel()
	for name, read := range callsOf(t, "state", "index") {
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
			if err := read(ctx, c); !IsA[*InterruptedError](err) {
				t.Errorf("%v", err)
			}
		})
	}
}
