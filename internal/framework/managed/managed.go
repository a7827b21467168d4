// Package managed has the common parts of all managed resources: name, schema, identity and import;
// the steps of plans, reads, creates, updates and destroys; deletion_policy; and what these steps
// note in the ledger. A resource declares its keys and its model, whose methods do what is special
// to its objects.
package managed

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// ResourceInterfaces has the interfaces of the framework that every managed resource implements.
type ResourceInterfaces interface {
	resource.ResourceWithConfigure
	resource.ResourceWithModifyPlan
	resource.ResourceWithImportState
	resource.ResourceWithIdentity
}

// ResourceInfo describes a managed resource.
type ResourceInfo struct {
	// Name is the name of the type without the provider's.
	Name string
	// Summary begins its page with one sentence; Notes are the paragraphs that follow, if there are
	// any.
	Summary, Notes string
	// Keys name an object inside its account. Changing a configured key replaces the resource.
	// Replacing are other arguments whose change replaces it. Their descriptions in the schema say
	// so.
	Keys      importid.Keys
	Replacing []string
	// NeedsExtended means that the resource needs extended operations.
	NeedsExtended bool
	// HasUniqueNames means that names are unique in an account.
	HasUniqueNames bool
	// CannotRecreate means that no create can make an adopted object again, so that a replacement
	// must not delete it.
	CannotRecreate bool
	// AdoptsExisting means that a create adopts its object if it is there, although the
	// configuration does not name it.
	AdoptsExisting bool
	// HasTimeouts means that the resource has a timeouts block.
	HasTimeouts bool
}

// Resource is embedded in all managed resources.
type Resource struct {
	*providerdata.Data
	ResourceInfo

	attributes func() map[string]schema.Attribute
	// newModel returns an empty model; nil for a resource of many objects.
	newModel func() ObjectModel
}

// NewResource returns the base of a resource, with attributes besides those of the account.
func NewResource(info ResourceInfo, attributes func() map[string]schema.Attribute) Resource {
	return Resource{ResourceInfo: info, attributes: attributes}
}

// Metadata names the type.
func (r *Resource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = providerdata.TypeName(r.Name)
}

// Configure takes the provider's data, nil before the provider is configured; it makes no request.
func (r *Resource) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	r.Data, _ = req.ProviderData.(*providerdata.Data)
}

// Schema describes the resource.
func (r *Resource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := r.attributes()
	for _, name := range slices.Concat(r.Keys.Names(), r.Replacing) {
		isDeclared := slices.Contains(r.Replacing, name)
		// The description of a key that can be omitted says itself what a change does.
		if isDeclared || attributes[name].IsRequired() {
			attributes[name] = arguments.WithReplacementNote(attributes[name])
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: arguments.PageDescription(r.Summary, r.NeedsExtended, r.Notes),
		Attributes:          providerdata.ResourceAttributes(attributes),
	}
	if r.HasTimeouts {
		resp.Schema.Blocks = map[string]schema.Block{"timeouts": wait.TimeoutsBlock()}
	}
}

// IdentitySchema returns the account and the keys.
func (r *Resource) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema = r.Keys.Schema()
}

// ImportState takes the keys, alone or behind <location>/<account_id>/, or an identity.
func (r *Resource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	r.Keys.Import(ctx, r.Data, req, resp)
	r.NoteImport(ctx, resp)
}

// NoteImport marks an import in private state, for the read that follows.
func (r *Resource) NoteImport(ctx context.Context, resp *resource.ImportStateResponse) {
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, instanceKey, privateState{IsImported: true})...)
}

// Save makes a model the state, and publishes the identity.
func (r *Resource) Save(
	ctx context.Context, from any, state *tfsdk.State, identity *tfsdk.ResourceIdentity,
) diag.Diagnostics {
	diags := model.SetState(ctx, state, from)
	diags.Append(r.Keys.Publish(ctx, *state, identity)...)
	return diags
}

// notAllowedErrors returns an error if the provider may not manage the type.
func (r *Resource) notAllowedErrors() diag.Diagnostics {
	if !r.NeedsExtended {
		return nil
	}
	return r.RequireExtended(path.Empty(), providerdata.TypeName(r.Name))
}
