package video

import (
	"context"
	"iter"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	describeStateFilter   = "State of the videos to return. One of "
	describeCreatedAfter  = "Time after which the videos were created, in RFC 3339 (`2026-01-31T10:00:00Z`) or as a date (`2026-01-31`, the beginning of that day in UTC). Default: all."
	describeCreatedBefore = "Time before which the videos were created, in the same format. Default: all."
)

// filter are the arguments that say which videos of an account are wanted.
type filter struct {
	State         types.String `tfsdk:"state"`
	CreatedAfter  types.String `tfsdk:"created_after"`
	CreatedBefore types.String `tfsdk:"created_before"`
}

// of gives the videos that are wanted, as their pages come (X34): no projects, which services without X30 list as well.
// At most is how many are wanted; 0 for all.
func (f filter) of(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, atMost int64) iter.Seq2[videoindexer.Video, error] {
	query := videoindexer.VideosQuery{CreatedAfter: validate.ParseTime(f.CreatedAfter.ValueString()), CreatedBefore: validate.ParseTime(f.CreatedBefore.ValueString())}
	return func(yield func(videoindexer.Video, error) bool) {
		given := int64(0)
		for video, err := range client.Videos(ctx, account, query) {
			if err == nil && (!video.IsBase || !f.matches(video)) {
				continue
			}
			if given++; !yield(video, err) || given == atMost {
				return
			}
		}
	}
}

// matches reports whether a video has the state that is wanted. One that cannot be read may have any state.
func (f filter) matches(video videoindexer.Video) bool {
	return f.State.IsNull() || video.Unreadable != nil || strings.EqualFold(f.State.ValueString(), video.State)
}

func videosSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "videos", Account: account}
}
