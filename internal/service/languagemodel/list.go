package languagemodel

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
		Summary: "Lists the language models of an account, in the order of the service, without the models that the service created automatically.",
		Notes: "In the resources, `source` of a file is the name of the file. " +
			"With `include_content`, `content` has the text instead. " +
			"The guide [Adopt an account](../guides/adopt-an-account.md) shows how to manage them.",
	}, filterArguments, listModels)
}

// listModels pushes the models of the list one after the other.
func listModels(ctx context.Context, q scaffold.Query, config *filters) diag.Diagnostics {
	models, diags := selected(ctx, q.Target, *config)
	models = slices.DeleteFunc(models, func(m videoindexer.LanguageModel) bool { return m.IsServiceMade })
	q.SetTotal(len(models))
	diags.Append(eachModel(ctx, q.Target, models, *config, q.IncludeResource, func(m *videoindexer.LanguageModel) bool {
		return q.Push(listResult(ctx, q, config.AccountFields, m))
	})...)
	return diags
}

// listResult returns one model of a list; as a resource it is what an import and a read make of it. Its files have
// their texts, or their names as their sources.
func listResult(
	ctx context.Context, query scaffold.Query, fields providerdata.AccountFields, config *videoindexer.LanguageModel,
) list.ListResult {
	imported := newClaim(resourceModel{
		AdoptableFields: managed.AsImported(fields), ModelID: types.StringValue(config.ID), Timeouts: wait.NoTimeouts(),
	}, true)
	claimed := imported.clone()
	claimed.merge(observation{LanguageModel: config})
	claimed.completeRead(imported, config)
	for _, shown := range config.Files {
		for label, file := range claimed.files {
			if shown.Content == nil || file.id() != shown.ID {
				continue
			}
			file.Content = types.StringPointerValue(shown.Content)
			file.Source = types.StringNull()
			claimed.files[label] = file
		}
	}
	claimed.fillDefaults()
	identity := map[string]any{modelKey.Name: config.ID}
	return query.ResultWith(ctx, cmp.Or(config.Name, config.ID), identity, claimed.state(claimed.resourceModel))
}
