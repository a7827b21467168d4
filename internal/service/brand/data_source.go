// Package brand manages brands one by one, and reads their values as data.
package brand

import (
	"context"
	"maps"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewDataSource is data.videoindexer_brand.
func NewDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    "brand",
		Summary: "Reads a brand of an account's dictionary.",
	}, brandAttributes, readBrand)
}

// dataSourceModel is a data.videoindexer_brand.
type dataSourceModel struct {
	providerdata.AccountFields
	brandModel
}

func brandAttributes() map[string]schema.Attribute {
	attributes := serviceAttributes()
	attributes["brand_id"] = schema.NumberAttribute{MarkdownDescription: describeBrandID, Required: true, Validators: []validator.Number{number.Int32()}}
	return attributes
}

func readBrand(ctx context.Context, from providerdata.Target, m *dataSourceModel, diags *diag.Diagnostics) {
	remote, err := from.Client.GetBrand(ctx, from.Account, number.Value(m.BrandID))
	if err != nil {
		apidiag.Add(diags, "read", entries.Subject(from.Account, idOf(number.Value(m.BrandID))), err)
		return
	}
	m.brandModel = modelOf(remote)
}

func idOf(id int32) string { return strconv.Itoa(int(id)) }

// brandModel is a brand as data.
type brandModel struct {
	BrandID              types.Number `tfsdk:"brand_id"`
	Name                 types.String `tfsdk:"name"`
	Enabled              types.Bool   `tfsdk:"enabled"`
	Description          types.String `tfsdk:"description"`
	ReferenceURL         types.String `tfsdk:"reference_url"`
	Tags                 []string     `tfsdk:"tags"`
	CreateTime           types.String `tfsdk:"create_time"`
	LastModified         types.String `tfsdk:"last_modified"`
	LastModifierUserName types.String `tfsdk:"last_modifier_user_name"`
}

// modelOf is a brand as the service has it. A tag that the service repeats is in it once.
func modelOf(b *videoindexer.Brand) brandModel {
	normal := b.Normal()
	return brandModel{
		BrandID: number.New(b.ID), Name: types.StringValue(b.Name), Enabled: types.BoolValue(b.Enabled), Description: types.StringValue(b.Description),
		ReferenceURL: types.StringPointerValue(normal.ReferenceURL), Tags: append([]string{}, normal.Tags...),
		CreateTime: nullable.Text(b.Create), LastModified: nullable.Text(b.LastModified), LastModifierUserName: nullable.Text(b.LastModifierUserName),
	}
}

// What the documentation says of each field, here and in the data source.
const (
	describeBrandID    = "Id of the brand, an int32."
	describeCreateTime = "Time of the creation of the brand (RFC 3339, UTC)."
)

// serviceAttributes are the fields of a brand, as data, apart from its id.
func serviceAttributes() map[string]schema.Attribute {
	attributes := field.DataSourceAttributes()
	maps.Copy(attributes, map[string]schema.Attribute{
		"create_time":             arguments.ComputedText(describeCreateTime),
		"last_modified":           arguments.ComputedText("Time of the last change of the brand (RFC 3339, UTC)."),
		"last_modifier_user_name": arguments.ComputedText("Name of the user who last changed the brand."),
	})
	return attributes
}
