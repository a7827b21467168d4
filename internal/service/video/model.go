// Package video works on the videos of an account: it indexes them again, replaces transcripts, names
// animated characters, and reads captions, widgets and source files.
package video

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_video. All of it but the ids is null where it is not configured: the service does not
// return how it indexed a video.
type resourceModel struct {
	managed.Fields
	settings
	VideoID         types.String   `tfsdk:"video_id"`
	ReindexTriggers types.Map      `tfsdk:"reindex_triggers"`
	WaitForIndexing types.Bool     `tfsdk:"wait_for_indexing"`
	Timeouts        timeouts.Value `tfsdk:"timeouts"`
}

// because names the settings, and the triggers, that have another value than in prior, or may have one once they are known.
func (m *resourceModel) because(prior *resourceModel) (names []string) {
	before := prior.values()
	for i, s := range m.values() {
		if !s.value.Equal(before[i].value) && (!s.value.IsNull() || !before[i].value.IsNull()) {
			names = append(names, s.name)
		}
	}
	return names
}

// values are the settings and the triggers.
func (m *resourceModel) values() []setting {
	return append(m.settings.values(), setting{"reindex_triggers", m.ReindexTriggers})
}

// reindexes reports whether going from prior to m indexes the video again: something differs, and something is configured.
func (m *resourceModel) reindexes(prior *resourceModel) bool {
	return len(m.because(prior)) > 0 && len(m.because(&resourceModel{})) > 0
}

// Subject names the video in messages.
func (m *resourceModel) Subject() apidiag.Subject { return videoSubject(m.VideoID, m.AccountRef()) }

// Object is what ownership knows of the video.
func (m *resourceModel) Object() ownership.Object { return objectOf(m.Subject()) }

// objectOf is what ownership knows of a subject: what messages call it is unique in its account.
func objectOf(s apidiag.Subject) ownership.Object {
	return ownership.Object{Noun: s.Noun, Account: s.Account, ID: s.ID}
}

// isUnknown reports whether it is not known yet which video this is.
func (m *resourceModel) isUnknown() bool { return m.VideoID.IsUnknown() || !m.KnowsAccount() }

const noun = "video"

// videoSubject names a video in messages.
func videoSubject(videoID types.String, account videoindexer.AccountRef) apidiag.Subject {
	subject := apidiag.Subject{Noun: noun, ID: strconv.Quote(videoID.ValueString()), Account: account}
	if videoID.IsUnknown() {
		subject.ID = "(id known after apply)"
	}
	return subject
}

// partSubject names something of a video in messages.
func partSubject(noun string, videoID types.String, account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: noun, ID: "of video " + videoSubject(videoID, account).ID, Account: account}
}
