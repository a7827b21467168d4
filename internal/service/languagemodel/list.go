package languagemodel

// The list resource shows each model as an import and a read would.

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource returns list.videoindexer_language_model.
func NewListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: "language_model", NeedsExtended: true, IsPaged: true,
		Summary: "Lists the language models of an account, in the order of the service, " +
			"without the models that the service created automatically.",
		Notes: "In the resources, `source` of a file is the name of the file. " +
			"With `include_content`, `content` has the text instead. " +
			"The guide [Adopt an account](../guides/adopt-an-account.md) shows how to manage them.",
	}, filterArguments, listModels)
}

// listModels pushes the models of the list one after the other.
func listModels(ctx context.Context, q scaffold.Query, config *filters) diag.Diagnostics {
	listing := modelListing{target: q.Target, filters: *config, needsFiles: q.IncludeResource}
	models, diags := listing.selected(ctx)
	models = slices.DeleteFunc(models, func(m videoindexer.LanguageModel) bool { return m.IsServiceMade })
	q.SetTotal(len(models))
	diags.Append(listing.each(ctx, models, func(m *videoindexer.LanguageModel) (wantsMore bool) {
		return q.Push(listResult(ctx, q, config.AccountFields, m))
	})...)
	return diags
}

// listResult returns one model of a list; as a resource it is what an import and a read make of it.
// Its files have their texts, or their names as their sources.
func listResult(
	ctx context.Context, query scaffold.Query, fields providerdata.AccountFields, model *videoindexer.LanguageModel,
) list.ListResult {
	state := resourceModel{
		AdoptableFields: managed.AsImported(fields), ModelID: types.StringValue(model.ID), Timeouts: wait.NoTimeouts(),
	}
	imported := newClaim(state, query.Client.AllowsExtended())
	claimed := merge(imported, observation{LanguageModel: model})
	claimed.completeRead(imported, model)
	claimed.showContents(model)
	claimed.fillDefaults()
	identity := map[string]any{modelKey.Name: model.ID}
	return query.ResultWith(ctx, cmp.Or(model.Name, model.ID), identity, claimed.state(claimed.resourceModel))
}

// showContents gives the files of the state the texts that a list has read, instead of sources.
func (c *claim) showContents(model *videoindexer.LanguageModel) {
	shown := c.filesByID(model)
	for label, file := range c.files {
		content := shown[file.id()].Content
		if content != nil {
			file.Content = types.StringValue(*content)
			file.Source = types.StringNull()
			c.files[label] = file
		}
	}
}
