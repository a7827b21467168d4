package video

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ list.ListResourceWithConfigure = (*videoList)(nil)

type videoList struct{ providerdata.Resource }

// NewListResource lists videoindexer_video.
func NewListResource() list.ListResource { return &videoList{providerdata.Resource{Name: "video"}} }

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	filter
}

func (l *videoList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: "Lists the videos of an account, in the order of the service, page by page." +
			arguments.NeedsExtended +
			"\n\n" +
			"The resources have no settings, because the service does not return how a video was indexed.",
		Attributes: providerdata.ListAttributes(arguments.ForList(filterArguments())),
	}
}

// List gives the videos as their pages come (X34). If a page cannot be read, its error follows the videos before it.
func (l *videoList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var model listModel
	var diags diag.Diagnostics
	client, account, ok := l.LoadExtended(ctx, "The list of videoindexer_video", req.Config, &model, &diags)
	if !ok {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		for video, err := range model.of(ctx, client, account, req.Limit) {
			if err != nil {
				push(list.ListResult{Diagnostics: diag.Diagnostics{apidiag.Error("list", videosSubject(account), err)}})
				return
			}
			if !push(listed(ctx, req, model.AccountFields, video)) {
				return
			}
		}
	}
}

// listed is one video of a list; as a resource it is what an import and a read make of it, for which the id is enough.
func listed(ctx context.Context, req list.ListRequest, account providerdata.AccountFields, video videoindexer.Video) list.ListResult {
	result := providerdata.ListedAs(ctx, req, cmp.Or(video.Name, video.ID), account.AccountRef(), map[string]any{videoKey.Name: video.ID}, imported(account, video.ID))
	if video.Unreadable != nil {
		result.Diagnostics.Append(apidiag.Unreadable(videoSubject(types.StringValue(video.ID), account.AccountRef()), video.Unreadable))
	}
	return result
}

// imported is a video as it is after an import and a read: with no setting, and with the arguments that have defaults.
func imported(account providerdata.AccountFields, videoID string) resourceModel {
	model := resourceModel{
		AccountFields: account, VideoID: types.StringValue(videoID),
		settings:        settings{BrandsCategories: types.SetNull(types.StringType)},
		ReindexTriggers: types.MapNull(types.StringType),
		WaitForIndexing: types.BoolValue(false),
		Timeouts:        wait.NoTimeouts(),
	}
	model.DeletionPolicy = types.StringValue(string(model.policy()))
	return model
}
