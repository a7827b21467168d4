package entries_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var restores = acctest.Values{"deletion_policy": "restore", "parallelism": 3}

// TestNames_skipped ends an update and a destroy before the turn of most brands: what was overwritten of them earlier is still in
// the state.
func TestNames_skipped(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string]acctest.Values{"update": two, "destroy": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, many(20), nil)
			b.applies(b.config(one, restores))
			b.Script(mockserver.Fault{Endpoint: 17, Skip: 3, Times: 1, Do: mockserver.Status(http.StatusForbidden)})
			config := b.config(fields, restores)
			if fields == nil {
				config = nil
			}
			if len(acctest.Errors(b.apply(config))) == 0 {
				t.Fatal("nothing failed")
			}
			overwritten := b.read(b.State(), "overwritten")
			for i, brand := range b.read(b.State(), "brands") {
				if brand != "" && overwritten[i] != "- as found - -" {
					t.Errorf("of brand %d is overwritten: %s", 1001+i, overwritten[i])
				}
			}
			b.applies(nil)
			b.serves(b.same(asFound))
		})
	}
}
