package video

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// matches reports whether captions have the words of the transcript.
func (m *transcriptModel) matches(shown string) bool {
	switch {
	case m.Content.IsNull():
		return false
	case m.Content.ValueString() == shown:
		return true
	}
	wanted, err := captions.Parse(m.Content.ValueString(), captions.VTT)
	if err != nil {
		return false
	}
	remote, err := captions.Parse(shown, captions.VTT)
	if err != nil {
		return false
	}
	return captions.SameWords(wanted, remote)
}

// shownCaptionsKey is the key of a shownCaptions in private state. Captions show a transcript in
// the source language only after the service has re-indexed the video. While a refresh reads the
// captions of the record, or none, the transcript is pending, and nobody has changed it.
const shownCaptionsKey = "shown_after_update"

// shownCaptions is a record of a video's captions right after their update. It is empty once the
// captions show the transcript.
type shownCaptions struct {
	// SHA256 is the hash of the captions. It is empty until they can be read.
	SHA256 string `json:"sha256"`
	// At is the time of the update.
	At time.Time `json:"at"`
}

// save writes the record to private state.
func (s shownCaptions) save(ctx context.Context, store private.Writer) diag.Diagnostics {
	if s == (shownCaptions{}) {
		return store.SetKey(ctx, shownCaptionsKey, nil)
	}
	return private.Set(ctx, store, shownCaptionsKey, s)
}

// longestLag is the longest time for which captions may lag behind. After that, different captions
// are a change outside of Terraform.
const longestLag = 24 * time.Hour

// captionsComparison is the result of comparing captions with a transcript.
type captionsComparison int

const (
	// captionsShown means that captions and transcript have the same words.
	captionsShown captionsComparison = iota
	// captionsChanged means that somebody has changed the captions.
	captionsChanged
	// captionsPending means that the captions do not show the transcript yet.
	captionsPending
	// captionsUnreadable means that the response is not captions.
	captionsUnreadable
)

// compare compares captions that were just read with the transcript, and returns the new record for
// private state.
func (m *transcriptModel) compare(
	shown string, record shownCaptions, now time.Time,
) (captionsComparison, shownCaptions) {
	var none shownCaptions
	cues, err := captions.Parse(shown, captions.VTT)
	switch {
	case m.matches(shown):
		return captionsShown, none
	case err != nil:
		return captionsUnreadable, record
	case now.Sub(record.At) >= longestLag:
		return captionsChanged, none
	case len(cues) == 0:
		return captionsPending, record
	case record.SHA256 == "":
		record.SHA256 = digest(shown)
		return captionsPending, record
	case record.SHA256 == digest(shown):
		return captionsPending, record
	}
	return captionsChanged, none
}

// comparisonWarnings warn of the results of a comparison that a plan does not show.
func (m *transcriptModel) comparisonWarnings(result captionsComparison) (diags diag.Diagnostics) {
	switch result {
	case captionsPending:
		diags.AddWarning("Transcript does not show yet", m.Subject().WithIDs(fmt.Sprintf(
			"The service has accepted %s, but the captions of the video do not show it. "+
				"In the source language, they show it once the video is re-indexed. "+
				"If they do not show it within a day, the next plan shows a change, "+
				"and its apply sends the transcript again.", m.Subject())))
	case captionsUnreadable:
		diags.AddWarning("Transcript not compared", m.Subject().WithIDs(fmt.Sprintf(
			"The service did not return captions in WebVTT for %s. The state does not change.", m.Subject())))
	case captionsShown, captionsChanged:
	}
	return diags
}

func digest(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
