// Package private reads and writes Terraform's private state: data of an object that Terraform
// stores and does not show to users. The framework does not export its own type for it.
package private

import (
	"context"
	"encoding/json"
	"fmt"

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

// Store is the private state of a response that begins with that of the request.
type Store interface {
	Reader
	Writer
}

// Get reads the data under a key into value. If there is none, value does not change.
func Get(ctx context.Context, store Reader, key string, value any) diag.Diagnostics {
	text, diags := store.GetKey(ctx, key)
	if len(text) == 0 {
		return diags
	}
	err := json.Unmarshal(text, value)
	if err != nil {
		diags.AddError("Unable to read private state", fmt.Sprintf(
			"The provider cannot read its private data %q: %s.", key, err))
	}
	return diags
}

// Set stores a value under a key.
func Set(ctx context.Context, store Writer, key string, value any) diag.Diagnostics {
	text, err := json.Marshal(value)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to write private state", err.Error())}
	}
	return store.SetKey(ctx, key, text)
}
