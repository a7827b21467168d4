package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestTimeoutsNameThemselves sets one timeout of a resource and has its operation run longer: the error names that timeout and no other one.
func TestTimeoutsNameThemselves(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		for _, block := range acctest.Schema(t).ResourceSchemas[name].Block.BlockTypes {
			if block.TypeName != "timeouts" {
				continue
			}
			for _, operation := range block.Block.Attributes {
				t.Run(operation.Name, func(t *testing.T) {
					acctest.InBubble(t, func(t *testing.T) {
						expire(t, name, operation.Name, configuration)
					})
				})
			}
		}
	})
}

func expire(t *testing.T, name, operation string, configuration acctest.Values) {
	t.Helper()
	timeouts := acctest.Values{"timeouts": acctest.Values{operation: "90s"}}
	waiting := lives.All[name].Extended[0].With(timeouts)
	server := museum(t, mockserver.TrainingPace(mockserver.WhenTold()),
		mockserver.RenderPace(mockserver.WhenTold()), mockserver.IndexingPace(mockserver.WhenTold()))
	process := func() *acctest.Protocol { return server.Protocol(t, acctest.Values{"extended_operations": true}) }
	one := process().Instance(name)
	switch operation {
	case "create":
	case "update":
		one = created(t, process(), name, configuration)
		waiting = configuration.With(lives.All[name].Extended[1]).With(timeouts)
	default:
		t.Fatalf("nothing is known of a timeout for %s", operation)
	}
	one.Protocol = process()
	plan := one.Plan(t.Context(), waiting)
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
