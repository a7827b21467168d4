package languagemodel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"golang.org/x/text/unicode/norm"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// isFound says that an import has found the file in the model, and that Terraform has not sent it since. The state then has
// the file's name as its source, and "" as content and url. A plan may keep these, whichever of the three is configured.
func (f fileModel) isFound() bool {
	return !f.Source.IsNull() && f.ContentSHA256.IsNull() && !f.FileID.IsUnknown()
}

// readTexts reads the texts of files that an import has found (X10), to compare them with the configured ones. A text
// that the service does not return does not count as different.
func (k *known) readTexts(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef) diag.Diagnostics {
	var unread []string
	var failure error
	for _, name := range sortedNames(k.files) {
		id := k.files[name].FileID.ValueString()
		_, text, err := client.GetLanguageModelFile(ctx, account, k.ModelID.ValueString(), id)
		switch {
		case ctx.Err() != nil:
			return diag.Diagnostics{apidiag.Error("read the files of", k.subject(account), err)}
		case videoindexer.IsUnsupported(err):
			return nil
		case err != nil:
			unread, failure = append(unread, name), err
			continue
		}
		normalized := newNormalizedHash()
		_, _ = normalized.Write([]byte(text)) // never fails
		k.private.add(fileFact{Fact: wasFound, ID: id, SHA256: normalized.sum()})
	}
	if failure == nil {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root("files"), "Texts of language model not compared",
		apidiag.WithHint("read files of", k.subject(account), failure, "The provider assumes that these files have the configured texts: "+quoteAll(unread)+"."))}
}

// foundText is the normalized hash of a file that an import has found; "" where the text is not known.
func (p *privateState) foundText(file fileModel) string {
	found := p.all(wasFound)
	i := slices.IndexFunc(found, func(f fileFact) bool { return strings.EqualFold(f.ID, file.FileID.ValueString()) })
	if i < 0 {
		return ""
	}
	return found[i].SHA256
}

// normalizedHash hashes a text in Unicode's normal form NFC, in which Terraform has all texts, and without what services
// change: a byte order mark, carriage returns, and white space at its end.
type normalizedHash struct {
	hash    hash.Hash
	text    io.WriteCloser // to hash
	pending []byte         // white space that counts if anything follows
	isBegun bool
}

func newNormalizedHash() *normalizedHash {
	sum := sha256.New()
	return &normalizedHash{hash: sum, text: norm.NFC.Writer(sum)}
}

func (h *normalizedHash) Write(text []byte) (int, error) {
	size := len(text)
	text = bytes.ReplaceAll(text, []byte("\r"), nil)
	if mark := []byte(string(byteOrderMark)); !h.isBegun && len(text) > 0 {
		h.isBegun = true
		text = bytes.TrimPrefix(text, mark)
	}
	if words := bytes.TrimRight(text, " \t\n"); len(words) > 0 {
		_, _ = h.text.Write(h.pending) // a hash takes everything
		_, _ = h.text.Write(words)
		h.pending = h.pending[:0]
		text = text[len(words):]
	}
	h.pending = append(h.pending, text...)
	return size, nil
}

// sum ends the text.
func (h *normalizedHash) sum() string {
	_ = h.text.Close()
	return hex.EncodeToString(h.hash.Sum(nil))
}
