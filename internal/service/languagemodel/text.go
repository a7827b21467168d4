package languagemodel

import (
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

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// hashText is the SHA-256 of a text in hex; a textError where the service cannot use it.
func hashText(ctx context.Context, text io.Reader) (string, error) {
	sum, valid := sha256.New(), &counter{}
	_, err := io.Copy(valid, transform.NewReader(io.TeeReader(interruptible{ctx, text}, sum), encoding.UTF8Validator))
	switch {
	case errors.Is(err, encoding.ErrInvalidUTF8):
		return "", &textError{fmt.Sprintf("is not UTF-8: line %d has a byte that no character begins with. Save it as UTF-8, with or without a byte order mark", valid.lines+1)}
	case err != nil:
		return "", err //nolint:wrapcheck // the caller names the file
	case valid.size == 0:
		return "", &textError{"is empty: it has no text to adapt a model with"}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

const byteOrderMark = "\ufeff"

// counter counts the bytes of a text behind its byte order mark, and its lines.
type counter struct{ size, lines int }

func (c *counter) Write(text []byte) (int, error) {
	if c.lines += bytes.Count(text, []byte("\n")); c.size == 0 {
		c.size = len(bytes.TrimPrefix(text, []byte(byteOrderMark)))
	}
	return len(text), nil
}

// normalized is a text without what services change: its normal form (Terraform has all texts in NFC), a byte order mark,
// carriage returns, and white space at its end.
func normalized(text string) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, byteOrderMark), "\r", "")
	return norm.NFC.String(strings.TrimRight(text, " \t\n"))
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
