package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// waits holds, for each resource with timeouts, the arguments that have a create or an update wait for what does not end.
var waits = map[string]acctest.Values{
	"videoindexer_language_model": {"train": true},
	"videoindexer_project":        {"render": true},
	"videoindexer_video":          {"indexing_preset": "Advanced", "wait_for_indexing": true},
}

// TestTimeoutsNameThemselves sets one timeout of a resource and has its operation run longer: the error names that timeout and no other one.
func TestTimeoutsNameThemselves(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		for _, block := range acctest.Schema(t).ResourceSchemas[name].Block.BlockTypes {
			if block.TypeName != "timeouts" {
				continue
			}
			waiting, ok := waits[name]
			if !ok {
				t.Fatal("no row in waits: add arguments that have a create or an update wait")
			}
			for _, operation := range block.Block.Attributes {
				t.Run(operation.Name, func(t *testing.T) {
					acctest.InBubble(t, func(t *testing.T) {
						expire(t, name, operation.Name, configuration, waiting.With(acctest.Values{"timeouts": acctest.Values{operation.Name: "90s"}}))
					})
				})
			}
		}
	})
}

func expire(t *testing.T, name, operation string, configuration, waiting acctest.Values) {
	t.Helper()
	server := museum(t, mockserver.TrainingPace(mockserver.WhenTold()),
		mockserver.RenderPace(mockserver.WhenTold()), mockserver.IndexingPace(mockserver.WhenTold()))
	process := func() *acctest.Protocol { return server.Protocol(t, acctest.Values{"extended_operations": true}) }
	one := process().Instance(name)
	switch operation {
	case "create":
	case "update":
		one = created(t, process(), name, configuration)
	default:
		t.Fatalf("nothing is known of a timeout for %s", operation)
	}
	one.Protocol = process()
	plan := one.Plan(t.Context(), configuration.With(waiting))
	acctest.Succeeds(t, plan.Diagnostics)
	begun := time.Now()
	errors := acctest.Errors(one.Apply(t.Context(), plan))
	if waited := time.Since(begun); waited > 5*time.Minute { // of the bubble's time
		t.Errorf("ended after %s, not after the 90s of timeouts.%s", waited, operation)
	}
	if len(errors) != 1 || strings.Count(errors[0].Detail, "timeouts.") != strings.Count(errors[0].Detail, "timeouts."+operation) || !strings.Contains(errors[0].Detail, "timeouts."+operation) {
		t.Errorf("errors %q", acctest.Texts(errors))
	}
}
