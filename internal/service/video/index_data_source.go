package video

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewIndexDataSource is data.videoindexer_video_index.
func NewIndexDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "video_index", IsExtended: true,
		Summary: "Reads the index of a video, which contains its insights.",
	}, indexAttributes, readIndex)
}

type indexModel struct {
	providerdata.AccountFields
	VideoID     types.String  `tfsdk:"video_id"`
	Language    types.String  `tfsdk:"language"`
	IncludeJSON types.Bool    `tfsdk:"include_json"`
	State       types.String  `tfsdk:"state"`
	Duration    types.Float64 `tfsdk:"duration"`
	Transcript  types.List    `tfsdk:"transcript"`
	Brands      types.List    `tfsdk:"brands"`
	Faces       types.List    `tfsdk:"faces"`
	JSON        types.String  `tfsdk:"json"`
}

func indexAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	number := func(description string) schema.Float64Attribute {
		return schema.Float64Attribute{MarkdownDescription: description, Computed: true}
	}
	part := func(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
		return schema.ListNestedAttribute{
			MarkdownDescription: description + " Null if the index does not contain them.",
			Computed:            true, NestedObject: schema.NestedAttributeObject{Attributes: attributes},
		}
	}
	confidence := number("Confidence of the service, from 0 to 1.")
	appearances := schema.ListNestedAttribute{
		MarkdownDescription: "Appearances in the video.", Computed: true,
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"start": text("Start of the appearance, in the format of the service, such as `0:01:02.5`."),
			"end":   text("End of the appearance."),
		}},
	}
	attributes := arguments.ForData(map[string]resourceschema.Attribute{
		"video_id": videoIDArgument(),
		"language": languageOf("Language of the transcript. Default: that of the video.", videoindexer.CaptionLanguages),
		"include_json": resourceschema.BoolAttribute{
			MarkdownDescription: "Whether `json`, which is stored in the state, contains the index. Default: `true`. An index of hours of video has some megabytes.",
			Optional:            true,
		},
	})
	maps.Copy(attributes, map[string]schema.Attribute{
		"state":    text("State of the video. Before it is `Processed`, the index is empty or that of an earlier indexing."),
		"duration": number("Length of the video in seconds; null if the index does not contain it."),
		"transcript": part("Lines of the transcript.", map[string]schema.Attribute{
			"text": text("Text of the line."), "start": text("Start of the line, in the format of the service, such as `0:01:02.5`."), "end": text("End of the line."),
			"language": text("Language of the line."), "speaker_id": text("Id of the speaker; null if the service does not distinguish speakers."), "confidence": confidence,
		}),
		"brands": part("Brands in the video.", map[string]schema.Attribute{
			"name": text("Name of the brand."), "description": text("Description of the brand."), "reference_url": text("Address of a page about the brand."),
			"confidence": confidence, "appearances": appearances,
		}),
		"faces": part("Faces in the video.", map[string]schema.Attribute{
			"face_id": text("Id of the face in this index."), "name": text("Name of the person, or a name that the service has given to the face."),
			"description": text("Description of the person."), "title": text("Title of the person."),
			"known_person_id": text("Id of the person in a person model; null if the person is in no person model."), "confidence": confidence, "appearances": appearances,
		}),
		"json": text("The whole index as JSON, for fields without an attribute (use `jsondecode`). Null with `include_json = false`."),
	})
	return attributes
}

// readIndex reads the index (X35).
func readIndex(ctx context.Context, from providerdata.Target, model *indexModel, diags *diag.Diagnostics) {
	index, err := providerdata.Read(ctx, from.Data, from.Account, func() (*videoindexer.VideoIndex, error) {
		return from.Client.GetVideoIndex(ctx, from.Account, model.VideoID.ValueString(), model.Language.ValueString())
	})
	if err != nil {
		apidiag.Add(diags, "read", partSubject("index", model.VideoID, from.Account), err)
		return
	}
	model.State, model.Duration = types.StringValue(index.State), types.Float64PointerValue(index.DurationInSeconds)
	model.Transcript, model.Brands, model.Faces = listOf(index.Transcript, showLine), listOf(index.Brands, showIndexedBrand), listOf(index.Faces, showIndexedFace)
	model.JSON = types.StringNull()
	if model.IncludeJSON.IsNull() || model.IncludeJSON.ValueBool() {
		model.JSON = types.StringValue(index.JSON)
	}
}

// listOf is a list of objects, as show makes them; null if all is nil. There may be thousands: they are put together by hand.
func listOf[T any](all []T, show func(T) map[string]attr.Value) types.List {
	var one T
	kind := types.ObjectType{AttrTypes: map[string]attr.Type{}}
	for name, value := range show(one) {
		kind.AttrTypes[name] = value.Type(context.Background())
	}
	if all == nil {
		return types.ListNull(kind)
	}
	elements := make([]attr.Value, len(all))
	for i := range all {
		elements[i] = types.ObjectValueMust(kind.AttrTypes, show(all[i]))
	}
	return types.ListValueMust(kind, elements)
}

func showLine(l videoindexer.TranscriptLine) map[string]attr.Value {
	var start, end string
	if n := len(l.Appearances); n > 0 {
		start, end = l.Appearances[0].Start, l.Appearances[n-1].End
	}
	return map[string]attr.Value{
		"text": types.StringValue(l.Text), "start": nullable.Text(start), "end": nullable.Text(end), "language": nullable.Text(l.Language),
		"speaker_id": nullable.Text(l.SpeakerID), "confidence": types.Float64PointerValue(l.Confidence),
	}
}

func showIndexedBrand(b videoindexer.IndexedBrand) map[string]attr.Value {
	return map[string]attr.Value{
		"name": types.StringValue(b.Name), "description": nullable.Text(b.Description), "reference_url": nullable.Text(b.ReferenceURL),
		"confidence": types.Float64PointerValue(b.Confidence), "appearances": showAppearances(b.Appearances),
	}
}

func showIndexedFace(f videoindexer.IndexedFace) map[string]attr.Value {
	return map[string]attr.Value{
		"face_id": nullable.Text(f.ID), "name": types.StringValue(f.Name), "description": nullable.Text(f.Description), "title": nullable.Text(f.Title),
		"known_person_id": nullable.Text(f.KnownPersonID), "confidence": types.Float64PointerValue(f.Confidence), "appearances": showAppearances(f.Appearances),
	}
}

func showAppearances(all []videoindexer.Appearance) types.List {
	return listOf(append([]videoindexer.Appearance{}, all...), func(one videoindexer.Appearance) map[string]attr.Value {
		return map[string]attr.Value{"start": nullable.Text(one.Start), "end": nullable.Text(one.End)}
	})
}
