package languagemodel

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
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

// isText tells whether an error is about what a file holds, not about reading it.
func isText(err error) bool {
	_, ok := errors.AsType[*textError](err)
	return ok
}

const byteOrderMark = "\ufeff"

// checkText reads a text to its end, unless something is wrong with it: then the error is a textError.
func checkText(text *bufio.Reader) error {
	isEmpty := true
	for line := 1; ; {
		piece, err := text.Peek(text.Size())
		switch {
		case err == nil:
			piece = piece[:len(piece)-unfinished(piece)]
		case err != io.EOF:
			return err
		case len(piece) == 0 && isEmpty:
			return &textError{"is empty: there is nothing in it to adapt a model with"}
		case len(piece) == 0:
			return nil
		}
		if at := invalid(piece); at >= 0 {
			line += bytes.Count(piece[:at], []byte("\n"))
			return &textError{fmt.Sprintf("is not UTF-8: line %d has the byte 0x%02x where no character begins with it. Save it as UTF-8, with or without a byte order mark",
				line, piece[at])}
		}
		line += bytes.Count(piece, []byte("\n"))
		isEmpty = isEmpty && string(piece) == byteOrderMark
		if _, err := text.Discard(len(piece)); err != nil {
			return err
		}
	}
}

// unfinished is how many bytes at the end of a piece begin a character that ends in the next.
func unfinished(piece []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(piece); n++ {
		if last := piece[len(piece)-n:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			return n
		}
	}
	return 0
}

// invalid is where a text is not UTF-8, -1 for nowhere.
func invalid(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	at := 0
	for char, size := utf8.DecodeRune(text); char != utf8.RuneError || size > 1; char, size = utf8.DecodeRune(text[at:]) {
		at += size
	}
	return at
}
