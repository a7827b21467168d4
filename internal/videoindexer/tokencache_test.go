package videoindexer

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestTokenAgesFromItsRequest has tokens that take ten seconds to come: they grow old from when they were asked for.
func TestTokenAgesFromItsRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/auth/") {
				asked.Add(1)
				pause(10 * time.Second)
			}
			_, _ = w.Write([]byte(`"a-token"`))
		}, keyAlone, extended)
		for _, step := range []struct {
			wait time.Duration
			want int32
		}{{0, 1}, {50*time.Minute - 15*time.Second, 1}, {10 * time.Second, 2}} {
			pause(step.wait)
			if _, err := c.Do(t.Context(), reading()); err != nil {
				t.Fatal(err)
			}
			if n := asked.Load(); n != step.want {
				t.Errorf("%d tokens were asked for after %v, want %d", n, step.wait, step.want)
			}
		}
	})
}

func TestParseToken(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"abc":                 "abc",
		`"abc"`:               "abc",
		" \r\n\"abc\" \n":     "abc",
		"\xef\xbb\xbf\"abc\"": "abc",
		"\xef\xbb\xbf abc\n":  "abc",
		`" abc "`:             "abc",
		`"a\u0062c"`:          "abc",
		"eyJ0.e30.x-_~+/=":    "eyJ0.e30.x-_~+/=",
		"":                    "",
		" \n":                 "",
		`""`:                  "",
		`" "`:                 "",
		"a b":                 "",
		"a\nb":                "",
		`"a\nb"`:              "",
		`"a\u0000b"`:          "",
		`"abc`:                "",
		`{"token":"abc"}`:     "",
		"<html>":              "",
		"abc\xff":             "",
		"ключ":                "",
	} {
		got, err := parseToken([]byte(body))
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", body, got, err, want)
		}
	}
}
