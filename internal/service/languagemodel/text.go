package languagemodel

import (
	"bufio"
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

const byteOrderMark = '\ufeff'

// checkText reads a text to its end, unless something is wrong with it: then the error is a textError.
func checkText(text *bufio.Reader) error {
	isEmpty := true
	for line, characters := 1, 0; ; characters++ {
		char, size, err := text.ReadRune()
		switch {
		case err == io.EOF && isEmpty:
			return &textError{"is empty: there is nothing in it to adapt a model with"}
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case char == utf8.RuneError && size == 1:
			_ = text.UnreadRune() // it was just read
			wrong, err := text.ReadByte()
			if err != nil {
				return err
			}
			return &textError{fmt.Sprintf("is not UTF-8: line %d has the byte 0x%02x where no character begins with it. Save it as UTF-8, with or without a byte order mark", line, wrong)}
		case char == '\n':
			line++
		}
		isEmpty = isEmpty && characters == 0 && char == byteOrderMark
	}
}
