package video

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*videoResource)(nil)

// keys name a video inside its account.
var keys = importid.Keys{videoKey}

var videoKey = importid.Key{Name: "video_id", Description: "Id of the video.", Noun: "video"}

// videoIDArgument is the video_id of a managed resource or action.
func videoIDArgument() schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: videoKey.Description, Required: true, Validators: []validator.String{validate.PathSegment()}}
}

// replacing is an argument whose change replaces the managed resource.
func replacing(argument schema.StringAttribute) schema.StringAttribute {
	argument.MarkdownDescription += describeReplacing
	argument.PlanModifiers = []planmodifier.String{stringplanmodifier.RequiresReplace()}
	return argument
}

// describeDelete is what the policy does, and what it does not.
const describeDelete = "permanently deletes the video with all its insights, and makes a plan fail if it would replace the resource"

type videoResource struct{ managed.Resource }

// NewResource is videoindexer_video.
func NewResource() resource.Resource { return &videoResource{managed.New("video", keys)} }

func (r *videoResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := settingArguments()
	maps.Copy(attributes, map[string]schema.Attribute{
		"video_id": replacing(videoIDArgument()),
		"reindex_triggers": schema.MapAttribute{
			MarkdownDescription: "Map of values that the indexing depends on, such as the files of a language model: if one of them changes, Terraform indexes the video again. Default: none.",
			ElementType:         types.StringType,
			Optional:            true,
			Validators:          []validator.Map{validate.NoNulls()},
		},
		waitArgument: schema.BoolAttribute{
			MarkdownDescription: "Whether the apply waits until an indexing of the video has ended" +
				describeWait,
			Optional: true, Computed: true,
			Default: booldefault.StaticBool(false),
		},
		"deletion_policy": deletion.Attribute(
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the video and leaves it as it is"},
			deletion.Offer{Policy: deletion.Delete, Does: describeDelete},
		),
	})
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages how a video is indexed, and when it is indexed again.\n\n" +
			"The resource adopts an existing video by the [rules of adoption](../guides/reliability.md#adoption): the provider cannot upload videos.\n\n" +
			"A create indexes the video again if a setting or `reindex_triggers` is configured, and an update if one of these changes. The service chooses a value for each setting that is left out.\n\n" +
			"The apply starts the indexing and does not wait for it unless `wait_for_indexing` is `true`; the service calls `callback_url` when it has ended.\n\n" +
			"The service does not return how a video was indexed: the state contains the settings that were configured last.\n\n" +
			"If two aliases of the provider or two states manage the same video, each indexes it with its own settings, and a destroy of one can delete it for both.",
		Attributes: providerdata.ResourceAttributes(attributes),
		Blocks:     map[string]schema.Block{"timeouts": wait.TimeoutsBlock()},
	}
}

// Create adopts the video, and indexes it again where the plan asks for it. The plan that an engine makes before it applies has
// looked whether the video exists. However the indexing goes, the video is then in the state.
func (r *videoResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	r.Owned.TakeOver(plan.Object())
	j := job{client: client, account: account, extend: "Set timeouts.create to wait longer.", after: tainted}
	diags, _ := plan.index(ctx, j, plan.reindexes(&resourceModel{}), plan.Timeouts.Create)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read sees whether the video still exists. One that is gone is removed from the state.
func (r *videoResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	err := r.WithAccessCheck(ctx, account, func() error { return client.CheckVideo(ctx, account, state.VideoID.ValueString()) })
	if !managed.IsFound(ctx, state.Subject(), err, resp) {
		return
	}
	r.Owned.See(state.Object(), state.Policy())
	state.FillPolicy()
	state.WaitForIndexing = types.BoolValue(state.WaitForIndexing.ValueBool())
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update indexes the video again when a setting or trigger has changed, with the settings that are left.
func (r *videoResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	if plan.reindexes(&state) {
		diags, isStarted := plan.index(ctx, job{
			client: client, account: account, extend: "Set timeouts.update to wait longer.",
			after: "The next apply starts another indexing if this one was seen to fail, and none otherwise.",
		}, true, plan.Timeouts.Update)
		if resp.Diagnostics.Append(diags...); diags.HasError() && !isStarted {
			return // the state keeps the settings of the last indexing: the next apply asks again
		}
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete ends Terraform's management of the video, or deletes it (11) unless another resource has adopted it in this run.
func (r *videoResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	r.End(ctx, req, resp, &state, howToDelete, func(client *videoindexer.Client, account videoindexer.AccountRef) error {
		failedAssets, err := client.DeleteVideo(ctx, account, state.VideoID.ValueString())
		if failedAssets != "" {
			resp.Diagnostics.AddWarning("Some of the video's media were not deleted",
				fmt.Sprintf("The service deleted %s, but not all of its media. Left behind: %s.", state.Subject(), failedAssets))
		}
		return err //nolint:wrapcheck // End explains it
	})
}

// index starts and awaits the indexing that a plan asks for, as job.index does.
func (m *resourceModel) index(
	ctx context.Context, j job, starts bool, timeout func(context.Context, time.Duration) (time.Duration, diag.Diagnostics),
) (diags diag.Diagnostics, isStarted bool) {
	limit, diags := timeout(ctx, wait.DefaultTimeout)
	if diags.HasError() {
		return diags, false
	}
	j.videoID, j.limit, j.progress = m.VideoID, wait.AtMost(limit), logProgress(ctx, m.VideoID)
	return j.index(ctx, &m.settings, starts, m.WaitForIndexing.ValueBool())
}

// logProgress writes the progress of a wait to Terraform's log, the only place that a managed resource can report it to.
func logProgress(ctx context.Context, videoID types.String) func(string) {
	return func(message string) { tflog.Info(ctx, message, map[string]any{"video_id": videoID.ValueString()}) }
}
