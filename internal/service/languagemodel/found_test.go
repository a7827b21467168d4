package languagemodel

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestNormalizedHash compares texts as services may keep them, written in pieces of every size.
func TestNormalizedHash(t *testing.T) {
	t.Parallel()
	sum := func(text io.Reader) string {
		m := newNormalizedHash()
		if _, err := io.Copy(struct{ io.Writer }{m}, text); err != nil {
			t.Fatal(err)
		}
		return m.sum()
	}
	same := []string{"one\ntwo  words\n", "one\ntwo  words", "\ufeffone\r\ntwo  words\r\n\r\n", "one\r\ntwo  words \t\n"}
	if sum(strings.NewReader("Zoe\u0308 and A\u030a")) != sum(strings.NewReader("Zo\u00eb and \u00c5")) {
		t.Error("normal forms of one text differ")
	}
	for i, text := range append(same, "", "one two  words", "one\ntwo words", "onetwo  words", strings.Repeat("x", 1<<14)+"\ufeffone", strings.Repeat("x", 1<<14-1)+"\none", " one\ntwo  words", "\ufeff\ufeffone\ntwo  words") {
		if isSame := sum(strings.NewReader(text)) == sum(strings.NewReader(same[0])); isSame != (i < len(same)) {
			t.Errorf("%q is the same: %t", text, isSame)
		}
		if sum(iotest.HalfReader(strings.NewReader(text))) != sum(strings.NewReader(text)) {
			t.Errorf("%q differs in pieces", text)
		}
	}
}
