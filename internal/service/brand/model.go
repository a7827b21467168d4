// Package brand manages brands one by one, and reads their values as data.
package brand

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
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

// destroyWrites reports whether a destroy changes the brand, or deletes it.
func (m *resourceModel) destroyWrites() bool {
	return m.policy() != deletion.Abandon && (m.policy() != deletion.Restore || !m.Overwritten.IsZero())
}

// isPlaced reports whether it is known which brand the model is about.
func (m *resourceModel) isPlaced() bool {
	return m.KnowsAccount() && !m.BrandID.IsUnknown()
}

// fill sets the model from the brand as the service has it.
func (m *resourceModel) fill(b *videoindexer.Brand) {
	m.CreateTime = nullable.Text(b.Create)
	m.Values.Fill(b.BrandFields)
}

// object is the brand of the model.
func (m *resourceModel) object() ownership.Object {
	return ownership.Object{Noun: "brand", Account: m.AccountRef(), ID: idOf(m.BrandID.Int32())}
}

// nameObject is the name that a brand gets, or leaves free when it is deleted. Names are unique in an account.
func (m *resourceModel) nameObject() ownership.Object {
	return ownership.Object{Noun: "name of a brand", Account: m.AccountRef(), ID: videoindexer.NormalName(m.Values.Name())}
}

// subject names the brand in messages.
func (m *resourceModel) subject() apidiag.Subject {
	return field.Subject(m.AccountRef(), idOf(m.BrandID.Int32()))
}

// named names a brand that has no id yet in messages.
func (m *resourceModel) named() apidiag.Subject {
	const longest = 100
	name := m.Values.Name()
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest]) + "…"
	}
	return field.Subject(m.AccountRef(), strconv.Quote(name))
}

func idOf(id int32) string { return strconv.Itoa(int(id)) }

// seen is what a process knows of the instance that the state has of a brand.
type seen struct {
	policy deletion.Policy
	// name is the one that the brand has after an update.
	name string
	// overwritten are the values that the instance has overwritten, and that its destroy has not written back.
	overwritten field.Values
	// enabled is the value before the destroy disabled the brand; nil if it did not.
	enabled *bool
}

// before are the fields of a brand as they were before the destroy disabled it.
func (s seen) before(b videoindexer.BrandFields) videoindexer.BrandFields {
	if s.enabled != nil {
		b.Enabled = *s.enabled
	}
	return b
}

// see notes that the state has the brand of the model.
func (r *brandResource) see(state *resourceModel, name string) {
	r.Owned.See(state.object(), seen{policy: state.policy(), name: videoindexer.NormalName(name), overwritten: state.Overwritten.Values})
}

// seen is what see has noted of a brand.
func (r *brandResource) seen(object ownership.Object) (s seen, isSeen bool) {
	noted, isSeen := r.Owned.Seen(object)
	s, _ = noted.(seen)
	return s, isSeen
}
