// Package brandsettings manages how an account recognizes brands: the settings of its brands model.
package brandsettings

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_brands_model_settings. In a state, enabled is null if the value of the service is
// unknown: after a write whose answer was lost, and after an import that could not read it. After an import that has
// read nothing, use_built_in is null too.
type resourceModel struct {
	providerdata.AccountFields
	Enabled        types.Bool   `tfsdk:"enabled"`
	UseBuiltIn     types.Bool   `tfsdk:"use_built_in"`
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

func (m *resourceModel) settings() videoindexer.BrandsModelSettings {
	return videoindexer.BrandsModelSettings{State: m.Enabled.ValueBool(), UseBuiltIn: m.UseBuiltIn.ValueBool()}
}

func (m *resourceModel) fill(s videoindexer.BrandsModelSettings) {
	m.Enabled, m.UseBuiltIn = types.BoolValue(s.State), types.BoolValue(s.UseBuiltIn)
}

// fillRead sets the model from what the service shows. Some services leave state out, or always say true: if enabled
// is known not to be true, an answer of true proves nothing, and the last written value stays. A false is always
// reliable.
func (m *resourceModel) fillRead(s videoindexer.ShownBrandsModelSettings) {
	isImport := m.UseBuiltIn.IsNull()
	m.UseBuiltIn = types.BoolValue(s.UseBuiltIn)
	if s.State != nil && (!*s.State || isImport) {
		m.Enabled = types.BoolValue(*s.State)
	}
}

// agrees reports whether both models say the same of the settings, in values that are known.
func (m *resourceModel) agrees(other *resourceModel) bool {
	return m.Enabled.Equal(other.Enabled) && m.UseBuiltIn.Equal(other.UseBuiltIn)
}

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

func subject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: noun, Account: account}
}
