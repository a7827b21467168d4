//go:build unix

package reliability

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// held returns the names of the secrets that a text holds. It looks for all of them in one pass: hundreds of passes through a
// log would take half of the test's time.
func held(text string, secrets map[string]string) []string {
	const width = 8 // bytes of the beginning
	beginnings := map[string][]string{}
	for name, secret := range secrets {
		beginnings[secret[:width]] = append(beginnings[secret[:width]], name)
	}
	found := map[string]bool{}
	for i := range len(text) - width + 1 {
		for _, name := range beginnings[text[i:i+width]] {
			if strings.HasPrefix(text[i:], secrets[name]) {
				found[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// TestHeld finds secrets wherever they stand, also one that begins as another one does.
func TestHeld(t *testing.T) {
	t.Parallel()
	secrets := map[string]string{"first": "secret-one", "second": "secret-two", "third": "secret-one-and-more", "none": "another one"}
	for text, want := range map[string][]string{
		"": nil, "secret": nil, "secret-one": {"first"}, "a secret-two": {"second"}, "secret-secret-one-and-more": {"first", "third"},
		"secret-two secret-one.": {"first", "second"},
	} {
		if got := held(text, secrets); !slices.Equal(got, want) {
			t.Errorf("%q holds %q, want %q", text, got, want)
		}
	}
}

// before is a little of the text before a secret, for a message that does not repeat it.
func before(text, secret string) string {
	at := strings.Index(text, secret)
	return text[max(0, at-120):at]
}
