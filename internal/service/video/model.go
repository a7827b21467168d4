// Package video works on the videos of an account: it indexes them again, replaces transcripts, names
// animated characters, and reads captions, widgets and source files.
package video

import (
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
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

// because names the settings that have another value than in prior, or may have one once they are known, and the triggers
// if one of them does. isCertain says that one of them has another value for certain.
func (m *resourceModel) because(prior *resourceModel) (names []string, isCertain bool) {
	before := prior.values()
	for i, setting := range m.values() {
		if !isSame(setting.value, before[i].value) {
			names, isCertain = append(names, setting.name), isCertain || !setting.value.IsUnknown()
		}
	}
	if triggers := m.ReindexTriggers; !isSame(triggers, prior.ReindexTriggers) {
		isUnknown := triggers.IsUnknown() || slices.ContainsFunc(slices.Collect(maps.Values(triggers.Elements())), attr.Value.IsUnknown)
		names, isCertain = append(names, "reindex_triggers"), isCertain || !isUnknown
	}
	return names, isCertain
}

// isSame compares two values; null equals null, whatever the types.
func isSame(a, b attr.Value) bool { return a.IsNull() && b.IsNull() || a.Equal(b) }

// reindexes reports whether going from prior to m indexes the video again.
func (m *resourceModel) reindexes(prior *resourceModel) bool {
	names, _ := m.because(prior)
	return len(names) > 0 && m.wantsIndexing()
}

// wantsIndexing reports whether any setting or trigger is configured.
func (m *resourceModel) wantsIndexing() bool {
	names, _ := m.because(&resourceModel{})
	return len(names) > 0
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
