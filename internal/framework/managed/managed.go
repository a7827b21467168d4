// Package managed is what all managed resources have in common: a name, a schema, an identity, an import, the
// beginnings of a plan, a read and a destroy, and what a process knows of who has which object. A resource declares its
// keys and its models, and gets the rest.
package managed

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Interface is what every managed resource offers to Terraform.
type Interface interface {
	resource.ResourceWithConfigure
	resource.ResourceWithModifyPlan
	resource.ResourceWithImportState
	resource.ResourceWithIdentity
}

// About says what a managed resource is.
type About struct {
	// Name is the name of the type without the provider's.
	Name string
	// Summary begins its page with one sentence; Notes are the paragraphs that follow, if there are any.
	Summary, Notes string
	// Keys name an object inside its account: another value of one that is configured replaces the resource. Replacing
	// are further arguments whose change replaces it. The schema says so of them.
	Keys      importid.Keys
	Replacing []string
	// IsExtended says that nothing can be done with an object without extended operations.
	IsExtended bool
	// HasUniqueNames says that an account has one object of a name.
	HasUniqueNames bool
	// KeepsAdopted says that a replacement must not delete an adopted object, since nothing could create it again.
	KeepsAdopted bool
	// HasTimeouts says that it has a block of time limits.
	HasTimeouts bool
}

// Resource is embedded by managed resources.
type Resource struct {
	*providerdata.Data
	About

	attributes func() map[string]schema.Attribute
	newObject  func() Object // nil for a resource of many objects
}

// New is a resource with attributes besides those of the account.
func New(about About, attributes func() map[string]schema.Attribute) Resource {
	return Resource{About: about, attributes: attributes}
}

// NewOf is New for a resource of one object, whose model is an M.
func NewOf[M any, P objectOf[M]](about About, attributes func() map[string]schema.Attribute) Resource {
	r := New(about, attributes)
	r.newObject = func() Object { return P(new(M)) }
	return r
}

// objectOf is a pointer to a model that is an Object.
type objectOf[M any] interface {
	*M
	Object
}

// Metadata names the type.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.Name
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
		if isDeclared || attributes[name].IsRequired() { // a key that can be omitted has its own words
			attributes[name] = arguments.Replacing(attributes[name])
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: arguments.Page(r.Summary, r.IsExtended, r.Notes),
		Attributes:          providerdata.ResourceAttributes(attributes),
	}
	if r.HasTimeouts {
		resp.Schema.Blocks = map[string]schema.Block{"timeouts": wait.TimeoutsBlock()}
	}
}

// IdentitySchema is made of the account and the keys.
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
	r.MarkImport(ctx, resp)
}

// MarkImport has the read that follows an import know of it.
func (r *Resource) MarkImport(ctx context.Context, resp *resource.ImportStateResponse) {
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, instanceKey, privateState{IsImported: true})...)
}

// Model is what a configuration, plan or state says.
type Model interface {
	providerdata.Model
	AccountRef() videoindexer.AccountRef
	// Subject is what messages call the object.
	Subject() apidiag.Subject
}

// Object is the model of a resource that manages one object, which its keys name.
type Object interface {
	Model
	// Effect is what a destroy does, by what the state says. EffectHint says what has an effect where that has none;
	// "" for nothing.
	Effect() Effect
	EffectHint() string
}

// Part is an Object that the service deletes together with another one.
type Part interface {
	Object
	// Whole is what messages call the other object.
	Whole() string
}

// Save makes a model the state, and publishes the identity.
func (r *Resource) Save(
	ctx context.Context, from any, state *tfsdk.State, identity *tfsdk.ResourceIdentity,
) diag.Diagnostics {
	diags := model.SetState(ctx, state, from)
	diags.Append(r.Keys.Publish(ctx, *state, identity)...)
	return diags
}

// EndRead ends a read: an object that is gone is removed from the state, and any other error is reported.
func EndRead(ctx context.Context, subject apidiag.Subject, err error, resp *resource.ReadResponse) bool {
	if videoindexer.IsNotFound(err) {
		resp.State.RemoveResource(ctx)
	} else if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", subject, err)
	}
	return err == nil
}

// isAllowed reports whether the provider may manage the type, and the error where it may not.
func (r *Resource) isAllowed(diags *diag.Diagnostics) bool {
	return !r.IsExtended || r.RequireExtended(path.Empty(), "videoindexer_"+r.Name, diags)
}
