// Package brand manages brands one by one, and reads their values as data.
package brand

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// brandModel is a brand as data.
type brandModel struct {
	Values               field.Values
	BrandID              int32type.Value `tfsdk:"brand_id"`
	CreateTime           types.String    `tfsdk:"create_time"`
	LastModified         types.String    `tfsdk:"last_modified"`
	LastModifierUserName types.String    `tfsdk:"last_modifier_user_name"`
}

// modelOf is a brand as the service has it.
func modelOf(b *videoindexer.Brand) brandModel {
	return brandModel{field.Of(b.BrandFields), int32type.New(b.ID), nullable.Text(b.Create), nullable.Text(b.LastModified), nullable.Text(b.LastModifierUserName)}
}
