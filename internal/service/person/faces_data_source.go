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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

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
	"face_id":         types.StringType,
	"state":           types.StringType,
	"source_type":     types.StringType,
	"source_video_id": types.StringType,
	"json":            jsontypes.NormalizedType{},
}}

func facesAttributes() map[string]schema.Attribute {
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
				"face_id":         schema.StringAttribute{MarkdownDescription: "Id of the face.", Computed: true},
				"state":           schema.StringAttribute{MarkdownDescription: "State of the face; null if the service does not return it.", Computed: true},
				"source_type":     schema.StringAttribute{MarkdownDescription: "Kind of source of the face.", Computed: true},
				"source_video_id": schema.StringAttribute{MarkdownDescription: "Id of the video of the face; null for a picture.", Computed: true},
				"json": schema.StringAttribute{
					MarkdownDescription: "The face as the service returns it (JSON), for fields without an attribute.",
					CustomType:          jsontypes.NormalizedType{},
					Computed:            true,
				},
			}},
		},
	}
}

func readFaces(ctx context.Context, from providerdata.Target, config *facesModel, diags *diag.Diagnostics) {
	faces, err := from.Client.ListFaces(ctx, from.Account, config.query())
	if err != nil {
		person := apidiag.Subject{Noun: "faces", ID: "of person " + config.PersonID.ValueString() + " in person model " + config.PersonModelID.ValueString(), Account: from.Account}
		apidiag.Add(diags, "read", person, err)
		return
	}
	config.Faces = showFaces(faces)
}

func (m *facesModel) query() videoindexer.FacesQuery {
	return videoindexer.FacesQuery{
		PersonModelID: m.PersonModelID.ValueString(),
		PersonID:      m.PersonID.ValueString(),
		SourceType:    m.SourceType.ValueString(),
		PageSize:      m.PageSize.Int32(),
		Limit:         int(m.Limit.Int32()),
	}
}

func showFaces(faces []videoindexer.Face) types.List {
	shown := make([]attr.Value, len(faces))
	for i, f := range faces {
		shown[i] = types.ObjectValueMust(faceType.AttrTypes, map[string]attr.Value{
			"face_id":         nullable.Text(f.ID),
			"state":           nullable.Text(f.State),
			"source_type":     nullable.Text(f.SourceType),
			"source_video_id": nullable.Text(f.SourceVideoID),
			"json":            jsontypes.NewNormalizedValue(string(f.JSON)),
		})
	}
	return types.ListValueMust(faceType, shown)
}
