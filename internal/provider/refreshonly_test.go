package provider_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestRefreshFindsNothing refreshes every resource after a create or an adoption, an update, and an import: state and private state are, byte
// for byte, what the apply has left. Terraform from 1.15 on calls everything else a change of others, for which
// plan -refresh-only -detailed-exitcode exits with 2.
func TestRefreshFindsNothing(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		t.Helper()
		for _, isExtended := range slices.Compact([]bool{s.settings["extended_operations"] == true, true}) {
			acctest.InBubble(t, func(t *testing.T) {
				server, settings := gallery(t), acctest.Values{"extended_operations": isExtended}
				instance := created(t, server.Protocol(t, settings), name, s.configs[0])
				findsNothing(t, "created", instance)
				acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), s.configs[1])))
				findsNothing(t, "updated", instance)
				imported := server.Protocol(t, settings).Instance(name)
				acctest.Succeeds(t, imported.Import(t.Context(), (&guarded{name: name, first: instance}).importID()))
				findsNothing(t, "imported", imported)
				acctest.Succeeds(t, imported.Apply(t.Context(), imported.Plan(t.Context(), s.configs[1])))
				findsNothing(t, "applied after the import", imported)
			})
		}
	})
}

// findsNothing refreshes an instance that nobody has changed, now, soon and later, each time in another process.
func findsNothing(t *testing.T, when string, instance *acctest.Instance) {
	t.Helper()
	values, private := instance.State(), string(instance.Object.Private)
	for _, pause := range []time.Duration{0, 5 * time.Second, time.Hour} {
		<-time.After(pause)
		acctest.Restart(instance)
		acctest.Succeeds(t, instance.Refresh(t.Context()))
		hasState(t, fmt.Sprintf("%s, after %s", when, pause), instance, values)
		if diff := cmp.Diff(private, string(instance.Object.Private)); diff != "" || !instance.Exists() {
			t.Errorf("%s, after %s: exists %t; private state (-apply +refresh): %s", when, pause, instance.Exists(), diff)
		}
	}
}
