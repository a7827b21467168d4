package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
)

const (
	movesSummary = "Moved without a moved block"
	twiceSummary = "Managed at two addresses"
)

// TestConflicts plans one object at two addresses, in each way and order in which an engine does,
// under each deletion policy. A destroy that writes to what another address creates or keeps is
// warned of, and so are two addresses of the state with one object. A replacement is one address,
// and nothing is an error but a replacement that would delete what nobody can make again.
func TestConflicts(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		for _, config := range withPolicies(t, name, configuration) {
			if !fixtures.All[name].IsAccount { // never destroyed
				acctest.InBubble(t, func(t *testing.T) { newConflicting(t, name, config).test() })
			}
		}
	})
}

// conflicting is an instance in the state, and a second one that an import has put there.
type conflicting struct {
	t           *testing.T
	name        string
	config      acctest.Values
	server      *acctest.Server
	first, last *acctest.Instance
	// isAnother says that a second create makes another object.
	isAnother bool
}

func newConflicting(t *testing.T, name string, config acctest.Values) *conflicting {
	p := &conflicting{t: t, name: name, config: config, server: seededWithOthers(t)}
	p.first = created(t, p.process(), name, config)
	p.isAnother = isUnknown(p.process().Instance(name).Plan(t.Context(), config), name)
	p.last = p.process().Instance(name)
	acctest.MustSucceed(t, p.last.Import(t.Context(), importIDOf(t, name, p.first)))
	return p
}

// isUnknown reports whether a plan does not know which object it creates.
func isUnknown(plan *acctest.Plan, name string) bool {
	values := map[string]tftypes.Value{}
	_ = plan.Planned.As(&values) // no values of another kind
	for _, key := range fixtures.All[name].Keys {
		if !values[key.Name].IsKnown() {
			return true
		}
	}
	return false
}

func (p *conflicting) process() *acctest.Protocol {
	return p.server.Protocol(p.t, acctest.Values{"extended_operations": true})
}

// step is what an engine plans for an address.
type step string

const (
	create  step = "another address creates it"
	keep    step = "the second address keeps it"
	destroy step = "the first address destroys it"
	stay    step = "the first address keeps it"
)

// plan plans in one process, after both addresses were refreshed where the second one takes part.
func (p *conflicting) plan(steps ...step) (all []*tfprotov6.Diagnostic) {
	p.t.Helper()
	process := p.process()
	first := *p.first
	last := *p.last
	first.Protocol = process
	last.Protocol = process
	acctest.MustSucceed(p.t, first.Refresh(p.t.Context()))
	for _, s := range steps {
		if s == keep {
			acctest.MustSucceed(p.t, last.Refresh(p.t.Context()))
		}
	}
	for _, s := range steps {
		var plan *acctest.Plan
		switch s {
		case create:
			plan = process.Instance(p.name).Plan(p.t.Context(), p.config)
		case keep:
			plan = last.Plan(p.t.Context(), p.config)
		case destroy:
			plan = first.Plan(p.t.Context(), nil)
		case stay:
			plan = first.Plan(p.t.Context(), p.config)
		}
		all = append(all, plan.Diagnostics...)
	}
	return all
}

func (p *conflicting) test() {
	p.t.Helper()
	for _, c := range []struct {
		steps []step
		want  string // a part of the summary of the warning; "" for none
	}{
		{[]step{create, destroy}, movesSummary},
		{[]step{destroy, create}, movesSummary},
		{[]step{keep, destroy}, movesSummary},
		{[]step{destroy, keep}, movesSummary},
		{[]step{stay, keep}, twiceSummary},
		{[]step{keep, stay}, twiceSummary},
		{[]step{create, stay}, warnsIf(!p.isAnother, twiceSummary)},
		{[]step{stay}, ""},
		{[]step{create}, ""},
	} {
		p.want(c.steps, p.plan(c.steps...), c.want)
	}
	for _, isTainted := range []bool{false, true} {
		same := *p.first
		same.Protocol = p.process()
		same.Object.IsTainted = isTainted
		acctest.MustSucceed(p.t, same.Refresh(p.t.Context()))
		diags := same.PlanReplacement(p.t.Context(), p.config).Diagnostics
		errors := acctest.Errors(diags)
		if len(errors) == 1 && strings.Contains(errors[0].Detail, "terraform untaint") {
			continue
		}
		p.want([]step{"a replacement"}, diags, "")
	}
}

// warnsIf returns the summary of a warning that is expected, "" for none.
func warnsIf(is bool, summary string) string {
	if is {
		return summary
	}
	return ""
}

// want expects one warning at most, with a block that can be pasted into a configuration.
func (p *conflicting) want(steps []step, diags []*tfprotov6.Diagnostic, want string) {
	p.t.Helper()
	found := ""
	for _, d := range diags {
		isConflict := strings.Contains(d.Summary, movesSummary) || strings.HasSuffix(d.Summary, twiceSummary)
		switch {
		case d.Severity == tfprotov6.DiagnosticSeverityError:
			p.t.Errorf("policy %v, %q: want no error. Got: %s: %s",
				p.config["deletion_policy"], steps, d.Summary, d.Detail)
		case isConflict && found != "":
			p.t.Errorf("policy %v, %q: want one warning. Got: %s, and %s",
				p.config["deletion_policy"], steps, found, d.Summary)
		case isConflict:
			found = d.Summary
			p.wantBlocks(d.Detail)
		}
	}
	if (found == "") != (want == "") || !strings.Contains(found, want) {
		p.t.Errorf("policy %v, %q: warned of %q, want %q", p.config["deletion_policy"], steps, found, want)
	}
}

// wantBlocks checks the blocks of a message: they can be pasted into a configuration, and are about
// the resource.
func (p *conflicting) wantBlocks(message string) {
	p.t.Helper()
	_, text, isFound := strings.Cut(message, ":\n\n")
	text, _, _ = strings.Cut(text, "\n\nIDs:")
	file, diags := hclsyntax.ParseConfig([]byte(text+"\n"), "", hcl.InitialPos)
	if !isFound || diags.HasErrors() {
		p.t.Errorf("want a block that is valid (%v) in the message: %s", diags, message)
		return
	}
	for _, argument := range file.Body.(*hclsyntax.Body).Blocks[0].Body.Attributes {
		variables := argument.Expr.Variables()
		if len(variables) != 1 || variables[0].RootName() != p.name {
			p.t.Errorf("%s is %s, want an address of a %s", argument.Name, text, p.name)
		}
	}
}
