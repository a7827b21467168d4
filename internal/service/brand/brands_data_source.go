package brand

import (
	"cmp"
	"context"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
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
	listModel
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
	brands, problems := m.wanted(ctx, from)
	diags.Append(problems...)
	m.Brands = make([]brandModel, len(brands))
	for i := range brands {
		m.Brands[i] = modelOf(&brands[i])
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

// listModel is the configuration of a list. It selects brands of an account; what is null selects all.
type listModel struct {
	providerdata.AccountFields
	Enabled   types.Bool   `tfsdk:"enabled"`
	NameRegex types.String `tfsdk:"name_regex"`
}

// wanted returns the brands that m selects, from the one request that reads them all.
func (m *listModel) wanted(ctx context.Context, from providerdata.Target) (wanted []videoindexer.Brand, diags diag.Diagnostics) {
	name, err := regexp.Compile(m.NameRegex.ValueString())
	if err != nil {
		diags.AddAttributeError(path.Root("name_regex"), "Invalid regular expression", "name_regex cannot be read: "+err.Error())
		return nil, diags
	}
	brands, err := from.Client.ListBrands(ctx, from.Account)
	if err != nil {
		apidiag.Add(&diags, "list", apidiag.Subject{Noun: "brands", Account: from.Account}, err)
	}
	for _, b := range brands {
		if name.MatchString(b.Name) && (m.Enabled.IsNull() || m.Enabled.ValueBool() == b.Enabled) {
			wanted = append(wanted, b)
		}
	}
	return wanted, diags
}

// NewListResource lists videoindexer_brand.
func NewListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: "brand", IsExtended: true,
		Summary: "Lists the brands of an account's dictionary, by ascending id.",
	}, func() map[string]listschema.Attribute { return arguments.ForList(filterArguments()) }, listBrands)
}

// listBrands gives the selected brands.
func listBrands(ctx context.Context, q providerdata.Query, model *listModel) diag.Diagnostics {
	brands, diags := model.wanted(ctx, q.Target)
	for i := range brands {
		if !q.Give(listed(ctx, q, &brands[i])) {
			break
		}
	}
	return diags
}

// listed is one brand of a list; as a resource it is what an import and a read make of it.
func listed(ctx context.Context, q providerdata.Query, b *videoindexer.Brand) list.ListResult {
	m := &entries.Model{
		AccountFields: providerdata.AccountFields{Location: types.StringValue(q.Account.Location), AccountID: types.StringValue(q.Account.ID)},
		Contents: entries.Contents{
			Brands:   entries.Brands{entries.One: set.Brand{ID: b.ID, Values: field.Of(b.BrandFields)}},
			Settings: entries.Settings{CreateTime: nullable.Text(b.Create)},
		},
		DeletionPolicy: types.StringValue(string(deletion.Abandon)),
	}
	return q.ListedAs(ctx, cmp.Or(b.Name, idOf(b.ID)), map[string]any{"brand_id": number.New(b.ID)}, m)
}
