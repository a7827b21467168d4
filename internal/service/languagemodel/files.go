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

// sameContent reports whether two files hold the same: the same bytes, wherever they come from, or the same address.
func (f fileModel) sameContent(other fileModel) bool {
	content := func(f fileModel) string { return cmp.Or(f.URL.ValueString(), f.ContentSHA256.ValueString()) }
	return content(f) != "" && content(f) == content(other)
}

func isSet(value types.String) bool { return !value.IsNull() && !value.IsUnknown() }

func pathToFile(name string) path.Path { return path.Root("files").AtMapKey(name) }

// digest is the SHA-256 of the file's bytes in hex. It is null if the service fetches them, and unknown as long as their
// origin is not known.
func (f fileModel) digest() (types.String, error) {
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
	sum, err := hashText(reader)
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
			diags.Append(fileError(name, err))
		}
		packed = append(packed, upload)
	}
	return packed, diags
}

// fileError is a failure that concerns one file.
func fileError(name string, err error) diag.Diagnostic {
	at := pathToFile(name)
	return diag.NewAttributeErrorDiagnostic(at, "Invalid file of language model", fmt.Sprintf("%s: %s.", at, strings.TrimRight(err.Error(), ".")))
}

func sortedNames[V any](files map[string]V) []string { return slices.Sorted(maps.Keys(files)) }

// hashText is the SHA-256 of a text in hex. The error continues a sentence about the text.
func hashText(text io.Reader) (string, error) {
	sum, valid := sha256.New(), &counter{}
	_, err := io.Copy(valid, transform.NewReader(io.TeeReader(text, sum), encoding.UTF8Validator))
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

// formats are the endings of the files that the service takes (endpoints 19 and 20).
var formats = []string{".txt", ".vtt", ".srt", ".ttml"}

func hasFormat(name string) bool {
	return slices.Contains(formats, strings.ToLower(filepath.Ext(name)))
}

// textsAtATime is how many texts are read at once.
const textsAtATime = 10

// fileText is what a file contains, or why it cannot be read.
type fileText struct {
	content string
	err     error
}

// readTexts reads the texts of a model's files (X10), in their order. Its error is a failure that every other file would share.
func readTexts(ctx context.Context, from providerdata.Target, modelID string, files []videoindexer.LanguageModelFile) ([]fileText, error) {
	texts := make([]fileText, len(files))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(textsAtATime)
	for i, file := range files {
		group.Go(func() error {
			_, content, err := from.Client.GetLanguageModelFile(ctx, from.Account, modelID, file.ID)
			if err != nil {
				err = fmt.Errorf("file %q: %w", file.Name, err)
			}
			texts[i] = fileText{content, err}
			if isShared(ctx, err) {
				return err
			}
			return nil
		})
	}
	return texts, group.Wait() //nolint:wrapcheck // as above
}

// isShared says that a request for every other object would fail like this one.
func isShared(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || videoindexer.IsAccountWide(err) || videoindexer.IsUnsupported(err))
}

// readFound reads the texts of files that a read has found, for plans to compare them with the configured ones. Terraform has
// all texts in their normal form. Those that the service does not return do not count as different.
func (k *known) readFound(ctx context.Context, from providerdata.Target, files []videoindexer.LanguageModelFile) (diags diag.Diagnostics) {
	if k.private.Texts == nil {
		k.private.Texts = make(map[string][]string)
	}
	texts, err := readTexts(ctx, from, k.ModelID.ValueString(), files)
	for i, text := range texts {
		if err = cmp.Or(err, text.err); text.err == nil {
			for _, form := range []string{text.content, norm.NFC.String(text.content)} {
				sum := sha256.Sum256([]byte(form))
				k.private.Texts[files[i].ID] = append(k.private.Texts[files[i].ID], hex.EncodeToString(sum[:]))
			}
		}
	}
	if err != nil && !videoindexer.IsUnsupported(err) {
		diags.AddAttributeWarning(path.Root("files"), "Texts of language model not compared",
			apidiag.WithHint("read files of", k.subject(from.Account), err, "The provider assumes that files which it has not sent have the configured texts."))
	}
	return diags
}
