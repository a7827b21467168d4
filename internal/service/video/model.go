// Package video works on the videos of an account: it indexes them again, replaces transcripts, names
// animated characters, and reads captions, widgets and source files.
package video

import (
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scope"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_video. All of it but the ids is null where it is not configured: the
// service does not tell how it indexed a video.
type resourceModel struct {
	scope.Fields
	settings
	VideoID         types.String   `tfsdk:"video_id"`
	ReindexTriggers types.Map      `tfsdk:"reindex_triggers"`
	DeletionPolicy  types.String   `tfsdk:"deletion_policy"`
	Timeouts        timeouts.Value `tfsdk:"timeouts"`
}

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// causes are all that indexes the video again when it changes.
func (m *resourceModel) causes() []attr.Value { return append(m.values(), m.ReindexTriggers) }

// wantsIndexing tells whether any cause is configured.
func (m *resourceModel) wantsIndexing() bool {
	for _, cause := range m.causes() {
		if !cause.IsNull() {
			return true
		}
	}
	return false
}

// differs tells whether a cause has another value than in prior.
func (m *resourceModel) differs(prior *resourceModel) bool {
	before := prior.causes()
	for i, cause := range m.causes() {
		if !cause.Equal(before[i]) {
			return true
		}
	}
	return false
}

// videoSubject names a video in messages.
func videoSubject(videoID types.String, account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "video", ID: strconv.Quote(videoID.ValueString()), Account: account}
}

// longestIndexing is how long the calls wait that have no timeout of their own, and how long a
// transcript may take to show.
const longestIndexing = 30 * time.Minute
