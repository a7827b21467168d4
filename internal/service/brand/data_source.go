package brand

import (
	"context"
	"maps"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Names of attributes that only the data sources have.
const (
	lastModifiedName = "last_modified"
	lastModifierName = "last_modifier_user_name"
)

// NewDataSource returns data.videoindexer_brand.
func NewDataSource() datasource.DataSource {
	info := scaffold.TypeInfo{Name: "brand", Summary: "Reads a brand of an account."}
	return scaffold.NewDataSource(info, brandAttributes, readBrand)
}

// NewBrandsDataSource returns data.videoindexer_brands.
func NewBrandsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: brandsName, NeedsExtended: true, Summary: "Lists the brands of an account: " +
			"all of them, or those that match the filters.",
	}, brandsAttributes, readBrands)
}

// brandsModel is the configuration and the result of a data source or a list. A null filter selects
// all brands.
type brandsModel struct {
	providerdata.AccountFields
	BrandID   types.Number
	Enabled   types.Bool
	NameRegex types.String

	config map[string]tftypes.Value
	brands []videoindexer.Brand
}

// Read reads a configuration.
func (d *brandsModel) Read(attributes map[string]tftypes.Value) {
	d.config = attributes
	d.AccountFields = providerdata.AccountFieldsOf(attributes)
	d.BrandID = model.Value[types.Number](types.NumberType, attributes[brandIDName])
	d.Enabled = model.Value[types.Bool](types.BoolType, attributes["enabled"])
	d.NameRegex = model.ReadString(attributes["name_regex"])
}

// Write writes the result to the attributes of a data source.
func (d *brandsModel) Write(result tftypes.Object, attributes map[string]tftypes.Value) {
	maps.Copy(attributes, d.config)
	attributes[locationName] = tftypes.NewValue(tftypes.String, d.Location.ValueString())
	attributes[accountIDName] = tftypes.NewValue(tftypes.String, d.AccountID.ValueString())
	listType, isList := result.AttributeTypes[brandsName].(tftypes.List)
	if !isList {
		writeBrand(result, attributes, &d.brands[0])
		return
	}
	brandType, _ := listType.ElementType.(tftypes.Object)
	values := make([]tftypes.Value, len(d.brands))
	for i := range d.brands {
		element := make(map[string]tftypes.Value, len(brandType.AttributeTypes))
		writeBrand(brandType, element, &d.brands[i])
		values[i] = tftypes.NewValue(brandType, element)
	}
	attributes[brandsName] = tftypes.NewValue(listType, values)
}

// writeBrand writes a brand to the attributes of an object.
func writeBrand(typ tftypes.Object, attributes map[string]tftypes.Value, brand *videoindexer.Brand) {
	field.ValuesOf(brand.BrandFields).Write(typ, attributes)
	attributes[brandIDName] = tftypes.NewValue(tftypes.Number, brand.ID)
	attributes[createTimeName] = valueOf(nullable.String(brand.Created))
	attributes[lastModifiedName] = valueOf(nullable.String(brand.LastModified))
	attributes[lastModifierName] = valueOf(nullable.String(brand.LastModifierUserName))
}

// brandAttributes returns the attributes of data.videoindexer_brand.
func brandAttributes() map[string]schema.Attribute {
	attributes := serviceAttributes()
	attributes[brandIDName] = schema.NumberAttribute{
		MarkdownDescription: describeBrandID, Required: true, Validators: []validator.Number{number.AnyInt32()},
	}
	return attributes
}

// serviceAttributes returns the attributes of a brand in a data source, without its id.
func serviceAttributes() map[string]schema.Attribute {
	attributes := computedFields("")
	maps.Copy(attributes, map[string]schema.Attribute{
		createTimeName:   arguments.ComputedString(describeCreateTime),
		lastModifiedName: arguments.ComputedString("Time of the last change of the brand (RFC 3339, UTC)."),
		lastModifierName: arguments.ComputedString("Name of the user who last changed the brand."),
	})
	return attributes
}

// brandsAttributes returns the attributes of data.videoindexer_brands.
func brandsAttributes() map[string]schema.Attribute {
	element := serviceAttributes()
	element[brandIDName] = schema.NumberAttribute{MarkdownDescription: describeBrandID, Computed: true}
	attributes := filterArguments()
	attributes[brandsName] = arguments.ComputedList("The brands, by ascending id.", element)
	return attributes
}

// filterArguments returns the filters of the data source and the list.
func filterArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"enabled": arguments.OptionalBool("Whether to return only enabled brands (`true`), " +
			"or only disabled ones (`false`). Default: all."),
		"name_regex": arguments.OptionalString(
			"Regular expression ([RE2](https://github.com/google/re2/wiki/Syntax)) that the names of the brands must match. "+
				"Use `^` and `$` for the beginning and the end of the name, "+
				"and `(?i)` in front to ignore letter case. "+
				"Default: all.", validate.RegularExpression()),
	}
}

// readBrand reads the brand with the id of the configuration.
func readBrand(ctx context.Context, target providerdata.Target, result *brandsModel) diag.Diagnostics {
	id := number.Value(result.BrandID)
	remote, err := target.Client.GetBrand(ctx, target.Account, id)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("read", apidiag.Subject{Kind: "brand", ID: brandIDText(id), Account: target.Account}, err)}
	}
	result.brands = []videoindexer.Brand{*remote}
	return nil
}

// readBrands reads all brands in one request, and keeps those that the filters select.
func readBrands(ctx context.Context, target providerdata.Target, result *brandsModel) diag.Diagnostics {
	nameRegex, err := regexp.Compile(result.NameRegex.ValueString())
	var brands []videoindexer.Brand
	if err == nil {
		brands, err = target.Client.ListBrands(ctx, target.Account)
	}
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", apidiag.Subject{Kind: "brands", Account: target.Account}, err)}
	}
	for _, brand := range brands {
		isSelected := result.Enabled.IsNull() || result.Enabled.ValueBool() == brand.Enabled
		if isSelected && nameRegex.MatchString(brand.Name) {
			result.brands = append(result.brands, brand)
		}
	}
	return nil
}
