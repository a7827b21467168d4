package person_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPersonModel_default imports the default model, renames it, and leaves it in the service at the destroy.
func TestPersonModel_default(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := newInstance(t, server, personModel)
	acctest.Succeeds(t, instance.Import(t.Context(), server.PersonModels(server.Account.ID)[0].ID))
	instance.IsUnchanged(named("Default"))
	instance.Run(named("Everybody").With(acctest.Values{"deletion_policy": "delete"}))
	plan := instance.Look(nil)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "will be left as it is", "default person model")
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	if got := server.PersonModels(server.Account.ID)[0].Name; got != "Everybody" || server.CountOf("X15") != 0 {
		t.Errorf("the model is %q, after %d deletes", got, server.CountOf("X15"))
	}
}

// TestPersonModel_replaced replaces a model: its name is free before it is created again, unless that comes first.
func TestPersonModel_replaced(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := applied(t, server, personModel, named("Guests"))
	before := instance.Texts()["person_model_id"]
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), named("Guests"))))
	if instance.Texts()["person_model_id"] == before {
		t.Error("the same model")
	}
	instance.CreateBeforeDestroy = true
	acctest.Says(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), named("Guests"))), acctest.Failure, "ALREADY_EXISTS")
	expectModels(t, server, "Guests")
}

// TestPersonModel_notListed reads a model that the list lacks although it has persons: the state stays.
func TestPersonModel_notListed(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := applied(t, server, personModel, named("Guests"))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(13), Times: mockserver.Always, Do: mockserver.Body(http.StatusOK, "application/json", `[]`)})
	acctest.Says(t, instance.Refresh(t.Context()), acctest.Failure, "exists, but the service's list does not show it")
	if instance.Texts()["name"] != "Guests" {
		t.Errorf("the state says %v", instance.Texts())
	}
}

// TestDeletionPolicy destroys what was created and what was imported, by default and as told: the plan says what is left, and
// who is deleted with a model.
func TestDeletionPolicy(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		kind     string
		imported bool
		policy   any
		says     []string // of the plan of the destroy; nil: nothing
		stays    bool
	}{
		"a model that was created":  {kind: personModel},
		"told to stay":              {kind: personModel, policy: "abandon", says: []string{"will be left as it is", `deletion_policy "delete"`}, stays: true},
		"a model that was imported": {kind: personModel, imported: true, says: []string{"will be left as it is", `deletion_policy "delete"`}, stays: true},
		"told to go":                {kind: personModel, imported: true, policy: "delete", says: []string{"deletes 1 person", `"Ada"`, `deletion_policy = "abandon"`}},
		"a person who was created":  {kind: person},
		"told to be left":           {kind: person, policy: "abandon", says: []string{"will be left as it is", `deletion_policy "delete"`}, stays: true},
		"a person who was imported": {kind: person, imported: true, says: []string{"will be left as it is", `deletion_policy "delete"`}, stays: true},
		"told to be deleted":        {kind: person, imported: true, policy: "delete"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			ada := server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Ada"})
			instance, config, id := newInstance(t, server, test.kind), named("Presenters"), modelID
			if test.kind == person {
				config, id = called("Ada"), modelID+"/"+ada
			}
			config["deletion_policy"] = test.policy
			if test.imported {
				acctest.Succeeds(t, instance.Import(t.Context(), id))
			} else {
				config["name"] = "Another"
			}
			if plan := instance.Look(config); !instance.Exists() || plan.IsUpdate {
				acctest.Succeeds(t, instance.Apply(t.Context(), plan))
			}
			ids := instance.Texts()
			plan := instance.Look(nil)
			if test.says != nil {
				acctest.Says(t, plan.Diagnostics, acctest.Warning, test.says...)
			} else if len(plan.Diagnostics) > 0 {
				t.Errorf("planned with %q", acctest.Texts(plan.Diagnostics))
			}
			acctest.Succeeds(t, instance.Apply(t.Context(), plan))
			exists := false
			for _, m := range server.PersonModels(server.Account.ID) {
				exists = exists || test.kind == personModel && m.ID == ids["person_model_id"]
			}
			for _, p := range server.Persons(server.Account.ID, modelID) {
				exists = exists || test.kind == person && p.ID == ids["person_id"]
			}
			if exists != test.stays {
				t.Errorf("it exists: %t", exists)
			}
		})
	}
}
