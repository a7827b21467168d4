package languagemodel

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestHashText checks texts at once and byte by byte: a character may be cut anywhere.
func TestHashText(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, wrong string }{
		"ASCII":                     {"one\ntwo\n", ""},
		"characters of all lengths": {"a ü 東 🏙\n", ""},
		"byte order mark":           {"\ufeffone", ""},
		"empty":                     {"", "is empty"},
		"Latin-1":                   {"one\ntwo\nM\xfcller\nfour\xfc", "is not UTF-8"},
		"UTF-16":                    {"\xff\xfeo\x00n\x00", "is not UTF-8"},
		"cut at the end":            {"one\n東京\xe6\x9d", "is not UTF-8"},
	} {
		sum, err := hashText(strings.NewReader(test.text))
		again, _ := hashText(iotest.OneByteReader(strings.NewReader(test.text)))
		if sum != again || (test.wrong == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), test.wrong) {
			t.Errorf("%s: %q and %q, %v, want %q", name, sum, again, err, test.wrong)
		}
	}
	text := io.MultiReader(strings.NewReader("one\n"), iotest.ErrReader(io.ErrClosedPipe))
	if sum, err := hashText(text); sum != "" || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%q, %v", sum, err)
	}
}
