//go:build unix

package reliability

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// pick returns one of some values.
func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// chance reports true with a probability of one in n.
func chance(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }

// words are names that something may stumble over.
var words = []string{
	"Contoso", "Größe & Söhne", `Quo"ted"`, "it's", "a, b", "日本語", "film 🎬", `back\slash`, "100 %d %{x}", "${dollar}", "in/side/../x", "<b>&amp;</b>",
	"null", "true", "0", "-", "Fabrikam, Inc.", "e\u0301tude", "ﬁne", "İstanbul", "line\u2028break", "semi;colon", "a=b", "#hash", "q?m", "~", "two  spaces", "x\u00a0y",
}

// name is a name that no other object of this walk has, as an engine writes texts: in Unicode's normal form.
func (w *walk) name() string { return cty.NormalizeString(w.rawName()) }

// rawName is a word, with a number that no other text of this walk has, in a letter case drawn at random.
func (w *walk) rawName() string {
	w.names++
	name := fmt.Sprintf("%s %d", pick(w.Rand, words...), w.names)
	if chance(w.Rand, 12) {
		name += strings.Repeat("x", 40)
	}
	return pick(w.Rand, name, name, strings.ToUpper(name), strings.ToLower(name))
}

// text is any text, the empty one included.
func (w *walk) text() string {
	return pick(w.Rand, "", pick(w.Rand, words...), w.name(), "two\nlines", " spaces around ", strings.Repeat("long ", 20))
}

func (w *walk) url() string {
	return pick(w.Rand, "", "https://example.com", "https://example.com/a%20b?x=1&y=ü#z", fmt.Sprintf("http://example.com/%d", w.IntN(9)), "HTTPS://Example.COM/")
}

func (w *walk) tags() []string {
	tags := []string{}
	for range w.IntN(4) {
		if tag := pick(w.Rand, "a", "A", "b", "two words", "ü", "x,y", `"`, w.name()); !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}
