package languagemodel

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource lists videoindexer_language_model.
func NewListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: "language_model", IsExtended: true,
		Summary: "Lists the language models of an account, in the order of the service, without the models that the service made itself.",
		Notes:   "The resources have files with their names as `source`, or with their texts if `include_content` is set. The guide [Adopt an account](../guides/adopt-an-account.md) shows how to manage them.",
	}, func() map[string]listschema.Attribute { return arguments.ForList(filterArguments()) }, listModels)
}

// listModels gives the models of the list, each when it is its turn.
func listModels(ctx context.Context, q providerdata.Query, model *filters) diag.Diagnostics {
	return eachModel(ctx, q.Target, *model, q.IncludeResource, func(m *videoindexer.LanguageModel, texts []types.String) bool {
		return m.IsServiceMade || q.Give(listed(ctx, q, model.AccountFields, m, texts))
	})
}

// listed is one model of a list; as a resource it is what an import and a read make of it. Its files have their texts, or
// their names as their sources.
func listed(ctx context.Context, q providerdata.Query, fields providerdata.AccountFields, m *videoindexer.LanguageModel, texts []types.String) list.ListResult {
	k := &known{isExtended: true, files: map[string]fileModel{}, resourceModel: resourceModel{
		Fields: managed.Fields{AccountFields: fields}, ModelID: types.StringValue(m.ID), Timeouts: wait.NoTimeouts(),
	}}
	k.observe(m)
	contents := map[string]types.String{}
	for i, text := range texts {
		contents[m.Files[i].ID] = text
	}
	for name, file := range k.files {
		if file.Content, file.URL = contents[file.FileID.ValueString()], types.StringNull(); !file.Content.IsNull() {
			file.Source = types.StringNull()
		}
		k.files[name] = file
	}
	k.complete()
	var diags diag.Diagnostics
	result := q.ListedAs(ctx, cmp.Or(m.Name, m.ID), map[string]any{keys[0].Name: m.ID}, k.state(ctx, k.resourceModel, &diags))
	result.Diagnostics.Append(diags...)
	return result
}
