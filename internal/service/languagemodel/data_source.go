package languagemodel

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

type modelsModel struct {
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
		"include_content": arguments.OptionalBool("Whether to read the contents of the files, with one request for each file. Default: `false`."),
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
		"`None` before the first training, `Waiting` or `Processing` during a training, `Complete` or `Failed` after it. A service can have other states.",
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
func readModels(ctx context.Context, target scaffold.Target, result *modelsModel, diags *diag.Diagnostics) {
	const withFiles = true
	listed := []videoindexer.LanguageModel{}
	models, problems := selected(ctx, target, result.filters)
	diags.Append(problems...)
	diags.Append(eachModel(ctx, target, models, result.filters, withFiles, func(m *videoindexer.LanguageModel) bool {
		listed = append(listed, *m)
		return true
	})...)
	result.LanguageModels = modelColumns.List(listed)
}

// selected returns the models of an account (X5) that a filter wants.
func selected(
	ctx context.Context, target scaffold.Target, filter filters,
) ([]videoindexer.LanguageModel, diag.Diagnostics) {
	models, err := target.Client.ListLanguageModels(ctx, target.Account)
	if err != nil {
		subject := apidiag.Subject{Kind: "language models", Account: target.Account}
		return nil, diag.Diagnostics{apidiag.Error("list", subject, err)}
	}
	// The client spells the languages of models as the argument does.
	isUnwanted := func(m videoindexer.LanguageModel) bool {
		return !filter.Language.IsNull() && m.Language != filter.Language.ValueString()
	}
	return slices.DeleteFunc(models, isUnwanted), nil
}

// eachModel calls take for each of the models until it returns false: with files, which the list may leave out (X6),
// and with their texts by file id if these are wanted (X10). What is deleted meanwhile is left out; any other failure
// ends the list.
func eachModel(
	ctx context.Context, target scaffold.Target, models []videoindexer.LanguageModel, filter filters, withFiles bool,
	take func(*videoindexer.LanguageModel) bool,
) diag.Diagnostics {
	for _, listed := range models {
		model := &listed
		var err error
		if withFiles {
			model, err = readFiles(ctx, target, listed, filter.IncludeContent.ValueBool())
		}
		switch {
		case videoindexer.IsNotFound(err):
		case err != nil:
			subject := apidiag.Subject{Kind: objectKind, ID: listed.ID, Name: listed.Name, Account: target.Account}
			return diag.Diagnostics{apidiag.Error("read", subject, err)}
		case !take(model):
			return nil
		}
	}
	return nil
}

// readFiles returns a listed model with its files (X6) and, where they are wanted, with their contents.
func readFiles(
	ctx context.Context, target scaffold.Target, listed videoindexer.LanguageModel, withContents bool,
) (*videoindexer.LanguageModel, error) {
	model := &listed
	if listed.Files == nil {
		read, err := target.Client.GetLanguageModel(ctx, target.Account, listed.ID)
		if err != nil {
			return nil, err
		}
		model = read
	}
	if !withContents {
		return model, nil
	}
	// The client shares lists with other readers.
	model.Files = slices.Clone(model.Files)
	return model, readFileTexts(ctx, target, model.ID, model.Files)
}

// readFileTexts fills in the contents of a model's files (X10). One that is gone has none.
func readFileTexts(
	ctx context.Context, target scaffold.Target, modelID string, files []videoindexer.LanguageModelFile,
) error {
	for index := range files {
		file, err := target.Client.GetLanguageModelFile(ctx, target.Account, modelID, files[index].ID)
		switch {
		case err == nil:
			files[index].Content = file.Content
		case !videoindexer.IsNotFound(err):
			return err
		}
	}
	return nil
}
