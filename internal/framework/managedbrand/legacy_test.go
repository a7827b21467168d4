package managedbrand_test

import "testing"

// TestLegacyIsHandedOnOnce destroys an instance and has two others adopt its brand, one after the other, in one process: the
// next one restores what the first had overwritten, and the one after it what the next has written.
func TestLegacyIsHandedOnOnce(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		first := adopt(t, server, kind, configure(kind, "one", "abandon", 1001))
		process := server.Protocol(t, nil)
		first.Protocol = process
		succeed(t, first.Apply(t.Context(), first.Plan(t.Context(), nil)))
		for _, step := range []struct{ description, overwritten string }{{"two", found}, {"three", "two"}} {
			next := process.Instance(kind)
			succeed(t, next.Apply(t.Context(), next.Plan(t.Context(), configure(kind, step.description, "abandon", 1001))))
			if got := overwritten(t, kind, next.State(), 1001); got != step.overwritten {
				t.Errorf("%q: %q is overwritten, want %q", step.description, got, step.overwritten)
			}
		}
	})
}
