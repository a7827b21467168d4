package videoindexer

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

func FuzzTokenBody(f *testing.F) {
	addSeeds(f, "abc", `"abc"`, "\xef\xbb\xbf\"a\"", " \n", `"`, `"\u0000"`, "a b", `{"a":1}`, "\"a\\nb\"", "\xff")
	f.Fuzz(func(t *testing.T, body []byte) {
		value, err := parseToken(body)
		if (err == nil) == (value == "") {
			t.Fatalf("%q, %v", value, err)
		}
		if err != nil {
			return
		}
		if !transport.IsHeaderWord(value) {
			t.Errorf("%q cannot be sent", value)
		}
		if again, err := parseToken([]byte(value)); err != nil || again != value {
			t.Errorf("%q is read as %q, %v", value, again, err)
		}
	})
}

// BenchmarkCall is a call from its building to its answer, the test server's part included.
func BenchmarkCall(b *testing.B) {
	c := serve(b, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(brandBody)) })
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Do(b.Context(), reading()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTokenCache is what 64 callers pay for a token that is there.
func BenchmarkTokenCache(b *testing.B) {
	c := dial(b, "http://example.test", keyAlone)
	a := accountAuth(testAccount, Read)
	c.Store(a, token{Value: "t", Asked: time.Now()})
	b.ReportAllocs()
	b.ResetTimer()
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() {
			for range b.N/64 + 1 {
				if _, err := c.Token(b.Context(), a); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
}
