package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
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

// NewCaptionsDataSource returns data.videoindexer_captions.
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
		"format": format,
		"language": languageOf("Language of the captions. "+
			"If omitted, that of the video.", videoindexer.CaptionLanguages),
		"content": arguments.ComputedString("Captions in the requested format."),
	}
}

func readCaptions(ctx context.Context, target providerdata.Target, result *captionsModel) diag.Diagnostics {
	if result.Format.IsNull() {
		result.Format = types.StringValue(defaultCaptionFormat)
	}
	read := func(client *videoindexer.Client) (string, error) {
		return client.GetCaptions(ctx, target.Account, result.VideoID.ValueString(), videoindexer.CaptionsQuery{
			IndexID: result.IndexID.ValueString(), Format: result.Format.ValueString(),
			Language: result.Language.ValueString(),
		})
	}
	content, err := providerdata.ReadWithAccessCheck(ctx, target.Data, target.Account, read)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("read", partSubject("captions", "", result.VideoID, target.Account), err)}
	}
	result.Content = types.StringValue(content)
	return nil
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

// NewWidgetDataSource returns data.videoindexer_insights_widget.
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
			"With `true`, the provider uses a token with write permission, even during a plan." + chosenByServiceNote),
		"url":          secret("Address of the widget, without tokens; null if the service returns the page."),
		"content":      secret("Page of the widget, without tokens; null if the service returns an address."),
		"content_type": arguments.ComputedString("Media type of `content`."),
	}
}

func readWidget(ctx context.Context, target providerdata.Target, result *widgetModel) (diags diag.Diagnostics) {
	query := videoindexer.WidgetQuery{
		WidgetType: result.WidgetType.ValueString(), AllowEdit: result.AllowEdit.ValueBoolPointer(),
	}
	widget, err := target.Client.GetInsightsWidget(ctx, target.Account, result.VideoID.ValueString(), query)
	if err != nil {
		diags.Append(widgetError(partSubject("insights widget", "", result.VideoID, target.Account), err))
		return diags
	}
	result.URL = nullable.String(widget.URL)
	result.Content = types.StringNull()
	result.ContentType = types.StringNull()
	if widget.URL == "" {
		result.Content = types.StringValue(widget.Content)
		result.ContentType = types.StringValue(widget.ContentType)
	}
	return diags
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
func readSourceFile(ctx context.Context, target providerdata.Target, result *sourceFileModel) (diags diag.Diagnostics) {
	read := func(client *videoindexer.Client) (string, error) {
		return client.GetSourceFileURL(ctx, target.Account, result.VideoID.ValueString())
	}
	address, err := providerdata.ReadWithAccessCheck(ctx, target.Data, target.Account, read)
	subject := partSubject("source file", "", result.VideoID, target.Account)
	switch {
	case videoindexer.IsSourceFileGone(err):
		diags.AddAttributeError(path.Root("video_id"), "Video or source file not found", apidiag.DetailWithoutAdvice(
			"read", subject, err,
			"Check video_id. If the video exists, the service no longer has its source file. "+
				"Only another upload of the video restores it."))
	case err != nil:
		diags.Append(apidiag.Error("read", subject, err))
	default:
		result.DownloadURL = types.StringValue(address)
	}
	return diags
}

// NewSourceFileDataSource returns data.videoindexer_source_file.
func NewSourceFileDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    sourceFileName,
		Summary: "Reads the download address of a video's source file.",
		Notes: "The download URL is stored in the state, as a sensitive value. " +
			"To avoid that, use the ephemeral resource of the same name (Terraform 1.10 and later).",
	}, sourceFileAttributes, readSourceFile)
}

func sourceFileAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{"video_id": videoIDArgument(), "download_url": arguments.DownloadURLAttribute()}
}
