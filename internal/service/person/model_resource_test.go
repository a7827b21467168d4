package person_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	personModel = "videoindexer_person_model"
	modelIt     = personModel + ".it"
)

func modelBlock(name string) string {
	return fmt.Sprintf("resource %q \"it\" {\n  name = %q\n}\n", personModel, name)
}

func named(name string) acctest.Values { return acctest.Values{"name": name} }

func modelNames(server *acctest.Server) []string {
	var names []string
	for _, m := range server.PersonModels(server.Account.ID) {
		names = append(names, m.Name)
	}
	return names
}

func expectModels(t *testing.T, server *acctest.Server, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, modelNames(server)); diff != "" {
		t.Errorf("person models (-want +got):\n%s", diff)
	}
}

func remoteModels(server *acctest.Server, want ...string) func() error {
	return func() error {
		if got := modelNames(server); !slices.Equal(got, want) {
			return fmt.Errorf("person models %q, want %q", got, want)
		}
		return nil
	}
}

// TestAccPersonModel_lifecycle makes, changes and imports a person model.
func TestAccPersonModel_lifecycle(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: acctest.Remote(remoteModels(server, "Default")),
		Steps: []resource.TestStep{
			{
				Config: server.Config(modelBlock("Guests"), allow),
				Check:  acctest.Remote(remoteModels(server, "Default", "Guests")),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(modelIt, tfjsonpath.New("is_default"), knownvalue.Bool(false)),
					statecheck.ExpectKnownValue(modelIt, tfjsonpath.New("persons_count"), knownvalue.Int64Exact(0)),
				},
			},
			{
				Config: server.Config(modelBlock("Hosts"), allow),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(modelIt, plancheck.ResourceActionUpdate), acctest.ExpectChanges(modelIt, "name"),
				}},
				Check: acctest.Remote(remoteModels(server, "Default", "Hosts")),
			},
			{ResourceName: modelIt, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}, ImportStateVerifyIdentifierAttribute: "person_model_id", ImportStateIdFunc: idOf(modelIt, "person_model_id")},
			{ // a rename and persons by someone else: drift of the name alone
				PreConfig: func() {
					id := server.PersonModels(server.Account.ID)[1].ID
					server.ChangePersonModel(server.Account.ID, id, func(m *mockserver.PersonModel) { m.Name = "Others" })
					server.AddPerson(server.Account.ID, id, mockserver.Person{Name: "Ada"})
				},
				Config: server.Config(modelBlock("Hosts"), allow),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					acctest.ExpectChanges(modelIt, "name"),
				}},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(modelIt, tfjsonpath.New("persons_count"), knownvalue.Int64Exact(1)),
				},
			},
			{ // deleted by someone else
				PreConfig: func() { server.RemovePerson(server.Account.ID, server.PersonModels(server.Account.ID)[1].ID, "") },
				Config:    server.Config(modelBlock("Hosts"), allow),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(modelIt, plancheck.ResourceActionCreate),
				}},
				Check: acctest.Remote(remoteModels(server, "Default", "Hosts")),
			},
		},
	})
}

// TestPersonModel_readsAndPlans refreshes twenty models with one list, and plans nothing for a count that has changed.
func TestPersonModel_readsAndPlans(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	var all []*acctest.Instance
	for i := range 20 {
		all = append(all, applied(t, server, personModel, named(fmt.Sprintf("Model %d", i))))
	}
	server.AddPerson(server.Account.ID, all[3].Texts()["person_model_id"], mockserver.Person{Name: "Ada"})
	acctest.Restart(all...)
	for i, instance := range all {
		expectNoChange(t, instance, named(fmt.Sprintf("Model %d", i)))
	}
	if n := server.CountOf("X13"); n != 1 {
		t.Errorf("%d lists for twenty models", n)
	}
	if n := number(t, all[3].State()["persons_count"]); n != 1 {
		t.Errorf("persons_count is %d", n)
	}
	if n := server.Writes(); n != 0 {
		t.Errorf("%d writes", n)
	}
}

// TestPersonModel_default imports the default model, renames it, and leaves it in the service at the destroy.
func TestPersonModel_default(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	instance := server.Protocol(t, extended).Instance(personModel)
	acctest.Succeeds(t, instance.Import(t.Context(), server.PersonModels(server.Account.ID)[0].ID))
	expectNoChange(t, instance, named("Default"))
	plan := instance.Planned(named("Everybody"))
	if !plan.IsUpdate {
		t.Error("a rename is no update")
	}
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	expectModels(t, server, "Everybody")

	plan = instance.Planned(nil)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "will be left as it is", "default person model")
	diags := instance.Apply(t.Context(), plan)
	acctest.Succeeds(t, diags)
	acctest.Says(t, diags, acctest.Warning, "left as it is", "default person model")
	if instance.Exists() || server.CountOf("X15") != 0 {
		t.Errorf("in the state: %t; %d deletes", instance.Exists(), server.CountOf("X15"))
	}
	expectModels(t, server, "Everybody")
}

// TestPersonModel_becameDefault destroys a model that has become the default one since its refresh.
func TestPersonModel_becameDefault(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	instance := applied(t, server, personModel, named("Guests"))
	plan := instance.Planned(nil)
	server.ChangePersonModel(server.Account.ID, instance.Texts()["person_model_id"], func(m *mockserver.PersonModel) { m.IsDefault = true })
	diags := instance.Apply(t.Context(), plan)
	acctest.Succeeds(t, diags)
	acctest.Says(t, diags, acctest.Warning, "left as it is", "default person model")
	expectModels(t, server, "Default", "Guests")
}

// TestPersonModel_refused has creates and renames refused.
func TestPersonModel_refused(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	instance := server.Protocol(t, extended).Instance(personModel)
	said := acctest.Says(t, instance.Apply(t.Context(), instance.Planned(named("default"))), acctest.Failure,
		"ALREADY_EXISTS", "Person model "+server.PersonModels(server.Account.ID)[0].ID+" has this name", "choose another, or import")
	if said.Attribute.String() != `AttributeName("name")` || instance.Exists() {
		t.Errorf("at %s; in the state: %t", said.Attribute, instance.Exists())
	}
	first := applied(t, server, personModel, named("Guests"))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(12), Do: mockserver.Refuse(http.StatusBadRequest, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA", "no")})
	acctest.Says(t, instance.Apply(t.Context(), instance.Planned(named("Hosts"))), acctest.Failure,
		"ACCOUNT_REACHED_PERSON_MODELS_QUOTA", "delete one that is not needed")
	said = acctest.Says(t, first.Apply(t.Context(), first.Planned(named("Default"))), acctest.Failure, "Could not rename", "ALREADY_EXISTS", "has this name")
	if said.Attribute.String() != `AttributeName("name")` || first.Texts()["name"] != "Guests" {
		t.Errorf("at %s; the state says %q", said.Attribute, first.Texts()["name"])
	}
	acctest.Says(t, first.Apply(t.Context(), first.Planned(named(" "))), acctest.Failure, "INVALID_INPUT")
	expectModels(t, server, "Default", "Guests")
}

// TestPersonModel_lostAnswers loses the answer of each write: one model, in the state, whatever happened.
func TestPersonModel_lostAnswers(t *testing.T) {
	t.Parallel()
	for _, fault := range []mockserver.Action{mockserver.ResetAfter(), mockserver.StatusAfter(http.StatusGatewayTimeout), mockserver.CutAnswer()} {
		server := newAccountServer(t)
		server.Script(
			mockserver.Fault{Endpoint: mockserver.X(12), Do: fault}, mockserver.Fault{Endpoint: mockserver.X(14), Do: fault}, mockserver.Fault{Endpoint: mockserver.X(15), Do: fault},
		)
		instance := applied(t, server, personModel, named("Guests"))
		expectModels(t, server, "Default", "Guests")
		acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(named("Hosts"))))
		expectModels(t, server, "Default", "Hosts")
		expectNoChange(t, instance, named("Hosts"))
		acctest.Restart(instance)
		acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(nil)))
		expectModels(t, server, "Default")
	}
}

// TestPersonModel_inDoubt loses a create that was not carried out: the error says what to look for.
func TestPersonModel_inDoubt(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	server.Script(mockserver.Fault{Endpoint: mockserver.X(12), Do: mockserver.ResetBefore()})
	instance := server.Protocol(t, extended).Instance(personModel)
	acctest.Says(t, instance.Apply(t.Context(), instance.Planned(named("Guests"))), acctest.Failure,
		`Could not create person model "Guests"`, "was not repeated", "does not show it either", "import it by its id")
	if instance.Exists() {
		t.Error("it is in the state")
	}
}

// TestPersonModel_replaced replaces a model: its name is free before it is made again, unless it is made first.
func TestPersonModel_replaced(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	instance := applied(t, server, personModel, named("Guests"))
	before := instance.Texts()["person_model_id"]
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), named("Guests"))))
	if instance.Texts()["person_model_id"] == before {
		t.Error("the same model")
	}
	instance.Tainted = true
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(named("Guests"))))
	expectModels(t, server, "Default", "Guests")

	instance.CreateBeforeDestroy = true
	acctest.Says(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), named("Guests"))), acctest.Failure, "these names are unique in an account")
	expectModels(t, server, "Default", "Guests")
}

// TestPersonModel_withoutExtended reads a state as it is, and plans nothing.
func TestPersonModel_withoutExtended(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	instance := applied(t, server, personModel, named("Guests"))
	instance.Protocol = server.Protocol(t, nil)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	acctest.Says(t, instance.Plan(t.Context(), named("Guests")).Diagnostics, acctest.Failure, personModel+" needs", "extended_operations = true")
	acctest.Says(t, instance.Plan(t.Context(), nil).Diagnostics, acctest.Failure, "extended_operations = true")
	other := server.Protocol(t, nil).Instance(personModel)
	acctest.Says(t, other.Import(t.Context(), instance.Texts()["person_model_id"]), acctest.Failure, personModel+" needs", "extended_operations = true")
	if len(server.Requests()) > 0 {
		t.Errorf("%d requests", len(server.Requests()))
	}
}

// TestPersonModel_lacking asks a service that does not have the operations: nothing leaves the state.
func TestPersonModel_lacking(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t, mockserver.Lacks(http.StatusNotFound, "X13"))
	instance := server.Protocol(t, extended).Instance(personModel)
	acctest.Says(t, server.Protocol(t, extended).Instance(personModel).Import(t.Context(), server.PersonModels(server.Account.ID)[0].ID), acctest.Failure, "lacks an operation", "extended_operations")
	acctest.Says(t, instance.Apply(t.Context(), instance.Planned(named("Guests"))), acctest.Failure, "lacks an operation")
	if server.CountOf("X12") > 0 {
		t.Error("a model was made that could not be read")
	}
}

// TestPersonModel_gone destroys and renames what is gone.
func TestPersonModel_gone(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	instance := applied(t, server, personModel, named("Guests"))
	rename := instance.Planned(named("Hosts"))
	acctest.Restart(instance)
	destroy := instance.Planned(nil)
	server.RemovePerson(server.Account.ID, instance.Texts()["person_model_id"], "")
	acctest.Says(t, instance.Apply(t.Context(), rename), acctest.Failure, "Could not rename the person model", "404")
	acctest.Succeeds(t, instance.Apply(t.Context(), destroy))
	other := server.Protocol(t, extended).Instance(personModel)
	acctest.Succeeds(t, other.Import(t.Context(), "11111111-2222-4333-8444-555555555555"))
	if other.Exists() {
		t.Error("imported what is not there")
	}
}

// TestPersonModel_notListed reads a model that the list lacks although it has persons: the state stays, and nothing is imported
// whose name is not known.
func TestPersonModel_notListed(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	instance := applied(t, server, personModel, named("Guests"))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(13), Times: mockserver.Always, Do: mockserver.Body(http.StatusOK, "application/json", `[]`)})
	diags := instance.Refresh(t.Context())
	acctest.Succeeds(t, diags)
	acctest.Says(t, diags, acctest.Warning, "Person model is not listed", "The state stays as it is")
	if instance.Texts()["name"] != "Guests" {
		t.Errorf("the state says %v", instance.Texts())
	}
	other := server.Protocol(t, extended).Instance(personModel)
	acctest.Says(t, other.Import(t.Context(), instance.Texts()["person_model_id"]), acctest.Failure, "exists, but the service's list does not show it")
}
