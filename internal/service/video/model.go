// Package video works on the videos of an account: it indexes them again, replaces transcripts, names
// animated characters, and reads captions, widgets and source files.
package video

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_video. All of it but the ids is null where it is not configured: the service does not
// return how it indexed a video.
type resourceModel struct {
	providerdata.AccountFields
	settings
	VideoID         types.String   `tfsdk:"video_id"`
	ReindexTriggers types.Map      `tfsdk:"reindex_triggers"`
	WaitForIndexing types.Bool     `tfsdk:"wait_for_indexing"`
	DeletionPolicy  types.String   `tfsdk:"deletion_policy"`
	Timeouts        timeouts.Value `tfsdk:"timeouts"`
}

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// because names the settings and triggers that have another value than in prior, or may have it once they are known.
func (m *resourceModel) because(prior *resourceModel) []string {
	var names []string
	before := prior.values()
	for i, setting := range m.values() {
		if !isSame(setting.value, before[i].value) {
			names = append(names, setting.name)
		}
	}
	if isSame(m.ReindexTriggers, prior.ReindexTriggers) {
		return names
	}
	after, old := m.ReindexTriggers.Elements(), prior.ReindexTriggers.Elements()
	keys := maps.Clone(old)
	maps.Copy(keys, after)
	var triggers []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if after[key] == nil || old[key] == nil || !after[key].Equal(old[key]) {
			triggers = append(triggers, fmt.Sprintf("reindex_triggers[%q]", key))
		}
	}
	if len(triggers) == 0 || m.ReindexTriggers.IsUnknown() {
		triggers = []string{"reindex_triggers"}
	}
	return append(names, triggers...)
}

// mayAgree reports whether all that because names is known only after apply, and may then be what prior has.
func (m *resourceModel) mayAgree(prior *resourceModel) bool {
	before := prior.values()
	for i, setting := range m.values() {
		if !setting.value.IsUnknown() && !isSame(setting.value, before[i].value) {
			return false
		}
	}
	if m.ReindexTriggers.IsUnknown() || isSame(m.ReindexTriggers, prior.ReindexTriggers) {
		return true
	}
	after, old := m.ReindexTriggers.Elements(), prior.ReindexTriggers.Elements()
	for key, value := range after {
		if old[key] == nil || !value.IsUnknown() && !value.Equal(old[key]) {
			return false
		}
	}
	return len(after) > 0 && len(after) == len(old)
}

// isSame compares two values; null equals null, whatever the types.
func isSame(a, b attr.Value) bool { return a.IsNull() && b.IsNull() || a.Equal(b) }

// wantsIndexing reports whether any setting or trigger is configured.
func (m *resourceModel) wantsIndexing() bool { return len(m.because(&resourceModel{})) > 0 }

// isUnknown reports whether it is not known yet which video this is.
func (m *resourceModel) isUnknown() bool { return m.VideoID.IsUnknown() || !m.KnowsAccount() }

// videoSubject names a video in messages.
func videoSubject(videoID types.String, account videoindexer.AccountRef) apidiag.Subject {
	subject := apidiag.Subject{Noun: "video", ID: strconv.Quote(videoID.ValueString()), Account: account}
	if videoID.IsUnknown() {
		subject.ID = "(id known after apply)"
	}
	return subject
}

// partSubject names something of a video in messages.
func partSubject(noun string, videoID types.String, account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: noun, ID: "of video " + videoSubject(videoID, account).ID, Account: account}
}
