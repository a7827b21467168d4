// Package video works on the videos of an account: it re-indexes them, replaces transcripts, names
// animated characters, and reads captions, widgets and source files.
package video

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is the model of videoindexer_video. Settings that are not configured are null,
// because the service does not return how it indexed a video.
type resourceModel struct {
	managed.AdoptedFields
	indexingSettings
	VideoID         types.String `tfsdk:"video_id"`
	ReindexTriggers types.Map    `tfsdk:"reindex_triggers"`
	WaitForIndexing types.Bool   `tfsdk:"wait_for_indexing"`
	Timeouts        types.Object `tfsdk:"timeouts"`
}

// changedSettings returns the names of the settings and triggers whose values differ from prior, or
// may differ once they are known.
func (m *resourceModel) changedSettings(prior *resourceModel) (names []string) {
	before := prior.values()
	after := m.values()
	for _, name := range slices.Sorted(maps.Keys(after)) {
		isSet := !after[name].IsNull() || !before[name].IsNull()
		if isSet && !after[name].Equal(before[name]) {
			names = append(names, name)
		}
	}
	return names
}

// values returns the settings and the triggers. An empty map counts as null, so that it never costs
// an indexing.
func (m *resourceModel) values() map[string]attr.Value {
	values := m.indexingSettings.values()
	hasTriggers := m.ReindexTriggers.IsUnknown() || len(m.ReindexTriggers.Elements()) > 0
	values["reindex_triggers"] = types.MapNull(types.StringType)
	if hasTriggers {
		values["reindex_triggers"] = m.ReindexTriggers
	}
	return values
}

// reindexes reports whether a change from prior to m re-indexes the video: a value differs, and at
// least one is configured.
func (m *resourceModel) reindexes(prior *resourceModel) bool {
	return len(m.changedSettings(prior)) > 0 && len(m.changedSettings(&resourceModel{})) > 0
}

func (m *resourceModel) Subject() apidiag.Subject { return videoSubject(m.VideoID, m.AccountRef()) }

func (m *resourceModel) EffectHint() string {
	return "To delete the video and its insights, first apply deletion_policy = \"delete\"."
}

// isUnknown reports whether the plan does not know yet which video it is.
func (m *resourceModel) isUnknown() bool { return m.VideoID.IsUnknown() || !m.KnowsAccount() }

// objectKind names a video in messages.
const objectKind = "video"

// videoSubject names a video in messages.
func videoSubject(videoID types.String, account videoindexer.AccountRef) apidiag.Subject {
	subject := apidiag.Subject{Kind: objectKind, ID: strconv.Quote(videoID.ValueString()), Account: account}
	if videoID.IsUnknown() {
		subject.ID = "(id known after apply)"
	}
	return subject
}

// partSubject names a part of a video in messages. id distinguishes several parts of a kind; it is
// "" if there is only one.
func partSubject(kind, id string, videoID types.String, account videoindexer.AccountRef) apidiag.Subject {
	video := videoSubject(videoID, account)
	return apidiag.Subject{Kind: kind, ID: id, Whole: &video, Account: account}
}

var (
	_ managed.Planner[resourceModel] = (*resourceModel)(nil)
	_ managed.Destroyer              = (*resourceModel)(nil)
)

// videoKey names a video inside its account.
var videoKey = importid.Key{Name: "video_id", Description: "Id of the video.", ListedAs: "video"}

// videoIDArgument returns the video_id of a managed resource or action.
func videoIDArgument() schema.StringAttribute {
	return arguments.RequiredString(videoKey.Description, validate.PathSegment())
}

// NewResource returns videoindexer_video.
func NewResource() resource.Resource {
	return managed.NewObjectResource[resourceModel](managed.ResourceInfo{
		Name: "video", Keys: importid.Keys{videoKey}, CannotRecreate: true, HasTimeouts: true,
		Summary: "Manages how a video is indexed, and when it is re-indexed.",
		Notes: "The resource adopts an existing video (see [Adoption](../guides/reliability.md#adoption)). " +
			"The provider cannot upload videos.\n\n" +
			"Creating the resource with a setting or `reindex_triggers`, or changing one of these, " +
			"re-indexes the video. " +
			"The service chooses a value for each omitted setting.\n\n" +
			"The apply starts the indexing and does not wait for it unless `wait_for_indexing` is `true`. " +
			"The service calls `callback_url` when the indexing has ended.\n\n" +
			"The service does not return how a video was indexed, " +
			"so the state contains the settings that were configured last.\n\n" +
			"If two aliases of the provider or two states manage the same video, " +
			"each indexes it with its own settings, and a destroy of one can delete it for both.",
	}, videoAttributes)
}

func videoAttributes() map[string]schema.Attribute {
	attributes := settingArguments()
	waits := waitForIndexing("Whether the apply waits until an indexing of the video has ended")
	waits.Computed = true
	waits.Default = booldefault.StaticBool(false)
	maps.Copy(attributes, map[string]schema.Attribute{
		"video_id": videoIDArgument(),
		"reindex_triggers": schema.MapAttribute{
			MarkdownDescription: "Values that the indexing depends on, such as the files of a language model. " +
				"If one of them changes, Terraform re-indexes the video. Default: none.",
			ElementType: types.StringType,
			Optional:    true,
			Validators:  []validator.Map{validate.NoNulls()},
		},
		waitArgument: waits,
		"deletion_policy": managed.PolicyArgument("If omitted, destroy keeps the video.",
			managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: "keeps the video"},
			managed.PolicyChoice{Policy: managed.PolicyDelete, Does: "permanently deletes the video with all its insights. " +
				"Terraform then refuses to replace the resource"},
		),
	})
	return attributes
}

// Write adopts the video in a create. In an update, it re-indexes the video if a setting or trigger
// has changed, with the remaining settings.
func (m *resourceModel) Write(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (becomesState bool, diags diag.Diagnostics) {
	if writing.Origin == managed.OriginAdopted {
		return m.adopt(ctx, writing.Client)
	}
	if !m.reindexes(writing.Prior) {
		return true, nil
	}
	w := m.work(ctx, writing.Client, "update", "The next apply does not re-index the video.")
	w.nextApplyAfterFailureText = "The next apply re-indexes the video."
	result, diags := w.reindex(ctx, &m.indexingSettings)
	// After other failures, the state keeps the settings of the last indexing, so that the next
	// apply requests the indexing again.
	return !diags.HasError() || result == indexingStarted, diags
}

// adopt re-indexes the video if the plan does so. If an adoption has written nothing, the video is
// not in the state, and the next apply starts again.
func (m *resourceModel) adopt(
	ctx context.Context, client *videoindexer.Client,
) (becomesState bool, diags diag.Diagnostics) {
	err := client.CheckVideo(ctx, m.AccountRef(), m.VideoID.ValueString())
	if err != nil {
		return false, diag.Diagnostics{videoError("adopt", m.VideoID, m.AccountRef(), err)}
	}
	if !m.reindexes(&resourceModel{}) {
		_, diags = m.work(ctx, client, "create", "The next apply waits again.").await(ctx)
		return !diags.HasError(), diags
	}
	const next = "The resource is tainted. The next apply re-indexes the video, unless you run `terraform untaint`."
	result, diags := m.work(ctx, client, "create", next).reindex(ctx, &m.indexingSettings)
	return result != indexingNotStarted, diags
}

// Fetch checks whether the video still exists. If the resource waits for indexings, it also checks
// whether an indexing has failed since.
func (m *resourceModel) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	account := m.AccountRef()
	hasCaptions := func(client *videoindexer.Client) (bool, error) {
		return client.HasCaptions(ctx, account, m.VideoID.ValueString())
	}
	isIndexed, err := providerdata.ReadWithAccessCheck(ctx, reading.Data, account, hasCaptions)
	if err != nil {
		return managed.ReadResult(m.Subject(), err)
	}
	if m.WaitForIndexing.IsNull() {
		// After an import, the argument has its default.
		m.WaitForIndexing = types.BoolValue(false)
	}
	if isIndexed || !m.WaitForIndexing.ValueBool() {
		return true, nil
	}
	if reading.HasExtended() {
		diags = m.failureWarnings(ctx, reading.Data)
	}
	return true, diags
}

// Destroy deletes the video (11).
func (m *resourceModel) Destroy(
	ctx context.Context, destroying managed.DestroyRequest,
) (diags diag.Diagnostics) {
	failedAssets, err := destroying.Client.DeleteVideo(ctx, m.AccountRef(), m.VideoID.ValueString())
	if failedAssets != "" {
		diags.AddWarning("Some of the video's media were not deleted",
			fmt.Sprintf("The service deleted %s, but not all of its media. "+
				"Left behind: %s.", m.Subject(), failedAssets))
	}
	return append(diags, managed.DeletionErrors("delete", m.Subject(), err)...)
}

// work returns the work of an apply on the video, within one of its timeouts. next says what the
// next apply does.
func (m *resourceModel) work(ctx context.Context, client *videoindexer.Client, timeoutName, next string) videoWork {
	return videoWork{
		Limit: wait.LimitOf(ctx, m.Timeouts, timeoutName), client: client, account: m.AccountRef(),
		videoID: m.VideoID, waits: m.WaitForIndexing.ValueBool(), nextApplyText: next,
	}
}

// Plan reads a video to adopt, and warns of effects on videos that the plan does not show.
func (m *resourceModel) Plan(
	ctx context.Context, planning managed.PlanRequest[resourceModel],
) (diags diag.Diagnostics) {
	if planning.Step == managed.StepDestroy {
		return planning.Prior.destroyWarnings()
	}
	diags = notAllowedErrors(planning.Data, m.WaitForIndexing)
	if diags.HasError() {
		return diags
	}
	if planning.IsUnreviewedCreate() {
		diags.Append(m.adoptionDiagnostics(ctx, planning.Data)...)
		if len(diags) > 0 {
			return diags
		}
	}
	// An engine plans the create of a replacement next.
	if planning.Step != managed.StepReplace {
		diags.Append(m.indexingWarnings(planning.Prior, planning.Step, planning.Config.Raw.IsFullyKnown())...)
	}
	return diags
}

// adoptionDiagnostics checks whether the video of a create exists, if the plan knows which it is.
func (m *resourceModel) adoptionDiagnostics(ctx context.Context, data *providerdata.Data) diag.Diagnostics {
	if !data.IsConfigured() || m.isUnknown() {
		return nil
	}
	account := m.AccountRef()
	err := data.WithAccessCheck(ctx, account, func(client *videoindexer.Client) error {
		return client.CheckVideo(ctx, account, m.VideoID.ValueString())
	})
	return managed.AdoptionDiagnostics(m.Subject(), err, func() diag.DiagnosticWithPath {
		return missingError("adopt", m.VideoID, account, err)
	})
}

// failureWarnings warn if the last indexing of the video has failed (X35).
func (m *resourceModel) failureWarnings(ctx context.Context, data *providerdata.Data) (diags diag.Diagnostics) {
	getState := func(client *videoindexer.Client) (videoindexer.ShownVideoState, error) {
		return client.GetVideoState(ctx, m.AccountRef(), m.VideoID.ValueString())
	}
	shown, err := providerdata.ReadWithAccessCheck(ctx, data, m.AccountRef(), getState)
	if err == nil && shown.State.Status() == videoindexer.VideoFailed {
		diags.AddWarning(notIndexed(m.Subject(), shown, "To index it again, change reindex_triggers."))
	}
	return diags
}

// destroyWarnings warn if a destroy deletes the video.
func (m *resourceModel) destroyWarnings() (diags diag.Diagnostics) {
	if m.Effect() == managed.EffectDelete {
		diags.AddWarning("Video will be deleted with its insights", fmt.Sprintf(
			"The destroy permanently deletes %s with its transcripts and insights. "+
				"The provider cannot upload it again.", m.Subject()))
	}
	return diags
}

// indexingWarnings warn if an apply re-indexes the video, with the reason, and if a timeout of its
// wait is short. isConfigKnown means that all values of the configuration are known.
func (m *resourceModel) indexingWarnings(
	state *resourceModel, step managed.Step, isConfigKnown bool,
) (diags diag.Diagnostics) {
	reindexes := m.reindexes(state)
	waits := step == managed.StepCreate && m.WaitForIndexing.ValueBool()
	if reindexes || waits {
		diags.Append(wait.ShortTimeoutWarnings(m.Timeouts, step.TimeoutName())...)
	}
	if reindexes {
		exception := ""
		if !isConfigKnown {
			exception = " A value that is known only after apply may turn out to be unchanged."
		}
		diags.AddWarning("Video will be re-indexed", fmt.Sprintf(
			"The apply re-indexes %s because of %s, and the service replaces its insights.%s",
			m.Subject(), strings.Join(m.changedSettings(state), ", "), exception))
	}
	return diags
}

// videoError returns the error of a call about a video.
func videoError(verb string, videoID types.String, account videoindexer.AccountRef, err error) diag.Diagnostic {
	if videoindexer.IsObjectMissing(err) {
		return missingError(verb, videoID, account, err)
	}
	return apidiag.Error(verb, videoSubject(videoID, account), err)
}

// missingError returns the error of a call about a video that does not exist.
func missingError(
	verb string, videoID types.String, account videoindexer.AccountRef, err error,
) diag.DiagnosticWithPath {
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "Video does not exist", apidiag.DetailWithoutAdvice(
		verb, videoSubject(videoID, account), err,
		"The account has no such video, and the provider cannot upload videos. "+
			"video_id must be the id of an existing video."))
}
