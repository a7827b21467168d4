package main

import (
	"context"
	"fmt"
	"time"
)

// estate is how much of an account is customized.
type estate struct {
	LanguageModels int `json:"language_models"`
	Files          int `json:"files"` // of each model
	PersonModels   int `json:"person_models"`
	Persons        int `json:"persons"` // of all models, in equal parts
	Faces          int `json:"faces"`   // of each person
}

// largeEstate is what is measured.
var largeEstate = estate{LanguageModels: 50, Files: 20, PersonModels: 20, Persons: 2000, Faces: 3}

// customization is a plan without changes over an account with language models, person models and persons.
type customization struct {
	estate
	Plan       sample `json:"plan"`
	StateBytes int64  `json:"state_bytes"`
}

// configuration has one resource for each language model, person model and person. The resources use count: with a for
// expression as for_each, the engine evaluates the whole map once for each instance, which takes two minutes for two
// thousand.
func (e estate) configuration() string {
	return fmt.Sprintf(`resource "videoindexer_language_model" "all" {
  count    = %[1]d
  name     = "Vocabulary ${count.index}"
  language = "en-US"
  files = {
    for i in range(%[2]d) : "terms-${i}.txt" => {
      content = "The peloton split into echelons on stage ${i}, edition ${count.index}.\n"
    }
  }
}

resource "videoindexer_person_model" "all" {
  count = %[3]d
  name  = "Cast ${count.index}"
}

resource "videoindexer_person" "all" {
  count           = %[4]d
  person_model_id = videoindexer_person_model.all[count.index %% %[3]d].person_model_id
  name            = "Person ${count.index}"
  faces = {
    for i in range(%[5]d) : "face-${i}" => {
      url = "https://pictures.example/${count.index}/${i}.jpg"
    }
  }
}
`, e.LanguageModels, e.Files, e.PersonModels, e.Persons, e.Faces)
}

// measureCustomization creates what is customized, and plans without changes.
func measureCustomization(ctx context.Context, t *tools, e estate) (*customization, error) {
	progress("%d language models, %d person models, %d persons", e.LanguageModels, e.PersonModels, e.Persons)
	w, err := extendedWorkspace(ctx, t, 0)
	if err != nil {
		return nil, err
	}
	defer w.service.stop()
	defer w.remove()
	if err := w.configure("videoindexer", e.configuration()); err != nil {
		return nil, err
	}
	if _, err := w.apply(ctx); err != nil {
		return nil, err
	}
	if err := w.settle(ctx); err != nil {
		return nil, err
	}
	c := &customization{estate: e}
	if c.StateBytes, err = w.stateBytes(); err != nil {
		return nil, err
	}
	if c.Plan, err = w.planNothing(ctx); err != nil {
		return nil, err
	}
	return c, w.service.violations()
}

// The targets of a plan without changes over the large estate.
const (
	maxEstateRequests = 40
	maxEstatePlan     = 5 * time.Second
	maxEstateRSS      = 120 << 20
)

// targets compares what was measured with the targets.
func (c *customization) targets(atMost func(what string, measured, limit float64, unit string)) {
	name := fmt.Sprintf("%d language models, %d person models, %d persons: ", c.LanguageModels, c.PersonModels, c.Persons)
	atMost(name+"requests of a plan without changes", float64(c.Plan.Requests), maxEstateRequests, "")
	atMost(name+"plan without changes", c.Plan.Wall.Seconds(), maxEstatePlan.Seconds(), " s")
	atMost(name+"peak memory", float64(c.Plan.Provider.PeakRSS)/(1<<20), maxEstateRSS>>20, " MiB")
}
