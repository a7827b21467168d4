package brand

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/textset"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// values are the five fields of a brand that can be written.
//
// Null stands for "not managed" in a configuration, and in a state for what the service has no value
// of, which is possible for reference_url alone. An empty reference_url and none mean the same to the
// service; the state keeps the form that the configuration has.
type values struct {
	Name         types.String  `tfsdk:"name"`
	Enabled      types.Bool    `tfsdk:"enabled"`
	Description  types.String  `tfsdk:"description"`
	ReferenceURL types.String  `tfsdk:"reference_url"`
	Tags         textset.Value `tfsdk:"tags"`
}

// take fills the values from a brand as the service holds it.
func (v *values) take(b *videoindexer.Brand) {
	v.Name = types.StringValue(b.Name)
	v.Enabled = types.BoolValue(b.Enabled)
	v.Description = types.StringValue(b.Description)
	if b.ReferenceURL == nil || *b.ReferenceURL == "" {
		if v.ReferenceURL.ValueString() != "" || v.ReferenceURL.IsUnknown() {
			v.ReferenceURL = types.StringPointerValue(b.ReferenceURL)
		}
	} else {
		v.ReferenceURL = types.StringPointerValue(b.ReferenceURL)
	}
	v.Tags = textset.New(b.Tags)
}

// over answers the update that makes the brand what v says; what v does not manage is sent back as read.
func (v *values) over(b *videoindexer.Brand) videoindexer.BrandUpdate {
	update := updateTo(b)
	if known(v.Name) {
		update.Name = v.Name.ValueString()
	}
	if known(v.Enabled) {
		update.Enabled = v.Enabled.ValueBool()
	}
	if known(v.Description) {
		update.Description = v.Description.ValueString()
	}
	if known(v.ReferenceURL) {
		update.ReferenceURL = v.ReferenceURL.ValueStringPointer()
	}
	if known(v.Tags) {
		update.Tags = v.Tags.Texts()
	}
	return update
}

// updateTo is the update that writes a brand as it is.
func updateTo(b *videoindexer.Brand) videoindexer.BrandUpdate {
	return videoindexer.BrandUpdate{
		Name: b.Name, Enabled: b.Enabled, Description: b.Description, ReferenceURL: b.ReferenceURL, Tags: b.Tags,
	}
}

// held is the brand of a state, as the service was last seen to hold it.
func (v *values) held() *videoindexer.Brand {
	update := v.over(&videoindexer.Brand{})
	return &videoindexer.Brand{
		Name: update.Name, Enabled: update.Enabled, Description: update.Description, ReferenceURL: update.ReferenceURL, Tags: update.Tags,
	}
}

// notTaken are the errors of an update that the service accepted and did not carry out in full. At is
// where the arguments of the brand stand.
func notTaken(at path.Path, subject apidiag.Subject, held *videoindexer.Brand, update videoindexer.BrandUpdate) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, field := range held.Refused(update) {
		argument := field
		if field == "referenceUrl" {
			argument = "reference_url"
		}
		diags.AddAttributeError(at.AtName(argument), "Value not taken by the service",
			fmt.Sprintf("The service accepted the update of %s, but holds another value of %s than the one that was sent. "+
				"Set %s to a value that the service keeps, or leave it out; the state shows what the service holds.", subject, field, argument))
	}
	return diags
}

func known(v interface {
	IsNull() bool
	IsUnknown() bool
},
) bool {
	return !v.IsNull() && !v.IsUnknown()
}
