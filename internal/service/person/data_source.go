package person

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewPersonModelsDataSource returns data.videoindexer_person_models.
func NewPersonModelsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "person_models", NeedsExtended: true,
		Summary: "Lists the person models of an account, in the order of the service.",
	}, personModelsAttributes, readPersonModels)
}

type personModelList struct {
	providerdata.AccountFields
	PersonModels types.List `tfsdk:"person_models"`
}

// personModelColumns describe a person model in a list.
var personModelColumns = arguments.Columns[videoindexer.PersonModel]{
	arguments.NewColumn("person_model_id", personModelKey.Description, func(m videoindexer.PersonModel) attr.Value {
		return types.StringValue(m.ID)
	}),
	arguments.StringColumn("name", "Name of the model.", func(m videoindexer.PersonModel) string { return m.Name }),
	arguments.NewColumn("is_default", describeIsDefault, func(m videoindexer.PersonModel) attr.Value {
		return types.BoolValue(m.IsDefault)
	}),
	arguments.NewColumn(
		"persons_count", "Number of persons in the model.",
		func(m videoindexer.PersonModel) attr.Value { return number.New(m.PersonsCount) },
	),
}

func personModelsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{"person_models": personModelColumns.Attribute("The person models.", nil)}
}

// readPersonModels lists the models (X13).
func readPersonModels(ctx context.Context, target providerdata.Target, result *personModelList) diag.Diagnostics {
	remote, err := target.Client.ListPersonModels(ctx, target.Account, "")
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", personModelsSubject(target.Account), err)}
	}
	result.PersonModels = personModelColumns.List(remote)
	return nil
}

func personModelsSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Kind: "person models", Account: account}
}

// NewPersonsDataSource returns data.videoindexer_persons.
func NewPersonsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "persons", NeedsExtended: true,
		Summary: "Lists all persons of a person model, in the order of the service.",
	}, personsAttributes, readPersons)
}

type personsModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	NamePrefix    types.String `tfsdk:"name_prefix"`
	Persons       types.List   `tfsdk:"persons"`
}

// personColumns describe a person in a list.
var personColumns = arguments.Columns[videoindexer.Person]{
	arguments.NewColumn("person_id", personKey.Description, func(p videoindexer.Person) attr.Value {
		return types.StringValue(p.ID)
	}),
	arguments.StringColumn("name", "Name of the person.", func(p videoindexer.Person) string { return p.Name }),
	arguments.StringColumn("sample_face_id", "Id of one of the person's faces; null for a person without faces.",
		func(p videoindexer.Person) string { return p.SampleFace.ID }),
	arguments.StringColumn("last_modified", "Time of the last change of the person (RFC 3339, UTC).",
		func(p videoindexer.Person) string { return p.LastModified }),
	arguments.StringColumn("last_modifier_name", "Name of the user who last modified the person.",
		func(p videoindexer.Person) string { return p.LastModifierName }),
}

const describeNamePrefix = "Beginning of the names of the persons to return. " +
	"Whether letter case matters depends on the service. Default: all."

func personsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"person_model_id": arguments.RequiredString(personModelKey.Description, validate.GUID()),
		"name_prefix":     arguments.OptionalString(describeNamePrefix),
		"persons":         personColumns.Attribute("The persons.", nil),
	}
}

// readPersons lists the persons (X17).
func readPersons(ctx context.Context, target providerdata.Target, result *personsModel) diag.Diagnostics {
	modelID := result.PersonModelID.ValueString()
	remote, err := target.Client.ListPersons(
		ctx, target.Account, modelID, videoindexer.PersonsQuery{NamePrefix: result.NamePrefix.ValueString()},
	)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", personsSubject(target.Account, modelID), err)}
	}
	result.Persons = personColumns.List(remote)
	return nil
}

func personsSubject(account videoindexer.AccountRef, modelID string) apidiag.Subject {
	model := personModelSubject(account, modelID)
	return apidiag.Subject{Kind: "persons", Whole: &model, Account: account}
}

// NewFacesDataSource returns data.videoindexer_faces.
func NewFacesDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    "faces",
		Summary: "Lists the faces of a person, in the order of the service.",
		Notes: "The provider reads all pages, or as many as `limit` needs. " +
			"The service offers this operation as a preview.",
	}, facesAttributes, readFaces)
}

type facesModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	PersonID      types.String `tfsdk:"person_id"`
	SourceType    types.String `tfsdk:"source_type"`
	PageSize      types.Number `tfsdk:"page_size"`
	Limit         types.Number `tfsdk:"limit"`
	Faces         types.List   `tfsdk:"faces"`
}

// faceColumns describe a face in a list.
var faceColumns = arguments.Columns[videoindexer.Face]{
	arguments.StringColumn("face_id", "Id of the face.", func(f videoindexer.Face) string { return f.ID }),
	arguments.StringColumn("state", "State of the face; null if the service does not return it.", func(f videoindexer.Face) string { return f.State }),
	arguments.StringColumn("source_type", "Kind of source of the face.", func(f videoindexer.Face) string {
		return f.SourceType
	}),
	arguments.StringColumn("source_video_id", "Id of the video of the face; "+
		"null for a picture.", func(f videoindexer.Face) string { return f.SourceVideoID }),
	arguments.NewColumn("json", "The face as the service returns it (JSON), for fields without an attribute.",
		func(f videoindexer.Face) attr.Value { return jsontypes.NewNormalizedValue(string(f.JSON)) }),
}

func facesAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"person_model_id": arguments.RequiredString(personModelKey.Description, validate.GUID()),
		"person_id":       arguments.RequiredString("Id of the person in that model (GUID).", validate.GUID()),
		"source_type": arguments.OptionalString("Kind of source of the faces to return: `UploadedPicture` or `UploadedVideo`. Default: all.",
			validate.OneOf(videoindexer.FaceSourceTypes...)),
		"page_size": arguments.OptionalNumber(fmt.Sprintf("Number of faces in a page, an int32 of at least 1. "+
			"It does not change the result. Default: `%d`.", videoindexer.DefaultFacesPageSize), number.AtLeast(1)),
		"limit": arguments.OptionalNumber("Maximum number of faces to return, "+
			"an int32 of at least 1. Default: all.", number.AtLeast(1)),
		"faces": faceColumns.Attribute("The faces.", nil),
	}
}

// readFaces lists the faces (22).
func readFaces(ctx context.Context, target providerdata.Target, result *facesModel) diag.Diagnostics {
	person := videoindexer.PersonRef{ModelID: result.PersonModelID.ValueString(), ID: result.PersonID.ValueString()}
	remote, err := target.Client.ListFaces(ctx, target.Account, videoindexer.FacesQuery{
		Person: person, SourceType: result.SourceType.ValueString(),
		PageSize: number.Value(result.PageSize), Limit: int(number.Value(result.Limit)),
	})
	if err != nil {
		whole := personSubject(target.Account, person)
		return diag.Diagnostics{apidiag.Error("read", apidiag.Subject{Kind: "faces", Whole: &whole, Account: target.Account}, err)}
	}
	result.Faces = faceColumns.List(remote)
	return nil
}
