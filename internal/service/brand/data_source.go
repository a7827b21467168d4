package brand

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
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

// brandsModel is the configuration and the result of a data source or a list. A null filter selects all brands.
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
	d.AccountFields = providerdata.AccountOf(attributes)
	d.BrandID = model.Value[types.Number](types.NumberType, attributes[brandIDName])
	d.Enabled = model.Value[types.Bool](types.BoolType, attributes["enabled"])
	d.NameRegex = model.ReadString(attributes["name_regex"])
}

// Write writes the result to the attributes of a data source.
func (d *brandsModel) Write(result tftypes.Object, attributes map[string]tftypes.Value) {
	maps.Copy(attributes, d.config)
	attributes[locationName] = tftypes.NewValue(tftypes.String, d.Location.ValueString())
	attributes[accountIDName] = tftypes.NewValue(tftypes.String, d.AccountID.ValueString())
	brands, isList := result.AttributeTypes[brandsName].(tftypes.List)
	if !isList {
		writeBrand(result, attributes, &d.brands[0])
		return
	}
	typ, _ := brands.ElementType.(tftypes.Object)
	values := make([]tftypes.Value, len(d.brands))
	for i := range d.brands {
		element := make(map[string]tftypes.Value, len(typ.AttributeTypes))
		writeBrand(typ, element, &d.brands[i])
		values[i] = tftypes.NewValue(typ, element)
	}
	attributes[brandsName] = tftypes.NewValue(brands, values)
}

// writeBrand writes a brand to the attributes of an object.
func writeBrand(typ tftypes.Object, attributes map[string]tftypes.Value, b *videoindexer.Brand) {
	field.ValuesOf(b.BrandFields).Write(typ, attributes)
	attributes[brandIDName] = tftypes.NewValue(tftypes.Number, b.ID)
	for name, text := range map[string]string{
		createTimeName: b.Created, "last_modified": b.LastModified, "last_modifier_user_name": b.LastModifierUserName,
	} {
		attributes[name], _ = nullable.String(text).ToTerraformValue(context.Background())
	}
}

func brandAttributes() map[string]schema.Attribute {
	attributes := serviceAttributes()
	attributes[brandIDName] = schema.NumberAttribute{
		MarkdownDescription: describeBrandID, Required: true, Validators: []validator.Number{number.Int32()},
	}
	return attributes
}

// serviceAttributes returns the attributes of a brand in a data source, without its id.
func serviceAttributes() map[string]schema.Attribute {
	attributes := computedFields("")
	maps.Copy(attributes, map[string]schema.Attribute{
		createTimeName:            arguments.ComputedString(describeCreateTime),
		"last_modified":           arguments.ComputedString("Time of the last change of the brand (RFC 3339, UTC)."),
		"last_modifier_user_name": arguments.ComputedString("Name of the user who last changed the brand."),
	})
	return attributes
}

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
				"Use `^` and `$` for the beginning and the end of the name, and `(?i)` in front to ignore letter case. "+
				"Default: all.", validate.RegularExpression()),
	}
}

func readBrand(ctx context.Context, target scaffold.Target, d *brandsModel, diags *diag.Diagnostics) {
	id := number.Value(d.BrandID)
	remote, err := target.Client.GetBrand(ctx, target.Account, id)
	if err != nil {
		apidiag.Add(diags, "read", apidiag.Subject{Kind: "brand", ID: idOf(id), Account: target.Account}, err)
		return
	}
	d.brands = []videoindexer.Brand{*remote}
}

func idOf(id int32) string { return strconv.Itoa(int(id)) }

// readBrands reads all brands in one request, and keeps those that the filters select.
func readBrands(ctx context.Context, target scaffold.Target, result *brandsModel, diags *diag.Diagnostics) {
	var brands []videoindexer.Brand
	name, err := regexp.Compile(result.NameRegex.ValueString())
	if err == nil {
		brands, err = target.Client.ListBrands(ctx, target.Account)
	}
	if err != nil {
		apidiag.Add(diags, "list", apidiag.Subject{Kind: "brands", Account: target.Account}, err)
	}
	for _, brand := range brands {
		isSelected := result.Enabled.IsNull() || result.Enabled.ValueBool() == brand.Enabled
		if isSelected && name.MatchString(brand.Name) {
			result.brands = append(result.brands, brand)
		}
	}
}

// NewListResource returns list.videoindexer_brand.
func NewListResource() list.ListResource {
	return scaffold.NewList(scaffold.TypeInfo{
		Name: "brand", NeedsExtended: true, Summary: "Lists the brands of an account, by ascending id.",
	}, filterArguments, listBrands)
}

// listBrands pushes the selected brands.
func listBrands(ctx context.Context, q scaffold.Query, d *brandsModel) (diags diag.Diagnostics) {
	readBrands(ctx, q.Target, d, &diags)
	for i := range d.brands {
		if !q.Push(listResult(ctx, q, &d.brands[i])) {
			break
		}
	}
	return diags
}

// listResult returns a brand of a list. Its resource is the state after an import and a read.
func listResult(ctx context.Context, q scaffold.Query, b *videoindexer.Brand) list.ListResult {
	m := &stateModel{Brands: set.Brands{
		singleLabel: {ID: b.ID, Values: field.ValuesOf(b.BrandFields), IsAdopted: true, Created: b.Created},
	}}
	m.Location = types.StringValue(q.Account.Location)
	m.AccountID = types.StringValue(q.Account.ID)
	m.layout = singleLayout{}
	return q.ResultWith(ctx, cmp.Or(b.Name, idOf(b.ID)), map[string]any{brandIDName: number.New(b.ID)}, m)
}
