package managed

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Fields are embedded in the model of a resource whose destroy deletes its object or leaves it.
type Fields struct {
	providerdata.AccountFields
	// DeletionPolicy is null between an import and the read that follows.
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// Policy is what a destroy does: what Terraform has not created it does not delete unless told.
func (f *Fields) Policy() deletion.Policy { return deletion.Of(f.DeletionPolicy, deletion.Abandon) }

// FillPolicy sets the policy of an object that was imported.
func (f *Fields) FillPolicy() { f.DeletionPolicy = types.StringValue(string(f.Policy())) }

// Object is the model of an object that the state has.
type Object interface {
	providerdata.Model
	Policy() deletion.Policy
	// Object is what this process knows it by, and Subject is what messages call it.
	Object() ownership.Object
	Subject() apidiag.Subject
}

// PlanPolicy plans deletion_policy where none is configured: what Terraform creates it deletes, and an update keeps what was
// applied last.
func (f *Fields) PlanPolicy(configured types.String, step Step, prior deletion.Policy) {
	if !configured.IsNull() {
		return
	}
	if step != Update {
		prior = deletion.Delete
	}
	f.DeletionPolicy = types.StringValue(string(prior))
}

// PlanKeep notes that an update keeps the object of the state.
func (r *Resource) PlanKeep(state Object) diag.Diagnostics {
	r.Owned.See(state.Object(), state.Policy())
	return r.Plan(state.Object(), ownership.Keep, state.Subject(), "")
}

// PlanEnd notes that the object of the state is destroyed or replaced, and warns if it is left. How says what deletes it.
func (r *Resource) PlanEnd(state Object, how string) diag.Diagnostics {
	r.Owned.See(state.Object(), state.Policy())
	if state.Policy() == deletion.Abandon {
		return diag.Diagnostics{deletion.WillAbandonByPolicy(state.Subject(), how)}
	}
	return r.Plan(state.Object(), ownership.Destroy, state.Subject(), "")
}

// PlanState notes what a step does with the object of the state: an update keeps it, a destroy or replacement ends it.
func (r *Resource) PlanState(step Step, state Object, how string) diag.Diagnostics {
	switch step {
	case Update:
		return r.PlanKeep(state)
	case Replace, Destroy:
		return r.PlanEnd(state, how)
	case None, Create:
	}
	return nil
}

// LoadEnd begins a Delete: it loads the state. It is ok to end the object if neither its policy nor another instance of this
// run keeps it; otherwise a warning says why it stays. How says what would end it.
func (r *Resource) LoadEnd(
	ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state Object, how string,
) (client *videoindexer.Client, account videoindexer.AccountRef, ok bool) {
	client, account, ok = r.Load(ctx, req.State, state, &resp.Diagnostics)
	switch {
	case !ok:
		return client, account, false
	case state.Policy() == deletion.Abandon:
		resp.Diagnostics.Append(deletion.Abandoned(state.Subject(), how))
		return client, account, false
	case r.Owned.IsTakenOver(state.Object()):
		resp.Diagnostics.Append(deletion.TakenOver(state.Subject()))
		return client, account, false
	}
	return client, account, true
}

// End is the Delete of a resource whose object end deletes. One that is gone already is no error.
func (r *Resource) End(
	ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse, state Object, how string,
	end func(*videoindexer.Client, videoindexer.AccountRef) error,
) {
	client, account, ok := r.LoadEnd(ctx, req, resp, state, how)
	if !ok {
		return
	}
	if err := end(client, account); err != nil && !videoindexer.IsNotFound(err) {
		apidiag.Add(&resp.Diagnostics, "delete", state.Subject(), err)
	}
}

// IsFound ends a read: an object that is gone is removed from the state, and any other error is reported.
func IsFound(ctx context.Context, subject apidiag.Subject, err error, resp *resource.ReadResponse) bool {
	if videoindexer.IsNotFound(err) {
		resp.State.RemoveResource(ctx)
	} else if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", subject, err)
	}
	return err == nil
}

// LookForNamesakes is Namesakes for a create whose name is known, with the import ids that find returns. A service without a
// list has nothing to warn of.
func (r *Resource) LookForNamesakes(
	ctx context.Context, of providerdata.AccountFields, subject apidiag.Subject,
	find func(*videoindexer.Client, videoindexer.AccountRef) (ids []string, err error),
	object func(account videoindexer.AccountRef, id string) ownership.Object,
) (diags diag.Diagnostics) {
	if !r.Known() || !of.KnowsAccount() {
		return nil
	}
	client, account := r.Client(&diags), of.AccountRef()
	ids, err := providerdata.Read(ctx, r.Data, account, func() ([]string, error) { return find(client, account) })
	if err != nil && !videoindexer.IsUnsupported(err) {
		return diag.Diagnostics{apidiag.Planned("look for", subject, err)}
	}
	return r.Namesakes(subject, ids, func(id string) ownership.Object { return object(account, id) })
}

// Namesakes warns of objects that have the name of one that is to be created, by their import ids: a run that was killed may
// have left one. Those that the state has are no reason to warn, unless a destroy leaves them.
func (r *Resource) Namesakes(subject apidiag.Subject, ids []string, object func(id string) ownership.Object) (diags diag.Diagnostics) {
	summary := subject.Heading() + " of that name exists"
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		policy, isSeen := r.Owned.Seen(object(id))
		if policy == deletion.Abandon {
			summary = subject.Heading() + " name stays taken"
		}
		return isSeen && policy != deletion.Abandon
	})
	if len(ids) == 0 {
		return nil
	}
	const most = 10
	others := make([]string, 0, most)
	for _, id := range ids[:min(len(ids), most)] {
		others = append(others, "existing "+subject.Noun+" "+id)
	}
	diags.AddAttributeWarning(path.Root("name"), summary, fmt.Sprintf(
		"The service has %d with the name of %s already. The apply creates another one, or fails if the service requires unique names.\n\n"+
			"If an interrupted run has left it, import it: `terraform import '<address>' %s`. If the resource was renamed, add a moved block. Otherwise, ignore this warning.\n\n%s",
		len(ids), subject, ids[0], subject.IDs(others...)))
	return diags
}
