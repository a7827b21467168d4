package video

import (
	"context"

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

type captionsModel struct {
	providerdata.AccountFields
	VideoID  types.String `tfsdk:"video_id"`
	IndexID  types.String `tfsdk:"index_id"`
	Format   types.String `tfsdk:"format"`
	Language types.String `tfsdk:"language"`
	Content  types.String `tfsdk:"content"`
}

const defaultCaptionFormat = "Vtt"

// NewCaptionsDataSource is data.videoindexer_captions.
func NewCaptionsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    "captions",
		Summary: "Reads the captions of a video in a format and language.",
		Notes:   "Use the function `parse_captions` to read their cues.",
	}, captionsAttributes, readCaptions)
}

func captionsAttributes() map[string]schema.Attribute {
	format := oneOf("Format of the captions", videoindexer.CaptionFormats)
	format.MarkdownDescription, format.Computed = format.MarkdownDescription+" Default: `"+defaultCaptionFormat+"`.", true
	return arguments.ForData(map[string]resourceschema.Attribute{
		"video_id": videoIDArgument(),
		"index_id": identifier("Id of the index to read the captions from, which is the id of the video according to the service. Default: none."),
		"format":   format,
		"language": languageOf("Language of the captions. Default: that of the video.", videoindexer.CaptionLanguages),
		"content":  resourceschema.StringAttribute{MarkdownDescription: "Captions in the requested format.", Computed: true},
	})
}

func readCaptions(ctx context.Context, from providerdata.Target, model *captionsModel, diags *diag.Diagnostics) {
	if model.Format.IsNull() {
		model.Format = types.StringValue(defaultCaptionFormat)
	}
	content, err := providerdata.Read(ctx, from.Data, from.Account, func() (string, error) {
		return from.Client.GetCaptions(ctx, from.Account, model.VideoID.ValueString(), videoindexer.CaptionsQuery{
			IndexID: model.IndexID.ValueString(), Format: model.Format.ValueString(), Language: model.Language.ValueString(),
		})
	})
	if err != nil {
		apidiag.Add(diags, "read", partSubject("captions", model.VideoID, from.Account), err)
		return
	}
	model.Content = types.StringValue(content)
}

// widgetModel is a data.videoindexer_insights_widget. The service answers with an address or with
// content: what it does not answer with is null.
type widgetModel struct {
	providerdata.AccountFields
	VideoID     types.String `tfsdk:"video_id"`
	WidgetType  types.String `tfsdk:"widget_type"`
	AllowEdit   types.Bool   `tfsdk:"allow_edit"`
	URL         types.String `tfsdk:"url"`
	Content     types.String `tfsdk:"content"`
	ContentType types.String `tfsdk:"content_type"`
}

const describePrivateWidget = " To show the widget of a private video, add a token where you use it."

// NewWidgetDataSource is data.videoindexer_insights_widget.
func NewWidgetDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    "insights_widget",
		Summary: "Reads the widget that shows the insights of a video.",
		Notes:   "Some services need a token of video scope for it, which the provider cannot obtain here: they show the widget only of public videos, and without editing.",
	}, widgetAttributes, readWidget)
}

func widgetAttributes() map[string]schema.Attribute {
	secret := func(description string) resourceschema.StringAttribute {
		return resourceschema.StringAttribute{MarkdownDescription: description + describePrivateWidget, Computed: true, Sensitive: true}
	}
	return arguments.ForData(map[string]resourceschema.Attribute{
		"video_id":    videoIDArgument(),
		"widget_type": identifier("Kinds of widgets to include, by their names in the service." + describeLeftOut),
		"allow_edit": resourceschema.BoolAttribute{
			MarkdownDescription: "Whether the widget allows editing. With `true`, the provider uses a token with write permission, also in a plan." + describeLeftOut, Optional: true,
		},
		"url":          secret("Address of the widget, without tokens; null if the service returns the widget itself."),
		"content":      secret("The widget itself, without tokens; null if the service returns an address."),
		"content_type": resourceschema.StringAttribute{MarkdownDescription: "Media type of `content`.", Computed: true},
	})
}

func readWidget(ctx context.Context, from providerdata.Target, model *widgetModel, diags *diag.Diagnostics) {
	widget, err := from.Client.GetInsightsWidget(ctx, from.Account, model.VideoID.ValueString(), videoindexer.WidgetQuery{
		WidgetType: model.WidgetType.ValueString(), AllowEdit: model.AllowEdit.ValueBoolPointer(),
	})
	if err != nil {
		apidiag.Add(diags, "read", partSubject("insights widget", model.VideoID, from.Account), err)
		return
	}
	model.URL, model.Content, model.ContentType = nullable.Text(widget.URL), types.StringNull(), types.StringNull()
	if widget.URL == "" {
		model.Content, model.ContentType = types.StringValue(widget.Content), types.StringValue(widget.ContentType)
	}
}
