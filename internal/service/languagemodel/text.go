package languagemodel

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// formats are the endings of the files that the service takes (endpoints 19 and 20).
var formats = []string{".txt", ".vtt", ".srt", ".ttml"}

func hasFormat(name string) bool {
	return slices.Contains(formats, strings.ToLower(filepath.Ext(name)))
}

// textError says why a text cannot adapt a model.
type textError struct{ reason string }

func (e *textError) Error() string { return e.reason }

const byteOrderMark = "\ufeff"

// textCheck is a writer that takes a text piece by piece, and then says what is wrong with it. It holds
// no more of it than an unfinished character.
type textCheck struct {
	rest  []byte // the beginning of a character
	lines int    // complete lines
	size  int
	marks int // bytes of a byte order mark at the beginning
	wrong string
}

func (c *textCheck) Write(p []byte) (int, error) {
	switch {
	case c.wrong != "":
	case len(c.rest) > 0:
		c.take(append(c.rest, p...), false)
	default:
		c.take(p, false)
	}
	return len(p), nil
}

// take checks all of a piece but a character that is not complete, unless the text ends here.
func (c *textCheck) take(piece []byte, ends bool) {
	whole := len(piece)
	for back := 1; !ends && back < utf8.UTFMax && back <= len(piece); back++ {
		if last := piece[len(piece)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole = len(piece) - back
			}
			break
		}
	}
	text := piece[:whole]
	c.rest = slices.Clone(piece[whole:])
	if c.size == 0 && bytes.HasPrefix(text, []byte(byteOrderMark)) {
		c.marks = len(byteOrderMark)
	}
	c.size += len(text)
	if !utf8.Valid(text) {
		at := 0
		for r, n := utf8.DecodeRune(text[at:]); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(text[at:]) {
			at += n
		}
		c.wrong = fmt.Sprintf("is not UTF-8: line %d has the byte 0x%02x where no character begins with it. Save it as UTF-8, with or without a byte order mark",
			c.lines+bytes.Count(text[:at], []byte("\n"))+1, text[at])
		return
	}
	c.lines += bytes.Count(text, []byte("\n"))
}

// finish is what is wrong with the text, once all of it was written.
func (c *textCheck) finish() error {
	if c.wrong == "" {
		c.take(c.rest, true)
	}
	if c.wrong == "" && c.size == c.marks {
		c.wrong = "is empty: there is nothing in it to adapt a model with"
	}
	if c.wrong != "" {
		return &textError{c.wrong}
	}
	return nil
}

// isText tells whether an error is about what a file holds, not about reading it.
func isText(err error) bool {
	_, ok := errors.AsType[*textError](err)
	return ok
}
