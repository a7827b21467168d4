package video

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// A transcript of the source language shows only once the service has indexed the video with it. What the captions
// showed right after the update is kept in private state: as long as a refresh finds the same, the transcript is on its
// way, and nobody has changed it. If they could not be read then, what the first refresh finds counts.
const showingKey = "shown_after_update"

// showing is what a video's captions were right after their update; SHA256 is empty as long as that is not known.
type showing struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

// longestLag is how long captions may lag behind; after it, old captions are a change to put right.
const longestLag = 24 * time.Hour

// noteShowing looks at the captions after an update, and keeps what they show if it is not the
// transcript yet. A look that fails costs nothing: the next refresh looks again.
func (w *written) noteShowing(ctx context.Context, store private.Store) diag.Diagnostics {
	note := showing{At: time.Now().UTC()}
	shown, err := w.client.GetCaptions(ctx, w.account, w.VideoID.ValueString(), w.captions())
	switch {
	case err != nil:
		tflog.Info(ctx, "The captions could not be read after the update of the transcript", map[string]any{"video_id": w.VideoID.ValueString()})
	case w.says(shown):
		return private.Remove(ctx, store, showingKey)
	default:
		note.SHA256 = digest(shown)
	}
	return private.Set(ctx, store, showingKey, note)
}

// stillShowing reports whether captions are just those that showed right after the update.
func stillShowing(ctx context.Context, shown string, store private.Store) (bool, diag.Diagnostics) {
	var before showing
	diags := private.Get(ctx, store, showingKey, &before)
	if time.Since(before.At) >= longestLag {
		return false, diags
	}
	if before.SHA256 == "" {
		before.SHA256 = digest(shown)
		diags.Append(private.Set(ctx, store, showingKey, before)...)
	}
	return before.SHA256 == digest(shown), diags
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func (t *transcript) captions() videoindexer.CaptionsQuery {
	return videoindexer.CaptionsQuery{Format: "Vtt", Language: t.Language.ValueString()}
}
