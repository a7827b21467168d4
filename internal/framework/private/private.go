// Package private reads and writes Terraform's private state: data that a provider keeps with an object and that users
// do not see. The framework's own type for it cannot be named outside of it.
package private

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// Reader is the private state of a request.
type Reader interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

// Writer is the private state of a response. A value is JSON; nil removes the key.
type Writer interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// Store is the private state of a response that holds that of the plan or of the state before.
type Store interface {
	Reader
	Writer
}

// Get reads what is kept under a key into value, which stays as it is where nothing is kept.
func Get(ctx context.Context, store Reader, key string, value any) diag.Diagnostics {
	text, diags := store.GetKey(ctx, key)
	if len(text) == 0 {
		return diags
	}
	if err := json.Unmarshal(text, value); err != nil {
		diags.AddError("Unable to read private state", fmt.Sprintf("The provider cannot read its private data %q: %s.", key, err))
	}
	return diags
}

// Set keeps a value under a key.
func Set(ctx context.Context, store Writer, key string, value any) diag.Diagnostics {
	text, err := json.Marshal(value)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to write private state", err.Error())}
	}
	return store.SetKey(ctx, key, text)
}

// Remove deletes the value of a key.
func Remove(ctx context.Context, store Writer, key string) diag.Diagnostics {
	return store.SetKey(ctx, key, nil)
}

// Mark is what a list showed of an object when the object was read. As long as the list shows the same, the object need not
// be read again.
type Mark struct {
	Shown string `json:"shown,omitempty"`
	// Since is when a refresh first saw this.
	Since time.Time `json:"since,omitzero"`
	// IsSettled says that the object was read long enough after Since that no later change can show the same.
	IsSettled bool `json:"is_settled,omitempty"`
}

// resolution is how long the times of two changes may be the same: services show whole seconds.
const resolution = 2 * time.Second

// Proves reports whether a list that shows this proves that the object has not changed.
func (m Mark) Proves(shown string) bool { return m.IsSettled && m.Shown == shown }

// After is the mark once the object was read now, together with a list that shows this: "" for none, which proves nothing.
func (m Mark) After(shown string, now time.Time) Mark {
	if shown == "" || shown != m.Shown {
		return Mark{Shown: shown, Since: now}
	}
	m.IsSettled = now.Sub(m.Since) >= resolution
	return m
}
