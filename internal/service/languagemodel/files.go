package languagemodel

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// fingerprint identifies what a file holds: an address or a hash, "" where that is not known.
func (f fileModel) fingerprint() string {
	if !f.URL.IsNull() {
		return f.URL.ValueString()
	}
	return f.ContentSHA256.ValueString()
}

// sameContent tells whether two files hold the same: the same bytes, wherever they come from, or the same address.
func (f fileModel) sameContent(other fileModel) bool {
	return f.fingerprint() != "" && f.fingerprint() == other.fingerprint()
}

// origin is the name of the argument that says what the file holds.
func (f fileModel) origin() string {
	switch {
	case isSet(f.URL):
		return "url"
	case isSet(f.Content):
		return "content"
	}
	return "source"
}

func isSet(value types.String) bool { return !value.IsNull() && !value.IsUnknown() }

// pathTo is the argument of a file that says what it holds.
func (f fileModel) pathTo(name string) path.Path {
	return pathToFile(name).AtName(f.origin())
}

func pathToFile(name string) path.Path { return path.Root("files").AtMapKey(name) }

// digest is the SHA-256 of the file's bytes in hex: null where the service fetches them, unknown as
// long as it is not known what holds them.
func (f fileModel) digest(ctx context.Context) (types.String, error) {
	switch {
	case isSet(f.Content):
		sum, err := hashText(ctx, strings.NewReader(f.Content.ValueString()))
		return types.StringValue(sum), err
	case isSet(f.Source):
		sum, err := hashFile(ctx, f.Source.ValueString())
		return types.StringValue(sum), err
	case isSet(f.URL), f.Content.IsNull() && f.Source.IsNull():
		return types.StringNull(), nil
	}
	return types.StringUnknown(), nil
}

func hashFile(ctx context.Context, name string) (string, error) {
	if _, err := sizeOf(name); err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", unreadable(name, err)
	}
	defer file.Close()
	sum, err := hashText(ctx, file)
	if err != nil {
		return "", unreadable(name, err)
	}
	return sum, nil
}

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

// sizeOf is the size of a regular file. It asks before anything opens the file: opening a pipe waits
// for whoever writes it.
func sizeOf(name string) (int64, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return 0, unreadable(name, err)
	case info.IsDir():
		return 0, fmt.Errorf("%q is a directory, not a file", name)
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%q is not a regular file", name)
	}
	return info.Size(), nil
}

func unreadable(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %q. A relative path is relative to the directory that Terraform runs in; "+
			"begin with ${path.module} to mean the module's own: %w", name, err)
	}
	if isText(err) {
		return fmt.Errorf("%q %w", name, err)
	}
	return fmt.Errorf("%q cannot be read: %w", name, err)
}

// pack makes uploads of files, in the order of their names. Nothing is opened yet.
func pack(files map[string]fileModel) ([]videoindexer.LanguageFile, diag.Diagnostics) {
	var diags diag.Diagnostics
	packed := make([]videoindexer.LanguageFile, 0, len(files))
	for _, name := range sortedNames(files) {
		upload, err := files[name].pack(name)
		if err != nil {
			diags.Append(fileError(name, files[name], err))
			continue
		}
		packed = append(packed, upload)
	}
	return packed, diags
}

func (f fileModel) pack(name string) (videoindexer.LanguageFile, error) {
	upload := videoindexer.LanguageFile{Name: name, SHA256: f.ContentSHA256.ValueString()}
	switch f.origin() {
	case "url":
		upload.URL = f.URL.ValueString()
	case "content":
		text := f.Content.ValueString()
		upload.Size = int64(len(text))
		upload.Open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
	default:
		source := f.Source.ValueString()
		size, err := sizeOf(source)
		if err != nil {
			return upload, err
		}
		upload.Size = size
		upload.Open = func() (io.ReadCloser, error) { return os.Open(source) }
	}
	return upload, nil
}

// fileError is a failure that concerns one file, at the argument that names it.
func fileError(name string, file fileModel, err error) diag.Diagnostic {
	at := file.pathTo(name)
	summary := "Unable to read file of language model"
	if isText(err) {
		summary = "Invalid file of language model"
	}
	return diag.NewAttributeErrorDiagnostic(at, summary, fmt.Sprintf("%s: %s.", at, strings.TrimRight(err.Error(), ".")))
}

func sortedNames[V any](files map[string]V) []string { return slices.Sorted(maps.Keys(files)) }

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
	if first, _, err := text.ReadRune(); err == nil && first != byteOrderMark {
		_ = text.UnreadRune() // cannot fail after ReadRune
	}
	line := 1
	for isEmpty := true; ; isEmpty = false {
		char, size, err := text.ReadRune()
		switch {
		case errors.Is(err, io.EOF) && isEmpty:
			return &textError{"is empty: there is nothing in it to adapt a model with"}
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
