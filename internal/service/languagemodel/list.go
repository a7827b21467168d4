package languagemodel

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ list.ListResourceWithConfigure = (*modelList)(nil)

type modelList struct{ providerdata.Resource }

// NewListResource lists videoindexer_language_model.
func NewListResource() list.ListResource {
	return &modelList{providerdata.Resource{Name: "language_model"}}
}

type listModel struct {
	providerdata.AccountFields
	Language types.String `tfsdk:"language"`
}

func (l *modelList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: "Lists the language models of an account, in the order of the service, without the models that the service made itself." +
			arguments.NeedsExtended +
			"\n\n" +
			"The resources have files with their names as `source`: the guide [From a portal to files](../guides/from-a-portal-to-files.md) shows how to get the texts.",
		Attributes: providerdata.ListAttributes(map[string]listschema.Attribute{
			"language": listschema.StringAttribute{
				MarkdownDescription: describeLanguageFilter + " One of " + arguments.Codes(videoindexer.LanguageModelLanguages) + ".",
				Optional:            true,
				Validators:          []validator.String{stringvalidator.OneOf(videoindexer.LanguageModelLanguages...)},
			},
		}),
	}
}

// List yields the models of the list (X5). With resources, a model whose files the list leaves out is read by itself
// (X6) when it is its turn. One that cannot be read is a warning in its place. A failure that every other model would
// share is an error, which follows the models before it.
func (l *modelList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var model listModel
	var diags diag.Diagnostics
	fail := func() { stream.Results = list.ListResultsStreamDiagnostics(diags) }
	client, account, ok := l.LoadExtended(ctx, "The list of videoindexer_language_model", req.Config, &model, &diags)
	if !ok {
		fail()
		return
	}
	remote, err := client.ListLanguageModels(ctx, account)
	if err != nil {
		apidiag.Add(&diags, "list", modelsSubject(account), err)
		fail()
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		pushed := int64(0)
		for _, one := range remote {
			if one.Unreadable == nil && !model.wants(one) {
				continue
			}
			var unread diag.Diagnostics
			if one.Unreadable != nil || req.IncludeResource && one.Files == nil {
				whole, err := client.GetLanguageModel(ctx, account, one.ID)
				subject := apidiag.Subject{Noun: "language model", ID: one.ID, Account: account}
				switch {
				case videoindexer.IsNotFound(err):
					continue // deleted since
				case err != nil && (ctx.Err() != nil || videoindexer.IsAccountWide(err) || videoindexer.IsUnsupported(err)): // all would fail alike
					push(list.ListResult{Diagnostics: diag.Diagnostics{apidiag.Error("read", subject, err)}})
					return
				case err != nil:
					unread.Append(apidiag.Warning("read", subject, err))
				case !model.wants(*whole):
					continue
				default:
					one = *whole
				}
			}
			result := listed(ctx, req, model.AccountFields, &one)
			result.Diagnostics.Append(unread...)
			if pushed++; !push(result) || pushed == req.Limit {
				return
			}
		}
	}
}

// wants says whether a model is one to list: of the language that is asked for, and not one of the service's own.
func (m *listModel) wants(one videoindexer.LanguageModel) bool {
	return !one.IsServiceMade && isOf(one, m.Language)
}

// listed is one model of a list; as a resource it is what an import and a read make of it.
func listed(ctx context.Context, req list.ListRequest, account providerdata.AccountFields, remote *videoindexer.LanguageModel) list.ListResult {
	result := providerdata.Listed(ctx, req, cmp.Or(remote.Name, remote.ID), account.AccountRef(), map[string]any{keys[0].Name: remote.ID})
	if !req.IncludeResource {
		return result
	}
	k := &known{isExtended: true, resourceModel: resourceModel{
		AccountFields: account, ModelID: types.StringValue(remote.ID), State: nullable.Text(remote.State), LinguisticModelID: nullable.Text(remote.LinguisticModelID),
		TrainingState: trainingState("", remote, false),
		Timeouts:      wait.NoTimeoutsWithDelete(),
	}}
	k.take(remote)
	if remote.Unreadable != nil {
		k.Name, k.Language = types.StringNull(), types.StringNull()
	}
	for _, file := range k.unknownTo(remote) {
		k.files[k.keyFor(file)] = fileModel{Source: types.StringValue(file.Name), FileID: types.StringValue(file.ID), Enabled: types.BoolValue(true)}
	}
	k.takeFlags(remote)
	k.complete(deletion.Abandon)
	result.Diagnostics.Append(result.Resource.Set(ctx, k.state(ctx, k.resourceModel, &result.Diagnostics))...)
	return result
}
