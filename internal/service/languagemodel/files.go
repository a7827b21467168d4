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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
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
	origins := []types.String{f.Source, f.Content, f.URL}
	if slices.ContainsFunc(origins, types.String.IsUnknown) {
		return types.StringUnknown(), nil
	}
	origins = slices.DeleteFunc(origins, types.String.IsNull)
	name = cmp.Or(f.Source.ValueString(), name)
	switch {
	case len(origins) != 1:
		return types.StringNull(), errors.New("takes exactly one of source, content and url")
	case !slices.Contains(formats, strings.ToLower(filepath.Ext(name))):
		return types.StringNull(), fmt.Errorf("%q does not end in %s, the formats that the service supports", name, strings.Join(formats, ", "))
	case !f.URL.IsNull():
		return types.StringNull(), nil
	}
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

// upload is the file as the client sends it under a name. Nothing is opened yet: opening a pipe waits for whoever writes it.
func (f fileModel) upload(name string) (file videoindexer.LanguageFile, err error) {
	file = videoindexer.LanguageFile{Name: name, URL: f.URL.ValueString(), SHA256: f.ContentSHA256.ValueString()}
	text, source := f.Content.ValueString(), f.Source.ValueString()
	if file.URL != "" {
		return file, nil
	}
	if isSet(f.Content) {
		file.Size, file.Open = int64(len(text)), func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
		return file, nil
	}
	source = onDisk(source)
	info, err := os.Stat(source)
	switch {
	case err != nil:
		return file, fmt.Errorf("the file cannot be read: %w", err)
	case !info.Mode().IsRegular():
		return file, fmt.Errorf("%q is a directory or a device, and not a regular file", source)
	}
	file.Size, file.Open = info.Size(), func() (io.ReadCloser, error) { return os.Open(source) }
	return file, nil
}

// onDisk is a path as the file system spells it: Terraform has all strings in the normal form NFC, but names that macOS has written are
// decomposed. A path that is not found stays as it is.
func onDisk(name string) string {
	if _, err := os.Lstat(name); err == nil || filepath.Dir(name) == name {
		return name
	}
	dir := onDisk(filepath.Dir(name))
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if norm.NFC.String(entry.Name()) == norm.NFC.String(filepath.Base(name)) {
			return filepath.Join(dir, entry.Name())
		}
	}
	return name
}

// pack makes uploads of files, in the order of their names.
func pack(files map[string]fileModel) (packed []videoindexer.LanguageFile, diags diag.Diagnostics) {
	for _, name := range sortedNames(files) {
		upload, err := files[name].upload(name)
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
	sum, seen := sha256.New(), inspection{}
	_, err := io.CopyBuffer(io.MultiWriter(sum, &seen), transform.NewReader(text, encoding.UTF8Validator), make([]byte, 4096))
	const save = "Save it as UTF-8, with or without a byte order mark"
	switch {
	case errors.Is(err, encoding.ErrInvalidUTF8):
		return "", errors.New("is not UTF-8. " + save)
	case err != nil:
		return "", fmt.Errorf("cannot be read: %w", err)
	case seen.hasNUL:
		return "", errors.New("contains a NUL character, and is probably UTF-16. " + save)
	case !seen.isVisible:
		return "", errors.New("is empty, or has no visible character: it has no text to adapt a model with")
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// inspection is what a text has that was written to it, in pieces of whole characters.
type inspection struct{ isVisible, hasNUL bool }

func (i *inspection) Write(text []byte) (int, error) {
	i.hasNUL = i.hasNUL || bytes.IndexByte(text, 0) >= 0
	i.isVisible = i.isVisible || bytes.ContainsFunc(text, func(r rune) bool { return unicode.IsPrint(r) && r != ' ' })
	return len(text), nil
}

// formats are the endings of the files that the service takes (endpoints 19 and 20).
var formats = []string{".txt", ".vtt", ".srt", ".ttml"}

// readTexts fills in the contents of a model's files (X10). One that is gone has none.
func readTexts(ctx context.Context, from scaffold.Target, modelID string, files []videoindexer.LanguageModelFile) error {
	for i := range files {
		file, err := from.Client.GetLanguageModelFile(ctx, from.Account, modelID, files[i].ID)
		switch {
		case err == nil:
			files[i].Content = file.Content
		case !videoindexer.IsNotFound(err):
			return err //nolint:wrapcheck // the callers make diagnostics of it
		}
	}
	return nil
}

// sumOf is the same for texts that mean the same.
func sumOf(text string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(videoindexer.NormalText(text))))
}

// sum is sumOf the text of a file that has no address; a file that cannot be read counts as empty.
func (f fileModel) sum(name string) string {
	var text []byte
	if upload, err := f.upload(name); err == nil {
		if reader, err := upload.Open(); err == nil {
			defer reader.Close()
			text, _ = io.ReadAll(reader)
		}
	}
	return sumOf(string(text))
}

// hasText reports whether a text that the service shows is that of a file: the same bytes, or one that means the same.
func (f fileModel) hasText(name, text string) bool {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]) == f.ContentSHA256.ValueString() || sumOf(text) == f.sum(name)
}

// readOthers reads the texts of files that Terraform has not sent, for plans to compare them with the configured ones. Those that the
// service does not return do not count as different.
func (c *claim) readOthers(ctx context.Context, from scaffold.Target, ids []string) (diags diag.Diagnostics) {
	var files []videoindexer.LanguageModelFile
	for _, id := range ids {
		files = append(files, videoindexer.LanguageModelFile{ID: id})
	}
	err := readTexts(ctx, from, c.ModelID.ValueString(), files)
	for _, file := range files {
		if file.Content != nil {
			c.private.Texts[file.ID] = sumOf(*file.Content)
		}
	}
	if err != nil && !videoindexer.IsUnsupported(err) {
		diags.AddAttributeWarning(path.Root("files"), "Texts of language model not compared",
			apidiag.Detail("read files of", c.Subject(), err, "Could not compare the texts of files that Terraform has not sent: assuming that they are unchanged."))
	}
	return diags
}

// textOf is the text of a file of a model (X10), "" if the service does not return it.
func textOf(ctx context.Context, from scaffold.Target, modelID, fileID string) (string, error) {
	file, err := from.Client.GetLanguageModelFile(ctx, from.Account, modelID, fileID)
	switch {
	case err == nil:
		return *file.Content, nil
	case ctx.Err() != nil || videoindexer.IsAccountWide(err):
		return "", err //nolint:wrapcheck // the callers make diagnostics of it
	}
	return "", nil
}

// endDoubt compares a file that stands where one was sent with the text that was sent. A text that the service does not return counts
// as that.
func (c *claim) endDoubt(label, text string) {
	if text == "" || c.files[label].hasText(label, text) {
		delete(c.doubts, label)
	} else {
		c.refute(label)
	}
}
