package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// The ways to hold many objects that are compared.
const (
	eachBrand  = "videoindexer_brand"
	dictionary = "videoindexer_brands"
	floor      = "terraform_data" // part of the engine; it does no work, and needs no provider
)

// configurations has a configuration for each of them: %[1]d objects, in which %[2]s is what changes. A terraform_data
// makes about as many bytes of state as a videoindexer_brand, since the engine's own cost grows with them.
var configurations = map[string]string{
	eachBrand: `resource "videoindexer_brand" "all" {
  count           = %[1]d
  brand_id        = 1001 + count.index
  name            = "Brand number ${count.index}"
  enabled         = true
  description     = "Frames and complete road bikes; sponsor, %[2]s edition."
  reference_url   = "https://brands.example/${count.index}"
  tags            = ["sponsor", "road"]
  deletion_policy = "disable"
}
`,
	dictionary: `resource "videoindexer_brands" "all" {
  brands = {
    for i in range(%[1]d) : 1001 + i => {
      name          = "Brand number ${i}"
      enabled       = true
      description   = "Frames and complete road bikes; sponsor, %[2]s edition."
      reference_url = "https://brands.example/${i}"
      tags          = ["sponsor", "road"]
    }
  }
  deletion_policy = "disable"
}
`,
	floor: `resource "terraform_data" "all" {
  count = %[1]d
  input = "Brand number ${count.index}, %[2]s edition, ` + strings.Repeat("padding ", 18) + `"
}
`,
}

var providerOf = map[string]string{eachBrand: "videoindexer", dictionary: "videoindexer"}

// The steps of a lifecycle, in their order.
var steps = []string{"create", "plan", "change", "destroy"}

// lifecycle is what it took to create, plan, change and destroy a number of objects.
type lifecycle struct {
	Kind       string            `json:"kind"`
	Objects    int               `json:"objects"`
	Steps      map[string]sample `json:"steps"`
	StateBytes int64             `json:"state_bytes_an_object"`
}

// minimum is how many requests the contract needs for a step: one GET an object to look at it or refresh it, and one PUT
// where it is written. A create looks twice, since Terraform plans it once more when it applies it. A
// videoindexer_brand is read once more before it is disabled, so that what is not managed is written as it was just read.
func (l lifecycle) minimum(step string) int {
	switch {
	case l.Kind == floor:
		return 0
	case step == "plan":
		return l.Objects
	case step == "create", step == "destroy" && l.Kind == eachBrand:
		return 3 * l.Objects
	}
	return 2 * l.Objects
}

// PeakRSS is the most memory that the provider held in any step.
func (l lifecycle) PeakRSS() int64 {
	var peak int64
	for _, s := range l.Steps {
		peak = max(peak, s.Provider.PeakRSS)
	}
	return peak
}

// measureScale runs the lifecycle of every kind with every number of objects.
func measureScale(ctx context.Context, t *tools, sizes []int, repeats int) ([]lifecycle, error) {
	var all []lifecycle
	for _, n := range sizes {
		for _, kind := range []string{floor, eachBrand, dictionary} {
			var tries []lifecycle
			for range repeats {
				progress("%s, %d objects", kind, n)
				one, err := runLifecycle(ctx, t, kind, n)
				if err != nil {
					return nil, fmt.Errorf("%s, %d objects: %w", kind, n, err)
				}
				tries = append(tries, one)
			}
			all = append(all, median(tries))
		}
	}
	return all, nil
}

// median takes each step from the try in which it took the middle time.
func median(tries []lifecycle) lifecycle {
	middle := tries[0]
	middle.Steps = map[string]sample{}
	for _, step := range steps {
		slices.SortFunc(tries, func(a, b lifecycle) int { return int(a.Steps[step].Wall - b.Steps[step].Wall) })
		middle.Steps[step] = tries[len(tries)/2].Steps[step]
	}
	return middle
}

// runLifecycle creates, plans, changes and destroys n objects.
func runLifecycle(ctx context.Context, t *tools, kind string, n int) (lifecycle, error) {
	l := lifecycle{Kind: kind, Objects: n, Steps: map[string]sample{}}
	service, err := newService(ctx, n, mockserver.Latency(latency))
	if err != nil {
		return l, err
	}
	defer service.stop()
	w, err := newWorkspace(t, service, measured)
	if err != nil {
		return l, err
	}
	defer w.remove()

	edition := "first"
	do := map[string]func(context.Context) (sample, error){
		"create": w.apply, "plan": w.planNothing, "change": w.apply, "destroy": w.destroy,
	}
	for _, step := range steps {
		if step == "change" {
			edition = "second"
		}
		if err := w.configure(providerOf[kind], fmt.Sprintf(configurations[kind], n, edition)); err != nil {
			return l, err
		}
		if l.Steps[step], err = do[step](ctx); err != nil {
			return l, fmt.Errorf("%s: %w", step, err)
		}
		if step == "create" {
			bytes, err := w.stateBytes()
			if err != nil {
				return l, err
			}
			l.StateBytes = bytes / int64(n)
		}
	}
	return l, service.violations()
}

// faces is the reading of a long list, page by page.
type faces struct {
	Count  int    `json:"faces"`
	Page   int    `json:"page"`
	Sample sample `json:"sample"`
}

// measureFaces plans with a data source that reads all faces of a person.
func measureFaces(ctx context.Context, t *tools, count, page int) (*faces, error) {
	progress("%d faces, %d a page", count, page)
	service, err := newService(ctx, 0, mockserver.Latency(latency), mockserver.FacesCap(page))
	if err != nil {
		return nil, err
	}
	defer service.stop()
	const model, person = mockserver.SamplePersonModelID, mockserver.SamplePersonID
	service.SeedFaces(service.account.ID, model, person, count)
	w, err := newWorkspace(t, service, measured)
	if err != nil {
		return nil, err
	}
	defer w.remove()
	err = w.configure("videoindexer", fmt.Sprintf(`data "videoindexer_faces" "all" {
  person_model_id = %q
  person_id       = %q
  page_size       = %d
}

output "faces" {
  value = length(data.videoindexer_faces.all.faces)
}
`, model, person, page))
	if err != nil {
		return nil, err
	}
	took, err := w.apply(ctx)
	if err != nil {
		return nil, err
	}
	if n, err := w.output("faces"); err != nil || int(n) != count {
		return nil, fmt.Errorf("%g faces were read, not %d (%w)", n, count, err)
	}
	return &faces{Count: count, Page: page, Sample: took}, service.violations()
}
