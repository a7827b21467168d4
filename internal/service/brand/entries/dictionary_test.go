package entries_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestParallelism lowers parallelism in an update, which then writes one brand after the other.
func TestParallelism(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil)
	b.Run(config(describedAs("one", numbered(20)...), acctest.Values{"parallelism": 20}))
	b.Script(mockserver.Fault{Endpoint: 17, Times: mockserver.Always, Do: mockserver.SlowAnswer(10 * time.Millisecond)})
	plan := b.Look(config(describedAs("two", numbered(20)...), acctest.Values{"parallelism": 1}))
	b.ResetRequests()
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	var last mockserver.Request
	for _, request := range b.Requests() {
		if request.Endpoint != 17 {
			continue
		}
		if request.Time.Before(last.Time.Add(last.Duration)) {
			t.Fatal("two brands were written at the same time")
		}
		last = request
	}
	if last.Seq == 0 {
		t.Error("nothing was written")
	}
}

// TestListsOfMany plans and applies three dictionaries of one account with one list each: the apply completes its list with what it
// has written.
func TestListsOfMany(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Found 1", "Found 2"})
	planning, applying := b.Instance.Protocol, b.start()
	instances, plans := make([]*acctest.Instance, 3), make([]*acctest.Plan, 3)
	for n := range instances {
		instances[n] = planning.Instance(dictionaryType)
		plans[n] = instances[n].Plan(t.Context(), config(describedAs("one", fmt.Sprintf("Found %d", n), fmt.Sprintf("New %d", n))))
		acctest.Succeeds(t, plans[n].Diagnostics)
	}
	b.requests(map[string]int{"X1": 1})
	for n, i := range instances {
		i.Protocol = applying
		acctest.Succeeds(t, i.Apply(t.Context(), plans[n]))
	}
	b.requests(map[string]int{"X1": 2, "X2": 4, "17": 2})
}
