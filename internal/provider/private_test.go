package provider_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
)

// newOnes are configurations of what a resource creates, where lives.All has one that adopts.
var newOnes = map[string]acctest.Values{
	"videoindexer_brand":   {"name": "New"},
	"videoindexer_project": {"name": "New", "video_ranges": oneRange("00:00:00")},
}

// TestDamagedPrivateState damages each value that a resource keeps in private state, in turn: a refresh, the plan of a change or
// that of a destroy says so, and nothing of the state is lost.
func TestDamagedPrivateState(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		for _, config := range []acctest.Values{configuration, newOnes[name]} {
			if config == nil {
				continue
			}
			instance := created(t, museum(t).Protocol(t, acctest.Values{"extended_operations": true}), name, config)
			whole, before := instance.Private(), instance.Texts()
			for key := range whole {
				damaged := maps.Clone(whole)
				damaged[key] = []byte(`[["?"]]`)
				var said []*tfprotov6.Diagnostic
				for _, call := range []func() []*tfprotov6.Diagnostic{
					func() []*tfprotov6.Diagnostic { return instance.Refresh(t.Context()) },
					func() []*tfprotov6.Diagnostic {
						return instance.Plan(t.Context(), config.With(lives.All[name].Changes)).Diagnostics
					},
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
		}
	})
}
