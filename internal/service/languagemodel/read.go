package languagemodel

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"golang.org/x/sync/errgroup"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// textsAtATime is how many texts are read at once.
const textsAtATime = 10

// readTexts reads the texts of a model's files by their ids (X10).
func readTexts(ctx context.Context, from providerdata.Target, modelID string, files []videoindexer.LanguageModelFile) (map[string]string, error) {
	var mutex sync.Mutex
	texts := make(map[string]string)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(textsAtATime)
	for _, file := range files {
		group.Go(func() error {
			_, text, err := from.Client.GetLanguageModelFile(ctx, from.Account, modelID, file.ID)
			if err != nil {
				return fmt.Errorf("file %q: %w", file.Name, err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			texts[file.ID] = text
			return nil
		})
	}
	return texts, group.Wait() //nolint:wrapcheck // as above
}

// readFound reads the texts of files that a read has found, for plans to compare them with the configured ones. Texts that
// the service does not return do not count as different.
func (k *known) readFound(ctx context.Context, from providerdata.Target, files []videoindexer.LanguageModelFile) (diags diag.Diagnostics) {
	texts, err := readTexts(ctx, from, k.ModelID.ValueString(), files)
	switch {
	case videoindexer.IsUnsupported(err):
	case err != nil:
		diags.AddAttributeWarning(path.Root("files"), "Texts of language model not compared",
			apidiag.WithHint("read files of", k.subject(from.Account), err, "The provider assumes that files which it has not sent have the configured texts."))
	default:
		if k.private.Texts == nil {
			k.private.Texts = make(map[string]string)
		}
		for id, text := range texts {
			k.private.Texts[id] = hashNormalized(text)
		}
	}
	return diags
}
