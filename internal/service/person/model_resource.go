package person

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*modelResource)(nil)

// modelKey names a person model inside its account.
var modelKey = importid.Key{Name: "person_model_id", Description: "Id of the person model (GUID).", Check: validate.CheckGUID, Noun: "person_model"}

const modelType = "videoindexer_person_model"

type modelResource struct{ managed.Resource }

// NewModelResource is videoindexer_person_model.
func NewModelResource() resource.Resource {
	return &modelResource{managed.New("person_model", importid.Keys{modelKey})}
}

// modelModel is a videoindexer_person_model. Its name is null between an import and the read that follows.
type modelModel struct {
	providerdata.AccountFields
	Name          types.String    `tfsdk:"name"`
	PersonModelID types.String    `tfsdk:"person_model_id"`
	IsDefault     types.Bool      `tfsdk:"is_default"`
	PersonsCount  int32type.Value `tfsdk:"persons_count"`
	// DeletionPolicy is null between an import and the read that follows, too.
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

func (m *modelModel) policy() deletion.Policy { return deletion.Of(m.DeletionPolicy, deletion.Abandon) }

// object is the model, for what this process knows of it.
func (m *modelModel) object() ownership.Object {
	return modelObject(m.AccountRef(), m.PersonModelID.ValueString())
}

// stays reports whether a destroy leaves the model, and its name taken.
func (m *modelModel) stays() bool {
	return m.IsDefault.ValueBool() || m.policy() == deletion.Abandon
}

func (m *modelModel) fill(remote *videoindexer.PersonModel) {
	m.Name, m.IsDefault, m.PersonsCount = types.StringValue(remote.Name), types.BoolValue(remote.IsDefault), int32type.New(remote.PersonsCount)
	if m.PersonModelID.ValueString() == "" {
		m.PersonModelID = types.StringValue(remote.ID)
	}
}

const (
	describeIsDefault    = "Whether this is the account's default person model, which the service uses to index videos without a `person_model_id`. It can be renamed, but not deleted."
	describePersonsCount = "Number of persons in the model. Changes of this number never cause an update."
)

func (r *modelResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages a person model: a set of persons whose faces the service recognizes in videos." +
			arguments.NeedsExtended +
			"\n\n" +
			"A destroy deletes a model that Terraform created with all of its persons, even those that no resource manages: the plan names them.\n\n" +
			"An account has a default model, which can be imported and renamed, but not deleted: a destroy always leaves it. At most services, an account can have 50 models.\n\n" +
			"Models can exchange their names in one apply. The plan may report that a name is taken; the model gets it as soon as the other one gives it up.\n\n" +
			"[People](../guides/people.md) shows how to keep people in a file.",
		Attributes: providerdata.ResourceAttributes(map[string]schema.Attribute{
			"name": schema.StringAttribute{
				MarkdownDescription: "Name of the model, unique in the account. Changing it renames the model.",
				Required:            true,
				Validators:          []validator.String{validate.Name()},
			},
			"deletion_policy": policyAttribute("model", "deletes the model with all of its persons"),
			"person_model_id": schema.StringAttribute{
				MarkdownDescription: "Id of the model (GUID), for the `person_model_id` of persons and videos.",
				Computed:            true,
				PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"is_default": schema.BoolAttribute{
				MarkdownDescription: describeIsDefault,
				Computed:            true,
				PlanModifiers:       []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
			},
			"persons_count": schema.NumberAttribute{
				MarkdownDescription: describePersonsCount,
				CustomType:          int32type.Type{},
				Computed:            true,
				PlanModifiers:       []planmodifier.Number{numberplanmodifier.UseStateForUnknown()},
			},
		}),
	}
}

// Create makes the model (X12).
func (r *modelResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan modelModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	remote, err := client.CreatePersonModel(ctx, account, plan.Name.ValueString())
	if err != nil {
		resp.Diagnostics.Append(plan.refused(ctx, client, account, "create", err))
		return
	}
	name := plan.Name
	plan.PersonModelID = types.StringValue(remote.ID)
	plan.fill(remote)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	resp.Diagnostics.Append(nameTaken(modelSubject(account, remote.ID), name, remote.Name)...)
}

// Read finds the model in the account's list, which all models share (X13). A model that is gone is removed from the state.
func (r *modelResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state modelModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok || !mayRead(r.Data, state.Name, modelType, &resp.Diagnostics) {
		return
	}
	id := state.PersonModelID.ValueString()
	r.Data.Owned.See(state.object(), state.stays())
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.PersonModel, error) {
		return client.ReadPersonModel(ctx, account, id)
	})
	_, isNotListed := errors.AsType[*videoindexer.NotListedError](err)
	switch {
	case err == nil && remote == nil || videoindexer.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case isNotListed && !state.Name.IsNull():
		resp.Diagnostics.AddWarning("Person model is not listed", fmt.Sprintf(
			"The service shows the persons of %s, but its list of person models lacks it at the moment. The state stays as it is.", modelSubject(account, id)))
		return
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", modelSubject(account, id), err)
		return
	}
	state.fill(remote)
	state.DeletionPolicy = defaultPolicy(state.DeletionPolicy)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// mayRead says whether an object of a state can be read. Without extended operations the state stays as it is, but for an
// import, which has nothing yet: its name is null.
func mayRead(data *providerdata.Data, name types.String, what string, diags *diag.Diagnostics) bool {
	if name.IsNull() {
		return data.RequireExtended(path.Empty(), what, diags)
	}
	return data.Extended()
}

// Update renames the model (X14).
func (r *modelResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state modelModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	if !plan.Name.Equal(state.Name) {
		id := plan.PersonModelID.ValueString()
		remote, err := client.RenamePersonModel(ctx, account, id, state.Name.ValueString(), plan.Name.ValueString())
		if err != nil {
			resp.Diagnostics.Append(plan.refused(ctx, client, account, "rename", err))
			return
		}
		// Anything else in the answer was changed elsewhere: the next refresh takes it into the state.
		resp.Diagnostics.Append(nameTaken(modelSubject(account, id), plan.Name, remote.Name)...)
		plan.Name = types.StringValue(remote.Name)
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete deletes the model and its persons (X15), unless deletion_policy says otherwise; the default one stays.
func (r *modelResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state modelModel
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	if !ok {
		return
	}
	subject := modelSubject(account, state.PersonModelID.ValueString())
	if state.IsDefault.ValueBool() {
		resp.Diagnostics.Append(deletion.Abandoned(subject, defaultStays))
		return
	}
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.Abandoned(subject, deletesModel))
		return
	}
	err := client.DeletePersonModel(ctx, account, state.PersonModelID.ValueString())
	switch {
	case err == nil || videoindexer.IsNotFound(err):
	case videoindexer.HasType(err, videoindexer.ErrorTypeDefaultPersonModel): // it has become the default since the last refresh
		resp.Diagnostics.Append(deletion.Abandoned(subject, defaultStays))
	default:
		apidiag.Add(&resp.Diagnostics, "delete", subject, err)
	}
}

const defaultStays = "It is the account's default person model, which the service does not delete."

// refused is the error of a create or rename. If the service says that the name is taken, it is at the name, and says
// by whom.
func (m *modelModel) refused(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, verb string, err error) diag.Diagnostic {
	subject := modelSubject(account, m.PersonModelID.ValueString())
	if m.PersonModelID.ValueString() == "" {
		subject.ID = strconv.Quote(m.Name.ValueString())
	}
	hint := ""
	if videoindexer.HasType(err, videoindexer.ErrorTypeAlreadyExists) {
		if other := holder(ctx, client, account, m.Name.ValueString()); other != "" {
			hint = fmt.Sprintf("Person model %s has this name.", other) + maybeExchanged(verb)
		}
	}
	if videoindexer.IsAmbiguous(err) {
		hint = "The account's list of person models does not show it either. Nothing is in the state. Before the next apply, check whether the model exists " +
			"(data source videoindexer_person_models): if it does, import it by its id."
	}
	failure := diag.NewErrorDiagnostic("Unable to "+verb+" person model", apidiag.WithHint(verb, subject, err, hint))
	if videoindexer.HasType(err, videoindexer.ErrorTypeAlreadyExists, videoindexer.ErrorTypeInvalidInput) {
		return diag.WithPath(path.Root("name"), failure)
	}
	return failure
}

// maybeExchanged ends the error of a rename to a name that another object has.
func maybeExchanged(verb string) string {
	if verb != "rename" {
		return ""
	}
	return " If this apply renames that one, the next plan shows what is left to do."
}

// holder is the id of the person model that has a name, which letter case does not distinguish at every service; "" where
// none is seen to have it.
func holder(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, name string) string {
	models, err := client.ListPersonModels(ctx, account, "")
	if err != nil {
		return ""
	}
	for _, model := range models {
		if strings.EqualFold(model.Name, name) {
			return model.ID
		}
	}
	return ""
}

// nameTaken is the error of a write after which the service has another name than was sent.
func nameTaken(subject apidiag.Subject, sent types.String, remote string) diag.Diagnostics {
	var diags diag.Diagnostics
	if remote != sent.ValueString() {
		diags.AddAttributeError(path.Root("name"), "Value not kept by the service",
			fmt.Sprintf("The service accepted the write of %s, but has the name %q instead of %q; the state shows what the service has. "+
				"Configure the name that the service keeps, then apply again.", subject, remote, sent.ValueString()))
	}
	return diags
}

func modelSubject(account videoindexer.AccountRef, id string) apidiag.Subject {
	return apidiag.Subject{Noun: "person model", ID: id, Account: account}
}
