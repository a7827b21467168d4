package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// The ways to hold brands by name, with extended operations.
const (
	eachNamed       = "videoindexer_brand, extended"
	namedDictionary = "videoindexer_brand_dictionary"
)

// namedConfigurations are those of brands that the provider creates; see configurations.
// range makes at most 1024 numbers.
var namedConfigurations = map[string]string{
	eachNamed: strings.NewReplacer("  brand_id        = 1001 + count.index\n", "", "  deletion_policy = \"disable\"\n", "").Replace(configurations[eachBrand]),
	namedDictionary: `resource "videoindexer_brand_dictionary" "all" {
  brands = {
    for i in flatten([for from in range(0, %[1]d, 1000) : range(from, min(%[1]d, from + 1000))]) : "Brand number ${i}" => {
      enabled       = true
      description   = "Frames and complete road bikes; sponsor, %[2]s edition."
      reference_url = "https://brands.example/${i}"
      tags          = ["sponsor", "road"]
    }
  }
}
`,
}

// extended is what brands cost with extended operations.
type extended struct {
	Lifecycles []lifecycle `json:"lifecycles"`
	// Limited holds plans without changes of brands at a service with limits of 10 requests a second and 120 a minute.
	Limited map[string]sample `json:"limited"`
	// Large holds plans without changes of dictionaries of growing size.
	Large []largePlan `json:"large"`
}

// largePlan is a plan without changes over a number of brands in one dictionary.
type largePlan struct {
	Brands int    `json:"brands"`
	Plan   sample `json:"plan"`
}

// measureExtended runs lifecycles of brands by name, and plans without changes of the large dictionaries.
func measureExtended(ctx context.Context, t *tools, brands int, large []int) (*extended, error) {
	x := &extended{Limited: map[string]sample{}}
	for _, kind := range []string{floor, eachNamed, namedDictionary} {
		progress("%s, %d brands", kind, brands)
		l, limited, err := runExtended(ctx, t, kind, brands)
		if err != nil {
			return nil, fmt.Errorf("%s, %d brands: %w", kind, brands, err)
		}
		x.Lifecycles = append(x.Lifecycles, l)
		if kind != floor {
			x.Limited[kind] = limited
		}
	}
	for _, n := range large {
		progress("%s, plan over %d brands", namedDictionary, n)
		plan, err := planLarge(ctx, t, n)
		if err != nil {
			return nil, fmt.Errorf("%s, %d brands: %w", namedDictionary, n, err)
		}
		x.Large = append(x.Large, largePlan{n, plan})
	}
	return x, nil
}

// runExtended is runLifecycle against a service with extended operations, and a plan under limits before the change.
func runExtended(ctx context.Context, t *tools, kind string, n int) (l lifecycle, limited sample, err error) {
	l = lifecycle{Kind: kind, Objects: n, Steps: map[string]sample{}}
	w, err := extendedWorkspace(ctx, t, latency)
	if err != nil {
		return l, limited, err
	}
	defer w.service.stop()
	defer w.remove()
	configure := func(edition string) error {
		if kind == floor {
			return w.configure("", fmt.Sprintf(configurations[kind], n, edition))
		}
		return w.configure("videoindexer", fmt.Sprintf(namedConfigurations[kind], n, edition))
	}
	step := func(name string, do func(context.Context) (sample, error)) {
		if err == nil {
			l.Steps[name], err = do(ctx)
		}
	}
	if err := configure("first"); err != nil {
		return l, limited, err
	}
	step("create", w.apply)
	step("plan", w.planNothing)
	if err != nil {
		return l, limited, err
	}
	bytes, err := w.stateBytes()
	if err != nil {
		return l, limited, err
	}
	l.StateBytes = bytes / int64(n)
	if kind != floor {
		w.service.SetLimits(10, 120)
		limited, err = w.planNothing(ctx)
		w.service.SetLimits(0, 0)
	}
	if err == nil {
		err = configure("second")
	}
	step("change", w.apply)
	step("destroy", w.destroy)
	if err != nil {
		return l, limited, err
	}
	return l, limited, w.service.violations()
}

// planLarge plans without changes over a dictionary that has created its brands. The service has no latency, since a
// plan makes only one request. A dictionary that adopts as many brands would take too long to create: at an apply
// Terraform compares each element of the set adopted with every other.
func planLarge(ctx context.Context, t *tools, n int) (plan sample, err error) {
	w, err := extendedWorkspace(ctx, t, 0)
	if err != nil {
		return plan, err
	}
	defer w.service.stop()
	defer w.remove()
	if err := w.configure("videoindexer", fmt.Sprintf(namedConfigurations[namedDictionary], n, "first")); err != nil {
		return plan, err
	}
	if _, err := w.apply(ctx); err != nil {
		return plan, err
	}
	if plan, err = w.planNothing(ctx); err != nil {
		return plan, err
	}
	return plan, w.service.violations()
}

// extendedWorkspace is a workspace whose service has extended operations, and answers after the given latency.
func extendedWorkspace(ctx context.Context, t *tools, latency time.Duration) (*workspace, error) {
	service, err := newService(ctx, 0, mockserver.Latency(latency), mockserver.Extended())
	if err != nil {
		return nil, err
	}
	service.isExtended = true
	return newWorkspace(t, service, measured)
}

// The targets of brands with extended operations.
const (
	maxNamedPlan     = 800 * time.Millisecond
	namedExtra       = 1200 * time.Millisecond // over the requests that write
	maxNamedState    = 300
	maxNamedRSS      = 60 << 20
	eachNamedSlack   = 1.6 // over the plan of the engine's own resource
	eachNamedExtra   = time.Second
	maxLimitedPlan   = 6 * time.Second
	maxLargePlan     = 6 * time.Second
	maxLargeRSS      = 250 << 20
	maxSharedRequest = 3 // of a plan over brands one by one
)

// targets compares what was measured with the targets.
func (x *extended) targets(atMost func(what string, measured, limit float64, unit string)) {
	of := map[string]lifecycle{}
	for _, l := range x.Lifecycles {
		of[l.Kind] = l
	}
	dictionary, each := of[namedDictionary], of[eachNamed]
	n := dictionary.Objects
	name := fmt.Sprintf("`%s` of %d: ", namedDictionary, n)
	atMost(name+"plan without changes", dictionary.Steps["plan"].Wall.Seconds(), maxNamedPlan.Seconds(), " s")
	writes := time.Duration(n) * latency / parallelism
	for _, step := range []string{"create", "change", "destroy"} {
		atMost(name+step, dictionary.Steps[step].Wall.Seconds(), (writes + namedExtra).Seconds(), " s")
	}
	atMost(name+"state, each", float64(dictionary.StateBytes), maxNamedState, " bytes")
	atMost(name+"peak memory", float64(dictionary.PeakRSS())/(1<<20), maxNamedRSS>>20, " MiB")
	name = fmt.Sprintf("%d `videoindexer_brand` with extended operations: ", n)
	atMost(name+"plan without changes", each.Steps["plan"].Wall.Seconds(), eachNamedSlack*of[floor].Steps["plan"].Wall.Seconds()+eachNamedExtra.Seconds(), " s")
	atMost(name+"requests of a plan", float64(each.Steps["plan"].Requests), maxSharedRequest, "")
	for _, kind := range []string{eachNamed, namedDictionary} {
		atMost(fmt.Sprintf("%s, %d: plan without changes at 10 requests a second and 120 a minute", kind, n), x.Limited[kind].Wall.Seconds(), maxLimitedPlan.Seconds(), " s")
	}
	if len(x.Large) > 0 {
		largest := x.Large[len(x.Large)-1]
		name := fmt.Sprintf("`%s` of %d: ", namedDictionary, largest.Brands)
		atMost(name+"plan without changes", largest.Plan.Wall.Seconds(), maxLargePlan.Seconds(), " s")
		atMost(name+"peak memory", float64(largest.Plan.Provider.PeakRSS)/(1<<20), maxLargeRSS>>20, " MiB")
	}
}
