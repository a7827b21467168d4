package main

import (
	"fmt"
	"time"
)

// target is a measured figure beside the limit that it should keep.
type target struct {
	What     string `json:"what"`
	Measured string `json:"measured"`
	Target   string `json:"target"`
	Reached  bool   `json:"reached"`
}

// The targets, most of them as ratios to what was measured in the same run.
const (
	maxTokensAProcess = 2
	maxConnections    = parallelism + 2 // of a plan: one for each object under way, and those that asked for the token
	maxPlanCPU        = 3.0             // ms a brand
	slack             = 1.3             // over what the network and the engine take
	dictionaryExtra   = time.Second
	maxScaleRSS       = 80 << 20
	maxStart          = 1.15
	maxUploadRSS      = 16 << 20
	minUpload         = 0.9
	maxBinary         = 25e6
)

var maxState = map[string]int64{eachBrand: 800, dictionary: 400}

// targets compares what was measured with the targets.
func (r *results) targets() []target {
	var all []target
	atMost := func(what string, measured, limit float64, unit string) {
		all = append(all, target{what, fmt.Sprintf("%.4g%s", measured, unit), fmt.Sprintf("at most %.4g%s", limit, unit), measured <= limit})
	}
	r.scaleTargets(atMost)
	if r.Extended != nil {
		r.Extended.targets(atMost)
	}
	if r.Customization != nil {
		r.Customization.targets(atMost)
	}
	if r.Start != nil {
		atMost("Start: plan with no resources, to that of an empty provider", r.Start.Plan.Ratio, maxStart, "")
		atMost("Start: schema, to that of an empty provider", r.Start.Schema.Ratio, maxStart, "")
	}
	for _, u := range r.Uploads {
		name := fmt.Sprintf("Upload of %d MiB", u.Bytes>>20)
		all = append(all, target{name + ": throughput, to that of `curl -F`", fmt.Sprintf("%.2f", u.Ratio), fmt.Sprintf("at least %g", minUpload), u.Ratio >= minUpload})
		atMost(name+": memory above idle", float64(u.AboveIdle())/(1<<20), maxUploadRSS>>20, " MiB")
	}
	if r.Faces != nil {
		pages := float64(r.Faces.Count / r.Faces.Page)
		atMost("Faces: requests", float64(r.Faces.Sample.Requests), pages, "")
	}
	atMost("Binary, stripped", float64(r.BinaryBytes)/1e6, maxBinary/1e6, " MB")
	return all
}

// scaleTargets are those of the largest number of brands.
func (r *results) scaleTargets(atMost func(what string, measured, limit float64, unit string)) {
	if len(r.Lifecycles) == 0 {
		return
	}
	n := r.Lifecycles[len(r.Lifecycles)-1].Objects
	latest := map[string]lifecycle{}
	for _, l := range r.Lifecycles[len(r.Lifecycles)-3:] {
		latest[l.Kind] = l
	}
	network := func(requests int) time.Duration { return time.Duration(requests) * latency / parallelism }
	for _, kind := range []string{eachBrand, dictionary} {
		l, plan := latest[kind], latest[kind].Steps["plan"]
		name := fmt.Sprintf("%d `%s`: ", n, kind)
		if kind == dictionary {
			name = fmt.Sprintf("`%s` of %d: ", kind, n)
		}
		requests, minimum, tokens, processes := 0, 0, 0, 0
		for _, step := range steps {
			requests += l.Steps[step].Requests
			minimum += l.minimum(step)
			tokens = max(tokens, l.Steps[step].Tokens)
			processes = max(processes, l.Steps[step].Provider.Processes)
		}
		atMost(name+"requests of all steps", float64(requests), float64(minimum), "")
		// A plan asks for the permission to read; an apply for that and, when it writes, for the other.
		atMost(name+"token requests of a plan", float64(plan.Tokens), maxTokensAProcess, "")
		atMost(name+"token requests of an apply", float64(tokens), 3*maxTokensAProcess, "")
		atMost(name+"connections of a plan", float64(plan.Connections), maxConnections, "")
		atMost(name+"CPU of a plan, each", milliseconds(plan.Provider.CPU)/float64(n), maxPlanCPU, " ms")
		atMost(name+"peak memory", float64(l.PeakRSS())/(1<<20), maxScaleRSS>>20, " MiB")
		atMost(name+"state, each", float64(l.StateBytes), float64(maxState[kind]), " bytes")
		if kind == eachBrand {
			limit := slack * (network(n) + latest[floor].Steps["plan"].Wall).Seconds()
			atMost(name+"plan without changes", plan.Wall.Seconds(), limit, " s")
			continue
		}
		for _, step := range []string{"create", "plan", "change"} {
			limit := slack*network(l.minimum(step)).Seconds() + dictionaryExtra.Seconds()
			atMost(name+step, l.Steps[step].Wall.Seconds(), limit, " s")
		}
	}
}
