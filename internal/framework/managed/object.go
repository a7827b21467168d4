package managed

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
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

var policyPath = path.Root("deletion_policy")

// Policy is what a destroy does: what Terraform has not created it does not delete unless told.
func (f *Fields) Policy() deletion.Policy { return deletion.Of(f.DeletionPolicy, deletion.Abandon) }

// FillPolicy sets the policy of an object that was imported.
func (f *Fields) FillPolicy() { f.DeletionPolicy = types.StringValue(string(f.Policy())) }

// Object is the model of an object that the state has.
type Object interface {
	providerdata.Model
	KnowsAccount() bool
	Policy() deletion.Policy
	// Object is what this process knows it by, and Subject is what messages call it.
	Object() ownership.Object
	Subject() apidiag.Subject
}

// PlanPolicy plans deletion_policy where none is configured: what Terraform creates it deletes, and an update keeps what was
// applied last.
func (f *Fields) PlanPolicy(ctx context.Context, config tfsdk.Config, step Step, prior deletion.Policy) diag.Diagnostics {
	var configured types.String
	diags := config.GetAttribute(ctx, policyPath, &configured)
	switch {
	case !configured.IsNull():
	case step == Update:
		f.DeletionPolicy = types.StringValue(string(prior))
	default:
		f.DeletionPolicy = types.StringValue(string(deletion.Delete))
	}
	return diags
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
	case state.Policy() == deletion.Abandon:
		resp.Diagnostics.Append(deletion.Abandoned(state.Subject(), how))
		ok = false
	case r.Owned.IsTakenOver(state.Object()):
		resp.Diagnostics.Append(deletion.TakenOver(state.Subject()))
		ok = false
	}
	return client, account, ok
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

// LookForNamesakes warns of objects that have the name of one that is to be created: a run that was killed may have left one.
// Find returns their ids; within is the part of an import id before them. Those that the state has are no reason to warn,
// unless a destroy leaves them. A service without a list has nothing to warn of, and an account or name that is not known yet
// cannot be asked for.
func (r *Resource) LookForNamesakes(
	ctx context.Context, plan Object, name types.String, within string, find func(*videoindexer.Client, videoindexer.AccountRef) ([]string, error),
) (diags diag.Diagnostics) {
	if !r.Extended() || !plan.KnowsAccount() || name.IsUnknown() {
		return nil
	}
	subject := plan.Subject()
	client, account := r.Client(&diags), subject.Account
	found, err := providerdata.Read(ctx, r.Data, account, func() ([]string, error) { return find(client, account) })
	if err != nil && !videoindexer.IsUnsupported(err) {
		return diag.Diagnostics{apidiag.Planned("look for", subject, err)}
	}
	var ids []string
	summary := subject.Heading() + " of that name exists"
	object := plan.Object()
	for _, id := range found {
		object.ID = id
		switch policy, isSeen := r.Owned.Seen(object); {
		case policy == deletion.Abandon:
			summary = subject.Heading() + " name stays taken"
		case isSeen:
			continue
		}
		ids = append(ids, within+id)
	}
	if len(ids) == 0 {
		return nil
	}
	diags.AddAttributeWarning(path.Root("name"), summary, fmt.Sprintf(
		"The service has %d with the name of %s already. The apply creates another one, or fails if the service requires unique names.\n\n"+
			"If an interrupted run has left it, import it: `terraform import '<address>' %s`. If the resource was renamed, add a moved block. Otherwise, ignore this warning.\n\n%s",
		len(ids), subject, ids[0], subject.IDs("existing "+subject.Noun+" "+apidiag.Some(ids))))
	return diags
}

// Refused is the error of a create or change, at the argument whose value the service has refused if the error is one of the
// refusals. A create whose answer was lost, and that no list of the service could clear up, is to be looked for.
func Refused(verb string, subject apidiag.Subject, err error, argument path.Path, refusals ...videoindexer.ErrorType) diag.Diagnostic {
	hint := ""
	if videoindexer.IsAmbiguous(err) {
		hint = fmt.Sprintf("The service's list does not show exactly one new object of that name either. Nothing is in the state. "+
			"Look for it with the data source videoindexer_%ss before the next apply: if it is there, import it by its id.",
			strings.ReplaceAll(subject.Noun, " ", "_"))
	}
	refusal := diag.NewErrorDiagnostic("Unable to "+verb+" "+subject.Noun, apidiag.WithHint(verb, subject, err, hint))
	if videoindexer.HasType(err, refusals...) {
		return diag.WithPath(argument, refusal)
	}
	return refusal
}

// Plan notes what an instance is planned to do with an object, and returns the error of a plan that cannot be carried out,
// because another address does something else with it. The subject names the object in the error. Elsewhere is a sentence
// for what no moved block can help with; "" for none.
func (r *Resource) Plan(object ownership.Object, intent ownership.Intent, subject apidiag.Subject, elsewhere string) diag.Diagnostics {
	return r.Conflict(r.Data.Owned.Plan(object, intent), subject, elsewhere)
}

// Conflict is the error of Plan, for one object or several that have the same conflict.
func (r *Resource) Conflict(conflict ownership.Conflict, subject apidiag.Subject, elsewhere string) diag.Diagnostics {
	noun := subject.Heading()
	switch conflict {
	case ownership.CreatedTwice:
		return diag.Diagnostics{diag.NewErrorDiagnostic(noun+" planned at two addresses",
			subject.WithIDs(fmt.Sprintf("Two resources of this configuration create or adopt %s. They would overwrite each other's values at every apply. Keep one of them.", subject)))}
	case ownership.DestroyedElsewhere:
		if elsewhere != "" {
			elsewhere = "\n\n" + elsewhere
		}
		moves := " moves"
		if strings.HasSuffix(subject.Noun, "s") {
			moves = " move"
		}
		return diag.Diagnostics{diag.NewErrorDiagnostic(noun+moves+" to another address",
			subject.WithIDs(fmt.Sprintf("This plan destroys %s at one address, and another one manages it.\n\n%s\n\n"+
				"Between types, use a `removed` block with destroy = false, and an `import` block.%s", subject, deletion.Moved(r.Name), elsewhere)))}
	}
	return nil
}

// PlanAdoption is Plan for the create of a resource that can adopt its object and delete it, but not create it again. A
// replacement destroys the old instance first: so the object must not be one that the state has under the policy "delete".
// Reads tell Owned.See the policy.
func (r *Resource) PlanAdoption(object ownership.Object, subject apidiag.Subject) diag.Diagnostics {
	if policy, _ := r.Owned.Seen(object); policy == deletion.Delete {
		return diag.Diagnostics{deletion.MustNotReplace(subject)}
	}
	return r.Plan(object, ownership.Create, subject, "")
}
