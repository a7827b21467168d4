package field

import (
	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// DescribeOverwritten is what the documentation says of the overwritten values of a brand.
const DescribeOverwritten = "Values that Terraform has replaced since it adopted the brand; a plan shows them before the apply replaces them. `deletion_policy = \"restore\"` writes them back. Null if nothing " +
	"was replaced; an empty `reference_url` means none."

// DescribeAliases is what the documentation of all resources of brands says of those that do not see each other.
const DescribeAliases = "If two aliases of the provider or two states manage the same brand, they overwrite each other's values, and a destroy of one disables, restores or deletes it for both."

// Attributes are the arguments of a resource for the fields of a brand.
func Attributes() map[string]schema.Attribute {
	return attributes(func(f row) string { return f.description + f.clear + " Default: not managed." }, true)
}

// OverwrittenAttributes are the computed fields of an overwritten object.
func OverwrittenAttributes() map[string]schema.Attribute {
	return attributes(func(f row) string { return "Replaced value of `" + f.name + "`; null if it was not replaced." }, false)
}

func attributes(describe func(row) string, isArgument bool) map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(table))
	for _, f := range table {
		var b videoindexer.BrandFields
		text := describe(f)
		switch f.at(&b).(type) {
		case *bool:
			attributes[f.name] = schema.BoolAttribute{MarkdownDescription: text, Optional: isArgument, Computed: true}
		case *[]string:
			attributes[f.name] = schema.SetAttribute{MarkdownDescription: text, ElementType: types.StringType, Optional: isArgument, Computed: true, Validators: f.sets}
		default:
			attributes[f.name] = schema.StringAttribute{MarkdownDescription: text, Optional: isArgument, Computed: true, Validators: f.texts}
		}
	}
	return attributes
}

// DataSourceAttributes are the computed fields of a brand that is read as data.
func DataSourceAttributes() map[string]datasource.Attribute {
	return arguments.ForData(attributes(func(f row) string { return f.description }, false))
}
