package languagemodel

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestHashText checks texts at once and byte by byte: a character may be cut anywhere.
func TestHashText(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, problem string }{
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sum, err := hashText(strings.NewReader(test.text))
			again, _ := hashText(iotest.OneByteReader(strings.NewReader(test.text)))
			check.ErrorSays(t, test.problem, err, "the text")
			check.Equal(t, sum, again, "the hash byte by byte")
		})
	}
	text := io.MultiReader(strings.NewReader("one\n"), iotest.ErrReader(io.ErrClosedPipe))
	sum, err := hashText(text)
	check.Equal(t, "", sum, "the hash of a text that cannot be read")
	check.Equal(t, true, errors.Is(err, io.ErrClosedPipe), "a text that cannot be read: %v is %v", err, io.ErrClosedPipe)
}
