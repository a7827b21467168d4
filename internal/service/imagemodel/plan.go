package imagemodel

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// noun names a connection in messages, and its object in what the run has met.
const noun = "image model"

// connectionID is the id under which an instance is marked: an account has one connection at most.
const connectionID = ""

func (r *imageModelResource) object(account videoindexer.AccountRef) *adoption.Object {
	return r.Objects.Get(noun, account, connectionID)
}

// ModifyPlan plans the account, looks whether it is connected already, and notes which instance is to connect it.
func (r *imageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if resp.Diagnostics.HasError() || r.Data == nil || !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
		return
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, resp)
		return
	}
	var plan resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	var connection *adoption.Object // nil while it is not known which
	if plan.KnowsAccount() {
		connection = r.object(plan.AccountRef())
	}
	isCreate := req.State.Raw.IsNull()
	if managed.PlanOnlyOne(ctx, req, resp, connection) {
		if isCreate {
			resp.Diagnostics.Append(managed.Twice(subject(plan.AccountRef())))
		} else {
			resp.Diagnostics.Append(managed.TwiceImported(subject(plan.AccountRef())))
		}
	}
	switch instance, diags := adoption.InstanceOf(ctx, req.Private); {
	case connection == nil:
	case isCreate:
		r.look(ctx, plan, &resp.Diagnostics)
	case diags.HasError():
		resp.Diagnostics.Append(diags...)
	case connection.IsDeletedByOther(instance):
		resp.Diagnostics.Append(isDisconnectedElsewhere(plan.AccountRef()))
	}
	r.Prove(ctx, noun, req, resp)
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
			fmt.Sprintf("%s is connected to %s (prediction resource %s). The apply replaces this connection, whose keys cannot be read. "+
				"To manage this connection instead, import it and configure its values.", subject(account).Capitalized(), remote.Endpoint, remote.PredictionResourceID))
	}
}

func (r *imageModelResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	object := r.object(state.AccountRef())
	isExpected := object.PlanDestroy(instance)
	if isExpected || object.ChangesHands() || object.IsTakenOver(instance) {
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, connectionID)...)
		resp.Diagnostics.Append(handedOver(state.AccountRef()))
		return
	}
	object.NoteDeletion(instance)
}

// isDisconnectedElsewhere is the warning of an instance that stays, if the destroy of another one ends its connection.
func isDisconnectedElsewhere(account videoindexer.AccountRef) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The same plan ends this connection",
		fmt.Sprintf("This resource manages %s, and so does another instance, which this plan destroys: its destroy ends the connection, and the next apply connects the account again.\n\n"+
			"To keep the connection, remove the other instance with `terraform state rm`, or with a `removed` block whose lifecycle has destroy = false.", subject(account)))
}

// handedOver is the warning of a destroy of a connection that another instance has made.
func handedOver(account videoindexer.AccountRef) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Image model stays connected",
		fmt.Sprintf("Another instance connects the account of %s in this run: the destroy leaves the connection as it is.\n\n"+
			"If this is the same connection under a new address, add a moved block, and nothing is destroyed.", subject(account)))
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
	decisive := ""
	if videoindexer.HasType(err, videoindexer.ErrorTypeInvalidInput) {
		decisive = "Check prediction_resource_id first: it is the whole id of the resource, not its name."
	}
	return atArgument(err, diag.NewErrorDiagnostic("Unable to connect image model", apidiag.Explained("connect", subject(account), err, decisive)))
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
