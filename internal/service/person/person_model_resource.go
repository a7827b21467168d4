package person

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Planner[personModelValues] = (*personModelValues)(nil)
	_ managed.Creator[personModelValues] = (*personModelValues)(nil)
	_ managed.Destroyer                  = (*personModelValues)(nil)
	_ managed.Container                  = (*personModelValues)(nil)
	_ managed.Named                      = (*personModelValues)(nil)
)

// personModelKey names a person model inside its account.
var personModelKey = importid.Key{
	Name: "person_model_id", Description: "Id of the person model (GUID).", Check: validate.GUID().Check,
	ListedAs: "person_model", Find: importid.ByName((*videoindexer.Client).FindPersonModels),
}

// NewPersonModelResource returns videoindexer_person_model.
func NewPersonModelResource() resource.Resource {
	return managed.NewObjectResource[personModelValues](managed.ResourceInfo{
		Name: "person_model", Keys: importid.Keys{personModelKey}, NeedsExtended: true, HasUniqueNames: true,
		Summary: "Manages a person model: a set of persons whose faces the service recognizes in videos.",
		Notes: "A destroy deletes a model that Terraform created with all of its persons, " +
			"even those that no resource manages. " +
			"The plan names them. If more persons appear after the plan, the destroy stops.\n\n" +
			"An account has a default model, which can be imported and renamed, but not deleted. " +
			"A destroy always keeps it. " +
			"At most services, an account can have 50 models.\n\n" +
			"To exchange the names of two models, first give one of them an interim name.\n\n" +
			"[People](../guides/people.md) shows how to keep people in a file.",
	}, personModelAttributes)
}

// personModelValues are the values of a videoindexer_person_model. The name is null between an
// import and the read that follows.
type personModelValues struct {
	managed.AdoptableFields
	Name          types.String `tfsdk:"name"`
	PersonModelID types.String `tfsdk:"person_model_id"`
	IsDefault     types.Bool   `tfsdk:"is_default"`
	PersonsCount  types.Number `tfsdk:"persons_count"`
}

// Effect returns what a destroy does: it always leaves the default model.
func (m *personModelValues) Effect() managed.Effect {
	if m.IsDefault.ValueBool() {
		return managed.EffectLeave
	}
	return m.AdoptableFields.Effect()
}

// CreatedName identifies the model in a create, before it has an id.
func (m *personModelValues) CreatedName() string { return m.Name.ValueString() }

func (m *personModelValues) EffectHint() string {
	if m.IsDefault.ValueBool() {
		return "It is the account's default person model, which the service does not delete."
	}
	return `To delete the model with all of its persons, first apply deletion_policy = "delete".`
}

// Subject names the model in messages.
func (m *personModelValues) Subject() apidiag.Subject {
	subject := personModelSubject(m.AccountRef(), m.PersonModelID.ValueString())
	subject.Name = m.Name.ValueString()
	return subject
}

// personModelKind names a person model in messages.
const personModelKind = "person model"

func personModelSubject(account videoindexer.AccountRef, id string) apidiag.Subject {
	return apidiag.Subject{Kind: personModelKind, ID: id, Account: account}
}

// Contents returns the persons, who are deleted with the model (X17).
func (m *personModelValues) Contents(ctx context.Context, client *videoindexer.Client) (managed.Contents, error) {
	persons, err := client.ListPersons(ctx, m.AccountRef(), m.PersonModelID.ValueString(), videoindexer.PersonsQuery{})
	contents := managed.Contents{Kind: personKind, Names: make(map[string]string, len(persons))}
	for _, person := range persons {
		contents.Names[person.ID] = cmp.Or(person.Name, person.ID)
	}
	return contents, err
}

func (m *personModelValues) fill(remote *videoindexer.PersonModel) {
	// Not every response has the name.
	if remote.Name != "" {
		m.Name = nullable.InKnownSpelling(remote.Name, m.Name)
	}
	m.IsDefault = types.BoolValue(remote.IsDefault)
	m.PersonsCount = number.New(remote.PersonsCount)
	if m.PersonModelID.ValueString() == "" {
		m.PersonModelID = types.StringValue(remote.ID)
	}
}

const describeIsDefault = "Whether this is the account's default person model, " +
	"with which the service indexes videos without a `person_model_id`. " +
	"It can be renamed, but not deleted."

func personModelAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": arguments.RequiredString("Name of the model, unique in the account. "+
			"Changing it renames the model.", validate.Name()),
		"deletion_policy": policyAttribute("model", "deletes the model with all of its persons, "+
			"whatever their own policies are", "keeps the model"),
		"adopted": arguments.StableBool("Whether the model was imported, not created by Terraform."),
		"person_model_id": arguments.StableString(
			"Id of the model (GUID), for the `person_model_id` of persons and videos."),
		"is_default": arguments.StableBool(describeIsDefault),
		"persons_count": schema.NumberAttribute{
			MarkdownDescription: "Number of persons in the model at the last refresh.",
			Computed:            true,
			PlanModifiers:       []planmodifier.Number{numberplanmodifier.UseStateForUnknown()},
		},
	}
}

// Plan warns about a new name that another model has. If a middle element of a count is removed,
// the next model has the name until it is renamed.
func (m *personModelValues) Plan(
	ctx context.Context, planning managed.PlanRequest[personModelValues],
) (diags diag.Diagnostics) {
	if planning.Step != managed.StepUpdate || planning.IsRepeated {
		return nil
	}
	isRenamed := !m.Name.IsUnknown() && !m.Name.Equal(planning.Prior.Name)
	if !isRenamed || !planning.HasExtended() {
		return nil
	}
	findModels := func(client *videoindexer.Client) ([]string, error) {
		return client.FindPersonModels(ctx, m.AccountRef(), m.Name.ValueString())
	}
	ids, err := providerdata.ReadWithAccessCheck(ctx, planning.Data, m.AccountRef(), findModels)
	diags.Append(managed.SearchDiagnostics(m.Subject(), err)...)
	isOwn := func(id string) bool { return strings.EqualFold(id, m.PersonModelID.ValueString()) }
	namesakes := slices.DeleteFunc(ids, isOwn)
	if len(namesakes) > 0 {
		diags.AddAttributeWarning(path.Root("name"), "Person model name is taken", m.Subject().WithIDs(fmt.Sprintf(
			"Another person model is named %s. The apply fails unless that model (id %s) is renamed or deleted first. "+
				"If these models use count, use for_each instead. "+
				"Removing one model then does not rename the others.", m.Name, apidiag.List(namesakes))))
	}
	return diags
}

// Create creates the model (X12).
func (m *personModelValues) Create(
	ctx context.Context, writing managed.WriteRequest[personModelValues],
) (*personModelValues, diag.Diagnostics) {
	remote, err := writing.Client.CreatePersonModel(ctx, m.AccountRef(), m.Name.ValueString())
	if err != nil {
		return nil, diag.Diagnostics{m.writeError("create", err)}
	}
	m.fill(remote)
	return m, nil
}

// Fetch reads the model from the account's list, which all models share (X13).
func (m *personModelValues) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	err := reading.WithAccessCheck(ctx, m.AccountRef(), func(client *videoindexer.Client) error {
		remote, err := client.GetCachedPersonModel(ctx, m.AccountRef(), m.PersonModelID.ValueString())
		if err == nil {
			m.fill(remote)
		}
		return err
	})
	return managed.ReadResult(m.Subject(), err)
}

// Write renames the model (X14).
func (m *personModelValues) Write(
	ctx context.Context, writing managed.WriteRequest[personModelValues],
) (becomesState bool, diags diag.Diagnostics) {
	if m.Name.Equal(writing.Prior.Name) {
		return true, nil
	}
	remote, err := writing.Client.RenamePersonModel(
		ctx, m.AccountRef(), m.PersonModelID.ValueString(), m.Name.ValueString(),
	)
	if err != nil {
		return false, diag.Diagnostics{writing.Prior.writeError("rename", err)}
	}
	// Anything else in the response was changed elsewhere: the next refresh takes it into the
	// state.
	m.Name = nullable.InKnownSpelling(remote.Name, m.Name)
	return true, nil
}

// Destroy deletes the model and its persons (X15).
func (m *personModelValues) Destroy(ctx context.Context, destroying managed.DestroyRequest) diag.Diagnostics {
	err := destroying.Client.DeletePersonModel(ctx, m.AccountRef(), m.PersonModelID.ValueString())
	return managed.DeletionErrors("delete", m.Subject(), err)
}

func (m *personModelValues) writeError(verb string, err error) diag.Diagnostic {
	return managed.WriteError(
		verb, m.Subject(), err, path.Root("name"), videoindexer.ErrorTypeAlreadyExists,
		videoindexer.ErrorTypeInvalidInput,
	)
}
