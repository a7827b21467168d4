package managed

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestEffectOf has a policy that no row of effects names.
func TestEffectOf(t *testing.T) {
	t.Parallel()
	unnamed := types.StringValue("archive")
	check.Equal(t, EffectLeave, EffectOf(unnamed, false), "the effect of a policy without a row, on a created object")
	check.Equal(t, EffectLeave, EffectOf(unnamed, true), "the effect of a policy without a row, on an adopted object")
}

// TestNamesOf sorts the names of contents, whose ids mean nothing to users.
func TestNamesOf(t *testing.T) {
	t.Parallel()
	c := Contents{Names: map[string]string{"1": "Bea", "2": "Ada", "3": "Cid"}}
	check.Equal(t, []string{"Ada", "Bea"}, c.namesOf([]string{"1", "2"}), "the names of two ids")
}
