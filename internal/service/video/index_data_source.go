package video

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	// maxIndexJSON is how long an index may be, in MiB, to become a value of Terraform without being asked for.
	maxIndexJSON = 16
	// maxIndexElements is how long a part of an index may be. Each element takes some 5 KiB of memory on its way to
	// Terraform; a video of six hours has fewer lines.
	maxIndexElements = 10_000
)

// NewIndexDataSource is data.videoindexer_video_index.
func NewIndexDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "video_index", IsExtended: true,
		Summary: "Reads the index of a video, which contains its insights.",
		Notes:   "The provider reads the index as a stream: with `include_json = false`, an index of hundreds of megabytes needs little memory and is not stored in the state.",
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
			MarkdownDescription: description + fmt.Sprintf(" Null if the index does not contain them, or, with a warning, if there are more than %d.", maxIndexElements),
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
			MarkdownDescription: fmt.Sprintf("Whether `json`, which is stored in the state, contains an index of up to 128 MiB. Default: at most %d MiB; for a larger index, `json` is null, with a warning. "+
				"`true` needs several times as much memory.", maxIndexJSON),
			Optional: true,
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
		"json": text("The whole index as JSON, for fields without an attribute (use `jsondecode`). Null if it is left out: see `include_json`."),
	})
	return attributes
}

// readIndex reads the index (X35).
func readIndex(ctx context.Context, from providerdata.Target, model *indexModel, diags *diag.Diagnostics) {
	query := videoindexer.IndexQuery{Language: model.Language.ValueString(), MaxElements: maxIndexElements, MaxJSON: maxIndexJSON << 20}
	if !model.IncludeJSON.IsNull() {
		query.MaxJSON = 0
	}
	if model.IncludeJSON.ValueBool() {
		query.MaxJSON = videoindexer.WholeIndex
	}
	index, err := providerdata.Read(ctx, from.Data, from.Account, func() (*videoindexer.VideoIndex, error) {
		return from.Client.GetVideoIndex(ctx, from.Account, model.VideoID.ValueString(), query)
	})
	subject := partSubject("index", model.VideoID, from.Account)
	if err != nil {
		apidiag.Add(diags, "read", subject, err)
		return
	}
	diags.Append(model.fill(index, subject)...)
}

// fill shows an index, and says what of it was left out.
func (m *indexModel) fill(index *videoindexer.VideoIndex, subject apidiag.Subject) diag.Diagnostics {
	var diags diag.Diagnostics
	m.State, m.Duration, m.JSON = types.StringValue(index.State), types.Float64PointerValue(index.DurationInSeconds), nullable.Text(index.JSON)
	if index.JSON == "" && (m.IncludeJSON.IsNull() || m.IncludeJSON.ValueBool()) {
		diags.AddAttributeWarning(path.Root("json"), "The index is too long for json",
			fmt.Sprintf("The %s has %d MiB, so json is null: it contains an index of at most %d MiB, or of at most %d MiB with include_json = true. Set include_json = false if you do not need json.",
				subject, index.Size>>20, maxIndexJSON, videoindexer.WholeIndex>>20))
	}
	m.Transcript = showPart(index.Transcript, "transcript", showLine, subject, &diags)
	m.Brands = showPart(index.Brands, "brands", showIndexedBrand, subject, &diags)
	m.Faces = showPart(index.Faces, "faces", showIndexedFace, subject, &diags)
	return diags
}

// showPart is a part of an index as a list: null where the index does not have it, or has too much of it.
func showPart[T any](part videoindexer.IndexPart[T], name string, show func(T) map[string]attr.Value, subject apidiag.Subject, diags *diag.Diagnostics) types.List {
	if part.IsTooLong {
		diags.AddAttributeWarning(path.Root(name), "The "+name+" of the index has too many elements",
			fmt.Sprintf("The %s has more than %d elements in %s, which is therefore null: Terraform would need gigabytes of memory for the list. With include_json = true they are in json.",
				subject, maxIndexElements, name))
	}
	return listOf(part.Elements, show)
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
