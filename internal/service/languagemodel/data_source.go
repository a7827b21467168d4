package languagemodel

// The data source reads all models of an account; the list resource shares its reads.

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewModelsDataSource returns data.videoindexer_language_models.
func NewModelsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "language_models", NeedsExtended: true,
		Summary: "Lists the language models of an account with their files, in the order of the service, " +
			"including the models that the service created automatically.",
		Notes: "The guide [Adopt an account](../guides/adopt-an-account.md) shows how to write files and configuration from the models.",
	}, modelsAttributes, readModels)
}

type languageModelList struct {
	filters
	LanguageModels types.List `tfsdk:"language_models"`
}

// filters are the arguments of the data source and of the list.
type filters struct {
	providerdata.AccountFields
	Language       types.String `tfsdk:"language"`
	IncludeContent types.Bool   `tfsdk:"include_content"`
}

func filterArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"language": arguments.OptionalString("Language of the models to return. Default: all."+arguments.LanguageCodesNote,
			validate.OneOf(videoindexer.LanguageModelLanguages...)),
		"include_content": arguments.OptionalBool("Whether to read the contents of the files, " +
			"with one request for each file. Default: `false`."),
	}
}

// modelColumns describe a language model in a list.
var modelColumns = arguments.Columns[videoindexer.LanguageModel]{
	arguments.NewColumn("model_id", "Id of the model (GUID).",
		func(m videoindexer.LanguageModel) attr.Value { return types.StringValue(m.ID) }),
	arguments.NewColumn("name", "Name of the model. Several models of an account can have the same name.",
		func(m videoindexer.LanguageModel) attr.Value { return types.StringValue(m.Name) }),
	arguments.NewColumn("language", "Language of the model.",
		func(m videoindexer.LanguageModel) attr.Value { return types.StringValue(m.Language) }),
	arguments.NewColumn("state", "State of the model: "+
		"`None` before the first training, `Waiting` or `Processing` during a training, "+
		"`Complete` or `Failed` after it. A service can have other states.",
		func(m videoindexer.LanguageModel) attr.Value { return nullable.String(m.State) }),
	arguments.NewColumn(
		"linguistic_model_id", "Second id, which the service assigns after the first training; null until then.",
		func(m videoindexer.LanguageModel) attr.Value { return nullable.String(m.LinguisticModelID) }),
	arguments.NewColumn("is_service_made",
		"Whether the service created the model automatically, to adapt to the account.",
		func(m videoindexer.LanguageModel) attr.Value { return types.BoolValue(m.IsServiceMade) }),
	arguments.NewColumn("files", "",
		func(m videoindexer.LanguageModel) attr.Value { return fileColumns.ListOrEmpty(m.Files) }),
}

// fileColumns describe a file of a listed model.
var fileColumns = arguments.Columns[videoindexer.LanguageModelFile]{
	arguments.NewColumn("file_id", "Id of the file.",
		func(f videoindexer.LanguageModelFile) attr.Value { return nullable.String(f.ID) }),
	arguments.NewColumn("name", "Name of the file. Several files of a model can have the same name.",
		func(f videoindexer.LanguageModelFile) attr.Value { return types.StringValue(f.Name) }),
	arguments.NewColumn("enabled", "Whether a training uses the file; null if the service does not return it.",
		func(f videoindexer.LanguageModelFile) attr.Value { return types.BoolPointerValue(f.Enabled) }),
	arguments.NewColumn("creator", "Name of the user who added the file.",
		func(f videoindexer.LanguageModelFile) attr.Value { return nullable.String(f.Creator) }),
	arguments.NewColumn("creation_time", "Time at which the file was added (RFC 3339, UTC).",
		func(f videoindexer.LanguageModelFile) attr.Value { return nullable.String(f.Created) }),
	arguments.NewColumn("is_service_made",
		"Whether the service added the file automatically, from edits of transcripts.",
		func(f videoindexer.LanguageModelFile) attr.Value { return types.BoolValue(f.IsServiceMade()) }),
	arguments.NewColumn("content", "Text of the file if `include_content` is set; null otherwise.",
		func(f videoindexer.LanguageModelFile) attr.Value { return types.StringPointerValue(f.Content) }),
}

func modelsAttributes() map[string]schema.Attribute {
	attributes := filterArguments()
	attributes["language_models"] = modelColumns.Attribute("The language models.", map[string]schema.Attribute{
		"files": fileColumns.Attribute("The files of the model, in the order of the service.", nil),
	})
	return attributes
}

// readModels lists the models with their files and, where that is wanted, the contents.
func readModels(
	ctx context.Context, target providerdata.Target, result *languageModelList,
) (diags diag.Diagnostics) {
	listing := modelListing{target: target, filters: result.filters, needsFiles: true}
	models, problems := listing.selected(ctx)
	diags.Append(problems...)
	listed := []videoindexer.LanguageModel{}
	diags.Append(listing.each(ctx, models, func(m *videoindexer.LanguageModel) (wantsMore bool) {
		listed = append(listed, *m)
		return true
	})...)
	result.LanguageModels = modelColumns.List(listed)
	return diags
}

// modelListing reads the models of an account, for the data source and the list.
type modelListing struct {
	target  providerdata.Target
	filters filters
	// needsFiles means that each model is to have its files, which the list of the service may
	// leave out.
	needsFiles bool
}

// selected returns the models of the account (X5) that the filters want.
func (l modelListing) selected(ctx context.Context) ([]videoindexer.LanguageModel, diag.Diagnostics) {
	models, err := l.target.Client.ListLanguageModels(ctx, l.target.Account)
	if err != nil {
		subject := apidiag.Subject{Kind: "language models", Account: l.target.Account}
		return nil, diag.Diagnostics{apidiag.Error("list", subject, err)}
	}
	language := l.filters.Language
	// The client spells the languages of models as the argument does.
	isUnwanted := func(m videoindexer.LanguageModel) bool {
		return !language.IsNull() && m.Language != language.ValueString()
	}
	return slices.DeleteFunc(models, isUnwanted), nil
}

// each calls take for each of the models, with files and contents as far as they are wanted, until
// take returns false. A model that was deleted since the list is left out. Any other failure ends
// the list.
func (l modelListing) each(
	ctx context.Context, models []videoindexer.LanguageModel, take func(*videoindexer.LanguageModel) (wantsMore bool),
) diag.Diagnostics {
	for _, listed := range models {
		model, err := l.complete(ctx, listed)
		if videoindexer.IsNotFound(err) {
			continue
		}
		if err != nil {
			subject := apidiag.Subject{Kind: objectKind, ID: listed.ID, Name: listed.Name, Account: l.target.Account}
			return diag.Diagnostics{apidiag.Error("read", subject, err)}
		}
		wantsMore := take(model)
		if !wantsMore {
			return nil
		}
	}
	return nil
}

// complete returns a listed model with its files (X6) and their contents, as far as they are
// wanted.
func (l modelListing) complete(
	ctx context.Context, listed videoindexer.LanguageModel,
) (*videoindexer.LanguageModel, error) {
	model := &listed
	if !l.needsFiles {
		return model, nil
	}
	if listed.Files == nil {
		read, err := l.target.Client.GetLanguageModel(ctx, l.target.Account, listed.ID)
		if err != nil {
			return nil, err
		}
		model = read
	}
	if !l.filters.IncludeContent.ValueBool() {
		return model, nil
	}
	// The client shares lists with other readers.
	model.Files = slices.Clone(model.Files)
	return model, l.readFileTexts(ctx, model)
}

// readFileTexts sets the contents of a model's files (X10). A file that is gone has none.
func (l modelListing) readFileTexts(ctx context.Context, model *videoindexer.LanguageModel) error {
	for index := range model.Files {
		file := &model.Files[index]
		read, err := l.target.Client.GetLanguageModelFile(ctx, l.target.Account, model.ID, file.ID)
		switch {
		case err == nil:
			file.Content = read.Content
		case !videoindexer.IsNotFound(err):
			return err
		}
	}
	return nil
}
