package languagemodel

import (
	"context"
	"iter"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewModelsDataSource is data.videoindexer_language_models.
func NewModelsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "language_models", IsExtended: true,
		Summary: "Lists the language models of an account with their files, in the order of the service, including the models that the service made itself.",
		Notes:   "The guide [Adopt an account](../guides/adopt-an-account.md) shows how to turn them into files and configuration.",
	}, modelsAttributes, readModels)
}

type modelsModel struct {
	providerdata.AccountFields
	Language       types.String  `tfsdk:"language"`
	IncludeContent types.Bool    `tfsdk:"include_content"`
	LanguageModels []listedModel `tfsdk:"language_models"`
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

const describeLanguageFilter = "Language of the models to return. Default: all."

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
		"content":         text("Text of the file if `include_content` is set; null otherwise, and if the file cannot be read."),
	}
	return map[string]schema.Attribute{
		"language": schema.StringAttribute{
			MarkdownDescription: describeLanguageFilter + arguments.LanguageCodes,
			Optional:            true,
			Validators:          []validator.String{stringvalidator.OneOf(videoindexer.LanguageModelLanguages...)},
		},
		"include_content": schema.BoolAttribute{
			MarkdownDescription: "Whether to read the contents of the files, with one request for each file. They are then stored in the state. Default: `false`.",
			Optional:            true,
		},
		"language_models": schema.ListNestedAttribute{
			MarkdownDescription: "The language models.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"model_id":            text("Id of the model (GUID)."),
				"name":                text("Name of the model. Several models of an account can have the same name."),
				"language":            text("Language of the model."),
				"state":               text("State of the model: `None` before the first training, `Waiting` or `Processing` during a training, `Complete` or `Failed` after it. A service can have other states."),
				"linguistic_model_id": text("Second id, which the service assigns after the first training; null until then."),
				"is_service_made":     flag("Whether the service made the model itself, to adapt to the account."),
				"files": schema.ListNestedAttribute{
					MarkdownDescription: "The files of the model, in the order of the service.",
					Computed:            true,
					NestedObject:        schema.NestedAttributeObject{Attributes: file},
				},
			}},
		},
	}
}

// readModels lists the models with their files and, where that is wanted, the contents. One that cannot be read by itself is
// left out with a warning.
func readModels(ctx context.Context, from providerdata.Target, model *modelsModel, diags *diag.Diagnostics) {
	model.LanguageModels = []listedModel{}
	for one, err := range wholeModels(ctx, from, model.Language, true, model.IncludeContent.ValueBool()) {
		switch {
		case err != nil:
			diags.Append(apidiag.Error(one.failure(from.Account, err)))
			return
		case one.unread != nil:
			diags.Append(apidiag.Warning("read", subjectOf(one.ID, from.Account), one.unread))
			continue
		}
		shown := showModel(one.LanguageModel)
		for i, text := range one.texts {
			if text.err != nil {
				subject := apidiag.Subject{Noun: "language model file", ID: strconv.Quote(one.Files[i].Name) + " of model " + one.ID, Account: from.Account}
				diags.Append(apidiag.Warning("read", subject, text.err))
				continue
			}
			shown.Files[i].Content = types.StringValue(text.content)
		}
		model.LanguageModels = append(model.LanguageModels, shown)
	}
}

func showModel(m *videoindexer.LanguageModel) listedModel {
	shown := listedModel{
		ModelID: types.StringValue(m.ID), Name: types.StringValue(m.Name), Language: types.StringValue(m.Language),
		State: nullable.Text(m.State), LinguisticModelID: nullable.Text(m.LinguisticModelID), IsServiceMade: types.BoolValue(m.IsServiceMade),
		Files: make([]listedFile, len(m.Files)),
	}
	for i, file := range m.Files {
		shown.Files[i] = listedFile{
			FileID: nullable.Text(file.ID), Name: types.StringValue(file.Name), Enabled: types.BoolPointerValue(file.Enabled),
			Creator: nullable.Text(file.Creator), CreationTime: nullable.Text(file.CreationTime), IsServiceMade: types.BoolValue(file.IsServiceMade()),
		}
	}
	return shown
}

// wholeModel is a model of a list, with what is wanted of it besides.
type wholeModel struct {
	*videoindexer.LanguageModel
	texts []fileText
	// unread is why the model cannot be read by itself.
	unread error
}

// wholeModels gives the models of a language, or of all, from the list (X5), each when it is its turn: withFiles, which the
// list may leave out (X6), and withTexts (X10). A failure that every other model would share ends it.
func wholeModels(ctx context.Context, from providerdata.Target, language types.String, withFiles, withTexts bool) iter.Seq2[*wholeModel, error] {
	isWanted := func(m *videoindexer.LanguageModel) bool {
		return language.IsNull() || m.Language == language.ValueString() // the client spells languages as the argument does
	}
	return func(yield func(*wholeModel, error) bool) {
		listed, err := from.Client.ListLanguageModels(ctx, from.Account)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, model := range listed {
			one, err := &wholeModel{LanguageModel: &model}, error(nil)
			if withFiles && model.Files == nil && isWanted(&model) {
				var whole *videoindexer.LanguageModel
				if whole, err = from.Client.GetLanguageModel(ctx, from.Account, model.ID); err == nil {
					one.LanguageModel = whole
				}
				one.unread = err
			}
			if videoindexer.IsNotFound(err) || !isWanted(one.LanguageModel) {
				continue // deleted since, or another one's
			}
			if err == nil && withTexts {
				one.texts, err = readTexts(ctx, from, one.ID, one.Files)
			}
			if !isShared(ctx, err) {
				err = nil // the others can be read
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

// failure is what ended a list, as diagnostics want it.
func (m *wholeModel) failure(account videoindexer.AccountRef, err error) (verb string, subject apidiag.Subject, why error) {
	if m == nil {
		return "list", apidiag.Subject{Noun: "language models", Account: account}, err
	}
	return "read", subjectOf(m.ID, account), err
}
