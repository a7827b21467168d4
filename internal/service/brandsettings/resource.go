// Package brandsettings manages the brand settings of an account.
package brandsettings

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_brands_model_settings. In a state, enabled is null if the value
// of the service is unknown: after a write whose response was lost, and after an import that could
// not read it. After an import that has read nothing, use_built_in is null too.
type resourceModel struct {
	managed.AdoptedFields
	Enabled    types.Bool `tfsdk:"enabled"`
	UseBuiltIn types.Bool `tfsdk:"use_built_in"`
}

// objectKind names the settings in messages.
const objectKind = "brand settings"

func (m *resourceModel) EffectHint() string {
	return "An account always has these settings. " +
		"To turn off brand recognition, first apply deletion_policy = \"disable\"."
}

func (m *resourceModel) Subject() apidiag.Subject { return settingsSubject(m.AccountRef()) }

func settingsSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Kind: objectKind, Account: account}
}

// fill sets the model from a response. A state of false is always reliable. But some services do
// not return the state, or always return true, so that a state of true changes only an imported
// model. There is a warning if Terraform last wrote false.
func (m *resourceModel) fill(remote videoindexer.ShownBrandsModelSettings) (diags diag.Diagnostics) {
	isImported := m.UseBuiltIn.IsNull()
	m.UseBuiltIn = types.BoolValue(remote.UseBuiltIn)
	if remote.State == nil {
		return nil
	}
	switch {
	case isImported || !*remote.State:
		m.Enabled = types.BoolValue(*remote.State)
	case m.Enabled.Equal(types.BoolValue(false)):
		diags.AddWarning("Brand recognition may be on", m.Subject().WithIDs("Terraform last wrote enabled = false, "+
			"and the service returns true, which some services always do. The state keeps false.\n\n"+
			"If somebody has turned it on, run `terraform apply -replace='<address>'` to write false again."))
	}
	return diags
}

// write sends both settings, and fills the model from the response.
func (m *resourceModel) write(ctx context.Context, client *videoindexer.Client) error {
	response, err := client.UpdateBrandsModelSettings(ctx, m.AccountRef(), videoindexer.BrandsModelSettings{
		State: m.Enabled.ValueBool(), UseBuiltIn: m.UseBuiltIn.ValueBool(),
	})
	if err == nil {
		m.Enabled = types.BoolValue(response.State)
		m.UseBuiltIn = types.BoolValue(response.UseBuiltIn)
	}
	return err
}

var (
	_ managed.Planner[resourceModel] = (*resourceModel)(nil)
	_ managed.Destroyer              = (*resourceModel)(nil)
)

const (
	describeEnabled    = "Whether the service looks for brands in videos (`state` in the API)."
	describeUseBuiltIn = "Whether the service looks for its built-in brands, in addition to the account's brands."
)

// NewResource returns videoindexer_brands_model_settings. It has no keys, because every account has
// exactly one set of settings.
func NewResource() resource.Resource {
	return managed.NewObjectResource[resourceModel](managed.ResourceInfo{
		Name: "brands_model_settings", Summary: "Manages the brand settings of an account, " +
			"which turn the recognition of brands on and off.",
		Notes: "Every account has these settings once, " +
			"so a create overwrites them (see [Adoption](../guides/reliability.md#adoption)).\n\n" +
			"The base API cannot read the settings. " +
			"The state keeps the values that Terraform wrote last, so plans do not show changes made elsewhere, " +
			"and the first plan after an import is an update.\n\n" +
			"With [`extended_operations`](../guides/extended-operations.md), the provider reads them. " +
			"Some services do not return `enabled`, or always return `true`. " +
			"The state therefore keeps an `enabled = false` that Terraform wrote.",
	}, resourceAttributes)
}

func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"enabled":      schema.BoolAttribute{MarkdownDescription: describeEnabled, Required: true},
		"use_built_in": schema.BoolAttribute{MarkdownDescription: describeUseBuiltIn, Required: true},
		"deletion_policy": managed.PolicyArgument("If omitted, destroy keeps the settings.",
			managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: "keeps the settings"},
			managed.PolicyChoice{Policy: managed.PolicyDisable, Does: "turns off brand recognition, " +
				"and does not change `use_built_in`"},
		),
	}
}

func (m *resourceModel) hasSettingsOf(other *resourceModel) bool {
	return m.Enabled.Equal(other.Enabled) && m.UseBuiltIn.Equal(other.UseBuiltIn)
}

// Write writes both settings, unless only the policy changed.
func (m *resourceModel) Write(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (becomesState bool, diags diag.Diagnostics) {
	isUpdate := writing.Origin == managed.OriginState
	if isUpdate && m.hasSettingsOf(writing.Prior) {
		return true, nil
	}
	diags = m.missingValueErrors()
	if diags.HasError() {
		return false, diags
	}
	err := m.write(ctx, writing.Client)
	if err == nil {
		return true, nil
	}
	diags.Append(apidiag.Error("write", m.Subject(), err))
	if !isUpdate {
		return false, diags
	}
	// The write may have been carried out despite the error. Not every service returns the value,
	// so the state must differ from any configuration that follows.
	m.Enabled = types.BoolNull()
	m.DeletionPolicy = writing.Prior.DeletionPolicy
	return true, diags
}

// missingValueErrors returns the error of a write without one of the settings. The service takes
// both at once, but ignore_changes plans what the state has, which is null after some imports.
func (m *resourceModel) missingValueErrors() (diags diag.Diagnostics) {
	var name string
	switch {
	case m.UseBuiltIn.IsNull():
		name = "use_built_in"
	case m.Enabled.IsNull():
		name = "enabled"
	default:
		return nil
	}
	diags.AddAttributeError(path.Root(name), "Brand setting is not known", m.Subject().WithIDs(fmt.Sprintf(
		"The service takes both settings at once, and neither the plan nor the state has %s. "+
			"Remove it from ignore_changes, and apply.", name)))
	return diags
}

// Fetch reads the settings with extended operations (X4), and otherwise keeps the values that were
// last written.
func (m *resourceModel) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	if !reading.HasExtended() {
		return true, nil
	}
	remote, err := m.readSettings(ctx, reading.Data)
	if err != nil {
		return managed.ReadResult(m.Subject(), err)
	}
	return true, m.fill(remote)
}

// readSettings reads the settings of the account (X4).
func (m *resourceModel) readSettings(
	ctx context.Context, data *providerdata.Data,
) (videoindexer.ShownBrandsModelSettings, error) {
	getSettings := func(client *videoindexer.Client) (videoindexer.ShownBrandsModelSettings, error) {
		return client.GetBrandsModelSettings(ctx, m.AccountRef())
	}
	return providerdata.ReadWithAccessCheck(ctx, data, m.AccountRef(), getSettings)
}

// Destroy turns brand recognition off, even if it is off in the state: somebody may have turned it
// on, and not every service returns this. The other setting is written unchanged, so it is read if
// the state does not have it. The settings themselves cannot be deleted.
func (m *resourceModel) Destroy(
	ctx context.Context, destroying managed.DestroyRequest,
) (diags diag.Diagnostics) {
	client := destroying.Client
	if m.UseBuiltIn.IsNull() && client.AllowsExtended() {
		remote, err := client.GetBrandsModelSettings(ctx, m.AccountRef())
		if err != nil {
			return managed.DeletionErrors("read", m.Subject(), err)
		}
		m.UseBuiltIn = types.BoolValue(remote.UseBuiltIn)
	}
	off := types.BoolValue(false)
	m.Enabled = off
	diags = m.missingValueErrors()
	if diags.HasError() {
		return diags
	}
	err := m.write(ctx, client)
	diags.Append(apidiag.NotKeptErrors(path.Root("enabled"), m.Subject(), off, m.Enabled)...)
	// If the account does not exist any more, neither do its settings.
	return append(diags, managed.DeletionErrors("disable", m.Subject(), err)...)
}

// Plan warns about settings that a create overwrites, because every account has settings. If the
// service cannot return them, the refresh after the create reports this.
func (m *resourceModel) Plan(
	ctx context.Context, planning managed.PlanRequest[resourceModel],
) diag.Diagnostics {
	if !planning.IsUnreviewedCreate() {
		return nil
	}
	if !m.KnowsAccount() || !planning.HasExtended() {
		return nil
	}
	remote, err := m.readSettings(ctx, planning.Data)
	switch {
	case videoindexer.IsUnsupported(err) || videoindexer.IsNotFound(err):
		return nil
	case err != nil:
		return diag.Diagnostics{apidiag.PlanError("read", m.Subject(), err)}
	}
	return m.overwriteWarnings(remote)
}

// overwriteWarnings warn about the settings of the account that a create changes.
func (m *resourceModel) overwriteWarnings(remote videoindexer.ShownBrandsModelSettings) (diags diag.Diagnostics) {
	remoteEnabled := types.BoolPointerValue(remote.State)
	remoteBuiltIn := types.BoolValue(remote.UseBuiltIn)
	var overwritten []string
	if !remoteEnabled.IsNull() && !m.Enabled.Equal(remoteEnabled) {
		overwritten = append(overwritten, "enabled = "+remoteEnabled.String())
	}
	if !m.UseBuiltIn.Equal(remoteBuiltIn) {
		overwritten = append(overwritten, "use_built_in = "+remoteBuiltIn.String())
	}
	if len(overwritten) > 0 {
		diags.AddWarning("Brand settings will be overwritten", m.Subject().WithIDs(fmt.Sprintf(
			"The account has these settings already. The create overwrites %s, and keeps no copy.",
			strings.Join(overwritten, " and "))))
	}
	return diags
}
