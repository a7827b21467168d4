package private_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// store is a private state in memory.
type store map[string][]byte

func (s store) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) { return s[key], nil }

func (s store) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	s[key] = value
	return nil
}

func TestStore(t *testing.T) {
	t.Parallel()
	s := store{}
	get := func() (ids []string) {
		t.Helper()
		if diags := private.Get(t.Context(), s, "ids", &ids); diags.HasError() {
			t.Error(diags)
		}
		return ids
	}
	if ids := get(); ids != nil {
		t.Errorf("before anything is kept: %v", ids)
	}
	if diags := private.Set(t.Context(), s, "ids", []string{"a"}); diags.HasError() {
		t.Error(diags)
	}
	if ids := get(); len(ids) != 1 || ids[0] != "a" {
		t.Errorf("kept: %v", ids)
	}
	private.Remove(t.Context(), s, "ids")
	if ids := get(); ids != nil {
		t.Errorf("after it was removed: %v", ids)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	var ids []string
	if diags := private.Get(t.Context(), store{"ids": []byte(`{"a":1}`)}, "ids", &ids); !diags.HasError() {
		t.Error("no error")
	}
	if diags := private.Set(t.Context(), store{}, "ids", func() {}); !diags.HasError() {
		t.Error("no error for what is no JSON")
	}
}
