package video

import (
	"context"
	"fmt"
	"math/bits"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
)

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

// announce is indexes with the length of the video (X34), and with the sum of what the plans of this process index again so
// far: no plan knows how many follow. Terraform shows the first of all warnings with the same summary, so the sum is also
// in a warning of its own whenever the number of videos has doubled. isReached says that the account can be asked.
func (r *videoResource) announce(ctx context.Context, plan, prior *resourceModel, starts string, isReached bool) diag.Diagnostics {
	because, isCertain := plan.because(prior)
	if len(because) == 0 || !isReached || !r.Extended() || plan.isUnknown() {
		return plan.indexes(prior, starts, "")
	}
	var diags diag.Diagnostics
	seconds, err := r.Client(&diags).VideoLength(ctx, plan.AccountRef(), plan.VideoID.ValueString())
	if err != nil {
		seconds = nil // the plan does not depend on it
	}
	var one batch.Cost
	one.Add(seconds)
	length := fmt.Sprintf(" The video is %s long.", batch.Hours(one.Length))
	if one.Unmeasured > 0 {
		length = " The service does not show the length of the video."
	}
	warning := plan.indexes(prior, starts, length)
	if !isCertain {
		return warning
	}
	total := providerdata.Shared[announced](r.Data).add(plan.object(), seconds)
	if total.Videos > 1 {
		warning = plan.indexes(prior, starts, length+fmt.Sprintf(" So far, this plan indexes %s again.", total))
		if bits.OnesCount(uint(total.Videos)) == 1 {
			warning.AddWarning(fmt.Sprintf("At least %s will be indexed again", batch.Count(total.Videos)),
				fmt.Sprintf("So far, this plan indexes %s again. Each of its warnings gives the sum up to its own video.", total))
		}
	}
	return warning
}
