package managed

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// AdoptionDiagnostics returns the diagnostics of a plan for an object to adopt, from the error of
// its read. Missing is the error if the object does not exist.
func AdoptionDiagnostics(subject apidiag.Subject, err error, missing func() diag.DiagnosticWithPath) diag.Diagnostics {
	switch {
	case err == nil:
		return nil
	case videoindexer.IsObjectMissing(err):
		// An error would stop a destroy, which begins with a plan.
		failure := missing()
		detail := "The apply will fail. " + failure.Detail()
		return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(failure.Path(), failure.Summary(), detail)}
	}
	return diag.Diagnostics{apidiag.PlanError("read", subject, err)}
}

// BegunRead is the beginning of a Read.
type BegunRead struct {
	Client   *videoindexer.Client
	Instance ledger.Instance
	// IsImport means that the state was just imported.
	IsImport bool
	stored   privateState
}

// BeginRead loads the state of a Read, and publishes the identity. isBegun is also false if the
// provider's configuration is unknown, or does not allow the read: Terraform then plans with the
// state. An import that needs extended operations without permission is an error, because it has no
// state to plan with.
func (r *Resource) BeginRead(
	ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse, state Model,
) (begun BegunRead, isBegun bool) {
	diags := &resp.Diagnostics
	diags.Append(r.Keys.Publish(ctx, req.State, resp.Identity)...)
	if !r.IsConfigured() {
		return begun, false
	}
	stored, _ := privateStateOf(ctx, req.Private, diags)
	begun.IsImport = stored.IsImported
	if r.NeedsExtended && !r.HasExtended() {
		if begun.IsImport {
			diags.Append(r.notAllowedErrors()...)
		}
		return begun, false
	}
	// An earlier plan has noted the rest for its apply, which has passed.
	stored = privateState{ID: stored.ID}
	diags.Append(private.Set(ctx, resp.Private, instanceKey, stored)...)
	target, isLoaded := r.Load(ctx, req.State, state, diags)
	begun.Client = target.Client
	begun.Instance = r.instanceOf(stored)
	begun.stored = stored
	return begun, isLoaded
}

// NoteNeeded writes into the private state of a read which objects of a kind other instances have
// or want. An apply plans an update again, in a process that has not read any state. It knows these
// objects only from private state.
func (r *Resource) NoteNeeded(
	ctx context.Context, begun BegunRead, kind string, account videoindexer.AccountRef, resp *resource.ReadResponse,
) (ids []string) {
	ids = r.Ledger.NeededIDs(kind, account, begun.Instance)
	if len(ids) > 0 {
		begun.stored.Needed = NeededByOthers{IDs: ids, IsAnyNeeded: true}
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, instanceKey, begun.stored)...)
	}
	return ids
}

// beginObjectRead begins the read of a resource of one object, as BeginRead does. It notes in the
// ledger that the state has the object. In the state of an import, the object counts as adopted.
func (r *Resource) beginObjectRead(
	ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse, state ObjectModel,
) (begun BegunRead, isBegun bool) {
	begun, isBegun = r.BeginRead(ctx, req, resp, state)
	if isBegun {
		for _, key := range r.ledgerKeys(req.State.Raw, state) {
			r.Ledger.AddRole(key, begun.Instance, ledger.Holds)
		}
		r.rememberRead(begun.Instance, req.State, state)
		state.setAdopted(types.BoolValue(state.isAdopted()))
	}
	return begun, isBegun
}
