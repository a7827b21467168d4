// Package brand manages brands one by one, and reads their values as data.
package brand

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_brand.
type resourceModel struct {
	providerdata.AccountFields
	Values         field.Values
	Overwritten    field.Overwritten
	BrandID        int32type.Value `tfsdk:"brand_id"`
	CreateTime     types.String    `tfsdk:"create_time"`
	DeletionPolicy types.String    `tfsdk:"deletion_policy"`
}

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

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// fill sets the model from the brand as the service has it.
func (m *resourceModel) fill(b *videoindexer.Brand) {
	m.CreateTime = nullable.Text(b.Create)
	m.Values.Fill(b.BrandFields)
}

// end says what a destroy does with the brand. One that the same address adopts next stays as it is, or is restored: an apply may
// end in between, and the values from before Terraform would be lost.
func (m *resourceModel) end(is kept) func(string, set.Brand) set.Kind {
	kind := map[deletion.Policy]set.Kind{
		deletion.Abandon: set.Abandon, deletion.Disable: set.Disable, deletion.Restore: set.Restore, deletion.Delete: set.Delete,
	}[m.policy()]
	if is.Replaces && kind != set.Restore {
		kind = set.Forget
	}
	return func(string, set.Brand) set.Kind { return kind }
}

// key is what messages call the brand: its id, or its name as long as it has none.
func (m *resourceModel) key() string {
	if !m.BrandID.IsUnknown() && !m.BrandID.IsNull() {
		return idOf(m.BrandID.Int32())
	}
	return m.quoted()
}

// quoted is the name, as long as messages have room for.
func (m *resourceModel) quoted() string {
	const longest = 100
	name := m.Values.Name()
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest]) + "…"
	}
	return strconv.Quote(name)
}

// brands are a dictionary of the one brand.
func (m *resourceModel) brands(is kept) entries.Brands {
	return entries.Brands{m.key(): set.Brand{ID: m.BrandID.Int32(), Values: m.Values, Overwritten: m.Overwritten.Values, IsAdopted: !is.Created, IsComplete: is.Complete}}
}

// take takes over what became of the brand.
func (m *resourceModel) take(b set.Brand) {
	m.BrandID, m.Values, m.Overwritten.Values = int32type.New(b.ID), b.Values, b.Overwritten
}

func idOf(id int32) string { return strconv.Itoa(int(id)) }
