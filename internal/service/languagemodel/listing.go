package languagemodel

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewModelsDataSource is data.videoindexer_language_models.
func NewModelsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.About{
		Name: "language_models", IsExtended: true,
		Summary: "Lists the language models of an account with their files, in the order of the service, including the models that the service made itself.",
		Notes:   "The guide [Adopt an account](../guides/adopt-an-account.md) shows how to write files and configuration from them.",
	}, modelsAttributes, readModels)
}

type modelsModel struct {
	filters
	LanguageModels []listedModel `tfsdk:"language_models"`
}

// filters are the arguments of the data source and of the list.
type filters struct {
	providerdata.AccountFields
	Language       types.String `tfsdk:"language"`
	IncludeContent types.Bool   `tfsdk:"include_content"`
}

func filterArguments() map[string]resourceschema.Attribute {
	return map[string]resourceschema.Attribute{
		"language": resourceschema.StringAttribute{
			MarkdownDescription: "Language of the models to return. Default: all." + arguments.LanguageCodes,
			Optional:            true,
			Validators:          []validator.String{validate.OneOf(videoindexer.LanguageModelLanguages...)},
		},
		"include_content": resourceschema.BoolAttribute{
			MarkdownDescription: "Whether to read the contents of the files, with one request for each file. Default: `false`.",
			Optional:            true,
		},
	}
}

// listedModel is a language model as the service lists it.
type listedModel struct {
	ModelID           types.String `tfsdk:"model_id"`
	Name              types.String `tfsdk:"name"`
	Language          types.String `tfsdk:"language"`
	State             types.String `tfsdk:"state"`
	LinguisticModelID types.String `tfsdk:"linguistic_model_id"`
	IsServiceMade     types.Bool   `tfsdk:"is_service_made"`
	Files             []listedFile `tfsdk:"files"`
}

// listedFile is a file of a listedModel.
type listedFile struct {
	FileID        types.String `tfsdk:"file_id"`
	Name          types.String `tfsdk:"name"`
	Enabled       types.Bool   `tfsdk:"enabled"`
	Creator       types.String `tfsdk:"creator"`
	CreationTime  types.String `tfsdk:"creation_time"`
	IsServiceMade types.Bool   `tfsdk:"is_service_made"`
	Content       types.String `tfsdk:"content"`
}

func modelsAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	flag := func(description string) schema.BoolAttribute {
		return schema.BoolAttribute{MarkdownDescription: description, Computed: true}
	}
	file := map[string]schema.Attribute{
		"file_id":         text("Id of the file."),
		"name":            text("Name of the file. Several files of a model can have the same name."),
		"enabled":         flag("Whether a training uses the file; null if the service does not return it."),
		"creator":         text("Name of the user who added the file."),
		"creation_time":   text("Time at which the file was added (RFC 3339, UTC)."),
		"is_service_made": flag("Whether the service added the file itself, from edits of transcripts."),
		"content":         text("Text of the file if `include_content` is set; null otherwise."),
	}
	attributes := arguments.ForData(filterArguments())
	attributes["language_models"] = arguments.ComputedList("The language models.", map[string]schema.Attribute{
		"model_id":            text("Id of the model (GUID)."),
		"name":                text("Name of the model. Several models of an account can have the same name."),
		"language":            text("Language of the model."),
		"state":               text("State of the model: `None` before the first training, `Waiting` or `Processing` during a training, `Complete` or `Failed` after it. A service can have other states."),
		"linguistic_model_id": text("Second id, which the service assigns after the first training; null until then."),
		"is_service_made":     flag("Whether the service made the model itself, to adapt to the account."),
		"files":               arguments.ComputedList("The files of the model, in the order of the service.", file),
	})
	return attributes
}

// readModels lists the models with their files and, where that is wanted, the contents.
func readModels(ctx context.Context, from scaffold.Target, model *modelsModel, diags *diag.Diagnostics) {
	model.LanguageModels = []listedModel{}
	models, problems := selected(ctx, from, model.filters)
	diags.Append(problems...)
	diags.Append(eachModel(ctx, from, models, model.filters, true, func(m *videoindexer.LanguageModel, texts map[string]types.String) bool {
		model.LanguageModels = append(model.LanguageModels, showModel(m, texts))
		return true
	})...)
}

func showModel(m *videoindexer.LanguageModel, texts map[string]types.String) listedModel {
	shown := listedModel{
		ModelID: types.StringValue(m.ID), Name: types.StringValue(m.Name), Language: types.StringValue(m.Language),
		State: nullable.Text(m.State), LinguisticModelID: nullable.Text(m.LinguisticModelID), IsServiceMade: types.BoolValue(m.IsServiceMade),
		Files: make([]listedFile, len(m.Files)),
	}
	for i, file := range m.Files {
		shown.Files[i] = listedFile{
			FileID: nullable.Text(file.ID), Name: types.StringValue(file.Name), Enabled: types.BoolPointerValue(file.Enabled),
			Creator: nullable.Text(file.Creator), CreationTime: nullable.Text(file.CreationTime), IsServiceMade: types.BoolValue(file.IsServiceMade()),
			Content: texts[file.ID],
		}
	}
	return shown
}

// selected are the models of an account (X5) that a filter wants.
func selected(ctx context.Context, from scaffold.Target, wanted filters) ([]videoindexer.LanguageModel, diag.Diagnostics) {
	models, err := from.Client.ListLanguageModels(ctx, from.Account)
	if err != nil {
		return nil, diag.Diagnostics{apidiag.Error("list", apidiag.Subject{Kind: "language models", Account: from.Account}, err)}
	}
	return slices.DeleteFunc(models, func(m videoindexer.LanguageModel) bool { // the client spells languages as the argument does
		return !wanted.Language.IsNull() && m.Language != wanted.Language.ValueString()
	}), nil
}

// eachModel calls take for each of the models until it returns false: with files, which the list may leave out (X6), and with
// their texts by file id if these are wanted (X10). What is deleted meanwhile is left out; any other failure ends the list.
func eachModel(
	ctx context.Context, from scaffold.Target, models []videoindexer.LanguageModel, wanted filters, withFiles bool,
	take func(m *videoindexer.LanguageModel, texts map[string]types.String) bool,
) diag.Diagnostics {
	for _, model := range models {
		m, texts, err := &model, map[string]types.String(nil), error(nil)
		if withFiles && model.Files == nil {
			m, err = from.Client.GetLanguageModel(ctx, from.Account, model.ID)
		}
		if err == nil && withFiles && wanted.IncludeContent.ValueBool() {
			texts, err = readTexts(ctx, from, m.ID, m.Files)
		}
		switch {
		case videoindexer.IsNotFound(err):
		case err != nil:
			return diag.Diagnostics{apidiag.Error("read", apidiag.Subject{Kind: objectKind, ID: model.ID, Name: model.Name, Account: from.Account}, err)}
		case !take(m, texts):
			return nil
		}
	}
	return nil
}

// NewListResource lists videoindexer_language_model.
func NewListResource() list.ListResource {
	return scaffold.NewList(scaffold.About{
		Name: "language_model", IsExtended: true, ReadsOn: true,
		Summary: "Lists the language models of an account, in the order of the service, without the models that the service made itself.",
		Notes:   "The resources have files with their names as `source`, or with their texts if `include_content` is set. The guide [Adopt an account](../guides/adopt-an-account.md) shows how to manage them.",
	}, func() map[string]listschema.Attribute { return arguments.ForList(filterArguments()) }, listModels)
}

// listModels gives the models of the list, each when it is its turn.
func listModels(ctx context.Context, q scaffold.Query, model *filters) diag.Diagnostics {
	models, diags := selected(ctx, q.Target, *model)
	models = slices.DeleteFunc(models, func(m videoindexer.LanguageModel) bool { return m.IsServiceMade })
	q.Has(len(models))
	diags.Append(eachModel(ctx, q.Target, models, *model, q.IncludeResource, func(m *videoindexer.LanguageModel, texts map[string]types.String) bool {
		return q.Give(listed(ctx, q, model.AccountFields, m, texts))
	})...)
	return diags
}

// listed is one model of a list; as a resource it is what an import and a read make of it. Its files have their texts, or
// their names as their sources.
func listed(ctx context.Context, q scaffold.Query, fields providerdata.AccountFields, m *videoindexer.LanguageModel, texts map[string]types.String) list.ListResult {
	k := &known{isExtended: true, files: map[string]fileModel{}, resourceModel: resourceModel{
		AdoptableFields: managed.Found(fields), ModelID: types.StringValue(m.ID), Timeouts: wait.NoTimeouts(),
	}}
	k.observe(m)
	for name, file := range k.files {
		if file.Content, file.URL = texts[file.FileID.ValueString()], types.StringNull(); !file.Content.IsNull() {
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
