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
		"white space":               {" \r\n\t\u00a0\u2003\u3000\n", "no visible character"},
		"a byte order mark alone":   {"\ufeff\n", "no visible character"},
		"invisible characters":      {"\u200b\u200d\u2060\x1b\u00ad", "no visible character"},
		"a late character":          {strings.Repeat("\u200b\n", 40_000) + "é", ""},
		"a sign":                    {"\n!", ""},
		"UTF-16 without a mark":     {"o\x00n\x00e\x00", "is probably UTF-16"},
		"a late NUL":                {strings.Repeat("one ", 10_000) + "\x00", "is probably UTF-16"},
		"Latin-1":                   {"one\ntwo\nM\xfcller\nfour\xfc", "is not UTF-8"},
		"UTF-16":                    {"\xff\xfeo\x00n\x00", "is not UTF-8"},
		"cut at the end":            {"one\n東京\xe6\x9d", "is not UTF-8"},
	} {
		sum, err := hashText(strings.NewReader(test.text))
		again, _ := hashText(iotest.OneByteReader(strings.NewReader(test.text)))
		isValid := err == nil
		isExplained := isValid || strings.Contains(err.Error(), test.wrong)
		isAsWanted := isValid == (test.wrong == "") && isExplained
		if sum != again || !isAsWanted {
			t.Errorf("%s: %q and %q, %v, want %q", name, sum, again, err, test.wrong)
		}
	}
	text := io.MultiReader(strings.NewReader("one\n"), iotest.ErrReader(io.ErrClosedPipe))
	sum, err := hashText(text)
	if sum != "" || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a text that cannot be read: hash %q and error %v, want none and %v", sum, err, io.ErrClosedPipe)
	}
}
