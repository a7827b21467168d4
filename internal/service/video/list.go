package video

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// NewListResource returns list.videoindexer_video.
func NewListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: "video", NeedsExtended: true, IsPaged: true,
		Summary: "Lists the videos of an account, in the order of the service, page by page.",
		Notes:   "The resources have no settings, because the service does not return how a video was indexed.",
	}, selectionArguments, listVideos)
}

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	selection
}

// listVideos pushes the videos as their pages arrive (X34).
func listVideos(ctx context.Context, q scaffold.Query, config *listModel) diag.Diagnostics {
	listed := q.Client.IterateVideos(ctx, q.Account, config.query())
	for video, err := range config.filter(types.StringNull()).Select(listed, 0) {
		if err != nil {
			return diag.Diagnostics{apidiag.Error("list", videosSubject(q.Account), err)}
		}
		// The resource has the values after an import and a read, for which the id is enough.
		shown := imported(config.AccountFields, video.ID)
		identity := map[string]any{videoKey.Name: video.ID}
		wantsMore := q.Push(q.ResultWith(ctx, cmp.Or(video.Name, video.ID), identity, shown))
		if !wantsMore {
			return nil
		}
	}
	return nil
}

// imported returns a video with the values after an import and a read: without settings, and with
// the defaults of arguments.
func imported(account providerdata.AccountFields, videoID string) resourceModel {
	return resourceModel{
		AdoptedFields: managed.AdoptedFields{AccountFields: account}, VideoID: types.StringValue(videoID),
		indexingSettings: indexingSettings{BrandsCategories: types.SetNull(types.StringType)},
		ReindexTriggers:  types.MapNull(types.StringType),
		WaitForIndexing:  types.BoolValue(false),
		Timeouts:         wait.NoTimeouts(),
	}
}
