// Package imagemodel manages and reads the image-model connection of an account.
package imagemodel

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Planner[resourceModel] = (*resourceModel)(nil)
	_ managed.Destroyer              = (*resourceModel)(nil)
)

// NewResource returns videoindexer_image_model. It has no keys, because an account has at most one
// image-model connection.
func NewResource() resource.Resource {
	return managed.NewObjectResource[resourceModel](managed.ResourceInfo{
		Name: "image_model", NeedsExtended: true, AdoptsExisting: true,
		Summary: "Manages the image-model connection of an account, " +
			"with which the service recognizes animated characters.",
		Notes: "An account has at most one connection, and only in paid locations. " +
			"If the account is connected already, " +
			"a create replaces the connection (see [Adoption](../guides/reliability.md#adoption)). " +
			"The plan warns, because the service does not return the previous keys.\n\n" +
			"The keys are write-only arguments, which need Terraform 1.11. Terraform cannot detect a changed key. " +
			"Increase `keys_wo_version` to send both keys again. See [Rotate a key](../guides/rotate-a-key.md).",
	}, resourceAttributes)
}

// resourceModel is a videoindexer_image_model. The write-only keys are null in every plan and
// state.
type resourceModel struct {
	managed.AdoptableFields
	Endpoint             types.String `tfsdk:"endpoint"`
	PredictionResourceID types.String `tfsdk:"prediction_resource_id"`
	TrainingKey          types.String `tfsdk:"training_key_wo"`
	PredictionKey        types.String `tfsdk:"prediction_key_wo"`
	KeysVersion          types.Number `tfsdk:"keys_wo_version"`
}

// objectKind is what messages call a connection.
const objectKind = "image model"

func (m *resourceModel) EffectHint() string {
	return "To end the connection, first apply deletion_policy = \"delete\"."
}

func (m *resourceModel) Subject() apidiag.Subject { return connectionSubject(m.AccountRef()) }

func connectionSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Kind: objectKind, Account: account}
}

// fill takes the values of a response, which may lack one of them.
func (m *resourceModel) fill(remote *videoindexer.ImageModel) {
	if remote.Endpoint != "" {
		m.Endpoint = nullable.InKnownSpelling(remote.Endpoint, m.Endpoint)
	}
	if remote.PredictionResourceID != "" {
		m.PredictionResourceID = nullable.InKnownSpelling(remote.PredictionResourceID, m.PredictionResourceID)
	}
}

func resourceAttributes() map[string]schema.Attribute {
	key := func(description string) schema.StringAttribute {
		argument := arguments.RequiredString(description+
			", stored neither in the plan nor in the state (write-only).", validate.NotBlank())
		argument.Sensitive = true
		argument.WriteOnly = true
		return argument
	}
	return map[string]schema.Attribute{
		"endpoint": arguments.RequiredString("Address of the image model's service.", validate.URL()),
		"prediction_resource_id": arguments.RequiredString(
			"Id of the resource for predictions.", validate.Name(),
		),
		"training_key_wo":   key("Key for training models"),
		"prediction_key_wo": key("Key for predictions"),
		"keys_wo_version": arguments.OptionalNumber("Version of the two keys, a number that you choose. " +
			"Increase it to send the configured keys again. Default: none."),
		"deletion_policy": managed.PolicyArgument(
			"If omitted, destroy removes a connection that Terraform created, "+
				"and keeps one that it adopted or imported.",
			managed.PolicyChoice{Policy: managed.PolicyDelete, Does: "removes the connection"},
			managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: "keeps the connection"},
		),
		"adopted": arguments.StableBool("Whether the connection existed before Terraform managed it, or was imported."),
	}
}

// Fetch reads the connection (6). A connection that does not work stays in the state, so that an
// apply can send other keys.
func (m *resourceModel) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	remote, err := m.readConnection(ctx, reading.Data)
	switch {
	case isNotConnected(err):
		return false, nil
	case isBroken(err) && !m.Endpoint.IsNull():
		diags.AddWarning("Image-model connection does not work", apidiag.Detail("read", m.Subject(), err,
			"The account is connected, but the connection does not work. The state keeps the connection. "+
				"Configure valid keys and increase keys_wo_version."))
	case err != nil:
		diags.Append(apidiag.Error("read", m.Subject(), err))
	default:
		m.fill(remote)
	}
	return true, diags
}

// Destroy ends the connection (X26).
func (m *resourceModel) Destroy(
	ctx context.Context, destroying managed.DestroyRequest,
) (diags diag.Diagnostics) {
	err := destroying.Client.DisconnectImageModel(ctx, m.AccountRef())
	switch {
	case err == nil || isNotConnected(err):
		return nil
	case videoindexer.HasType(err, videoindexer.ErrorTypeUnsupported):
		diags.Append(apidiag.ErrorWithoutAdvice("disconnect", m.Subject(), err,
			"This service cannot remove the connection. "+
				"To stop managing it, use `terraform state rm`, "+
				"or a `removed` block whose lifecycle has destroy = false."))
	default:
		diags.Append(apidiag.Error("disconnect", m.Subject(), err))
	}
	return diags
}

// Write creates the planned connection, with the configured keys (X25).
func (m *resourceModel) Write(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (becomesState bool, diags diag.Diagnostics) {
	var configured resourceModel
	diags.Append(writing.Config.Get(ctx, &configured)...)
	if diags.HasError() {
		return false, diags
	}
	remote, err := writing.Client.ConnectImageModel(ctx, m.AccountRef(), videoindexer.ImageModelConnection{
		TrainingKey: configured.TrainingKey.ValueString(), PredictionKey: configured.PredictionKey.ValueString(),
		Endpoint: m.Endpoint.ValueString(), PredictionResourceID: m.PredictionResourceID.ValueString(),
	})
	if err != nil {
		diags.Append(connectError(m.Subject(), err))
		return false, diags
	}
	// Not every service returns the connection.
	if remote != nil {
		m.fill(remote)
	}
	return true, diags
}

// argumentOf has the argument that the service refuses with a type of error. The address and each
// key have types of their own, so that other invalid input must be the remaining argument.
var argumentOf = map[videoindexer.ErrorType]string{
	videoindexer.ErrorTypeInvalidURL:                                  "endpoint",
	videoindexer.ErrorTypeInvalidInput:                                "prediction_resource_id",
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey:   "training_key_wo",
	videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey: "prediction_key_wo",
	videoindexer.ErrorTypeUnsupported:                                 "location",
	videoindexer.ErrorTypeOperationNotSupportedOnTrial:                "location",
}

// connectError returns the error of a connection that could not be made, at the argument that it is
// about.
func connectError(subject apidiag.Subject, err error) diag.Diagnostic {
	failure := apidiag.Error("connect", subject, err)
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](err)
	if !isAPIError {
		return failure
	}
	argument, isAboutArgument := argumentOf[apiErr.Type]
	if !isAboutArgument {
		return failure
	}
	return diag.WithPath(path.Root(argument), failure)
}

// Plan checks whether the account is already connected.
func (m *resourceModel) Plan(
	ctx context.Context, planning managed.PlanRequest[resourceModel],
) (diags diag.Diagnostics) {
	if planning.Step != managed.StepCreate {
		return nil
	}
	if !planning.IsConfigured() || !m.KnowsAccount() {
		return nil
	}
	found, diags := m.fetchExisting(ctx, planning.Data)
	m.Adopted = types.BoolValue(false)
	if found != nil {
		// A destroy of this run may end the connection before the create.
		m.Adopted = planning.Adopted(m, types.BoolValue(true))
		diags.Append(m.overwriteWarnings(found)...)
	}
	return diags
}

// readConnection reads the connection of the account (6).
func (m *resourceModel) readConnection(ctx context.Context, data *providerdata.Data) (*videoindexer.ImageModel, error) {
	getConnection := func(client *videoindexer.Client) (*videoindexer.ImageModel, error) {
		return client.GetImageModel(ctx, m.AccountRef())
	}
	return providerdata.ReadWithAccessCheck(ctx, data, m.AccountRef(), getConnection)
}

// fetchExisting reads the connection that a create replaces; nil without one. The result is empty
// for one that cannot be read.
func (m *resourceModel) fetchExisting(
	ctx context.Context, data *providerdata.Data,
) (found *videoindexer.ImageModel, diags diag.Diagnostics) {
	found, err := m.readConnection(ctx, data)
	switch {
	case isNotConnected(err):
		return nil, nil
	case isBroken(err):
		return &videoindexer.ImageModel{}, nil
	case err != nil:
		diags.Append(apidiag.PlanError("read", m.Subject(), err))
	}
	return found, diags
}

// overwriteWarnings warn of another connection that a create replaces.
func (m *resourceModel) overwriteWarnings(found *videoindexer.ImageModel) (diags diag.Diagnostics) {
	isOtherEndpoint := isKnownToDiffer(m.Endpoint, found.Endpoint)
	isOtherResource := isKnownToDiffer(m.PredictionResourceID, found.PredictionResourceID)
	if isOtherEndpoint || isOtherResource {
		diags.AddWarning("The account is connected to another image model",
			m.Subject().WithIDs(fmt.Sprintf("The apply replaces the existing connection, "+
				"whose keys the service does not return. "+
				"To manage the existing connection instead, import it and configure its values.\n\n"+
				"The account is connected to %s (prediction resource %s).", found.Endpoint, found.PredictionResourceID)))
	}
	return diags
}

// isKnownToDiffer compares a planned value with that of the service, which is "" if it cannot be
// read.
func isKnownToDiffer(planned types.String, remote string) bool {
	if planned.IsUnknown() || remote == "" {
		return false
	}
	return planned.ValueString() != remote
}

func isNotConnected(err error) bool {
	return videoindexer.IsNotFound(err) || videoindexer.HasType(err, videoindexer.ErrorTypeImageModelAccountNotFound)
}

// isBroken reports whether the service cannot reach the image model of a connection with its keys.
func isBroken(err error) bool {
	return videoindexer.HasType(
		err, videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey,
		videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey,
	)
}
