package brand

import (
	"context"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewBrandsDataSource is data.videoindexer_brands.
func NewBrandsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "brands", IsExtended: true,
		Summary: "Lists the brands of an account's dictionary: all of them, or those that match the filters.",
	}, brandsAttributes, readBrands)
}

// brandsModel is a data.videoindexer_brands.
type brandsModel struct {
	providerdata.AccountFields
	filter
	Brands []brandModel `tfsdk:"brands"`
}

func brandsAttributes() map[string]schema.Attribute {
	element := serviceAttributes()
	element["brand_id"] = schema.NumberAttribute{MarkdownDescription: describeBrandID, Computed: true}
	attributes := arguments.ForData(filterArguments())
	attributes["brands"] = arguments.ComputedList("The brands, by ascending id.", element)
	return attributes
}

func readBrands(ctx context.Context, from providerdata.Target, m *brandsModel, diags *diag.Diagnostics) {
	isNamed := m.names(diags)
	if isNamed == nil {
		return
	}
	m.Brands = []brandModel{}
	brands, err := from.Client.ListBrands(ctx, from.Account)
	if err != nil {
		apidiag.Add(diags, "list", apidiag.Subject{Noun: "brands", Account: from.Account}, err)
		return
	}
	for _, b := range brands {
		if isNamed(b.Name) && m.matches(b) {
			m.Brands = append(m.Brands, modelOf(&b))
		}
	}
}

// filterArguments are those of the data source and the list.
func filterArguments() map[string]resourceschema.Attribute {
	return map[string]resourceschema.Attribute{
		"enabled": resourceschema.BoolAttribute{
			MarkdownDescription: "Whether to return only enabled brands (`true`), or only disabled ones (`false`). Default: all.", Optional: true,
		},
		"name_regex": resourceschema.StringAttribute{
			MarkdownDescription: "Regular expression ([RE2](https://github.com/google/re2/wiki/Syntax)) that the names of the brands must match. " +
				"Use `^` and `$` for the beginning and the end of the name, and `(?i)` in front to ignore letter case. Default: all.",
			Optional: true, Validators: []validator.String{validate.RegularExpression()},
		},
	}
}

// filter says which of an account's brands are wanted; what is null selects all.
type filter struct {
	Enabled   types.Bool   `tfsdk:"enabled"`
	NameRegex types.String `tfsdk:"name_regex"`
}

// names returns the test that a name must pass; nil after an error.
func (f *filter) names(diags *diag.Diagnostics) func(string) bool {
	name, err := regexp.Compile(f.NameRegex.ValueString())
	if err != nil {
		diags.AddAttributeError(path.Root("name_regex"), "Invalid regular expression", "name_regex cannot be read: "+err.Error())
		return nil
	}
	return name.MatchString
}

// matches reports whether the filter wants a brand of a wanted name.
func (f *filter) matches(b videoindexer.Brand) bool {
	return f.Enabled.IsNull() || f.Enabled.ValueBool() == b.Enabled
}
