package person

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewModelsDataSource is data.videoindexer_person_models.
func NewModelsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "person_models", IsExtended: true,
		Summary: "Lists the person models of an account, in the order of the service.",
	}, modelsAttributes, readModels)
}

type modelsModel struct {
	providerdata.AccountFields
	PersonModels []listedModel `tfsdk:"person_models"`
}

// listedModel is a person model as the service lists it.
type listedModel struct {
	PersonModelID types.String    `tfsdk:"person_model_id"`
	Name          types.String    `tfsdk:"name"`
	IsDefault     types.Bool      `tfsdk:"is_default"`
	PersonsCount  int32type.Value `tfsdk:"persons_count"`
}

func modelsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"person_models": schema.ListNestedAttribute{
			MarkdownDescription: "The person models.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"person_model_id": schema.StringAttribute{MarkdownDescription: modelKey.Description, Computed: true},
				"name":            schema.StringAttribute{MarkdownDescription: "Name of the model.", Computed: true},
				"is_default":      schema.BoolAttribute{MarkdownDescription: describeIsDefault, Computed: true},
				"persons_count":   schema.NumberAttribute{MarkdownDescription: "Number of persons in the model.", CustomType: int32type.Type{}, Computed: true},
			}},
		},
	}
}

// readModels lists the models (X13).
func readModels(ctx context.Context, from providerdata.Target, model *modelsModel, diags *diag.Diagnostics) {
	remote, err := from.Client.ListPersonModels(ctx, from.Account, "")
	if err != nil {
		apidiag.Add(diags, "list", modelsSubject(from.Account), err)
		return
	}
	model.PersonModels = []listedModel{}
	for _, one := range remote {
		model.PersonModels = append(model.PersonModels, listedModel{
			PersonModelID: types.StringValue(one.ID), Name: types.StringValue(one.Name), IsDefault: types.BoolValue(one.IsDefault),
			PersonsCount: int32type.New(one.PersonsCount),
		})
	}
}

func modelsSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "person models", Account: account}
}

// NewPersonsDataSource is data.videoindexer_persons.
func NewPersonsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "persons", IsExtended: true,
		Summary: "Lists the persons of a person model, in the order of the service; all pages are read.",
	}, personsAttributes, readPersons)
}

type personsModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	NamePrefix    types.String `tfsdk:"name_prefix"`
	Persons       types.List   `tfsdk:"persons"`
}

// listedPersonType is the type of a person. There may be ten thousand: they are put together by hand, as faces are.
var listedPersonType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"person_id": types.StringType, "name": types.StringType, "sample_face_id": types.StringType,
	"last_modified": types.StringType, "last_modifier_name": types.StringType,
}}

const describeNamePrefix = "Beginning of the names of the persons to return. Whether letter case matters depends on the service. Default: all."

func personsAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	return map[string]schema.Attribute{
		"person_model_id": schema.StringAttribute{MarkdownDescription: modelKey.Description, Required: true, Validators: []validator.String{validate.GUID()}},
		"name_prefix":     schema.StringAttribute{MarkdownDescription: describeNamePrefix, Optional: true},
		"persons": schema.ListNestedAttribute{
			MarkdownDescription: "The persons.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"person_id":          text(personKey.Description),
				"name":               text("Name of the person."),
				"sample_face_id":     text("Id of one of the person's faces; null if there is none."),
				"last_modified":      text("Time of the last modification of the person (RFC 3339, UTC)."),
				"last_modifier_name": text("Name of the user who last modified the person."),
			}},
		},
	}
}

// readPersons lists the persons (X17).
func readPersons(ctx context.Context, from providerdata.Target, model *personsModel, diags *diag.Diagnostics) {
	modelID := model.PersonModelID.ValueString()
	remote, err := from.Client.ListPersons(ctx, from.Account, modelID, videoindexer.PersonsQuery{NamePrefix: model.NamePrefix.ValueString()})
	if err != nil {
		apidiag.Add(diags, "list", personsSubject(from.Account, modelID), err)
		return
	}
	persons := make([]attr.Value, len(remote))
	for i, p := range remote {
		persons[i] = types.ObjectValueMust(listedPersonType.AttrTypes, map[string]attr.Value{
			"person_id": types.StringValue(p.ID), "name": types.StringValue(p.Name), "sample_face_id": nullable.Text(p.SampleFace.ID),
			"last_modified": nullable.Text(p.LastModified), "last_modifier_name": nullable.Text(p.LastModifierName),
		})
	}
	model.Persons = types.ListValueMust(listedPersonType, persons)
}

func personsSubject(account videoindexer.AccountRef, modelID string) apidiag.Subject {
	return apidiag.Subject{Noun: "persons", ID: "of person model " + modelID, Account: account}
}

// NewFacesDataSource is data.videoindexer_faces.
func NewFacesDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    "faces",
		Summary: "Lists the faces of a person of a person model, in the order of the service.",
		Notes:   "The provider reads all pages, or as many as `limit` needs. The service offers this operation as a preview.",
	}, facesAttributes, readFaces)
}

type facesModel struct {
	providerdata.AccountFields
	PersonModelID types.String    `tfsdk:"person_model_id"`
	PersonID      types.String    `tfsdk:"person_id"`
	SourceType    types.String    `tfsdk:"source_type"`
	PageSize      int32type.Value `tfsdk:"page_size"`
	Limit         int32type.Value `tfsdk:"limit"`
	Faces         types.List      `tfsdk:"faces"`
}

// faceType is the type of a face. Faces are put together by hand: there may be thousands, and reflection into structs
// would cost more than all else that is done with them.
var faceType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"face_id": types.StringType, "state": types.StringType, "source_type": types.StringType, "source_video_id": types.StringType,
	"json": jsontypes.NormalizedType{},
}}

func facesAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	guid := func(description string) schema.StringAttribute {
		return schema.StringAttribute{MarkdownDescription: description, Required: true, Validators: []validator.String{validate.GUID()}}
	}
	count := func(description string) schema.NumberAttribute {
		return schema.NumberAttribute{
			MarkdownDescription: description, CustomType: int32type.Type{}, Optional: true, Validators: []validator.Number{validate.AtLeast(1)},
		}
	}
	return map[string]schema.Attribute{
		"person_model_id": guid("Id of the person model (GUID)."),
		"person_id":       guid("Id of the person in that model (GUID)."),
		"source_type": schema.StringAttribute{
			MarkdownDescription: "Kind of source of the faces to return: `UploadedPicture` or `UploadedVideo`. Default: all.",
			Optional:            true,
			Validators:          []validator.String{stringvalidator.OneOf(videoindexer.FaceSourceTypes...)},
		},
		"page_size": count(fmt.Sprintf("Number of faces in a page, an int32 of at least 1. Default: %d. It does not change the result.", videoindexer.FacesPageSize)),
		"limit":     count("Maximum number of faces to return, an int32 of at least 1. Default: all."),
		"faces": schema.ListNestedAttribute{
			MarkdownDescription: "The faces.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"face_id":         text("Id of the face."),
				"state":           text("State of the face; null if the service does not return it."),
				"source_type":     text("Kind of source of the face."),
				"source_video_id": text("Id of the video of the face; null for a picture."),
				"json": schema.StringAttribute{
					MarkdownDescription: "The face as the service returns it (JSON), for fields without an attribute.",
					CustomType:          jsontypes.NormalizedType{},
					Computed:            true,
				},
			}},
		},
	}
}

// readFaces lists the faces (22).
func readFaces(ctx context.Context, from providerdata.Target, model *facesModel, diags *diag.Diagnostics) {
	modelID, personID := model.PersonModelID.ValueString(), model.PersonID.ValueString()
	remote, err := from.Client.ListFaces(ctx, from.Account, videoindexer.FacesQuery{
		PersonModelID: modelID, PersonID: personID, SourceType: model.SourceType.ValueString(),
		PageSize: model.PageSize.Int32(), Limit: int(model.Limit.Int32()),
	})
	if err != nil {
		subject := apidiag.Subject{Noun: "faces", ID: "of person " + personID + " in person model " + modelID, Account: from.Account}
		apidiag.Add(diags, "read", subject, err)
		return
	}
	faces := make([]attr.Value, len(remote))
	for i, f := range remote {
		faces[i] = types.ObjectValueMust(faceType.AttrTypes, map[string]attr.Value{
			"face_id": nullable.Text(f.ID), "state": nullable.Text(f.State), "source_type": nullable.Text(f.SourceType),
			"source_video_id": nullable.Text(f.SourceVideoID), "json": jsontypes.NewNormalizedValue(string(f.JSON)),
		})
	}
	model.Faces = types.ListValueMust(faceType, faces)
}
