package languagemodel

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// textsAtATime is how many texts are read at once.
const textsAtATime = 10

// readTexts reads the texts of a model's files by their ids (X10). Files that cannot be read are in failed, by id. A failure
// that every other file would share is the only error.
func readTexts(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, modelID string, files []videoindexer.LanguageModelFile) (texts map[string]string, failed map[string]error, err error) {
	var mutex sync.Mutex
	texts, failed = make(map[string]string), make(map[string]error)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(textsAtATime)
	for _, file := range files {
		group.Go(func() error {
			_, text, err := client.GetLanguageModelFile(ctx, account, modelID, file.ID)
			mutex.Lock()
			defer mutex.Unlock()
			switch {
			case err == nil:
				texts[file.ID] = text
			case isShared(ctx, err):
				return err //nolint:wrapcheck // the caller makes a diagnostic of it
			default:
				failed[file.ID] = err
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

// compareTexts reads the texts of files that an import has found, for plans to compare them with the configured ones. A text
// that the service does not return does not count as different.
func (k *known) compareTexts(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef) (diags diag.Diagnostics) {
	var files []videoindexer.LanguageModelFile
	for _, name := range sortedNames(k.files) {
		files = append(files, videoindexer.LanguageModelFile{ID: k.files[name].FileID.ValueString(), Name: name})
	}
	texts, failed, err := readTexts(ctx, client, account, k.ModelID.ValueString(), files)
	if err != nil {
		if !videoindexer.IsUnsupported(err) {
			apidiag.Add(&diags, "read the files of", k.subject(account), err)
		}
		return diags
	}
	var unread []string
	for _, file := range files {
		if text, isRead := texts[file.ID]; isRead {
			k.private.add(fileFact{Fact: wasFound, ID: file.ID, SHA256: hashNormalized(text)})
			continue
		}
		unread, err = append(unread, file.Name), failed[file.ID]
	}
	if err != nil {
		diags.AddAttributeWarning(path.Root("files"), "Texts of language model not compared",
			apidiag.WithHint("read files of", k.subject(account), err, "The provider assumes that these files have the configured texts: "+quoteAll(unread)+"."))
	}
	return diags
}
