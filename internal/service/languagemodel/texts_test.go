package languagemodel

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestHashText checks texts in pieces of every size: a character may be cut anywhere.
func TestHashText(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, wrong string }{
		"ASCII":                        {"one\ntwo\n", ""},
		"characters of all lengths":    {"a ü 東 🏙\n", ""},
		"replacement character":        {"\ufffd", ""},
		"byte order mark":              {"\ufeffone", ""},
		"empty":                        {"", "is empty"},
		"byte order mark alone":        {"\ufeff", "is empty"},
		"Latin-1":                      {"one\ntwo\nM\xfcller\nfour\xfc", "line 3 has a byte"},
		"UTF-16":                       {"\xff\xfeo\x00n\x00", "line 1 has a byte"},
		"cut at the end":               {"one\n東京\xe6\x9d", "line 2 has a byte"},
		"surrogate":                    {"\n\xed\xa0\x80", "line 2 has a byte"},
		"continuation with no start":   {strings.Repeat("x\n", 20) + "\x80", "line 21 has a byte"},
		"no byte of it is a character": {"\x80\x80\x80\x80\x80", "line 1 has a byte"},
	}
	for name, test := range tests {
		sums := map[string]bool{}
		for way, text := range map[string]interface{ Read([]byte) (int, error) }{
			"at once": strings.NewReader(test.text), "byte by byte": iotest.OneByteReader(strings.NewReader(test.text)), "in halves": iotest.HalfReader(strings.NewReader(test.text)),
		} {
			sum, err := hashText(text)
			sums[sum] = true
			switch {
			case test.wrong == "" && err != nil, test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
				t.Errorf("%s, %s: %v, want %q", name, way, err, test.wrong)
			}
		}
		if len(sums) != 1 {
			t.Errorf("%s: hashes %v", name, sums)
		}
	}
}

// TestHashTextFails reports what ends a read, also behind the first piece.
func TestHashTextFails(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]string{"at once": "", "in a piece": "one\n", "behind a piece": strings.Repeat("x", 1<<16)} {
		text := io.MultiReader(strings.NewReader(begin), iotest.ErrReader(io.ErrClosedPipe))
		if sum, err := hashText(text); sum != "" || !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: %q, %v", name, sum, err)
		}
	}
}

func TestHasFormat(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"a.txt": true, "A.TTML": true, "dir.d/a.vtt": true, "a.b.srt": true, ".txt": true,
		"a": false, "a.docx": false, "txt": false, "a.txt.bak": false, "a.": false, "": false, "a.txt/b": false,
	} {
		if got := hasFormat(name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
	}
}

// BenchmarkHashText reads texts whose letters take one byte or several, with and without lines.
func BenchmarkHashText(b *testing.B) {
	for name, line := range map[string]string{
		"ASCII": "the words of a line of text, of which there are many\n", "characters of all lengths": "a ü 東 🏙, Wörter in einer Zeile\n", "one line": "the words of a single line ",
	} {
		text := strings.Repeat(line, 4<<20/len(line))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := hashText(strings.NewReader(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
