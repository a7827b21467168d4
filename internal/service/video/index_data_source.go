package video

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewIndexDataSource returns data.videoindexer_video_index.
func NewIndexDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "video_index", NeedsExtended: true,
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
	const orNone = " Null if the index does not contain them."
	appearances := map[string]schema.Attribute{
		"appearances": appearanceColumns.Attribute("Appearances in the video.", nil),
	}
	return map[string]schema.Attribute{
		"video_id": videoIDArgument(),
		"language": languageOf("Language of the transcript. "+
			"If omitted, that of the video.", videoindexer.CaptionLanguages),
		"include_json": arguments.OptionalBool("Whether `json`, which is stored in the state, contains the index. " +
			"Default: `true`. The index of a long video has some megabytes."),
		"state": arguments.ComputedString("State of the video. Before it is `Processed`, " +
			"the index is empty or that of an earlier indexing."),
		"duration": schema.Float64Attribute{MarkdownDescription: "Length of the video in seconds; " +
			"null if the index does not contain it.", Computed: true},
		"transcript": lineColumns.Attribute("Lines of the transcript."+orNone, nil),
		"brands":     brandColumns.Attribute("Brands in the video."+orNone, appearances),
		"faces":      faceColumns.Attribute("Faces in the video."+orNone, appearances),
		"json": arguments.ComputedString("The whole index as JSON, " +
			"for fields without an attribute (use `jsondecode`). " +
			"Null with `include_json = false`."),
	}
}

// readIndex reads the index (X35).
func readIndex(ctx context.Context, target providerdata.Target, result *indexModel) diag.Diagnostics {
	read := func(client *videoindexer.Client) (*videoindexer.VideoIndex, error) {
		id := result.VideoID.ValueString()
		language := result.Language.ValueString()
		return client.GetVideoIndex(ctx, target.Account, id, language)
	}
	index, err := providerdata.ReadWithAccessCheck(ctx, target.Data, target.Account, read)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("read", partSubject("index", "", result.VideoID, target.Account), err)}
	}
	result.State = types.StringValue(string(index.State))
	result.Duration = types.Float64PointerValue(index.DurationInSeconds)
	result.Transcript = lineColumns.List(index.Transcript)
	result.Brands = brandColumns.List(index.Brands)
	result.Faces = faceColumns.List(index.Faces)
	result.JSON = types.StringNull()
	if result.IncludeJSON.IsNull() || result.IncludeJSON.ValueBool() {
		result.JSON = types.StringValue(index.JSON)
	}
	return nil
}

// lineColumns are a line of the transcript.
var lineColumns = arguments.Columns[videoindexer.TranscriptLine]{
	arguments.NewColumn("text", "Text of the line.", func(l videoindexer.TranscriptLine) attr.Value {
		return types.StringValue(l.Text)
	}),
	arguments.StringColumn("start", "Start of the line, in the format of the service, such as `0:01:02.5`.",
		func(l videoindexer.TranscriptLine) string { return span(l).Start }),
	arguments.StringColumn("end", "End of the line.", func(l videoindexer.TranscriptLine) string { return span(l).End }),
	arguments.StringColumn("language", "Language of the line.", func(l videoindexer.TranscriptLine) string {
		return l.Language
	}),
	arguments.StringColumn("speaker_id", "Id of the speaker; null if the service does not distinguish speakers.",
		func(l videoindexer.TranscriptLine) string { return l.SpeakerID }),
	arguments.NewColumn("confidence", describeConfidence, func(l videoindexer.TranscriptLine) attr.Value {
		return types.Float64PointerValue(l.Confidence)
	}),
}

const describeConfidence = "Confidence of the service, from 0 to 1."

// span returns the time from the earliest start of a line to its latest end, because the service
// may return its appearances in any order.
func span(l videoindexer.TranscriptLine) videoindexer.Appearance {
	if len(l.Appearances) == 0 {
		return videoindexer.Appearance{}
	}
	byStart := func(a, b videoindexer.Appearance) int { return compareTimes(a.Start, b.Start) }
	byEnd := func(a, b videoindexer.Appearance) int { return compareTimes(a.End, b.End) }
	earliest := slices.MinFunc(l.Appearances, byStart)
	latest := slices.MaxFunc(l.Appearances, byEnd)
	return videoindexer.Appearance{Start: earliest.Start, End: latest.End}
}

func compareTimes(a, b string) int {
	timeA, _ := videoindexer.ParseRangeTime(a)
	timeB, _ := videoindexer.ParseRangeTime(b)
	return cmp.Compare(timeA, timeB)
}

// brandColumns are a brand in a video.
var brandColumns = arguments.Columns[videoindexer.IndexedBrand]{
	arguments.NewColumn("name", "Name of the brand.", func(b videoindexer.IndexedBrand) attr.Value {
		return types.StringValue(b.Name)
	}),
	arguments.StringColumn("description", "Description of the brand.", func(b videoindexer.IndexedBrand) string {
		return b.Description
	}),
	arguments.StringColumn(
		"reference_url", "Address of a page about the brand.",
		func(b videoindexer.IndexedBrand) string { return b.ReferenceURL },
	),
	arguments.NewColumn("confidence", describeConfidence, func(b videoindexer.IndexedBrand) attr.Value {
		return types.Float64PointerValue(b.Confidence)
	}),
	arguments.NewColumn("appearances", "", func(b videoindexer.IndexedBrand) attr.Value {
		return appearanceColumns.ListOrEmpty(b.Appearances)
	}),
}

// faceColumns are a face in a video.
var faceColumns = arguments.Columns[videoindexer.IndexedFace]{
	arguments.StringColumn("face_id", "Id of the face in this index.", func(f videoindexer.IndexedFace) string {
		return f.ID
	}),
	arguments.NewColumn("name", "Name of the person, or the service's name of an unknown face.",
		func(f videoindexer.IndexedFace) attr.Value { return types.StringValue(f.Name) }),
	arguments.StringColumn("description", "Description of the person.", func(f videoindexer.IndexedFace) string {
		return f.Description
	}),
	arguments.StringColumn("title", "Title of the person.", func(f videoindexer.IndexedFace) string { return f.Title }),
	arguments.StringColumn("known_person_id", "Id of the person in a person model; "+
		"null if the person is not in a person model.",
		func(f videoindexer.IndexedFace) string { return f.KnownPersonID }),
	arguments.NewColumn("confidence", describeConfidence, func(f videoindexer.IndexedFace) attr.Value {
		return types.Float64PointerValue(f.Confidence)
	}),
	arguments.NewColumn("appearances", "", func(f videoindexer.IndexedFace) attr.Value {
		return appearanceColumns.ListOrEmpty(f.Appearances)
	}),
}

// appearanceColumns are an appearance of a brand or a face.
var appearanceColumns = arguments.Columns[videoindexer.Appearance]{
	arguments.StringColumn("start", "Start of the appearance, in the format of the service, such as `0:01:02.5`.",
		func(a videoindexer.Appearance) string { return a.Start }),
	arguments.StringColumn("end", "End of the appearance.", func(a videoindexer.Appearance) string { return a.End }),
}
