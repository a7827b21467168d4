package video

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, looks at a video that is to be adopted, and says what the apply will do to videos beyond
// what the plan shows.
func (r *videoResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	step, diags := r.LoadPlan(ctx, req, resp, &plan, &state), &resp.Diagnostics
	if step == managed.None || step != managed.Destroy && !mayWait(r.Data, plan.WaitForIndexing, diags) {
		return
	}
	switch {
	case step == managed.Create:
		if !plan.isUnknown() {
			diags.Append(r.planAdoption(ctx, &plan)...)
		}
	case step == managed.Update:
		diags.Append(r.PlanKeep(&state)...)
	case step == managed.Replace && state.Policy() == deletion.Delete:
		diags.Append(deletion.MustNotReplace(state.Subject()))
	default:
		diags.Append(r.PlanEnd(&state, howToDelete)...)
		if state.Policy() == deletion.Delete && !diags.HasError() {
			diags.AddWarning("Video will be deleted with its insights", fmt.Sprintf(
				"The destroy permanently deletes %s with its transcripts and all that the service has found in it. The provider cannot upload it again.", state.Subject()))
		}
	}
	if (step == managed.Create || step == managed.Update) && !diags.HasError() {
		diags.Append(plan.checkModels(ctx, r.Data, plan.AccountFields, &state.settings)...)
	}
	r.CheckAccess(ctx, noun, req, resp)
	if (step == managed.Create || step == managed.Update) && plan.reindexes(&state) {
		diags.Append(r.announce(ctx, &plan, &state, !diags.HasError())...)
	}
}

// planAdoption looks whether the video of a create exists.
func (r *videoResource) planAdoption(ctx context.Context, plan *resourceModel) diag.Diagnostics {
	account := plan.AccountRef()
	diags := r.PlanAdoption(plan.Object(), plan.Subject())
	if diags.HasError() || !r.Known() {
		return diags
	}
	client := r.Client(&diags)
	err := r.WithAccessCheck(ctx, account, func() error { return client.CheckVideo(ctx, account, plan.VideoID.ValueString()) })
	switch {
	case videoindexer.IsNotFound(err):
		diags.Append(missing(plan.VideoID, account, "adopt", err))
	case err != nil:
		diags.Append(diag.WithPath(path.Root("video_id"), apidiag.Error("read", plan.Subject(), err)))
	}
	return diags
}

// announced are the videos that the plans of this process index again.
type announced struct {
	mu   sync.Mutex
	seen map[ownership.Object]bool
	cost batch.Cost
}

// add adds a video, once, and returns the sum so far.
func (a *announced) add(video ownership.Object, seconds *float64) batch.Cost {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen == nil {
		a.seen = make(map[ownership.Object]bool)
	}
	if !a.seen[video] {
		a.seen[video] = true
		a.cost.Add(seconds)
	}
	return a.cost
}

// announce is the warning of a plan whose apply indexes a video again, or may do so. If the account
// can be asked, it has the length of the video (X34), and the sum of what the plans of this process index again so far: no
// plan knows how many follow. Terraform shows the first of all warnings with the same summary, so the sum is also in a
// warning of its own whenever the number of videos has doubled.
func (r *videoResource) announce(ctx context.Context, plan, prior *resourceModel, isReached bool) (diags diag.Diagnostics) {
	because, isCertain := plan.because(prior)
	var price string
	var total batch.Cost
	if isReached && r.Extended() && !plan.isUnknown() {
		seconds, err := r.Client(&diags).VideoLength(ctx, plan.AccountRef(), plan.VideoID.ValueString())
		if err != nil {
			seconds = nil // the plan does not depend on it
		}
		var one batch.Cost
		one.Add(seconds)
		price = fmt.Sprintf(" This is %s.", one)
		if isCertain {
			total = providerdata.Shared[announced](r.Data).add(plan.Object(), seconds)
		}
	}
	if total.Videos > 1 {
		price += fmt.Sprintf(" So far, this plan indexes %s again.", total)
	}
	subject, names := plan.Subject(), strings.Join(because, ", ")
	if !isCertain {
		diags.AddWarning("Video may be indexed again",
			fmt.Sprintf("Known only after apply: %s. If it changes, the apply indexes %s again, and the service replaces its insights.%s", names, subject, price))
		return diags
	}
	diags.AddWarning("Video will be indexed again",
		fmt.Sprintf("The apply indexes %s again, because of %s, and the service replaces its insights.%s", subject, names, price))
	if total.Videos > 1 && bits.OnesCount(uint(total.Videos)) == 1 {
		diags.AddWarning(fmt.Sprintf("At least %s will be indexed again", batch.Count(total.Videos)),
			fmt.Sprintf("So far, this plan indexes %s again. Each of its warnings gives the sum up to its own video.", total))
	}
	return diags
}

const (
	howToDelete = "With deletion_policy `delete`, destroy deletes the video and its insights."
	tainted     = "The resource is tainted, and the next apply indexes the video again, unless you run `terraform untaint`."
)

func missing(videoID types.String, account videoindexer.AccountRef, verb string, err error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "Video does not exist",
		apidiag.WithoutAdvice(verb, videoSubject(videoID, account), err, "The provider cannot upload videos: video_id must be the id of a video that exists in this account."))
}
