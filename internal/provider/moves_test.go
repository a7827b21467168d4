package provider_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// TestMoves gives each resource whose object is found rather than made another address, under each
// deletion policy: without a moved block and with one, with -target of the new address first, and
// where it is created before it is destroyed. Calls overlap in an order that a seed draws.
// Afterwards the new address has the object, and the next plan is empty.
func TestMoves(t *testing.T) {
	t.Parallel()
	all := map[string]move{}
	for _, seed := range acctest.Seeds(t, 1, 10) {
		all[fmt.Sprintf("renamed, seed %d", seed)] = move{seed: seed}
		all[fmt.Sprintf("with a moved block, seed %d", seed)] = move{seed: seed, hasBlock: true}
		all[fmt.Sprintf("with -target, seed %d", seed)] = move{seed: seed, isTargeted: true}
		all[fmt.Sprintf("created first, seed %d", seed)] = move{seed: seed, createsFirst: true}
	}
	eachMove(t, all, move.runSeeded)
}

// TestRenamedAddress gives each resource whose object is found rather than made another address
// without a moved block: under each deletion policy, and whichever of the two addresses is planned
// and applied first. The new address has the object, which is deleted only under "delete", and the
// plan says that a moved block is missing.
func TestRenamedAddress(t *testing.T) {
	t.Parallel()
	all := map[string]move{}
	for order := range 4 {
		m := move{isPlannedLast: order%2 == 0, isAppliedLast: order/2 == 0}
		all[fmt.Sprintf("planned last %t, applied last %t", m.isPlannedLast, m.isAppliedLast)] = m
	}
	eachMove(t, all, move.runInOrder)
}

// eachMove tests named moves of each resource whose object is found rather than made, under each
// deletion policy.
func eachMove(t *testing.T, all map[string]move, test func(move, *testing.T)) {
	t.Helper()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		if !isFound(t, name, config) {
			return
		}
		for _, config := range withPolicies(t, name, config) {
			for called, m := range all {
				m.name = name
				m.config = config
				t.Run(fmt.Sprintf("%v, %s", config["deletion_policy"], called), func(t *testing.T) {
					t.Parallel()
					acctest.InBubble(t, func(t *testing.T) { test(m, t) })
				})
			}
		}
	})
}

// move is another address of a resource.
type move struct {
	name                               string
	config                             acctest.Values
	seed                               uint64
	hasBlock, isTargeted, createsFirst bool
	// isPlannedLast and isAppliedLast say that the new address comes after the old one.
	isPlannedLast, isAppliedLast bool
}

// runInOrder plans and applies the new address before or after the old one.
func (m move) runInOrder(t *testing.T) {
	server := seededWithOthers(t)
	messages := acctest.Messages{}
	dir := inprocess.Open(server.Provider(t, func(_, _ string, diags []*tfprotov6.Diagnostic) {
		messages = append(messages, acctest.Texts(diags)...)
	}), nil)
	acctest.PlanAndApply(t, dir, m.text(t, server, "old", ""), inprocess.Options{})
	before := belongings(server)
	config := m.text(t, server, "new", "")
	messages = nil
	dir.IsReversed = m.isPlannedLast // engines plan the old one, which is in no block, where the text ends
	plan, err := dir.Plan(t.Context(), config, inprocess.Options{})
	if err != nil {
		t.Fatalf("the plan of the move: want no error. Got: %v", inprocess.Excerpt(err.Error()))
	}
	const unmarked = "Moved without a moved block"
	if !strings.Contains(strings.Join(messages, "\n"), unmarked) {
		t.Errorf("want %q of the plan of the move. Got: %v", unmarked, messages)
	}
	dir.IsReversed = !m.isAppliedLast // without it, an apply begins with its destroys
	err = dir.Apply(t.Context(), plan)
	isDeleted := m.config["deletion_policy"] == "delete"
	if err != nil && !isDeleted {
		t.Fatalf("the apply of the move: want no error. Got: %v", inprocess.Excerpt(err.Error()))
	}
	for id := range before {
		if !isDeleted && !belongings(server)[id] {
			t.Errorf("%s is gone, want it there after the move", id)
		}
	}
	if err == nil {
		m.wantMoved(t, dir, config)
	}
}

// wantMoved expects the new address alone to have the object.
func (m move) wantMoved(t *testing.T, dir *inprocess.Directory, config string) {
	t.Helper()
	check.Equal(t, []string{m.name + ".new"}, dir.Addresses(), "the addresses in the state")
	acctest.MustPlanNothing(t, dir, config)
}

// isFound reports whether the object of a resource is found rather than made: each create of others
// makes another one.
func isFound(t *testing.T, name string, config acctest.Values) bool {
	t.Helper()
	plan := seededWithOthers(t).Protocol(t, nil).Instance(name).Plan(t.Context(), config)
	return !fixtures.All[name].IsAccount && !isUnknown(plan, name)
}

// text returns the configuration of the resource by its name there.
func (m move) text(t *testing.T, server *acctest.Server, name, more string) string {
	t.Helper()
	block := acctest.Block(t, m.name, m.config, fmt.Sprint("create_before_destroy = ", m.createsFirst))
	return server.Config(strings.Replace(block, `"it"`, fmt.Sprintf("%q", name), 1)+more, "extended_operations = true")
}

// runSeeded plans and applies the new address, in an order that the seed draws.
func (m move) runSeeded(t *testing.T) {
	server := seededWithOthers(t)
	server.Slow(m.seed, 50*time.Millisecond)
	dir := inprocess.Open(server.Provider(t), rand.New(rand.NewPCG(m.seed, 4)))
	acctest.PlanAndApply(t, dir, m.text(t, server, "old", ""), inprocess.Options{})
	config := m.text(t, server, "new", "")
	address := m.name + ".new"
	if m.hasBlock {
		config = m.text(t, server, "new", fmt.Sprintf("moved {\n  from = %s.old\n  to = %s\n}\n", m.name, address))
	}
	server.ResetRequests()
	if m.isTargeted {
		acctest.PlanAndApply(t, dir, config, inprocess.Options{Target: []string{address}})
	}
	acctest.PlanAndApply(t, dir, config, inprocess.Options{})
	if m.hasBlock && server.Writes() > 0 {
		t.Errorf("%d writes of a move with a moved block, want none", server.Writes())
	}
	m.wantMoved(t, dir, config)
}
