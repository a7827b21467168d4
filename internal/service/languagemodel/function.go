package languagemodel

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewParse is provider::videoindexer::parse_language_models.
func NewParse() function.Function {
	file := types.ObjectType{AttrTypes: map[string]attr.Type{"name": types.StringType, "enabled": types.BoolType}}
	return scaffold.NewParser(scaffold.Parser[map[string]files.LanguageModel]{
		Name:    "parse_language_models",
		Summary: "Reads options of language models from a YAML or JSON file.",
		Notes: "Reads the options that folders of texts do not express: a map of language models by keys " +
			"`<folder>/<language>`, such as `Commentary/en-GB`, each with `name`, `enabled`, `exclusive` and " +
			"`files`: options of texts by the name of the file, `name` and `enabled`. The result has the same " +
			"fields.\n\n" +
			"The default of `name` is the folder, or the name of the file. `enabled` and `exclusive` are null if " +
			"omitted. `files` is empty if omitted, and null if the file says `files: null`: the module " +
			"[customization](https://github.com/videoindexer/terraform-provider-videoindexer/tree/main/modules/customization) " +
			"then does not manage the texts of a model without a folder.\n\n" +
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
