package provider_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestDamagedPrivateState damages each value that a resource keeps in private state, in turn: a refresh, the plan of a change or
// that of a destroy says so, and nothing of the state is lost.
func TestDamagedPrivateState(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		t.Helper()
		instance := created(t, museum(t).Protocol(t, acctest.Values{"extended_operations": true}), name, s.configs[0])
		whole, before := instance.Private(), instance.Texts()
		for key := range whole {
			damaged := maps.Clone(whole)
			damaged[key] = []byte(`[["?"]]`)
			var said []*tfprotov6.Diagnostic
			for _, call := range []func() []*tfprotov6.Diagnostic{
				func() []*tfprotov6.Diagnostic { return instance.Refresh(t.Context()) },
				func() []*tfprotov6.Diagnostic { return instance.Plan(t.Context(), s.configs[1]).Diagnostics },
				func() []*tfprotov6.Diagnostic { return instance.Plan(t.Context(), nil).Diagnostics },
			} {
				instance.SetPrivate(damaged)
				said = append(said, acctest.Errors(call())...)
			}
			if len(said) == 0 {
				t.Errorf("nothing is said of a damaged %q", key)
			}
			if diff := cmp.Diff(before, instance.Texts()); diff != "" {
				t.Errorf("a damaged %q changes the state: %s", key, diff)
			}
		}
	})
}
