package main

import (
	"slices"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/cmd/internal/testbed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	usual        = 20 * time.Millisecond // how long the service takes for an answer
	parallelism  = 10                    // how many objects the engine, and a dictionary, work on at a time
	facesOfAPage = 100                   // how many faces the service returns at once
)

// benchmark is a configuration that is run with one or several numbers of objects.
type benchmark struct {
	part, name string
	file       string // in configurations; its variables are n, the number of objects, and edition, which a change changes
	numbers    []int  // of brands, persons, MiB or faces
	steps      []step
	isExtended bool                            // whether the service has extended operations
	latency    time.Duration                   // of an answer
	seed       func(s *testbed.Service, n int) // gives the service what the configuration needs, if it is not nil
	base       string                          // the benchmark of this part that targets refer to
	targets    []target
}

// benchmarks are what is measured.
func benchmarks(c config) []benchmark {
	const floor, emptyProvider, emptySchema, curl = "terraform_data", "no resource, empty provider", "schema, empty provider", "curl -F"
	lifecycle := []step{create, plan, change, destroy}
	withLimits := []step{create, plan, limitedPlan, change, destroy}
	largest := c.sizes[len(c.sizes)-1:]
	return []benchmark{
		{part: "scale", name: floor, file: "terraform_data.tf", numbers: c.sizes, steps: lifecycle},
		{
			part: "scale", name: "videoindexer_brand", file: "adopted_brands.tf", numbers: c.sizes, steps: lifecycle,
			latency: usual, seed: addBrands, base: floor,
			targets: slices.Concat(adoptedTargets(3, 1, 2, 2, 800), []target{
				{"plan", wall, func(n int, base row) float64 { return 1.3 * (network(n) + base.value("plan", wall)) }},
			}),
		},
		{
			part: "scale", name: "videoindexer_brands", file: "adopted_dictionary.tf", numbers: c.sizes, steps: lifecycle,
			latency: usual, seed: addBrands,
			targets: slices.Concat(adoptedTargets(3, 1, 2, 2, 400), []target{
				{"create", wall, func(n int, _ row) float64 { return 1.3*network(3*n) + 1 }},
				{"plan", wall, func(n int, _ row) float64 { return 1.3*network(n) + 1 }},
				{"change", wall, func(n int, _ row) float64 { return 1.3*network(2*n) + 1 }},
			}),
		},
		{part: "extended", name: floor, file: "terraform_data.tf", numbers: largest, steps: lifecycle},
		{
			part: "extended", name: "videoindexer_brand, extended", file: "created_brands.tf", numbers: largest, steps: withLimits,
			isExtended: true, latency: usual, base: floor,
			targets: []target{
				{"plan", wall, func(_ int, base row) float64 { return 1.6*base.value("plan", wall) + 1 }},
				{"plan", requests, atMost(3)},
				{"limited", wall, atMost(6)},
			},
		},
		{
			part: "extended", name: "videoindexer_brand_dictionary", file: "created_dictionary.tf", numbers: largest, steps: withLimits,
			isExtended: true, latency: usual,
			targets: []target{
				{"create", wall, func(n int, _ row) float64 { return network(n) + 1.2 }},
				{"plan", wall, atMost(0.8)},
				{"limited", wall, atMost(6)},
				{"change", wall, func(n int, _ row) float64 { return network(n) + 1.2 }},
				{"destroy", wall, func(n int, _ row) float64 { return network(n) + 1.2 }},
				{"", memory, atMost(60)},
				{"create", state, atMost(300)},
			},
		},
		{
			// The service has no latency, since a plan makes only one request. A dictionary that adopts as many brands would
			// take too long to create: at an apply Terraform compares each element of the set adopted with every other.
			part: "extended", name: "videoindexer_brand_dictionary, large", file: "created_dictionary.tf", numbers: c.large,
			steps: []step{create, plan}, isExtended: true,
			targets: []target{{"plan", wall, atMost(6)}, {"plan", memory, atMost(250)}},
		},
		{
			part: "customization", name: "persons, faces, and models", file: "customization.tf", numbers: []int{c.persons},
			steps: []step{create, settle, plan}, isExtended: true,
			targets: []target{{"plan", requests, atMost(40)}, {"plan", wall, atMost(5)}, {"plan", memory, atMost(120)}},
		},
		{
			part: "start", name: "no resource", file: "no_resource.tf", numbers: []int{0}, steps: []step{plan},
			base: emptyProvider, targets: startTargets,
		},
		{part: "start", name: emptyProvider, file: "no_resource_empty.tf", numbers: []int{0}, steps: []step{plan}},
		{
			part: "start", name: "schema", file: "no_resource.tf", numbers: []int{0}, steps: []step{schemaOf(ours)},
			base: emptySchema, targets: startTargets,
		},
		{part: "start", name: emptySchema, file: "no_resource_empty.tf", numbers: []int{0}, steps: []step{schemaOf(empty)}},
		{
			// Without an upload, the provider takes about 23 MiB.
			part: "upload", name: "request of a language file", file: "upload.tf", numbers: c.uploads, steps: []step{write, upload},
			base: curl,
			targets: []target{
				{"create", wall, func(_ int, base row) float64 { return base.value("create", wall) / 0.9 }},
				{"create", memory, atMost(40)},
			},
		},
		{part: "upload", name: curl, file: "upload.tf", numbers: c.uploads, steps: []step{write, sendByCurl}},
		{
			part: "faces", name: "videoindexer_faces", file: "faces.tf", numbers: []int{c.faces}, steps: []step{create},
			latency: usual, seed: addFaces,
			targets: []target{{"create", requests, func(n int, _ row) float64 { return float64(n) / facesOfAPage }}},
		},
	}
}

func addBrands(s *testbed.Service, n int) { s.AddBrands(s.Account.ID, n) }

func addFaces(s *testbed.Service, n int) {
	s.SeedFaces(s.Account.ID, mockserver.SamplePersonModelID, mockserver.SamplePersonID, n)
}

// target is the most that a figure should be: in a step, or with "" in any.
type target struct {
	step   string
	figure figure
	limit  func(n int, base row) float64
}

func atMost(limit float64) func(int, row) float64 {
	return func(int, row) float64 { return limit }
}

// network is how long requests take, in seconds, of which as many as allowed are on their way at a time.
func network(requests int) float64 {
	return float64(requests) * usual.Seconds() / parallelism
}

// adoptedTargets are those of brands without extended operations. The first are how many requests the contract needs for a
// brand: one GET to look at it or refresh it, and one PUT where it is written. A create looks twice, since Terraform plans
// it once more when it applies it. A plan asks for a token of the user and one of the account; an apply plans as well, and
// asks for those that write. Two connections of a plan are those that asked for tokens.
func adoptedTargets(create, plan, change, destroy int, bytes float64) []target {
	each := func(count int) func(int, row) float64 {
		return func(n int, _ row) float64 { return float64(count * n) }
	}
	return []target{
		{"create", requests, each(create)},
		{"plan", requests, each(plan)},
		{"change", requests, each(change)},
		{"destroy", requests, each(destroy)},
		{"plan", tokens, atMost(2)},
		{"", tokens, atMost(6)},
		{"plan", connections, atMost(parallelism + 2)},
		{"plan", providerCPU, atMost(3)},
		{"", memory, atMost(80)},
		{"create", state, atMost(bytes)},
	}
}

// startTargets compare the start with that of the empty provider.
var startTargets = []target{
	{"plan", wall, func(_ int, base row) float64 { return 1.15 * base.value("plan", wall) }},
}
