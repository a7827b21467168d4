package languagemodel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
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
		k.private.add(fileFact{Fact: wasFound, ID: id, SHA256: hashNormalized(text)})
	}
	if failure == nil {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root("files"), "Texts of language model not compared",
		apidiag.WithHint("read files of", k.subject(account), failure, "The provider assumes that these files have the configured texts: "+quoteAll(unread)+"."))}
}

// foundText is the hash of the normalized text of a file that an import has found; "" where the text is not known.
func (p *privateState) foundText(file fileModel) string {
	found := p.all(wasFound)
	i := slices.IndexFunc(found, func(f fileFact) bool { return strings.EqualFold(f.ID, file.FileID.ValueString()) })
	if i < 0 {
		return ""
	}
	return found[i].SHA256
}

func hashNormalized(text string) string {
	sum := sha256.Sum256([]byte(normalized(text)))
	return hex.EncodeToString(sum[:])
}
