package languagemodel

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

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
// origin is not known. A local file has the format of its own name, everything else that of the name that it is given.
func (f fileModel) digest(name string) (types.String, error) {
	given := 0
	for _, origin := range []types.String{f.Source, f.Content, f.URL} {
		if origin.IsUnknown() {
			return types.StringUnknown(), nil
		}
		if !origin.IsNull() {
			given++
		}
	}
	name = cmp.Or(f.Source.ValueString(), name)
	switch {
	case given != 1:
		return types.StringNull(), errors.New("takes exactly one of source, content and url")
	case !slices.Contains(formats, strings.ToLower(filepath.Ext(name))):
		return types.StringNull(), fmt.Errorf("%q does not end in %s, the formats that the service supports", name, strings.Join(formats, ", "))
	case !f.URL.IsNull():
		return types.StringNull(), nil
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
	if err != nil {
		err = fmt.Errorf("%q %w", name, err)
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
		if upload.URL == "" {
			var err error
			if upload.Size, upload.Open, err = file.local(); err != nil {
				diags.Append(fileError(name, err))
			}
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
	sum := sha256.New()
	size, err := io.Copy(sum, transform.NewReader(text, encoding.UTF8Validator))
	switch {
	case errors.Is(err, encoding.ErrInvalidUTF8):
		return "", errors.New("is not UTF-8. Save it as UTF-8, with or without a byte order mark")
	case err != nil:
		return "", fmt.Errorf("cannot be read: %w", err)
	case size == 0:
		return "", errors.New("is empty: it has no text to adapt a model with")
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// formats are the endings of the files that the service takes (endpoints 19 and 20).
var formats = []string{".txt", ".vtt", ".srt", ".ttml"}

// readTexts reads the texts of a model's files (X10), in their order. That of a file that is gone is null.
func readTexts(ctx context.Context, from providerdata.Target, modelID string, files []videoindexer.LanguageModelFile) ([]types.String, error) {
	texts := make([]types.String, len(files))
	for i, file := range files {
		_, text, err := from.Client.GetLanguageModelFile(ctx, from.Account, modelID, file.ID)
		switch {
		case err == nil:
			texts[i] = types.StringValue(text)
		case !videoindexer.IsNotFound(err):
			return texts, err //nolint:wrapcheck // the callers make diagnostics of it
		}
	}
	return texts, nil
}

// readFound reads the texts of files that a read has found, for plans to compare them with the configured ones. Those that the
// service does not return do not count as different.
func (k *known) readFound(ctx context.Context, from providerdata.Target, files []videoindexer.LanguageModelFile) (diags diag.Diagnostics) {
	if k.private.Texts == nil {
		k.private.Texts = make(map[string]string)
	}
	texts, err := readTexts(ctx, from, k.ModelID.ValueString(), files)
	for i, text := range texts {
		if !text.IsNull() {
			sum := sha256.Sum256([]byte(text.ValueString()))
			k.private.Texts[files[i].ID] = hex.EncodeToString(sum[:])
		}
	}
	if err != nil && !videoindexer.IsUnsupported(err) {
		diags.AddAttributeWarning(path.Root("files"), "Texts of language model not compared",
			apidiag.WithHint("read files of", k.Subject(), err, "The provider assumes that files which it has not sent have the configured texts."))
	}
	return diags
}
