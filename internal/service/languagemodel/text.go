package languagemodel

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// pieceSize is how much of a file is held in memory while it is read.
const pieceSize = 1 << 15

// hashText is the SHA-256 of a text in hex; a textError where the service cannot use it.
func hashText(ctx context.Context, text io.Reader) (string, error) {
	sum := sha256.New()
	if err := checkText(bufio.NewReaderSize(io.TeeReader(interruptible{ctx, text}, sum), pieceSize)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// interruptible is a reader that ends with its context, so that Ctrl-C does not wait for a large file.
type interruptible struct {
	ctx context.Context
	io.Reader
}

func (r interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// formats are the endings of the files that the service takes (endpoints 19 and 20).
var formats = []string{".txt", ".vtt", ".srt", ".ttml"}

func hasFormat(name string) bool {
	return slices.Contains(formats, strings.ToLower(filepath.Ext(name)))
}

// textError says why a text cannot adapt a model.
type textError struct{ reason string }

func (e *textError) Error() string { return e.reason }

// isText reports whether an error is about what a file has, not about reading it.
func isText(err error) bool {
	_, ok := errors.AsType[*textError](err)
	return ok
}

const byteOrderMark = '\ufeff'

// checkText reads a text to its end, unless something is wrong with it: then the error is a textError. It skips valid
// pieces as a whole, and reads only an invalid piece character by character.
func checkText(text *bufio.Reader) error {
	if first, _, err := text.ReadRune(); err == nil && first != byteOrderMark {
		_ = text.UnreadRune() // cannot fail after ReadRune
	}
	line, isWrong := 1, false
	for isEmpty := true; ; isEmpty = false {
		if !isWrong {
			piece, err := text.Peek(text.Size())
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			whole := piece[:lastCharacter(piece)]
			if isWrong = !utf8.Valid(whole); !isWrong && len(whole) > 0 {
				line += bytes.Count(whole, []byte("\n"))
				_, _ = text.Discard(len(whole)) // cannot fail after Peek
				continue
			}
		}
		char, size, err := text.ReadRune()
		switch {
		case errors.Is(err, io.EOF) && isEmpty:
			return &textError{"is empty: it has no text to adapt a model with"}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case char == utf8.RuneError && size == 1:
			_ = text.UnreadRune()
			wrong, _ := text.ReadByte()
			return &textError{fmt.Sprintf("is not UTF-8: line %d has the byte 0x%02x where no character begins with it. Save it as UTF-8, with or without a byte order mark", line, wrong)}
		case char == '\n':
			line++
		}
	}
}

// lastCharacter is where the last character of a piece begins, which may go on in the next piece.
func lastCharacter(piece []byte) int {
	at := len(piece) - 1
	for at > max(0, len(piece)-utf8.UTFMax) && !utf8.RuneStart(piece[at]) {
		at--
	}
	return max(0, at)
}
