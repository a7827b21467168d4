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

// matches reports whether captions say what the transcript does.
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

// A transcript of the source language shows only once the service has indexed the video with it.
// Private state has what the captions showed after the update: as long as a refresh finds the same,
// or nothing, the transcript is on its way, and nobody has changed it. If they could not be read
// then, what the first refresh finds counts.
const shownCaptionsKey = "shown_after_update"

// shownCaptions is what a video's captions were right after their update; SHA256 is empty as long as that
// is not known. It is empty for a transcript that has shown.
type shownCaptions struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

// save writes the note to private state.
func (s shownCaptions) save(ctx context.Context, store private.Writer) diag.Diagnostics {
	if s == (shownCaptions{}) {
		return store.SetKey(ctx, shownCaptionsKey, nil)
	}
	return private.Set(ctx, store, shownCaptionsKey, s)
}

// longestLag is how long captions may lag behind; after it, old captions are a change to put right.
const longestLag = 24 * time.Hour

// comparison is what captions say of a transcript.
type comparison int

const (
	// isShown is that they say the same, and isChanged that somebody has changed them.
	isShown comparison = iota
	isChanged
	// isPending is that they do not say the same yet, and isUnreadable that they are no captions.
	isPending
	isUnreadable
)

// compare says what captions that were read now are to a transcript, and what private state is to
// hold of them from now on.
func (m *transcriptModel) compare(shown string, note shownCaptions, now time.Time) (comparison, shownCaptions) {
	cues, err := captions.Parse(shown, captions.VTT)
	switch {
	case m.matches(shown):
		return isShown, shownCaptions{}
	case err != nil:
		return isUnreadable, note
	case now.Sub(note.At) >= longestLag:
		return isChanged, shownCaptions{}
	case note.SHA256 == "" && len(cues) > 0:
		note.SHA256 = digest(shown)
		return isPending, note
	case len(cues) == 0 || note.SHA256 == digest(shown):
		return isPending, note
	}
	return isChanged, shownCaptions{}
}

// warn says what a plan does not show of a comparison.
func (m *transcriptModel) warn(found comparison) (diags diag.Diagnostics) {
	switch found {
	case isPending:
		diags.AddWarning("Transcript does not show yet", m.Subject().WithIDs(fmt.Sprintf(
			"The service has accepted %s, but the captions of the video do not show it. In the source language, they show it once the video is re-indexed. "+
				"If they do not show it within a day, the next plan shows a change, and its apply sends the transcript again.", m.Subject())))
	case isUnreadable:
		diags.AddWarning("Transcript not compared", m.Subject().WithIDs(fmt.Sprintf(
			"The service did not return captions in WebVTT for %s. The state does not change.", m.Subject())))
	case isShown, isChanged:
	}
	return diags
}

func digest(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
