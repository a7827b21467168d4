package languagemodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

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
	if err == nil {
		defer reader.Close()
		var sum string
		if sum, err = hashText(ctx, io.TeeReader(reader, text)); err == nil {
			return types.StringValue(sum), nil
		}
	}
	if isSet(f.Source) {
		err = unreadable(f.Source.ValueString(), err)
	}
	return types.StringNull(), err
}

// local is the size of a file's bytes, and what opens them; nothing is opened yet.
func (f fileModel) local() (size int64, open func() (io.ReadCloser, error), err error) {
	if isSet(f.Content) {
		text := f.Content.ValueString()
		return int64(len(text)), func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, nil
	}
	source := f.Source.ValueString()
	size, err = sizeOf(source)
	return size, func() (io.ReadCloser, error) { return os.Open(source) }, err
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
	if f.origin() == "url" {
		return videoindexer.LanguageFile{Name: name, URL: f.URL.ValueString()}, nil
	}
	size, open, err := f.local()
	return videoindexer.LanguageFile{Name: name, SHA256: f.ContentSHA256.ValueString(), Size: size, Open: open}, err
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
