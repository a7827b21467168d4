// Package brand manages brands one by one, and reads their values as data.
package brand

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// history are the fields that the service keeps of a brand by itself.
type history struct {
	CreateTime           types.String `tfsdk:"create_time"`
	LastModified         types.String `tfsdk:"last_modified"`
	LastModifierUserName types.String `tfsdk:"last_modifier_user_name"`
}

// resourceModel is a videoindexer_brand.
type resourceModel struct {
	providerdata.AccountFields
	managedbrand.Values
	history
	BrandID        int32type.Value `tfsdk:"brand_id"`
	Overwritten    types.Object    `tfsdk:"overwritten"`
	DeletionPolicy types.String    `tfsdk:"deletion_policy"`
}

// dataSourceModel is a data.videoindexer_brand.
type dataSourceModel struct {
	providerdata.AccountFields
	managedbrand.Values
	history
	BrandID int32type.Value `tfsdk:"brand_id"`
}

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// isPlaced reports whether it is known which brand the model is about.
func (m *resourceModel) isPlaced() bool {
	return m.KnowsAccount() && !m.BrandID.IsUnknown()
}

// fill sets the model from the brand as the service has it.
func (m *resourceModel) fill(b *videoindexer.Brand) {
	m.history.fill(b)
	m.Values.Fill(b.BrandFields)
}

// fill sets the history from a brand as the service has it.
func (h *history) fill(b *videoindexer.Brand) {
	h.CreateTime = nullable.Text(b.Create)
	h.LastModified = nullable.Text(b.LastModified)
	h.LastModifierUserName = nullable.Text(b.LastModifierUserName)
}
