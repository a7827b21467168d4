package video

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

type captionsModel struct {
	providerdata.AccountFields
	VideoID  types.String `tfsdk:"video_id"`
	IndexID  types.String `tfsdk:"index_id"`
	Format   types.String `tfsdk:"format"`
	Language types.String `tfsdk:"language"`
	Content  types.String `tfsdk:"content"`
}

const defaultCaptionFormat = "Vtt"

// NewCaptionsDataSource returns the data source videoindexer_captions.
func NewCaptionsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    "captions",
		Summary: "Reads the captions of a video in a format and language.",
		Notes:   "Use the function `parse_captions` to read their cues.",
	}, captionsAttributes, readCaptions)
}

func captionsAttributes() map[string]schema.Attribute {
	format := oneOf("Format of the captions", videoindexer.CaptionFormats)
	format.MarkdownDescription += " Default: `" + defaultCaptionFormat + "`."
	format.Computed = true
	return map[string]schema.Attribute{
		"video_id": videoIDArgument(),
		"index_id": identifier("Id of the index to read the captions from. " +
			"The service documents this as the video id. Default: none."),
		"format":   format,
		"language": languageOf("Language of the captions. If omitted, that of the video.", videoindexer.CaptionLanguages),
		"content":  arguments.ComputedString("Captions in the requested format."),
	}
}

func readCaptions(ctx context.Context, target scaffold.Target, model *captionsModel, diags *diag.Diagnostics) {
	if model.Format.IsNull() {
		model.Format = types.StringValue(defaultCaptionFormat)
	}
	read := func(client *videoindexer.Client) (string, error) {
		return client.GetCaptions(ctx, target.Account, model.VideoID.ValueString(), videoindexer.CaptionsQuery{
			IndexID: model.IndexID.ValueString(), Format: model.Format.ValueString(),
			Language: model.Language.ValueString(),
		})
	}
	content, err := providerdata.ReadWithAccessCheck(ctx, target.Data, target.Account, read)
	if err != nil {
		apidiag.Add(diags, "read", partSubject("captions", "", model.VideoID, target.Account), err)
		return
	}
	model.Content = types.StringValue(content)
}

// widgetModel is the model of the data source videoindexer_insights_widget. The service answers
// with an address or with content; the other value is null.
type widgetModel struct {
	providerdata.AccountFields
	VideoID     types.String `tfsdk:"video_id"`
	WidgetType  types.String `tfsdk:"widget_type"`
	AllowEdit   types.Bool   `tfsdk:"allow_edit"`
	URL         types.String `tfsdk:"url"`
	Content     types.String `tfsdk:"content"`
	ContentType types.String `tfsdk:"content_type"`
}

// NewWidgetDataSource returns the data source videoindexer_insights_widget.
func NewWidgetDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    "insights_widget",
		Summary: "Reads the widget of a video: a web page that shows the insights, to be embedded in your own page.",
		Notes: "Some services return the address of the widget (`url`), others the page itself (`content`). " +
			"The other attribute is null.\n\n" +
			"For a private video, or with `allow_edit`, some services require a token of the video. " +
			"The provider obtains it with a `subscription_key` and [extended operations](../guides/extended-operations.md).\n\n" +
			"The result does not contain a token. " +
			"To show the widget of a private video, add a token in your page, " +
			"for example from the ephemeral resource [`videoindexer_video_access_token`](../ephemeral-resources/video_access_token.md).",
	}, widgetAttributes, readWidget)
}

func widgetAttributes() map[string]schema.Attribute {
	secret := func(description string) schema.StringAttribute {
		return schema.StringAttribute{MarkdownDescription: description, Computed: true, Sensitive: true}
	}
	return map[string]schema.Attribute{
		"video_id": videoIDArgument(),
		"widget_type": chosenByService(identifier(
			"Kinds of insights to show, by their names in the service, such as `People`.")),
		"allow_edit": arguments.OptionalBool("Whether the widget allows editing. " +
			"With `true`, the provider uses a token with write permission, even during a plan." + describeLeftOut),
		"url":          secret("Address of the widget, without tokens; null if the service returns the page."),
		"content":      secret("Page of the widget, without tokens; null if the service returns an address."),
		"content_type": arguments.ComputedString("Media type of `content`."),
	}
}

func readWidget(ctx context.Context, target scaffold.Target, model *widgetModel, diags *diag.Diagnostics) {
	query := videoindexer.WidgetQuery{
		WidgetType: model.WidgetType.ValueString(), AllowEdit: model.AllowEdit.ValueBoolPointer(),
	}
	widget, err := target.Client.GetInsightsWidget(ctx, target.Account, model.VideoID.ValueString(), query)
	if err != nil {
		diags.Append(widgetError(partSubject("insights widget", "", model.VideoID, target.Account), err))
		return
	}
	model.URL = nullable.String(widget.URL)
	model.Content = types.StringNull()
	model.ContentType = types.StringNull()
	if widget.URL == "" {
		model.Content = types.StringValue(widget.Content)
		model.ContentType = types.StringValue(widget.ContentType)
	}
}

// widgetError returns the error of a widget that cannot be read. A refusal concerns the scope of
// the token, not the key.
func widgetError(subject apidiag.Subject, err error) diag.Diagnostic {
	if !videoindexer.IsUnauthorized(err) {
		return apidiag.Error("read", subject, err)
	}
	return apidiag.ErrorWithoutAdvice("read", subject, err, "A private widget, or one that allows editing, "+
		"may need a token of the video. "+
		"The provider obtains one with extended_operations = true "+
		"and without access_token. If the service refuses that, check video_id and allow_edit.")
}

const sourceFileName = "source_file"

// sourceFileModel is the model of videoindexer_source_file, as data source and as ephemeral
// resource.
type sourceFileModel struct {
	providerdata.AccountFields
	VideoID     types.String `tfsdk:"video_id"`
	DownloadURL types.String `tfsdk:"download_url"`
}

// readSourceFile reads the address of the source file (12).
func readSourceFile(ctx context.Context, target scaffold.Target, model *sourceFileModel, diags *diag.Diagnostics) {
	read := func(client *videoindexer.Client) (string, error) {
		return client.GetSourceFileURL(ctx, target.Account, model.VideoID.ValueString())
	}
	address, err := providerdata.ReadWithAccessCheck(ctx, target.Data, target.Account, read)
	subject := partSubject("source file", "", model.VideoID, target.Account)
	switch {
	case videoindexer.IsSourceFileGone(err):
		diags.AddAttributeError(path.Root("video_id"), "Video or source file not found", apidiag.DetailWithoutAdvice(
			"read", subject, err,
			"Check video_id. If the video exists, the service no longer has its source file. "+
				"Only another upload of the video restores it."))
	case err != nil:
		apidiag.Add(diags, "read", subject, err)
	default:
		model.DownloadURL = types.StringValue(address)
	}
}

// NewSourceFileDataSource returns the data source videoindexer_source_file.
func NewSourceFileDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    sourceFileName,
		Summary: "Reads the download address of a video's source file.",
		Notes: "The download URL is stored in the state, as a sensitive value. " +
			"To avoid that, use the ephemeral resource of the same name (Terraform 1.10 and later).",
	}, sourceFileAttributes, readSourceFile)
}

func sourceFileAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{"video_id": videoIDArgument(), "download_url": arguments.DownloadURL()}
}

// NewSourceFileEphemeral returns the ephemeral resource videoindexer_source_file.
func NewSourceFileEphemeral() ephemeral.EphemeralResource {
	return scaffold.NewEphemeral(scaffold.TypeInfo{
		Name:    sourceFileName,
		Summary: "Reads the download address of a video's source file.",
		Notes:   "The address is new in every plan and every apply, and stored neither in the state nor in the plan.",
	}, sourceFileAttributes, readSourceFile)
}

// NewIndexDataSource returns the data source videoindexer_video_index.
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
		"language": languageOf("Language of the transcript. If omitted, that of the video.", videoindexer.CaptionLanguages),
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
func readIndex(ctx context.Context, target scaffold.Target, model *indexModel, diags *diag.Diagnostics) {
	read := func(client *videoindexer.Client) (*videoindexer.VideoIndex, error) {
		id := model.VideoID.ValueString()
		language := model.Language.ValueString()
		return client.GetVideoIndex(ctx, target.Account, id, language)
	}
	index, err := providerdata.ReadWithAccessCheck(ctx, target.Data, target.Account, read)
	if err != nil {
		apidiag.Add(diags, "read", partSubject("index", "", model.VideoID, target.Account), err)
		return
	}
	model.State = types.StringValue(index.State)
	model.Duration = types.Float64PointerValue(index.DurationInSeconds)
	model.Transcript = lineColumns.List(index.Transcript)
	model.Brands = brandColumns.List(index.Brands)
	model.Faces = faceColumns.List(index.Faces)
	model.JSON = types.StringNull()
	if model.IncludeJSON.IsNull() || model.IncludeJSON.ValueBool() {
		model.JSON = types.StringValue(index.JSON)
	}
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
func span(l videoindexer.TranscriptLine) (whole videoindexer.Appearance) {
	if len(l.Appearances) == 0 {
		return whole
	}
	whole.Start = slices.MinFunc(l.Appearances, func(a, b videoindexer.Appearance) int {
		return compareTimes(a.Start, b.Start)
	}).Start
	whole.End = slices.MaxFunc(l.Appearances, func(a, b videoindexer.Appearance) int {
		return compareTimes(a.End, b.End)
	}).End
	return whole
}

func compareTimes(a, b string) int {
	at, _ := videoindexer.ParseRangeTime(a)
	other, _ := videoindexer.ParseRangeTime(b)
	return cmp.Compare(at, other)
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
