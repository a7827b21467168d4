package private_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// store is a private state in memory.
type store map[string][]byte

func (s store) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) { return s[key], nil }

func (s store) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	s[key] = value
	return nil
}

// TestUnreadable reports private state that has another form, and values that JSON cannot have.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	var ids []string
	diags := private.Get(t.Context(), store{"ids": []byte(`{"a":1}`)}, "ids", &ids)
	check.Equal(t, true, diags.HasError(), "an error of an object, which is read as the list %q", ids)
	diags = private.Set(t.Context(), store{}, "ids", func() {})
	check.Equal(t, true, diags.HasError(), "an error of a function, which is no JSON")
}
