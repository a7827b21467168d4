package inprocess_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// things returns a configuration of things. a=one is videoindexer_thing.a with the name "one".
// a=one!first is created before it is destroyed.
func things(pairs ...string) string {
	var text strings.Builder
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		value, lifecycle, _ := strings.Cut(value, "!")
		fmt.Fprintf(
			&text,
			"resource \"videoindexer_thing\" %q {\n  name = %q\n  lifecycle {\n    create_before_destroy = %t\n  }\n}\n",
			name, value, lifecycle != "",
		)
	}
	return text.String()
}

// directory is a directory in process, or of an engine.
type directory interface {
	Plan(ctx context.Context, config string, options inprocess.Options) (*inprocess.Plan, error)
	Apply(ctx context.Context, plan *inprocess.Plan) error
	Addresses() []string
	Taint(address string)
}

// openDirectory opens a directory in process whose calls are in the order of the text, or, with
// ACCTEST_ENGINE, a directory of an engine.
func openDirectory(t *testing.T, o *resourceOptions) (d directory, isEngine bool) {
	t.Helper()
	p := serve(t, o)
	if os.Getenv("ACCTEST_ENGINE") != "" {
		return engine.Open(t, p.Start), true
	}
	return inprocess.Open(p, nil), false
}

// planAndApply plans and applies, and returns the calls of both.
func planAndApply(t *testing.T, d directory, o *resourceOptions, config string, options inprocess.Options) (planned, applied []string) {
	t.Helper()
	plan, err := d.Plan(t.Context(), config, options)
	planned = o.takeCalls()
	if err == nil {
		err = d.Apply(t.Context(), plan)
	}
	check.MustSucceed(t, err, "the plan and the apply")
	return planned, o.takeCalls()
}

// TestCallsAsEnginesDo makes the calls that an engine makes. If an engine may choose the order, the
// calls are in the order of the text.
func TestCallsAsEnginesDo(t *testing.T) {
	t.Parallel()
	const reference = "${videoindexer_thing.a.name} too"
	for name, test := range map[string]struct {
		before, after    string
		options          inprocess.Options
		prepare          func(d directory)
		planned, applied []string
		addresses        []string
		// Engines may choose the order of calls, in the plan or in the apply.
		isPlanFree, isApplyFree bool
	}{
		"create": {
			after: things("a=one"), planned: []string{"plan one"},
			applied: []string{"plan one", "create one"}, addresses: []string{"a"},
		},
		"update": {
			before: things("a=one"), after: things("a=two"),
			planned: []string{"read one", "plan two"},
			applied: []string{"plan two", "update two"}, addresses: []string{"a"},
		},
		"destroy of an orphan": {
			isPlanFree: true, isApplyFree: true,
			before: things("a=one"), after: things("b=two"),
			planned:   []string{"plan two", "read one", "plan destroy of one"},
			applied:   []string{"delete one", "plan two", "create two"},
			addresses: []string{"b"},
		},
		"-destroy": {
			before: things("a=one"), after: things("a=one"), options: inprocess.Options{IsDestroy: true},
			planned: []string{"read one", "plan one", "plan destroy of one"}, applied: []string{"delete one"},
		},
		"-replace, which is planned as an update and as a create": {
			before: things("a=one"), after: things("a=one"),
			options: inprocess.Options{Replace: []string{"videoindexer_thing.a"}},
			planned: []string{"read one", "plan one", "plan one"},
			applied: []string{"delete one", "plan one", "create one"}, addresses: []string{"a"},
		},
		"taint, which is planned as a create": {
			before: things("a=one"), after: things("a=one"),
			prepare: func(d directory) { d.Taint("videoindexer_thing.a") },
			planned: []string{"read one", "plan one"},
			applied: []string{"delete one", "plan one", "create one"}, addresses: []string{"a"},
		},
		"create_before_destroy, with what refers to it": {
			before: things("a=one!first", "b="+reference), after: things("a=replace!first", "b="+reference),
			planned:   []string{"read one", "plan replace", "plan replace", "read one too", "plan replace too"},
			applied:   []string{"plan replace", "create replace", "plan replace too", "update replace too", "plan destroy of one", "delete one"},
			addresses: []string{"a", "b"},
		},
		"create_before_destroy of what refers to something": {
			before: things("a=one", "b="+reference+"!first"), after: things("a=replace", "b="+reference+"!first"),
			planned:   []string{"read one", "plan replace", "plan replace", "read one too", "plan replace too"},
			applied:   []string{"plan replace", "create replace", "plan replace too", "update replace too", "plan destroy of one", "delete one"},
			addresses: []string{"a", "b"},
		},
		"destroy before the update of what referred to it": {
			isPlanFree: true,
			before:     things("b="+reference, "a=one"), after: things("b=two"),
			planned:   []string{"read one too", "plan two", "read one", "plan destroy of one"},
			applied:   []string{"delete one", "plan two", "update two"},
			addresses: []string{"b"},
		},
		"destroy after that of what refers to it": {
			isPlanFree: true,
			before:     things("a=one", "b="+reference), options: inprocess.Options{NoRefresh: true},
			planned: []string{"plan destroy of one", "plan destroy of one too"},
			applied: []string{"delete one too", "delete one"},
		},
		"moved": {
			before:  things("a=one"),
			after:   things("b=one") + "moved {\n  from = videoindexer_thing.a\n  to = videoindexer_thing.b\n}\n",
			planned: []string{"read one", "plan one"}, addresses: []string{"b"},
		},
		"-target, with what it needs": {
			before: things("c=three", "gone=gone"), after: things("a=one", "b="+reference, "c=other"),
			options:   inprocess.Options{Target: []string{"videoindexer_thing.b"}},
			planned:   []string{"plan one", "plan one too"},
			applied:   []string{"plan one", "create one", "plan one too", "create one too"},
			addresses: []string{"a", "b", "c", "gone"},
		},
		"-target of an orphan": {
			isPlanFree: true,
			before:     things("a=one", "b=two"), after: things("c=three"),
			options: inprocess.Options{Target: []string{"videoindexer_thing.a"}},
			planned: []string{"read one", "plan destroy of one"},
			applied: []string{"delete one"}, addresses: []string{"b"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := &resourceOptions{}
			d, isEngine := openDirectory(t, o)
			planAndApply(t, d, o, test.before, inprocess.Options{})
			if test.prepare != nil {
				test.prepare(d)
			}
			planned, applied := planAndApply(t, d, o, test.after, test.options)
			if isEngine && test.isPlanFree {
				slices.Sort(planned)
				slices.Sort(test.planned)
			}
			if isEngine && test.isApplyFree {
				slices.Sort(applied)
				slices.Sort(test.applied)
			}
			check.Equal(t, test.planned, planned, "planned")
			check.Equal(t, test.applied, applied, "applied")
			var addresses []string
			for _, address := range d.Addresses() {
				addresses = append(addresses, strings.TrimPrefix(address, "videoindexer_thing."))
			}
			check.Equal(t, test.addresses, addresses, "the state")
		})
	}
}

// TestDeposedIsPlannedTwice fails to destroy an object that create_before_destroy has deposed. The
// next plan plans its destroy, and the apply plans the destroy again.
func TestDeposedIsPlannedTwice(t *testing.T) {
	t.Parallel()
	o := &resourceOptions{}
	d, isEngine := openDirectory(t, o)
	planAndApply(t, d, o, things("a=one!first"), inprocess.Options{})
	plan, err := d.Plan(t.Context(), things("a=replace!first"), inprocess.Options{})
	o.keeps = true
	if err != nil || d.Apply(t.Context(), plan) == nil {
		t.Fatalf("the plan ends with %v, want no error of it and one of its apply: the destroy fails", err)
	}
	o.keeps = false
	o.takeCalls()
	planned, applied := planAndApply(t, d, o, things("a=replace!first"), inprocess.Options{})
	if isEngine { // which begins with either
		slices.SortStableFunc(planned, func(a, b string) int {
			return cmp.Compare(strings.Count(b, "replace"), strings.Count(a, "replace"))
		})
	}
	check.Equal(t, []string{"read replace", "plan replace", "read one", "plan destroy of one"}, planned, "planned")
	check.Equal(t, []string{"plan destroy of one", "delete one"}, applied, "applied")
}

// TestOverlaps visits twelve instances: ten at a time, in an order drawn from the seed, or one
// after the other.
func TestOverlaps(t *testing.T) {
	t.Parallel()
	var pairs []string
	for i := range 12 {
		pairs = append(pairs, fmt.Sprintf("it%d=%d", i, i))
	}
	run := func(t *testing.T, random *rand.Rand, limit int) (calls []string, most int) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			o := &resourceOptions{takes: time.Second}
			p := serve(t, o)
			p.IsVirtual = true
			d := inprocess.Open(p, random)
			d.Parallelism = limit
			planned, applied := planAndApply(t, d, o, things(pairs...), inprocess.Options{})
			calls = slices.Concat(planned, applied)
			most = o.most
		})
		return calls, most
	}
	inOrder, most := run(t, nil, 0)
	if most != 1 || !slices.IsSortedFunc(inOrder[:10], strings.Compare) {
		t.Errorf("without a random source, %d at a time, want 1 and the order of the text: %q", most, inOrder)
	}
	for limit, want := range map[int]int{0: 10, 1: 1, 3: 3} {
		_, most := run(t, rand.New(rand.NewPCG(1, 1)), limit)
		check.Equal(t, want, most, "with a limit of %d, at a time", limit)
	}
	first, _ := run(t, rand.New(rand.NewPCG(1, 1)), 0)
	again, _ := run(t, rand.New(rand.NewPCG(1, 1)), 0)
	other, _ := run(t, rand.New(rand.NewPCG(2, 1)), 0)
	check.Equal(t, first, again, "orders of one seed")
	if slices.Equal(first, other) || slices.Equal(first, inOrder) {
		t.Errorf("two seeds draw one order, want two: %q", first)
	}
}
