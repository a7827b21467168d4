package imagemodel

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// noun names a connection in messages, and its object in what the run has met.
const noun = "image model"

// whatDeletes ends the warnings of a destroy that leaves the connection.
const whatDeletes = "deletion_policy \"delete\" ends the connection."

// object has no id: an account has one connection at most.
func object(account videoindexer.AccountRef) ownership.Object {
	return ownership.Object{Noun: noun, Account: account}
}

// ModifyPlan plans the account and the policy, looks whether the account is connected already, and notes what happens to the connection.
func (r *imageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.None || !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
		return
	}
	if step == managed.Destroy || step == managed.Replace {
		account := state.AccountRef()
		if state.policy() == deletion.Abandon {
			resp.Diagnostics.Append(deletion.WillAbandonByPolicy(subject(account), whatDeletes))
		} else {
			resp.Diagnostics.Append(r.Plan(object(account), ownership.Destroy, subject(account), "")...)
		}
	}
	if step == managed.Destroy {
		return
	}
	var configured types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("deletion_policy"), &configured)...)
	if configured.IsNull() {
		policy := deletion.Delete
		if step == managed.Update {
			policy = state.policy()
		}
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("deletion_policy"), string(policy))...)
	}
	if plan.KnowsAccount() {
		switch account := plan.AccountRef(); step {
		case managed.Create:
			resp.Diagnostics.Append(r.Plan(object(account), ownership.Create, subject(account), "")...)
			r.look(ctx, plan, &resp.Diagnostics)
		case managed.Update:
			resp.Diagnostics.Append(r.Plan(object(account), ownership.Keep, subject(account), "")...)
		}
	}
	r.CheckAccess(ctx, noun, req, resp)
}

// look warns of another connection that a create will end.
func (r *imageModelResource) look(ctx context.Context, plan resourceModel, diags *diag.Diagnostics) {
	if !r.Known() {
		return
	}
	account := plan.AccountRef()
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.ImageModel, error) { return r.Client(diags).GetImageModel(ctx, account) })
	switch {
	case isGone(err) || isBroken(err): // there is none that works
	case err != nil:
		diags.Append(atArgument(err, apidiag.Error("read", subject(account), err)))
	case !plan.Endpoint.IsUnknown() && !plan.PredictionResourceID.IsUnknown() &&
		(remote.Endpoint != plan.Endpoint.ValueString() || remote.PredictionResourceID != plan.PredictionResourceID.ValueString()):
		diags.AddWarning("The account is connected to another image model",
			subject(account).WithIDs(fmt.Sprintf("The apply replaces a connection whose keys cannot be read. "+
				"To manage it instead, import it and configure its values.\n\nThe account is connected to %s (prediction resource %s).", remote.Endpoint, remote.PredictionResourceID)))
	}
}

// argumentOf is what a refusal is about. The service has separate error types for the address and for each key, so that
// any other invalid input must be the remaining argument.
var argumentOf = map[videoindexer.ErrorType]string{
	videoindexer.ErrorTypeInvalidURL:                                  "endpoint",
	videoindexer.ErrorTypeInvalidInput:                                "prediction_resource_id",
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey:   "training_key_wo",
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey: "prediction_key_wo",
	videoindexer.ErrorTypeUnsupported:                                 "location",
	videoindexer.ErrorTypeOperationNotSupportedOnTrial:                "location",
}

// refused is the error of a connection that could not be made, at the argument that it is about.
func refused(account videoindexer.AccountRef, err error) diag.Diagnostic {
	hint := ""
	if videoindexer.HasType(err, videoindexer.ErrorTypeInvalidInput) {
		hint = "Check prediction_resource_id first: it is the whole id of the resource, not its name."
	}
	return atArgument(err, diag.NewErrorDiagnostic("Unable to connect image model", apidiag.WithHint("connect", subject(account), err, hint)))
}

// atArgument is the error of a call at the argument that it is about, if it is about one.
func atArgument(err error, failure diag.Diagnostic) diag.Diagnostic {
	if answer, ok := errors.AsType[*videoindexer.APIError](err); ok && argumentOf[answer.Type] != "" {
		return diag.WithPath(path.Root(argumentOf[answer.Type]), failure)
	}
	return failure
}

func isGone(err error) bool {
	return videoindexer.IsNotFound(err) || videoindexer.HasType(err, videoindexer.ErrorTypeImageModelAccountNotFound)
}

// isBroken says whether an account is connected to an image model that cannot be reached with the keys that it has.
func isBroken(err error) bool {
	return videoindexer.HasType(err, videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey, videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey)
}

func subject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: noun, Account: account}
}
