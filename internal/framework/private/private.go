// Package private names what resources use of Terraform's private state: what a provider keeps with an
// object and nobody sees. The framework's own type for it cannot be named outside of it.
package private

import (
	"context"

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
