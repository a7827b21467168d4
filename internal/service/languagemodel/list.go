package languagemodel

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
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

// listModels gives the models of the list (X5), each when it is its turn.
func listModels(ctx context.Context, from providerdata.Target, model *listModel, req list.ListRequest) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		remote, err := from.Client.ListLanguageModels(ctx, from.Account)
		if err != nil {
			yield(providerdata.ListError("list", modelsSubject(from.Account), err))
			return
		}
		for _, one := range remote {
			if result, isListed, isLast := model.result(ctx, from, req, one); isListed && !yield(result) || isLast {
				return
			}
		}
	}
}

// result is that of one model, unless it is not to be listed. With resources, a model whose files the list leaves out is read
// by itself (X6). If it cannot be read, the result has its identity and a warning; without its texts, it is only a warning. A
// failure that every other model would share is an error, and ends the list: isLast.
func (m *listModel) result(ctx context.Context, from providerdata.Target, req list.ListRequest, one videoindexer.LanguageModel) (result list.ListResult, isListed, isLast bool) {
	subject := subjectOf(one.ID, from.Account)
	isWanted := func() bool { return !one.IsServiceMade && isOf(one, m.Language) }
	var unread diag.Diagnostics
	if isWanted() && req.IncludeResource && one.Files == nil {
		whole, err := from.Client.GetLanguageModel(ctx, from.Account, one.ID)
		switch {
		case videoindexer.IsNotFound(err): // deleted since
			return result, false, false
		case err != nil && isShared(ctx, err):
			return providerdata.ListError("read", subject, err), true, true
		case err != nil:
			unread.Append(apidiag.Warning("read", subject, err))
		default:
			one = *whole
		}
	}
	if !isWanted() {
		return result, false, false
	}
	var texts map[string]string
	if req.IncludeResource && m.IncludeContent.ValueBool() {
		var err error
		if texts, err = readAll(ctx, from, &one); err != nil && isShared(ctx, err) {
			return providerdata.ListError("read files of", subject, err), true, true
		} else if err != nil {
			// Terraform shows only the first of several warnings with one summary.
			result.Diagnostics.AddWarning(fmt.Sprintf("Left out: language model %s %q", one.ID, one.Name), apidiag.Detail("read files of", subject, err))
			return result, true, false
		}
	}
	result = listed(ctx, req, m.AccountFields, &one, texts)
	result.Diagnostics.Append(unread...)
	return result, true, false
}

// readAll reads the texts of a model's files (X10). A file that has nothing which a configuration could send is an error.
func readAll(ctx context.Context, from providerdata.Target, model *videoindexer.LanguageModel) (map[string]string, error) {
	files := slices.DeleteFunc(slices.Clone(model.Files), func(f videoindexer.LanguageModelFile) bool { return f.IsServiceMade() })
	texts, failed, err := readTexts(ctx, from, model.ID, files)
	for _, file := range files {
		if _, invalid := hashText(ctx, strings.NewReader(texts[file.ID])); invalid != nil {
			err = cmp.Or(err, failed[file.ID], fmt.Errorf("file %q: %w", file.Name, invalid))
		}
	}
	return texts, err
}

// listed is one model of a list; as a resource it is what an import and a read make of it. Its files have their texts, or
// their names as their sources.
func listed(ctx context.Context, req list.ListRequest, account providerdata.AccountFields, remote *videoindexer.LanguageModel, texts map[string]string) list.ListResult {
	result := providerdata.Listed(ctx, req, cmp.Or(remote.Name, remote.ID), account.AccountRef(), map[string]any{keys[0].Name: remote.ID})
	if !req.IncludeResource {
		return result
	}
	k := &known{isExtended: true, files: map[string]fileModel{}, resourceModel: resourceModel{
		AccountFields: account, ModelID: types.StringValue(remote.ID), Timeouts: wait.NoTimeouts(),
	}}
	k.observe(remote)
	for name, file := range k.files {
		file.Content, file.URL = types.StringNull(), types.StringNull()
		if text, isRead := texts[file.FileID.ValueString()]; isRead {
			file.Source, file.Content = types.StringNull(), types.StringValue(text)
		}
		k.files[name] = file
	}
	k.complete()
	result.Diagnostics.Append(result.Resource.Set(ctx, k.state(ctx, k.resourceModel, &result.Diagnostics))...)
	return result
}
