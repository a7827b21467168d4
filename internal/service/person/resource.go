// Package person manages person models and their persons with faces, and lists them.
package person

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Planner[personValues] = (*personValues)(nil)
	_ managed.Creator[personValues] = (*personValues)(nil)
	_ managed.Destroyer             = (*personValues)(nil)
	_ managed.Container             = (*personValues)(nil)
	_ managed.Named                 = (*personValues)(nil)
	_ managed.Part                  = (*personValues)(nil)
)

// personKey names a person inside a person model.
var personKey = importid.Key{
	Name: "person_id", Description: "Id of the person (GUID).", Check: validate.GUID().Check, ListedAs: "person",
	Find: findByName,
}

func findByName(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef,
	within map[string]string, name string,
) ([]string, error) {
	return client.FindPersons(ctx, account, within["person_model_id"], name)
}

// NewResource returns videoindexer_person.
func NewResource() resource.Resource {
	return managed.NewObjectResource[personValues](managed.ResourceInfo{
		Name: "person", Keys: importid.Keys{personModelKey, personKey}, NeedsExtended: true,
		Summary: "Manages a person of a person model, whom the service recognizes in videos by faces.",
		Notes:   pageNotes,
	}, personAttributes)
}

// personValues are the values of a videoindexer_person. The name is null between an import and the
// read that follows.
type personValues struct {
	managed.AdoptableFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	PersonID      types.String `tfsdk:"person_id"`
	Name          types.String `tfsdk:"name"`
	Faces         types.Map    `tfsdk:"faces"`
}

// CreatedName identifies the person in a create, before there is an id.
func (m *personValues) CreatedName() string {
	if m.PersonModelID.IsUnknown() || m.Name.IsUnknown() {
		return ""
	}
	return m.PersonModelID.ValueString() + "/" + m.Name.ValueString()
}

func (m *personValues) EffectHint() string {
	return `To delete the person, first apply deletion_policy = "delete".`
}

// Whole says that a person is deleted with the person model.
func (m *personValues) Whole() string { return personModelKind }

// Subject names the person in messages.
func (m *personValues) Subject() apidiag.Subject {
	subject := personSubject(m.AccountRef(), m.ref())
	subject.Name = m.Name.ValueString()
	return subject
}

// personKind names a person in messages.
const personKind = "person"

func personSubject(account videoindexer.AccountRef, person videoindexer.PersonRef) apidiag.Subject {
	model := personModelSubject(account, person.ModelID)
	return apidiag.Subject{Kind: personKind, ID: person.ID, Whole: &model, Account: account}
}

// Contents returns the faces without a label, which are deleted with the person (22).
func (m *personValues) Contents(ctx context.Context, client *videoindexer.Client) (managed.Contents, error) {
	w := personWriter{client: client, account: m.AccountRef(), person: *m}
	faces, err := w.listFaces(ctx)
	contents := managed.Contents{Kind: "face", Names: make(map[string]string, len(faces))}
	for _, face := range faces {
		contents.Names[strings.ToLower(face.ID)] = face.ID
	}
	for _, face := range facesOf(m.Faces) {
		delete(contents.Names, strings.ToLower(face.FaceID.ValueString()))
	}
	return contents, err
}

const pageNotes = "`faces` are pictures by labels that you choose. " +
	"The service downloads each picture once, and does not return its address. " +
	"If you change a `url`, the apply adds the new picture, and then deletes the old face.\n\n" +
	"Faces without a label, such as those from videos, are kept. " +
	"If a destroy deletes the person, it deletes them too, and the plan names them. " +
	"If more faces appear after the plan, the destroy stops. " +
	"After an import, faces are not managed until you configure them.\n\n" +
	"If the service refuses a picture, the error names its label, and the apply still adds the others. " +
	"If this happens while Terraform creates the person, `terraform untaint` keeps the person.\n\n" +
	"[People](../guides/people.md) shows how to keep people in a file, and what to do about faces that are not `Ok`."

// policyAttribute returns the deletion_policy of a person or a person model.
func policyAttribute(kind, deletes, keeps string) schema.StringAttribute {
	return managed.PolicyArgument(fmt.Sprintf("If omitted, destroy deletes a %s that Terraform created, "+
		"and keeps one that was imported.", kind),
		managed.PolicyChoice{Policy: managed.PolicyDelete, Does: deletes},
		managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: keeps})
}

func personAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		// Engines mock the id of a resource for a person model by any text.
		"person_model_id": arguments.RequiredString("Id of the person model.", validate.PathSegment()),
		"name": arguments.RequiredString("Name of the person. "+
			"Most services allow several persons of a model with the same name. "+
			"Changing it renames the person.", validate.Name()),
		"faces": schema.MapNestedAttribute{
			MarkdownDescription: "Pictures of the person, by labels that you choose. " +
				"If omitted, faces are not managed. An empty map deletes the faces that had a label.",
			Optional: true,
			Validators: []validator.Map{
				validate.NoNulls(), mapvalidator.KeysAre(stringvalidator.LengthAtLeast(1)),
			},
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"url": arguments.RequiredString("Address of the picture (http or https), "+
					"which the service must be able to read. If it contains a signature, "+
					"use one that expires soon, because the address is stored in the state. "+
					"Changing it replaces the face.", validate.URL()),
				"face_id": arguments.ComputedString("Id of the face."),
				"state": arguments.ComputedString("State of the face when it was last read: " +
					"`Ok` if the service uses the face to recognize the person. " +
					"Null until the provider has read it."),
			}},
		},
		"deletion_policy": policyAttribute("person", "deletes the person with all faces",
			"keeps the person, as long as the person model exists"),
		"adopted":   arguments.StableBool("Whether the person was imported, not created by Terraform."),
		"person_id": arguments.StableString("Id of the person (GUID)."),
	}
}

// Plan plans the faces.
func (m *personValues) Plan(_ context.Context, planning managed.PlanRequest[personValues]) diag.Diagnostics {
	m.Faces = planFaces(m.Faces, planning.Prior.Faces)
	return nil
}

// Create creates the person (X16).
func (m *personValues) Create(
	ctx context.Context, writing managed.WriteRequest[personValues],
) (*personValues, diag.Diagnostics) {
	remote, err := writing.Client.CreatePerson(
		ctx, m.AccountRef(), m.PersonModelID.ValueString(), m.Name.ValueString(),
	)
	if err != nil {
		return nil, diag.Diagnostics{m.writeError("create", err)}
	}
	m.PersonID = types.StringValue(remote.ID)
	m.Name = nullable.InKnownSpelling(remote.Name, m.Name)
	if !m.Faces.IsNull() {
		m.Faces = types.MapValueMust(labeledFaceType, nil)
	}
	return m, nil
}

// Fetch reads the person from the model's list, which all of its persons share (X17), and the faces
// with labels (22). The label of a face that does not exist any more is removed from the state.
func (m *personValues) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	writer := &personWriter{account: m.AccountRef(), faces: facesOf(m.Faces)}
	err := reading.WithAccessCheck(ctx, writer.account, func(client *videoindexer.Client) error {
		writer.client = client
		remote, err := client.GetCachedPerson(ctx, writer.account, m.ref(), m.Name.ValueString())
		// Not every response has the name.
		if err == nil && remote.Name != "" {
			m.Name = nullable.InKnownSpelling(remote.Name, m.Name)
		}
		return err
	})
	exists, diags = managed.ReadResult(m.Subject(), err)
	if !exists || diags.HasError() {
		return exists, diags
	}
	writer.person = *m
	if len(writer.faces) > 0 {
		refreshErr := writer.refresh(ctx)
		if refreshErr != nil {
			diags.Append(apidiag.Error("read the faces of", m.Subject(), refreshErr))
		}
	}
	*m = writer.snapshot()
	return true, diags
}

// Write renames the person (X18), adds pictures (X20), and deletes faces that no longer have a
// label (X21).
func (m *personValues) Write(
	ctx context.Context, writing managed.WriteRequest[personValues],
) (becomesState bool, diags diag.Diagnostics) {
	prior := writing.Prior
	w := &personWriter{client: writing.Client, account: m.AccountRef(), person: *m, faces: facesOf(prior.Faces)}
	w.person.Name = prior.Name
	if !m.Name.Equal(prior.Name) {
		diags.Append(w.rename(ctx, m.Name)...)
	}
	switch {
	case diags.HasError():
		w.person.Faces = prior.Faces
	case m.Faces.IsNull():
		// Faces that are not managed any more stay with the person.
	default:
		diags.Append(w.update(ctx, facesOf(m.Faces), writing.Origin == managed.OriginCreated)...)
	}
	*m = w.snapshot()
	return true, diags
}

// ref names the person at the service.
func (m *personValues) ref() videoindexer.PersonRef {
	return videoindexer.PersonRef{ModelID: m.PersonModelID.ValueString(), ID: m.PersonID.ValueString()}
}

// Destroy deletes the person and the faces (X19).
func (m *personValues) Destroy(ctx context.Context, destroying managed.DestroyRequest) diag.Diagnostics {
	err := destroying.Client.DeletePerson(ctx, m.AccountRef(), m.ref())
	return managed.DeletionErrors("delete", m.Subject(), err)
}

func (m *personValues) writeError(verb string, err error) diag.Diagnostic {
	return managed.WriteError(
		verb, m.Subject(), err, path.Root("name"), videoindexer.ErrorTypePersonNameNotUnique,
		videoindexer.ErrorTypeInvalidInput,
	)
}
