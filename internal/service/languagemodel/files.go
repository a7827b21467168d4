package languagemodel

// Files of a configuration are checked and hashed by a plan, and sent by an apply. They can be
// large, so none of them is read into memory.

import (
	"bytes"
	"cmp"
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
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// digest returns the SHA-256 of the file's bytes in hex. It is null if the service fetches them,
// and unknown as long as their origin is not known. A local file has the format of its own name,
// everything else that of the name that it is given.
func (f fileModel) digest(name string) (types.String, error) {
	origins := []types.String{f.Source, f.Content, f.URL}
	if slices.ContainsFunc(origins, types.String.IsUnknown) {
		return types.StringUnknown(), nil
	}
	origins = slices.DeleteFunc(origins, types.String.IsNull)
	formatName := cmp.Or(f.Source.ValueString(), name)
	format := strings.ToLower(filepath.Ext(formatName))
	switch {
	case len(origins) != 1:
		return types.StringNull(), errors.New("needs exactly one of source, content and url")
	case !slices.Contains(formats, format):
		return types.StringNull(), fmt.Errorf(
			"%q does not end in %s, the formats that the service supports", formatName, strings.Join(formats, ", "))
	case !f.URL.IsNull():
		return types.StringNull(), nil
	}
	return f.readHash(formatName)
}

// formats are the endings of the files that the service takes (19 and 20).
var formats = []string{".txt", ".vtt", ".srt", ".ttml"}

// readHash returns the SHA-256 of a file without an address, and names it in errors.
func (f fileModel) readHash(name string) (types.String, error) {
	upload, err := f.upload(name)
	if err != nil {
		return types.StringNull(), err
	}
	reader, err := upload.Open()
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

// upload returns the file as the client sends it under a name. Nothing is opened yet: opening a
// pipe waits for whoever writes it.
func (f fileModel) upload(name string) (file videoindexer.FileUpload, err error) {
	file = videoindexer.FileUpload{Name: name, URL: f.URL.ValueString(), SHA256: f.ContentSHA256.ValueString()}
	if file.URL != "" {
		return file, nil
	}
	if nullable.IsSet(f.Content) {
		text := f.Content.ValueString()
		file.Size = int64(len(text))
		file.Open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
		return file, nil
	}
	source := onDisk(f.Source.ValueString())
	info, err := os.Stat(source)
	switch {
	case err != nil:
		return file, fmt.Errorf("the file cannot be read: %w", err)
	case !info.Mode().IsRegular():
		return file, fmt.Errorf("%q is a directory or a device, and not a regular file", source)
	}
	file.Size = info.Size()
	file.Open = func() (io.ReadCloser, error) { return os.Open(source) }
	return file, nil
}

// onDisk returns a path as the file system spells it: Terraform has all strings in the normal form
// NFC, but names that macOS has written are decomposed. A path that is not found does not change.
func onDisk(name string) string {
	_, err := os.Lstat(name)
	parent := filepath.Dir(name)
	if err == nil || parent == name {
		return name
	}
	dir := onDisk(parent)
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if norm.NFC.String(entry.Name()) == norm.NFC.String(filepath.Base(name)) {
			return filepath.Join(dir, entry.Name())
		}
	}
	return name
}

// hashText returns the SHA-256 of a text in hex. The error continues a sentence about the text.
func hashText(text io.Reader) (string, error) {
	sum := sha256.New()
	seen := inspection{}
	// The validator passes on whole characters.
	characters := transform.NewReader(text, encoding.UTF8Validator)
	_, err := io.CopyBuffer(io.MultiWriter(sum, &seen), characters, make([]byte, 4096))
	const save = "Save it as UTF-8, with or without a byte order mark"
	switch {
	case errors.Is(err, encoding.ErrInvalidUTF8):
		return "", errors.New("is not UTF-8. " + save)
	case err != nil:
		return "", fmt.Errorf("cannot be read: %w", err)
	case seen.hasNUL:
		return "", errors.New("contains a NUL character, and is probably UTF-16. " + save)
	case !seen.hasVisible:
		return "", errors.New("is empty, or has no visible character")
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// inspection is what a text has that was written to it, in pieces of whole characters.
type inspection struct {
	hasVisible bool
	hasNUL     bool
}

func (i *inspection) Write(text []byte) (int, error) {
	isVisible := func(r rune) bool { return unicode.IsPrint(r) && r != ' ' }
	if bytes.ContainsFunc(text, isVisible) {
		i.hasVisible = true
	}
	if bytes.IndexByte(text, 0) >= 0 {
		i.hasNUL = true
	}
	return len(text), nil
}

// pack makes uploads of files, in the order of their names.
func pack(files map[string]fileModel) (packed []videoindexer.FileUpload, diags diag.Diagnostics) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		upload, err := files[name].upload(name)
		if err != nil {
			diags.Append(fileError(name, err))
		}
		packed = append(packed, upload)
	}
	return packed, diags
}

// fileError returns a failure that concerns one file.
func fileError(name string, err error) diag.Diagnostic {
	argument := pathToFile(name)
	detail := fmt.Sprintf("%s: %s.", argument, strings.TrimRight(err.Error(), "."))
	return diag.NewAttributeErrorDiagnostic(argument, "Invalid file of language model", detail)
}

func pathToFile(name string) path.Path { return path.Root("files").AtMapKey(name) }

// hasSameContent reports whether two files hold the same: the same bytes, wherever they come from,
// or the same address.
func (f fileModel) hasSameContent(other fileModel) bool {
	return f.content() != "" && f.content() == other.content()
}

// content identifies what a file holds; "" if that is not known.
func (f fileModel) content() string {
	return cmp.Or(f.URL.ValueString(), f.ContentSHA256.ValueString())
}
