package video

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// A transcript of the source language shows when the service has indexed the video with it. What showed
// right after the update is kept in private state: as long as a refresh finds just that, the
// transcript is on its way, and nobody has changed it.
const showingKey = "shown_after_update"

// showing is what a video's captions were right after their update.
type showing struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

// patience is how long captions may lag behind; after it, old captions are a change to put right.
const patience = 24 * time.Hour

// privateState is the private state of a request or response.
type privateState interface {
	private.Reader
	private.Writer
}

// noteShowing looks at the captions after an update, and keeps what they show if it is not the
// transcript yet. A look that fails costs nothing: the next refresh looks again.
func noteShowing(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, t *transcript, store privateState) diag.Diagnostics {
	shown, err := client.GetCaptions(ctx, account, t.VideoID.ValueString(), t.captions())
	if err != nil {
		tflog.Info(ctx, "The captions could not be read after the update of the transcript", map[string]any{"video_id": t.VideoID.ValueString()})
		return forgetShowing(ctx, store)
	}
	if t.says(shown) {
		return forgetShowing(ctx, store)
	}
	var diags diag.Diagnostics
	note, err := json.Marshal(showing{SHA256: digest(shown), At: time.Now().UTC()})
	if err != nil {
		diags.AddError("Unable to keep what the captions show", err.Error())
		return diags
	}
	return store.SetKey(ctx, showingKey, note)
}

func forgetShowing(ctx context.Context, store privateState) diag.Diagnostics {
	return store.SetKey(ctx, showingKey, nil)
}

// stillShowing tells whether captions are just those that showed right after the update.
func stillShowing(ctx context.Context, shown string, store privateState) (bool, diag.Diagnostics) {
	note, diags := store.GetKey(ctx, showingKey)
	var before showing
	if len(note) == 0 || json.Unmarshal(note, &before) != nil {
		return false, diags
	}
	return before.SHA256 == digest(shown) && time.Since(before.At) < patience, diags
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// captions is the query for what the transcript has become.
func (t *transcript) captions() videoindexer.CaptionsQuery {
	return videoindexer.CaptionsQuery{Format: "Vtt", Language: t.Language.ValueString()}
}
