package languagemodel

// The function reads options of models from files that people keep.

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewParseLanguageModels returns provider::videoindexer::parse_language_models.
func NewParseLanguageModels() function.Function {
	file := types.ObjectType{AttrTypes: map[string]attr.Type{"name": types.StringType, "enabled": types.BoolType}}
	return scaffold.NewParserFunction(scaffold.ParserInfo[map[string]files.LanguageModel]{
		Name:    "parse_language_models",
		Summary: "Reads options of language models from a YAML or JSON file.",
		Notes: "Reads a map of language models, with options that folders of training texts cannot express. " +
			"The keys are `<folder>/<language>`, such as `Commentary/en-GB`. " +
			"The result has the same fields as the file:\n\n" +
			"| Field | If omitted |\n|---|---|\n" +
			"| `name` of the model | the folder |\n" +
			"| `enabled`, `exclusive` of the model | null |\n" +
			"| `files`: a map of training texts by file name | empty |\n" +
			"| `name` of a training text | the file name |\n" +
			"| `enabled` of a training text | null |\n\n" +
			"With `files: null`, `files` is null. " +
			"The module [customization](https://github.com/videoindexer/terraform-provider-videoindexer/tree/main/modules/customization) " +
			"then does not manage the training texts of a model without a folder.\n\n" +
			"If the file has a mistake, the function returns an error with the line of each mistake.",
		Content: "The content of the file, such as `file(\"models.yaml\")`.",
		Return: function.MapReturn{ElementType: types.ObjectType{AttrTypes: map[string]attr.Type{
			"name": types.StringType, "enabled": types.BoolType, "exclusive": types.BoolType,
			"files": types.MapType{ElemType: file},
		}}},
		Parse: func(content, _ string) (map[string]files.LanguageModel, error) {
			return files.ParseLanguageModels(content)
		},
	})
}
