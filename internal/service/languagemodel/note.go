package languagemodel

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// note is what private state remembers of a write that ended badly.
type note struct {
	// Unread means that an answer was lost and could not be asked for again: the service may hold
	// something else than the state says.
	Unread bool `json:"unread,omitempty"`
	// Sent are the names of the files whose upload had no readable answer. They are ours, whatever ids
	// they got.
	Sent []string `json:"sent,omitempty"`
	// Gone means that the service itself said that there is no such model.
	Gone bool `json:"gone,omitempty"`
}

const noteKey = "note"

func readNote(ctx context.Context, store private.Reader) (note, diag.Diagnostics) {
	var n note
	text, diags := store.GetKey(ctx, noteKey)
	if len(text) == 0 || diags.HasError() {
		return n, diags
	}
	if err := json.Unmarshal(text, &n); err != nil {
		diags.AddError("Unable to read the private state of a language model", err.Error())
	}
	return n, diags
}

// write keeps the note; one that says nothing is removed.
func (n note) write(ctx context.Context, store private.Writer) diag.Diagnostics {
	if !n.Unread && !n.Gone {
		return store.SetKey(ctx, noteKey, nil)
	}
	text, err := json.Marshal(n)
	if err != nil {
		var diags diag.Diagnostics
		diags.AddError("Unable to write the private state of a language model", err.Error())
		return diags
	}
	return store.SetKey(ctx, noteKey, text)
}
