package private_test

import (
	"context"
	"testing"
	"time"

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

// TestMark reads an object at several times. What a list shows proves nothing until it was the same for two seconds before a
// read: whoever has changed the object in between may have given it the same time.
func TestMark(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC)
	var m private.Mark
	for _, step := range []struct {
		shown  string
		after  time.Duration
		proves bool
	}{
		{"one", 0, false},
		{"one", time.Second, false},
		{"one", 2 * time.Second, true},
		{"one", time.Minute, true},
		{"two", time.Hour, false},
		{"", time.Hour + time.Minute, false},
		{"", 2 * time.Hour, false},
		{"two", 3 * time.Hour, false},
		{"two", 3*time.Hour + 2*time.Second, true},
	} {
		if m = m.After(step.shown, began.Add(step.after)); m.Proves(step.shown) != step.proves || m.Proves("another") {
			t.Errorf("%q after %s: %+v, want that it proves: %t", step.shown, step.after, m, step.proves)
		}
	}
}
