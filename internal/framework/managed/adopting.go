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

// AdoptingResource is a Resource whose object exists, with its keys, before Terraform manages it. Create and update
// both write the object with Send of its model.
type AdoptingResource[M any, P adoptingOf[M]] struct{ Resource }

// NewAdopting makes an AdoptingResource, as NewOf does for other resources.
func NewAdopting[M any, P adoptingOf[M]](
	about About, attributes func() map[string]schema.Attribute,
) *AdoptingResource[M, P] {
	return &AdoptingResource[M, P]{NewOf[M, P](about, attributes)}
}

// adoptingOf is a pointer to the model of an AdoptingResource.
type adoptingOf[M any] interface {
	objectOf[M]
	// Send writes the planned object, and sets the model to the values of the service. It returns whether the
	// model becomes the state.
	Send(ctx context.Context, sending Sending[M], diags *diag.Diagnostics) (becomesState bool)
}

// Sending is the create or update that calls Send.
type Sending[M any] struct {
	Data   *providerdata.Data
	Client *videoindexer.Client
	// Prior is the prior state of an update; nil in a create.
	Prior *M
	// Config has the write-only arguments.
	Config  tfsdk.Config
	Private private.Writer
}

// ModifyPlan plans the account, and checks that the credentials can use it.
func (r *AdoptingResource[M, P]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	plan := P(new(M))
	state := P(new(M))
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

// Read calls Fetch of the model. A model without Fetch, whose object the service does not return, keeps the state.
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
		return object.Fetch(ctx, client)
	})
}

// Update writes the object.
func (r *AdoptingResource[M, P]) Update(
	ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse,
) {
	plan := P(new(M))
	prior := new(M)
	r.UpdateObject(ctx, req, resp, plan, P(prior), func(client *videoindexer.Client, _ videoindexer.AccountRef) bool {
		return plan.Send(ctx, Sending[M]{r.Data, client, prior, req.Config, resp.Private}, &resp.Diagnostics)
	})
}
