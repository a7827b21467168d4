package person_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRemade plans an instance under another key, with the same name, in both orders: a warning for a person, and an error for
// a model, whose name is unique. Both say how to keep the object.
func TestRemade(t *testing.T) {
	t.Parallel()
	for kind, test := range map[string]struct {
		config   acctest.Values
		severity tfprotov6.DiagnosticSeverity
		says     []string
	}{
		personModel: {named("Guests"), acctest.Failure, []string{"Person model moves to another address", "its persons would be lost", "moved {"}},
		person:      {called("Ada"), acctest.Warning, []string{"Person is destroyed and another created under the same name", "faces that came from videos are lost", "moved {"}},
	} {
		for _, order := range []string{"destroy first", "create first"} {
			t.Run(kind+", "+order, func(t *testing.T) {
				t.Parallel()
				server := newPersonServer(t)
				old := applied(t, server, kind, test.config)
				acctest.Succeeds(t, old.Refresh(t.Context()))
				another := old.Instance(kind)
				steps := []func() *acctest.Plan{
					func() *acctest.Plan { return old.Plan(t.Context(), nil) },
					func() *acctest.Plan { return another.Plan(t.Context(), test.config) },
				}
				if order == "create first" {
					steps[0], steps[1] = steps[1], steps[0]
				}
				var diags []*tfprotov6.Diagnostic
				for _, step := range steps {
					diags = append(diags, step().Diagnostics...)
				}
				acctest.Says(t, diags, test.severity, test.says...)
				if len(diags) != 1 {
					t.Errorf("%q", acctest.Texts(diags))
				}
			})
		}
		t.Run(kind+", replaced", func(t *testing.T) {
			t.Parallel()
			server := newPersonServer(t)
			old := applied(t, server, kind, test.config)
			if plan := old.PlanReplacement(t.Context(), test.config); len(plan.Diagnostics) > 0 {
				t.Errorf("without a refresh: %q", acctest.Texts(plan.Diagnostics))
			}
			acctest.Restart(old)
			acctest.Succeeds(t, old.Refresh(t.Context()))
			if plan := old.PlanReplacement(t.Context(), test.config); len(plan.Diagnostics) > 0 {
				t.Errorf("%q", acctest.Texts(plan.Diagnostics))
			}
		})
	}
}

// TestPersonModel_nameTaken plans models whose name the account or another address has.
func TestPersonModel_nameTaken(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	id := server.AddPersonModel(server.Account.ID, mockserver.PersonModel{Name: "Guests"})
	protocol := server.Protocol(t, extended)
	plan := protocol.Instance(personModel).Plan(t.Context(), named("Guests"))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, "Account has a person model of that name", "terraform import", id)
	if plan = protocol.Instance(personModel).Planned(named("Hosts")); len(plan.Diagnostics) > 0 {
		t.Errorf("%q", acctest.Texts(plan.Diagnostics))
	}
	plan = protocol.Instance(personModel).Plan(t.Context(), named("Hosts"))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, "Person model planned at two addresses", `"Hosts"`)
}

// TestLeftKeepsItsName creates an object under the name of one that a destroy leaves, where names are unique: a warning, as the
// plan does not tell whether the old one is renamed, and the create succeeds once it is.
func TestLeftKeepsItsName(t *testing.T) {
	t.Parallel()
	for kind, config := range map[string]func(name string) acctest.Values{
		personModel: named,
		person:      func(name string) acctest.Values { return called(name) },
	} {
		for _, how := range []string{"renamed address", "replaced", "replaced without a refresh"} {
			t.Run(kind+", "+how, func(t *testing.T) {
				t.Parallel()
				server := newPersonServer(t, mockserver.UniquePersonNames())
				abandoned := func(name string) acctest.Values {
					values := config(name)
					values["deletion_policy"] = "abandon"
					return values
				}
				old := applied(t, server, kind, abandoned("Guests"))
				if how != "replaced without a refresh" {
					acctest.Succeeds(t, old.Refresh(t.Context()))
				}
				says := func(plan *acctest.Plan) {
					acctest.Says(t, plan.Diagnostics, acctest.Warning, "name stays taken", old.Texts()[kind[len("videoindexer_"):]+"_id"], "moved block")
				}
				if how != "renamed address" {
					says(old.PlanReplacement(t.Context(), abandoned("Guests")))
					return
				}
				another := old.Instance(kind)
				plan := another.Plan(t.Context(), abandoned("Guests"))
				says(plan)
				acctest.Succeeds(t, old.ApplyAsPlanned(t.Context(), old.Planned(abandoned("Hosts"))))
				acctest.Succeeds(t, another.ApplyAsPlanned(t.Context(), plan))
			})
		}
	}
}

// TestDeletionPolicy destroys what was created and what was imported, by default and as told: the plan says what is left, and
// who is deleted with a model.
func TestDeletionPolicy(t *testing.T) {
	t.Parallel()
	for kind, config := range map[string]acctest.Values{personModel: named("Presenters"), person: called("Ada")} {
		for name, test := range map[string]struct {
			imported bool
			policy   any
			stays    bool
		}{
			"created": {false, nil, false}, "created, abandon": {false, "abandon", true},
			"imported": {true, nil, true}, "imported, delete": {true, "delete", false},
		} {
			t.Run(kind+", "+name, func(t *testing.T) {
				t.Parallel()
				server := newPersonServer(t)
				ada := server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Ada"})
				server.SeedFaces(server.Account.ID, modelID, ada, 3)
				config := acctest.Values{"name": config["name"], "deletion_policy": test.policy}
				id := modelID
				if kind == person {
					config["person_model_id"], id = modelID, modelID+"/"+ada
				}
				instance := server.Protocol(t, extended).Instance(kind)
				if test.imported {
					acctest.Succeeds(t, instance.Import(t.Context(), id))
					if plan := instance.Planned(config); plan.IsUpdate {
						acctest.Succeeds(t, instance.Apply(t.Context(), plan))
					}
				} else {
					config["name"] = "Another"
					acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(config)))
				}
				ids := instance.Texts()
				acctest.Restart(instance)
				plan := instance.Planned(nil)
				isNamed := kind == personModel && test.imported && !test.stays
				switch {
				case test.stays:
					acctest.Says(t, plan.Diagnostics, acctest.Warning, "will be left as it is", `deletion_policy "delete"`)
				case isNamed:
					acctest.Says(t, plan.Diagnostics, acctest.Warning, "1 person", `"Ada"`, "3 faces", `deletion_policy = "abandon"`)
				case len(plan.Diagnostics) > 0:
					t.Errorf("planned with %q", acctest.Texts(plan.Diagnostics))
				}
				acctest.Succeeds(t, instance.Apply(t.Context(), plan))
				exists := false
				for _, m := range server.PersonModels(server.Account.ID) {
					exists = exists || kind == personModel && m.ID == ids["person_model_id"]
				}
				for _, p := range server.Persons(server.Account.ID, modelID) {
					exists = exists || kind == person && p.ID == ids["person_id"]
				}
				if exists != test.stays {
					t.Errorf("it exists: %t", exists)
				}
			})
		}
	}
}

// TestExchangeNames has two objects exchange their names, where names are unique: one of the renames may be refused, and yet
// both have their names after the apply.
func TestExchangeNames(t *testing.T) {
	t.Parallel()
	for kind, config := range map[string]func(name string) acctest.Values{
		personModel: named,
		person:      func(name string) acctest.Values { return called(name) },
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			server := newPersonServer(t, mockserver.UniquePersonNames())
			one, two := applied(t, server, kind, config("Ada")), applied(t, server, kind, config("Bea"))
			acctest.Restart(one, two)
			first, second := one.Planned(config("Bea")), two.Planned(config("Ada"))
			acctest.Restart(one, two)
			acctest.Says(t, one.ApplyAsPlanned(t.Context(), first), acctest.Failure, "Could not rename", "the next plan shows what is left to do")
			acctest.Succeeds(t, two.ApplyAsPlanned(t.Context(), second))
			acctest.Restart(one, two)
			expectNoChange(t, one, config("Bea"))
			expectNoChange(t, two, config("Ada"))
		})
	}
}

// TestOneOfTwo has two addresses with one object, and destroys one of them with the object: an error, in both orders.
func TestOneOfTwo(t *testing.T) {
	t.Parallel()
	for kind, config := range map[string]acctest.Values{personModel: named("Presenters"), person: called("Ada")} {
		for _, destroyFirst := range []bool{false, true} {
			server := newPersonServer(t)
			id := modelID
			if kind == person {
				id += "/" + server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Ada"})
			}
			config["deletion_policy"] = "delete"
			one, two := server.Protocol(t, extended).Instance(kind), server.Protocol(t, extended).Instance(kind)
			for _, instance := range []*acctest.Instance{one, two} {
				acctest.Succeeds(t, instance.Import(t.Context(), id))
				acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(config)))
			}
			acctest.Restart(one, two)
			var plan *acctest.Plan
			if destroyFirst {
				one.Planned(nil)
				plan = two.Plan(t.Context(), config)
			} else {
				two.Planned(config)
				plan = one.Plan(t.Context(), nil)
			}
			acctest.Says(t, plan.Diagnostics, acctest.Failure, "moves to another address", "moved {")
		}
	}
}
