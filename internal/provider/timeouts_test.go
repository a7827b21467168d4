package provider_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// isShort is the warning of a plan about a timeout.
const isShort = "Timeout is short"

// TestTimeoutsOfActions plans every action that has a timeout: one below a minute is a warning.
func TestTimeoutsOfActions(t *testing.T) {
	t.Parallel()
	for name, schema := range acctest.Schema(t).ActionSchemas {
		if !slices.ContainsFunc(schema.Schema.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == "timeout" }) {
			continue
		}
		for timeout, want := range map[string]bool{"59s": true, "1m": false} {
			diags := museum(t).Protocol(t, acctest.Values{"extended_operations": true}).PlanAction(t.Context(), name, actions[name].With(acctest.Values{"timeout": timeout}))
			if got := strings.Contains(strings.Join(acctest.Texts(diags), "; "), isShort+": timeout is "+timeout); got != want {
				t.Errorf("%s with a timeout of %s: %v", name, timeout, acctest.Texts(diags))
			}
		}
	}
}

// TestTimeoutsNameThemselves sets one timeout of a resource and has its operation run longer: the error names that timeout and no other one.
// The plan warns of a timeout below a minute.
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
	short := one.Plan(t.Context(), waiting.With(acctest.Values{"timeouts": acctest.Values{operation: "59s"}}))
	acctest.Says(t, short.Diagnostics, acctest.Warning, isShort, "timeouts."+operation+" is 59s")
	one.Protocol = process()
	plan := one.Plan(t.Context(), waiting)
	if texts := strings.Join(acctest.Texts(plan.Diagnostics), "; "); strings.Contains(texts, isShort) {
		t.Error(texts)
	}
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
