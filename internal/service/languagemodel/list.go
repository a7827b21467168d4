package languagemodel

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
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
	}, listAttributes, listModels)
}

type listModel struct {
	providerdata.AccountFields
	Language       types.String `tfsdk:"language"`
	IncludeContent types.Bool   `tfsdk:"include_content"`
}

func listAttributes() map[string]listschema.Attribute {
	return map[string]listschema.Attribute{
		"language": listschema.StringAttribute{
			MarkdownDescription: describeLanguageFilter + " One of " + arguments.Codes(videoindexer.LanguageModelLanguages) + ".",
			Optional:            true,
			Validators:          []validator.String{stringvalidator.OneOf(videoindexer.LanguageModelLanguages...)},
		},
		"include_content": listschema.BoolAttribute{
			MarkdownDescription: "Whether the resources have the texts of their files as `content`, which takes one request for each file. Default: `false`.",
			Optional:            true,
		},
	}
}

// listModels gives the models of the list, each when it is its turn. Of one that cannot be read by itself, the result has the
// identity and a warning; without its texts, it is only a warning.
func listModels(ctx context.Context, from providerdata.Target, model *listModel, req list.ListRequest) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		for one, err := range wholeModels(ctx, from, model.Language, req.IncludeResource, req.IncludeResource && model.IncludeContent.ValueBool()) {
			var result list.ListResult
			switch {
			case err != nil:
				result = providerdata.ListError(one.failure(from.Account, err))
			case one.IsServiceMade:
				continue
			default:
				result = listed(ctx, req, model.AccountFields, one)
			}
			if !yield(result) {
				return
			}
		}
	}
}

// listed is one model of a list; as a resource it is what an import and a read make of it. Its files have their texts, or
// their names as their sources.
func listed(ctx context.Context, req list.ListRequest, fields providerdata.AccountFields, one *wholeModel) list.ListResult {
	subject := subjectOf(one.ID, fields.AccountRef())
	contents := map[string]types.String{}
	for i, text := range one.texts {
		file := one.Files[i]
		if _, invalid := hashText(strings.NewReader(text.content)); text.err == nil && invalid != nil { // no configuration could send it
			text.err = fmt.Errorf("file %q: %w", file.Name, invalid)
		}
		if text.err != nil && !file.IsServiceMade() {
			// Terraform shows only the first of several warnings with one summary.
			return list.ListResult{Diagnostics: diag.Diagnostics{diag.NewWarningDiagnostic(
				fmt.Sprintf("Left out: language model %s %q", one.ID, one.Name), apidiag.Detail("read files of", subject, text.err))}}
		}
		contents[file.ID] = types.StringValue(text.content)
	}
	result := providerdata.Listed(ctx, req, cmp.Or(one.Name, one.ID), fields.AccountRef(), map[string]any{keys[0].Name: one.ID})
	if one.unread != nil {
		result.Diagnostics.Append(apidiag.Warning("read", subject, one.unread))
	}
	if !req.IncludeResource {
		return result
	}
	k := &known{isExtended: true, files: map[string]fileModel{}, resourceModel: resourceModel{
		AccountFields: fields, ModelID: types.StringValue(one.ID), Timeouts: wait.NoTimeouts(),
	}}
	k.observe(one.LanguageModel)
	for name, file := range k.files {
		if file.Content, file.URL = contents[file.FileID.ValueString()], types.StringNull(); !file.Content.IsNull() {
			file.Source = types.StringNull()
		}
		k.files[name] = file
	}
	k.complete()
	result.Diagnostics.Append(result.Resource.Set(ctx, k.state(ctx, k.resourceModel, &result.Diagnostics))...)
	return result
}
