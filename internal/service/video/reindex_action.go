package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// reindexActionModel is the configuration of the action videoindexer_reindex_video.
type reindexActionModel struct {
	providerdata.AccountFields
	indexingSettings
	VideoID         types.String `tfsdk:"video_id"`
	WaitForIndexing types.Bool   `tfsdk:"wait_for_indexing"`
	Timeout         types.String `tfsdk:"timeout"`
}

// NewReindexAction returns action.videoindexer_reindex_video.
func NewReindexAction() action.Action {
	return scaffold.NewAction(scaffold.ActionInfo[reindexActionModel, *reindexActionModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "reindex_video", Summary: "Starts re-indexing a video.",
			Notes: "If the video is being indexed already, the action first waits until that indexing has ended. " +
				"Then it starts the re-indexing, and does not wait for it unless `wait_for_indexing` is `true`. " +
				"The service calls `callback_url` when the re-indexing has ended.\n\n" +
				"The service chooses a value for each omitted setting.",
		},
		Attributes: reindexAttributes,
		Check: func(_ context.Context, data *providerdata.Data, config *reindexActionModel) diag.Diagnostics {
			return notAllowedErrors(data, config.WaitForIndexing)
		},
		Invoke: reindexVideo,
	})
}

func reindexAttributes() map[string]schema.Attribute {
	attributes := settingArguments()
	attributes["video_id"] = videoIDArgument()
	attributes[waitArgument] = waitForIndexing(
		"Whether the action waits until the indexing has ended, shows the progress")
	attributes["timeout"] = wait.TimeoutArgument(wait.DefaultTimeout)
	return attributes
}

// reindexVideo starts the indexing, and reports the progress of the wait.
func reindexVideo(
	ctx context.Context, target providerdata.Target, config *reindexActionModel, report func(string),
) (diags diag.Diagnostics) {
	diags = notAllowedErrors(target.Data, config.WaitForIndexing)
	if diags.HasError() {
		return diags
	}
	w := videoWork{
		Limit: wait.LimitOfAction(config.Timeout, report), client: target.Client, account: target.Account,
		videoID: config.VideoID, waits: config.WaitForIndexing.ValueBool(),
		nextApplyText: "Invoking the action again re-indexes the video.",
	}
	_, diags = w.reindex(ctx, &config.indexingSettings)
	return diags
}
