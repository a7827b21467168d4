package managedbrand_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// The resources that keep brands.
const (
	single     = "videoindexer_brand"
	dictionary = "videoindexer_brands"
)

const found = "as found"

// newServer is a mock server with n brands from 1001 on.
func newServer(t *testing.T, n int, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	for i := range n {
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: int32(1001 + i), Name: fmt.Sprintf("Brand %d", 1001+i), Enabled: true, Description: found, Tags: []string{}})
	}
	return server
}

// configure is a configuration that manages the description of brands; a single resource has one.
func configure(kind, description, policy string, ids ...int) acctest.Values {
	config := acctest.Values{"deletion_policy": policy}
	if kind == single {
		config["brand_id"], config["description"] = ids[0], description
		return config
	}
	entries := acctest.Values{}
	for _, id := range ids {
		entries[fmt.Sprint(id)] = acctest.Values{"description": description}
	}
	config["brands"] = entries
	return config
}

// overwritten is the description that a state or plan says to be overwritten of a brand: "" for none, "unknown" where it is open.
func overwritten(t *testing.T, kind string, state map[string]tftypes.Value, id int) string {
	t.Helper()
	value := state["overwritten"]
	if kind == dictionary && value.IsKnown() && !value.IsNull() {
		value = attributes(t, value)[fmt.Sprint(id)]
	}
	switch {
	case !value.IsKnown():
		return "unknown"
	case value.IsNull():
		return ""
	}
	var text string
	if description := attributes(t, value)["description"]; !description.IsNull() {
		if err := description.As(&text); err != nil {
			t.Fatal(err)
		}
	}
	return text
}

func attributes(t *testing.T, value tftypes.Value) map[string]tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := value.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes
}

// run collects what the calls of one run of an engine say. It stands for two processes, that of the plan and that of the
// apply.
type run struct {
	t        *testing.T
	warnings []string
	// stopped is why the engine would stop: an error, or a create whose second plan is not what the first one said.
	stopped []string
}

func (r *run) note(diags []*tfprotov6.Diagnostic) {
	for _, d := range diags {
		text := d.Summary + ": " + d.Detail
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			r.stopped = append(r.stopped, text)
		} else {
			r.warnings = append(r.warnings, text)
		}
	}
}

func (r *run) warnedOf(text string) bool {
	return slices.ContainsFunc(r.warnings, func(warning string) bool { return strings.Contains(warning, text) })
}

// call is one call of an engine.
type call func()

// shuffled calls everything in an order drawn at random, in which each row keeps its own order. It answers the order.
func shuffled(random *rand.Rand, rows ...[]call) (order []int) {
	for {
		var open []int
		for i, row := range rows {
			if len(row) > 0 {
				open = append(open, i)
			}
		}
		if len(open) == 0 {
			return order
		}
		i := open[random.IntN(len(open))]
		order = append(order, i)
		rows[i][0]()
		rows[i] = rows[i][1:]
	}
}

// pending is the create of an instance in the course of a run.
type pending struct {
	instance *acctest.Instance
	config   acctest.Values
	first    *acctest.Plan
	second   *acctest.Plan
}

// replanned plans the create again as an engine does when it applies it, and stops where that is not what was planned.
func (p *pending) replanned(r *run) call {
	return func() {
		p.second = p.instance.PlanCreate(r.t.Context(), p.config)
		r.note(p.second.Diagnostics)
		for _, at := range acctest.Contradictions(p.first.Planned, p.second.Planned) {
			r.stopped = append(r.stopped, "inconsistent final plan at "+at)
		}
	}
}

func (p *pending) created(r *run) call {
	return func() {
		if len(r.stopped) == 0 {
			p.instance.Forget()
			r.note(p.instance.ApplyAsPlanned(r.t.Context(), p.second))
		}
	}
}

// adopt creates an instance in a run of its own.
func adopt(t *testing.T, server *acctest.Server, kind string, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(kind)
	plan := instance.Plan(t.Context(), config)
	instance.Protocol = server.Protocol(t, nil)
	diags := slices.Concat(plan.Diagnostics, instance.Apply(t.Context(), plan))
	if errors := acctest.Errors(diags); len(errors) > 0 {
		t.Fatal(acctest.Texts(errors))
	}
	return instance
}

// description is what the service has of a brand; it fails where the brand is switched off.
func description(t *testing.T, server *acctest.Server, id int) string {
	t.Helper()
	b, exists := server.Brand(server.Account.ID, int32(id))
	if !exists || !b.Enabled {
		t.Errorf("brand %d exists: %t, is enabled: %t", id, exists, b.Enabled)
	}
	return b.Description
}
