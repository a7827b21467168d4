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
	if m.Content.IsNull() || m.Content.ValueString() == shown {
		return !m.Content.IsNull()
	}
	wanted, err := captions.Parse(m.Content.ValueString(), captions.VTT)
	if err != nil {
		return false
	}
	remote, err := captions.Parse(shown, captions.VTT)
	return err == nil && captions.SameWords(wanted, remote)
}

// Captions show a transcript in the source language only after the service has re-indexed the
// video. Private state contains a hash of the captions after the update. While a refresh reads the
// same captions, or none, the transcript is pending, and nobody has changed it. If the captions
// could not be read after the update, the first refresh records them.
const shownCaptionsKey = "shown_after_update"

// shownCaptions is a record of a video's captions right after their update. SHA256 is empty while
// they are unknown. The record is empty once the captions show the transcript.
type shownCaptions struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
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
func (m *transcriptModel) compare(shown string, note shownCaptions, now time.Time) (captionsComparison, shownCaptions) {
	cues, err := captions.Parse(shown, captions.VTT)
	switch {
	case m.matches(shown):
		return captionsShown, shownCaptions{}
	case err != nil:
		return captionsUnreadable, note
	case now.Sub(note.At) >= longestLag:
		return captionsChanged, shownCaptions{}
	case note.SHA256 == "" && len(cues) > 0:
		note.SHA256 = digest(shown)
		return captionsPending, note
	case len(cues) == 0 || note.SHA256 == digest(shown):
		return captionsPending, note
	}
	return captionsChanged, shownCaptions{}
}

// comparisonWarning warns of the results of a comparison that a plan does not show.
func (m *transcriptModel) comparisonWarning(found captionsComparison) (diags diag.Diagnostics) {
	switch found {
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
