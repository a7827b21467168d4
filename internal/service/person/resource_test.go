package person_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRefused has creates and renames refused, other than scenarios show: the error is at the name,
// and the state is as before.
func TestRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		kind           string
		before, config acctest.Values
		fault          mockserver.Fault
		says           []string
		at             string
	}{
		"another name of a model": {
			kind: personModel, before: modelNamed("Guests"), config: modelNamed("Default"),
			says: []string{"Could not rename", "ALREADY_EXISTS"}, at: "name",
		},
		"a lost model": {
			kind: personModel, config: modelNamed("Hosts"),
			says:  []string{"was not repeated", "data source videoindexer_person_models", "import it"},
			fault: mockserver.Fault{Operation: mockserver.CreatePersonModel, Do: mockserver.ResetBefore()},
		},
		"a model of an unreadable response": {
			kind: personModel, config: modelNamed("Hosts"),
			says: []string{"is unexpected: the JSON ends too early", "data source videoindexer_person_models"},
			fault: mockserver.Fault{
				Operation: mockserver.CreatePersonModel, Do: mockserver.Body(http.StatusOK, "application/json", `{"id":`),
			},
		},
		"a model's name that the service changes": {
			kind: personModel, before: modelNamed("Guests"), config: modelNamed("Hosts"),
			says: []string{"Value not kept by the service", `name = "Hosts"`},
			fault: mockserver.Fault{
				Operation: mockserver.RenamePersonModel,
				Do:        mockserver.Body(http.StatusOK, "application/json", `{"id":"m","name":"Guests"}`),
			},
			at: "name",
		},
		"a person's name": {
			kind: person, config: personNamed("Eve"),
			says: []string{"PERSON_NAME_NOT_UNIQUE", "requires unique names of persons in a model"}, at: "name",
		},
		"another name of a person": {
			kind: person, before: personNamed("Ada"), config: personNamed("Eve", "a", "one"),
			says: []string{`Could not rename person "Ada"`, "PERSON_NAME_NOT_UNIQUE"}, at: "name",
		},
		"a person's name that the service changes": {
			kind: person, before: personNamed("Ada"), config: personNamed("Eva"),
			says:  []string{"Value not kept by the service", `name = "Eva"`},
			fault: mockserver.Fault{Operation: mockserver.RenamePerson, Do: mockserver.Body(http.StatusOK, "application/json", `{"id":"p","name":"Ada"}`)},
			at:    "name",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.WithUniquePersonNames())
			server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Eve"})
			instance := newInstance(t, server, test.kind)
			if test.before != nil {
				instance.Run(test.before)
			}
			plan := instance.PlanWithRefresh(test.config)
			if test.fault.Operation != "" {
				server.Script(test.fault)
			}
			diagnostic := acctest.MustSay(t, instance.Apply(t.Context(), plan), acctest.Failure, test.says...)
			want := fmt.Sprintf("AttributeName(%q)", test.at)
			if test.at != "" && diagnostic.Attribute.String() != want {
				t.Errorf("the error is at %s, want %s", diagnostic.Attribute, want)
			}
			if test.before == nil {
				instance.WantAbsent()
				return
			}
			check.Equal[any](t, test.before["name"], instance.Texts()["name"], "the state has the name")
			instance.WantUnchanged(test.before)
		})
	}
}

// TestBadInput validates and plans what cannot be.
func TestBadInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		changed acctest.Values
		says    string
	}{
		"model id that is a path": {acctest.Values{"person_model_id": "a/b"}, "person_model_id \"a/b\""},
		"empty name":              {acctest.Values{"name": ""}, `name "" is empty`},
		"path of a picture":       {acctest.Values{"faces": map[string]acctest.Values{"a": {"url": "pictures/a.jpg"}}}, "does not begin with http"},
		"empty label":             {acctest.Values{"faces": map[string]acctest.Values{"": {"url": picture("a")}}}, "faces"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			instance := newInstance(t, newServer(t), person)
			acctest.MustSay(t, instance.Validate(t.Context(), personNamed("Ada").With(test.changed)), acctest.Failure, test.says)
		})
	}
	server := newServer(t)
	instance := newInstance(t, server, person)
	instance.MustPlan(personNamed("Ada").With(acctest.Values{
		"faces": map[string]acctest.Values{"a": {"url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}},
	}))
	elsewhere := personNamed("Ada").With(acctest.Values{"person_model_id": personID})
	// This is a warning, because an error would stop a destroy.
	acctest.MustSay(
		t, newInstance(t, server, person).Plan(t.Context(), elsewhere).Diagnostics,
		acctest.Warning, "Unable to look for person", "404",
	)
	server.Script(mockserver.Fault{
		Operation: mockserver.ListPersons, Do: mockserver.Refuse(http.StatusNotFound, "ACCOUNT_NOT_FOUND", "no"),
	})
	acctest.MustSay(
		t, newInstance(t, server, person).Plan(t.Context(), personNamed("Ada")).Diagnostics,
		acctest.Failure, "Unable to look for person", "account_id and location",
	)
}

// TestNamesakes plans creates where another object has the name, which a run that was killed may
// have left.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	ada := modelID + "/" + server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Ada"})
	bea := modelID + "/" + server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Bea"})
	left := newInstance(t, server, person)
	managed := newInstance(t, server, person)
	acctest.MustSucceed(t, left.Import(t.Context(), ada))
	acctest.MustSucceed(t, managed.Import(t.Context(), bea))
	managed.Run(personNamed("Bea").With(acctest.Values{"deletion_policy": "delete"}))
	protocol := server.Protocol(t, extended)
	plan := func(kind string, config acctest.Values) []*tfprotov6.Diagnostic {
		return protocol.Instance(kind).Plan(t.Context(), config).Diagnostics
	}
	diagnostic := acctest.MustSay(
		t, plan(person, personNamed("Ada")), acctest.Warning, `Person "Ada" already exists (id `+ada+")",
		"creates another one, or fails", "terraform import '<address>' "+ada,
	)
	check.Equal(t, `AttributeName("name")`, diagnostic.Attribute.String(), "path of the warning")
	left.Protocol = protocol
	managed.Protocol = protocol
	acctest.MustSucceed(t, left.Refresh(t.Context()))
	acctest.MustSucceed(t, managed.Refresh(t.Context()))
	lacking := newServer(t, mockserver.WithoutOperations(http.StatusNotFound, mockserver.ListPersons, mockserver.ListPersonModels)).Protocol(t, extended)
	for name, diags := range map[string][]*tfprotov6.Diagnostic{
		"another name": plan(person, personNamed("Cid")), "one that the state has": plan(person, personNamed("Bea")), "another model": plan(personModel, modelNamed("Guests")),
		"a model that is not known": plan(person, unknown(personNamed("Ada"), "person_model_id")), "a name that is not known": plan(person, unknown(personNamed("Ada"), "name")),
		"a service without a list": lacking.Instance(person).MustPlan(personNamed("Ada")).Diagnostics, "of models": lacking.Instance(personModel).MustPlan(modelNamed("Presenters")).Diagnostics,
	} {
		if len(diags) > 0 {
			t.Errorf("%s: want no messages. Got: %v", name, acctest.Texts(diags))
		}
	}
}

// TestReplacementOfAbandonedPerson replaces a person that deletion_policy leaves. The plan promises
// that the create finds the person only if the id of the model is known.
func TestReplacementOfAbandonedPerson(t *testing.T) {
	t.Parallel()
	abandoned := personNamed("Ada").With(acctest.Values{"deletion_policy": "abandon"})
	for name, test := range map[string]struct {
		config  acctest.Values
		promise string
	}{
		"known model":   {abandoned, "The create uses the same object again"},
		"unknown model": {unknown(abandoned, "person_model_id"), "If the values known only after apply stay the same, the create"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			instance := applied(t, newServer(t), person, abandoned)
			plan := instance.PlanReplacement(t.Context(), test.config)
			acctest.MustSay(t, plan.Diagnostics, acctest.Warning,
				`Person "Ada" will be kept`, `does not delete person "Ada". `+test.promise)
		})
	}
}

// TestRefreshesShareLists refreshes twenty models and one person of each with one list of models,
// and one of persons for each model. Nothing of the state changes but the number of persons, by
// which the policy of examples/ci knows what a deletion takes along.
func TestRefreshesShareLists(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	var all []*acctest.Instance
	for i := range 20 {
		model := applied(t, server, personModel, modelNamed(fmt.Sprintf("Model %d", i)))
		config := acctest.Values{"person_model_id": model.Texts()["person_model_id"], "name": "Ada"}
		all = append(all, model, applied(t, server, person, config))
	}
	acctest.Restart(all...)
	changed := map[string]int{}
	for _, instance := range all {
		before := instance.State()
		acctest.MustSucceed(t, instance.Refresh(t.Context()))
		if !before["persons_count"].IsNull() {
			before["persons_count"] = tftypes.NewValue(tftypes.Number, 1)
		}
		for name, value := range instance.State() {
			if !value.Equal(before[name]) {
				changed[fmt.Sprintf("%s: %s -> %s", name, acctest.Text(before[name]), acctest.Text(value))]++
			}
		}
	}
	if len(changed) > 0 {
		t.Errorf("want no change of a refresh but persons_count, got these in so many objects: %v",
			acctest.Named[int](changed))
	}
	check.Equal(t, 1, server.Count(mockserver.ListPersonModels), "lists of models")
	persons := server.Count(mockserver.ListPersons)
	n := len(server.Requests())
	if persons > len(all) || n > len(all)+3 {
		t.Errorf("%d lists of persons, %d requests, want at most %d and %d", persons, n, len(all), len(all)+3)
	}
}
