package languagemodel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

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
func (u *updater) readTexts(ctx context.Context) diag.Diagnostics {
	var unread []string
	var failure error
	for _, name := range sortedNames(u.files) {
		id := u.files[name].FileID.ValueString()
		_, text, err := u.client.GetLanguageModelFile(ctx, u.account, u.model.ModelID.ValueString(), id)
		switch {
		case ctx.Err() != nil:
			return diag.Diagnostics{apidiag.Error("read the files of", u.subject(), err)}
		case videoindexer.IsLacking(err):
			return nil
		case err != nil:
			unread, failure = append(unread, name), err
			continue
		}
		if u.note.Found == nil {
			u.note.Found = map[string]string{}
		}
		meaning := newMeaning()
		_, _ = meaning.Write([]byte(text)) // never fails
		u.note.Found[strings.ToLower(id)] = meaning.sum()
	}
	if failure == nil {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root("files"), "Texts of language model not compared",
		apidiag.Explained("read files of", u.subject(), failure, "The provider assumes that these files have the configured texts: "+quoteAll(unread)+"."))}
}

// differs says whether a configured file is known to hold another text than one that was found.
func (n *note) differs(ctx context.Context, found, configured fileModel) (bool, error) {
	sum := n.Found[strings.ToLower(found.FileID.ValueString())]
	if sum == "" || isSet(configured.URL) {
		return false, nil
	}
	meaning := newMeaning()
	var text io.Reader = strings.NewReader(configured.Content.ValueString())
	if isSet(configured.Source) {
		file, err := os.Open(configured.Source.ValueString())
		if err != nil {
			return false, unreadable(configured.Source.ValueString(), err)
		}
		defer file.Close()
		text = file
	}
	if _, err := io.Copy(meaning, interruptible{ctx, text}); err != nil {
		return false, err
	}
	return meaning.sum() != sum, nil
}

// meaning hashes what a text says: without a byte order mark, carriage returns, and white space at its end, which
// services change.
type meaning struct {
	hash    hash.Hash
	pending []byte // white space that counts if anything follows
	isBegun bool
}

func newMeaning() *meaning { return &meaning{hash: sha256.New()} }

func (m *meaning) Write(text []byte) (int, error) {
	size := len(text)
	text = bytes.ReplaceAll(text, []byte("\r"), nil)
	if mark := []byte(string(byteOrderMark)); !m.isBegun && len(text) > 0 {
		m.isBegun = true
		text = bytes.TrimPrefix(text, mark)
	}
	if words := bytes.TrimRight(text, " \t\n"); len(words) > 0 {
		m.hash.Write(m.pending)
		m.hash.Write(words)
		m.pending = m.pending[:0]
		text = text[len(words):]
	}
	m.pending = append(m.pending, text...)
	return size, nil
}

func (m *meaning) sum() string { return hex.EncodeToString(m.hash.Sum(nil)) }
