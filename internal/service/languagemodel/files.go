package languagemodel

import (
	"bytes"
	"cmp"
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
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// fingerprint identifies what a file contains: an address or a hash, "" where that is not known.
func (f fileModel) fingerprint() string {
	return cmp.Or(f.URL.ValueString(), f.ContentSHA256.ValueString())
}

// sameContent reports whether two files hold the same: the same bytes, wherever they come from, or the same address.
func (f fileModel) sameContent(other fileModel) bool {
	return f.fingerprint() != "" && f.fingerprint() == other.fingerprint()
}

// origin is the name of the argument that says what the file contains.
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

// pathTo is the argument of a file that says what it contains.
func (f fileModel) pathTo(name string) path.Path {
	return pathToFile(name).AtName(f.origin())
}

func pathToFile(name string) path.Path { return path.Root("files").AtMapKey(name) }

// digest is the SHA-256 of the file's bytes in hex, which are written to text as well. It is null if the service fetches
// them, and unknown as long as their origin is not known.
func (f fileModel) digest(ctx context.Context, text io.Writer) (types.String, error) {
	switch {
	case isSet(f.Content), isSet(f.Source):
	case isSet(f.URL), f.Content.IsNull() && f.Source.IsNull():
		return types.StringNull(), nil
	default:
		return types.StringUnknown(), nil
	}
	_, open, err := f.local()
	if err != nil {
		return types.StringNull(), err
	}
	reader, err := open()
	if err != nil {
		return types.StringNull(), fmt.Errorf("the file cannot be read: %w", err)
	}
	defer reader.Close()
	sum, err := hashText(ctx, io.TeeReader(reader, text))
	if err != nil && isSet(f.Source) {
		err = fmt.Errorf("%q %w", f.Source.ValueString(), err)
	}
	return types.StringValue(sum), err
}

// local is the size of a file's bytes, and what opens them; nothing is opened yet: opening a pipe waits for whoever writes it.
func (f fileModel) local() (size int64, open func() (io.ReadCloser, error), err error) {
	if isSet(f.Content) {
		text := f.Content.ValueString()
		return int64(len(text)), func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, nil
	}
	source := f.Source.ValueString()
	info, err := os.Stat(source)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil, fmt.Errorf("there is no file %q. A relative path is relative to the directory that Terraform runs in; "+
			"begin with ${path.module} to mean the module's own: %w", source, err)
	case err != nil:
		return 0, nil, fmt.Errorf("the file cannot be read: %w", err)
	case !info.Mode().IsRegular():
		return 0, nil, fmt.Errorf("%q is not a regular file, but for example a directory", source)
	}
	return info.Size(), func() (io.ReadCloser, error) { return os.Open(source) }, nil
}

// pack makes uploads of files, in the order of their names. Nothing is opened yet.
func pack(files map[string]fileModel) (packed []videoindexer.LanguageFile, diags diag.Diagnostics) {
	for _, name := range sortedNames(files) {
		file := files[name]
		upload := videoindexer.LanguageFile{Name: name, URL: file.URL.ValueString(), SHA256: file.ContentSHA256.ValueString()}
		var err error
		if upload.URL == "" {
			upload.Size, upload.Open, err = file.local()
		}
		if err != nil {
			diags.Append(fileError(name, file, err))
		}
		packed = append(packed, upload)
	}
	return packed, diags
}

// fileError is a failure that concerns one file, at the argument that names it.
func fileError(name string, file fileModel, err error) diag.Diagnostic {
	at := file.pathTo(name)
	return diag.NewAttributeErrorDiagnostic(at, "Invalid file of language model", fmt.Sprintf("%s: %s.", at, strings.TrimRight(err.Error(), ".")))
}

func sortedNames[V any](files map[string]V) []string { return slices.Sorted(maps.Keys(files)) }

// hashText is the SHA-256 of a text in hex. The error continues a sentence about the text.
func hashText(ctx context.Context, text io.Reader) (string, error) {
	sum, valid := sha256.New(), &counter{}
	_, err := io.Copy(valid, transform.NewReader(io.TeeReader(interruptible{ctx, text}, sum), encoding.UTF8Validator))
	switch {
	case errors.Is(err, encoding.ErrInvalidUTF8):
		return "", fmt.Errorf("is not UTF-8: line %d has a byte that no character begins with. Save it as UTF-8, with or without a byte order mark", valid.lines+1)
	case err != nil:
		return "", fmt.Errorf("cannot be read: %w", err)
	case valid.size == 0:
		return "", errors.New("is empty: it has no text to adapt a model with")
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

// hashNormalized is the SHA-256 of a text without what services change: its normal form (Terraform has all texts in NFC), a
// byte order mark, carriage returns, and white space at its end.
func hashNormalized(text string) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, byteOrderMark), "\r", "")
	sum := sha256.Sum256([]byte(norm.NFC.String(strings.TrimRight(text, " \t\n"))))
	return hex.EncodeToString(sum[:])
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

// textsAtATime is how many texts are read at once.
const textsAtATime = 10

// readTexts reads the texts of a model's files by their ids (X10). Those of failed cannot be read; err is a failure that every
// other file would share.
func readTexts(ctx context.Context, from providerdata.Target, modelID string, files []videoindexer.LanguageModelFile) (texts map[string]string, failed map[string]error, err error) {
	var mutex sync.Mutex
	texts, failed = make(map[string]string), make(map[string]error)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(textsAtATime)
	for _, file := range files {
		group.Go(func() error {
			_, text, err := from.Client.GetLanguageModelFile(ctx, from.Account, modelID, file.ID)
			if err != nil && isShared(ctx, err) {
				return fmt.Errorf("file %q: %w", file.Name, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			if texts[file.ID] = text; err != nil {
				delete(texts, file.ID)
				failed[file.ID] = fmt.Errorf("file %q: %w", file.Name, err)
			}
			return nil
		})
	}
	return texts, failed, group.Wait() //nolint:wrapcheck // as above
}

// isShared says that a request for every other object would fail alike.
func isShared(ctx context.Context, err error) bool {
	return ctx.Err() != nil || videoindexer.IsAccountWide(err) || videoindexer.IsUnsupported(err)
}

// readFound reads the texts of files that a read has found, for plans to compare them with the configured ones. Texts that
// the service does not return do not count as different.
func (k *known) readFound(ctx context.Context, from providerdata.Target, files []videoindexer.LanguageModelFile) (diags diag.Diagnostics) {
	texts, failed, err := readTexts(ctx, from, k.ModelID.ValueString(), files)
	for _, one := range failed {
		err = cmp.Or(err, one)
	}
	if err != nil && !videoindexer.IsUnsupported(err) {
		diags.AddAttributeWarning(path.Root("files"), "Texts of language model not compared",
			apidiag.WithHint("read files of", k.subject(from.Account), err, "The provider assumes that files which it has not sent have the configured texts."))
	}
	if k.private.Texts == nil {
		k.private.Texts = make(map[string]string)
	}
	for id, text := range texts {
		k.private.Texts[id] = hashNormalized(text)
	}
	return diags
}
