// Package brandsettings manages how an account recognizes brands: the settings of its brands model.
package brandsettings

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_brands_model_settings. In a state, enabled is null if the value of the service is
// unknown: after a write whose answer was lost, and after an import that could not read it. After an import that has
// read nothing, use_built_in is null too.
type resourceModel struct {
	managed.Fields
	Enabled    types.Bool `tfsdk:"enabled"`
	UseBuiltIn types.Bool `tfsdk:"use_built_in"`
}

// noun names the settings in messages, and their objects in what the run has met.
const noun = "brands model settings"

// Object has no id: an account has its settings once.
func (m *resourceModel) Object() ownership.Object {
	return ownership.Object{Noun: noun, Account: m.AccountRef()}
}

// Subject names the settings in messages.
func (m *resourceModel) Subject() apidiag.Subject { return subject(m.AccountRef()) }

func subject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: noun, Account: account}
}

func (m *resourceModel) settings() videoindexer.BrandsModelSettings {
	return videoindexer.BrandsModelSettings{State: m.Enabled.ValueBool(), UseBuiltIn: m.UseBuiltIn.ValueBool()}
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

// kept fills the model from the answer to a write, and names each setting that the service has otherwise than sent.
func (m *resourceModel) kept(answer videoindexer.BrandsModelSettings) diag.Diagnostics {
	sent := *m
	m.Enabled, m.UseBuiltIn = types.BoolValue(answer.State), types.BoolValue(answer.UseBuiltIn)
	diags := apidiag.Kept(path.Root("enabled"), m.Subject(), sent.Enabled, m.Enabled)
	return append(diags, apidiag.Kept(path.Root("use_built_in"), m.Subject(), sent.UseBuiltIn, m.UseBuiltIn)...)
}
