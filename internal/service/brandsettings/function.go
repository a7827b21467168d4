package brandsettings

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewParseBrandSettings returns provider::videoindexer::parse_brands_model_settings.
func NewParseBrandSettings() function.Function {
	return scaffold.NewParserFunction(scaffold.ParserInfo[files.BrandsModelSettings]{
		Name:    "parse_brands_model_settings",
		Summary: "Reads the brand settings of a YAML or JSON file.",
		Notes: "Reads the brand settings of a file, " +
			"for [`videoindexer_brands_model_settings`](../resources/brands_model_settings.md). " +
			"Returns an object with `enabled` and `use_built_in`; the file must have both.\n\n" +
			"If the file has a mistake, the function returns an error with the line of each mistake.",
		Content: "The content of the file, such as `file(\"settings.yaml\")`.",
		Return: function.ObjectReturn{
			AttributeTypes: map[string]attr.Type{"enabled": types.BoolType, "use_built_in": types.BoolType},
		},
		Parse: func(content, _ string) (files.BrandsModelSettings, error) {
			return files.ParseBrandsModelSettings(content)
		},
	})
}
