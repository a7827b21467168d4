package video

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource lists videoindexer_video.
func NewListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: "video", IsExtended: true,
		Summary: "Lists the videos of an account, in the order of the service, page by page.",
		Notes:   "The resources have no settings, because the service does not return how a video was indexed.",
	}, func() map[string]listschema.Attribute { return arguments.ForList(filterArguments()) }, listVideos)
}

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	filter
}

// listVideos gives the videos as their pages come (X34).
func listVideos(ctx context.Context, from providerdata.Target, model *listModel, req list.ListRequest) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		wanted, all := batch.Filter{State: model.State.ValueString()}, from.Client.Videos(ctx, from.Account, model.query())
		for video, err := range wanted.Select(all, req.Limit) {
			if err != nil {
				yield(providerdata.ListError("list", videosSubject(from.Account), err))
				return
			}
			if !yield(listed(ctx, req, model.AccountFields, video)) {
				return
			}
		}
	}
}

// listed is one video of a list; as a resource it is what an import and a read make of it, for which the id is enough.
func listed(ctx context.Context, req list.ListRequest, account providerdata.AccountFields, video videoindexer.Video) list.ListResult {
	return providerdata.ListedAs(ctx, req, cmp.Or(video.Name, video.ID), account.AccountRef(), map[string]any{videoKey.Name: video.ID}, imported(account, video.ID))
}

// imported is a video as it is after an import and a read: with no setting, and with the arguments that have defaults.
func imported(account providerdata.AccountFields, videoID string) resourceModel {
	model := resourceModel{
		Fields: managed.Fields{AccountFields: account}, VideoID: types.StringValue(videoID),
		settings:        settings{BrandsCategories: types.SetNull(types.StringType)},
		ReindexTriggers: types.MapNull(types.StringType),
		WaitForIndexing: types.BoolValue(false),
		Timeouts:        wait.NoTimeouts(),
	}
	model.FillPolicy()
	return model
}
