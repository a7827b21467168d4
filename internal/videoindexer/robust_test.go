package videoindexer

import (
	"testing"

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
