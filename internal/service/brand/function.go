package brand

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewParseBrands returns provider::videoindexer::parse_brands.
func NewParseBrands() function.Function {
	return scaffold.NewParserFunction(scaffold.ParserInfo[map[string]files.Brand]{
		Name:    "parse_brands",
		Summary: "Reads the brands of a table (CSV) or a YAML or JSON file.",
		Notes: "Reads the brands of a file, for `brands` of [`videoindexer_brands`](../resources/brands.md). " +
			"Returns a map of objects with `brand_id`, `name`, `enabled`, `description`, " +
			"`reference_url` and `tags`. A field is null if the file does not manage it.\n\n" +
			"If the file has a mistake, the function returns an error with the row or line of each mistake, " +
			"so that a plan never treats a file with a mistake as an empty one.\n\n" +
			"**A table** (`Csv`) has the names of the columns in its first row: `name`, `enabled` (yes or no), " +
			"`tags` (separated by semicolons), `reference_url`, `description`, `brand_id` and `key`. " +
			"An empty cell is null. " +
			"In the columns `tags*`, `reference_url*` and `description*`, an empty cell clears the field. " +
			"The function detects commas, semicolons and tabs between columns. " +
			"The label of a brand is its `key`, `name` or `brand_id`, in this order.\n\n" +
			"**YAML** (`Yaml`) and JSON contain a map of brands by key. " +
			"Texts are read as written, such as `007` and `NO`. " +
			"The function refuses anchors, aliases, merge keys and type tags (`!!str`).\n\n" +
			"See [Brands in files](../guides/brands-in-files.md).",
		Content: "The content of the file, such as `file(\"brands.csv\")`.",
		What:    "content",
		Formats: files.BrandFormats,
		Return:  function.MapReturn{ElementType: types.ObjectType{AttrTypes: entryTypes()}},
		Parse:   files.ParseBrands,
	})
}

// entryTypes returns the types of an entry of a file.
func entryTypes() map[string]attr.Type {
	all := map[string]attr.Type{brandIDName: types.Int32Type}
	for name, a := range computedFields("") {
		all[name] = a.GetType()
	}
	return all
}
