package managed

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// AdoptingResource is a Resource of an object that its keys name before Terraform manages it: a create writes it as an
// update does, with the Send of its model.
type AdoptingResource[M any, P adoptingOf[M]] struct{ Resource }

// NewAdopting is NewOf for an AdoptingResource.
func NewAdopting[M any, P adoptingOf[M]](
	about About, attributes func() map[string]schema.Attribute,
) *AdoptingResource[M, P] {
	return &AdoptingResource[M, P]{NewOf[M, P](about, attributes)}
}

// adoptingOf is a pointer to the model of an AdoptingResource.
type adoptingOf[M any] interface {
	objectOf[M]
	// Send writes the object as the model plans it, which then says what the service has. It returns whether the
	// model becomes the state.
	Send(ctx context.Context, in Sending[M], diags *diag.Diagnostics) (isSaved bool)
}

// Sending is the create or update in which a model is written.
type Sending[M any] struct {
	Data   *providerdata.Data
	Client *videoindexer.Client
	// Prior is what an update begins with; nil in a create.
	Prior *M
	// Config has the write-only arguments.
	Config  tfsdk.Config
	Private private.Writer
}

// ModifyPlan plans the account, and proves that the credentials reach it.
func (r *AdoptingResource[M, P]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	plan, state := P(new(M)), P(new(M))
	r.BeginObjectPlan(ctx, req, resp, plan, state)
	r.CheckAccess(ctx, plan.Subject().Kind, req, resp)
}

// Create adopts the object, and writes it.
func (r *AdoptingResource[M, P]) Create(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse,
) {
	plan := P(new(M))
	client, _, ok := r.Load(ctx, req.Plan, plan, &resp.Diagnostics)
	if !ok {
		return
	}
	key, _ := r.key(req.Plan.Raw)
	done, ok := r.Adopt(ctx, resp, plan.Subject(), key.ID)
	defer done()
	if ok && plan.Send(ctx, Sending[M]{r.Data, client, nil, req.Config, resp.Private}, &resp.Diagnostics) {
		r.SaveCreated(ctx, req, resp, plan)
	}
}

// Read has the model fetch the object. One that has no Fetch, because the service does not show the object, stays as
// the state has it.
func (r *AdoptingResource[M, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	object, canFetch := any(state).(interface {
		Fetch(ctx context.Context, client *videoindexer.Client) error
	})
	if !canFetch {
		r.BeginObjectRead(ctx, req, resp, state)
		return
	}
	r.ReadObject(ctx, req, resp, state, func(client *videoindexer.Client, _ videoindexer.AccountRef) error {
		return object.Fetch(ctx, client) //nolint:wrapcheck // a diagnostic is made of it
	})
}

// Update writes the object.
func (r *AdoptingResource[M, P]) Update(
	ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse,
) {
	plan, prior := P(new(M)), new(M)
	r.UpdateObject(ctx, req, resp, plan, P(prior), func(client *videoindexer.Client, _ videoindexer.AccountRef) bool {
		return plan.Send(ctx, Sending[M]{r.Data, client, prior, req.Config, resp.Private}, &resp.Diagnostics)
	})
}
