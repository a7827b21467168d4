package acctest

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// Equal is check.Equal.
func Equal[T any](t testing.TB, want, got T, format string, args ...any) {
	t.Helper()
	check.Equal(t, want, got, format, args...)
}
