package person_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPersonModel_quota makes the last person model that an account may have, and one more once another is deleted.
func TestPersonModel_quota(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	for i := range 48 { // the default one is there
		server.AddPersonModel(server.Account.ID, mockserver.PersonModel{Name: fmt.Sprintf("Model %d", i)})
	}
	last := applied(t, server, personModel, named("Guests"))
	instance := server.Protocol(t, extended).Instance(personModel)
	acctest.Says(t, instance.Apply(t.Context(), instance.Planned(named("Hosts"))), acctest.Failure,
		`Could not create person model "Hosts"`, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA", "50 at most services", "delete one that is not needed")
	if n := len(server.PersonModels(server.Account.ID)); n != 50 || instance.Exists() {
		t.Errorf("%d models; in the state: %t", n, instance.Exists())
	}
	acctest.Succeeds(t, last.Apply(t.Context(), last.Planned(nil)))
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(named("Hosts"))))
}

// TestPerson_tenThousand plans without changes over some of a model's ten thousand persons. The pages are read once,
// however long the service makes them, and none is read for a single person.
func TestPerson_tenThousand(t *testing.T) {
	t.Parallel()
	const persons = 10_000
	for name, test := range map[string]struct {
		option mockserver.Option
		most   int
	}{
		"a thousand a page":         {mockserver.PageCap(1000), persons/1000 + 1},
		"a thousand, counted":       {mockserver.ShowsPersonsTotal(), persons / 1000},
		"pages shorter than we ask": {mockserver.PageCap(250), persons/250 + 2}, // the first page twice, since it might have been the last
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPersonServer(t, test.option)
			ids := make([]string, persons)
			for i := range ids {
				ids[i] = server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: fmt.Sprintf("Person %05d", i)})
			}
			var some []*acctest.Instance
			protocol := server.Protocol(t, extended)
			for i := 7; i < persons; i += 499 {
				instance := protocol.Instance(person)
				acctest.Succeeds(t, instance.Import(t.Context(), modelID+"/"+ids[i]))
				some = append(some, instance)
			}
			acctest.Restart(some...)
			for i, instance := range some {
				expectNoChange(t, instance, called(fmt.Sprintf("Person %05d", 7+499*i)))
			}
			if n := server.CountOf("X17"); n > test.most {
				t.Errorf("%d requests for %d of %d persons, want %d at most", n, len(some), persons, test.most)
			}
			if n := server.Count(22); n != 0 {
				t.Errorf("%d reads of faces", n)
			}
		})
	}
}

// TestLackingOperations asks services that lack one of the operations on persons: the error says so, and the state keeps what
// is there.
func TestLackingOperations(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		for number, test := range map[int]struct {
			kind           string
			before, config acctest.Values // nil: there is none before, and none is wanted
			isPartial      bool           // the state has changed all the same
		}{
			12: {kind: personModel, config: named("Guests")},
			14: {kind: personModel, before: named("Guests"), config: named("Hosts")},
			15: {kind: personModel, before: named("Guests")},
			16: {kind: person, config: called("Ada")},
			17: {kind: person, config: called("Ada")},
			18: {kind: person, before: called("Ada"), config: called("Bea")},
			19: {kind: person, before: called("Ada")},
			20: {kind: person, before: called("Ada"), config: called("Ada", "a", "one", "b", "two"), isPartial: true},
			21: {kind: person, before: called("Ada", "a", "one"), config: called("Ada", "b", "two"), isPartial: true},
		} {
			t.Run(fmt.Sprintf("X%d, %d", number, status), func(t *testing.T) {
				t.Parallel()
				server := newPersonServer(t)
				instance := server.Protocol(t, extended).Instance(test.kind)
				if test.before != nil {
					instance = applied(t, server, test.kind, test.before)
				}
				server.Script(mockserver.Fault{Endpoint: mockserver.X(number), Times: mockserver.Always, Do: mockserver.GatewayHTML(status)})
				diags := instance.Apply(t.Context(), instance.Planned(test.config))
				acctest.Says(t, diags, acctest.Failure, "lacks an operation", "extended_operations", "does not mean that the object is gone")
				if instance.Exists() != (test.before != nil) {
					t.Errorf("in the state: %t", instance.Exists())
				}
				server.ClearFaults()
				if test.before != nil {
					acctest.Succeeds(t, instance.Refresh(t.Context()))
					if !test.isPartial {
						expectNoChange(t, instance, test.before)
					}
				}
				acctest.Restart(instance)
				acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(test.config)))
			})
		}
	}
}

// TestPerson_namesake plans a create where the model has a person of that name, whom a run that was killed may have left: a warning, unless
// the state has that person.
func TestPerson_namesake(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	left := server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Ada"})
	server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: "Ada L."})
	protocol := server.Protocol(t, extended)
	said := acctest.Says(t, protocol.Instance(person).Planned(called("Ada")).Diagnostics, acctest.Warning,
		"Person of that name exists", "The service has 1 with the name of person \"Ada\"", left, "terraform import '<address>' "+modelID+"/"+left)
	if said.Attribute.String() != `AttributeName("name")` {
		t.Errorf("at %s", said.Attribute)
	}
	if diags := protocol.Instance(person).Planned(called("Bea")).Diagnostics; len(diags) > 0 {
		t.Errorf("nobody of that name: %q", acctest.Texts(diags))
	}
	instance := protocol.Instance(person)
	acctest.Succeeds(t, instance.Import(t.Context(), modelID+"/"+left))
	acctest.Says(t, protocol.Instance(person).Planned(called("Ada")).Diagnostics, acctest.Warning, "Person name stays taken")
	if n := server.CountOf("X17"); n != 2 { // with the empty page that ends the list
		t.Errorf("%d pages for three plans and a read", n)
	}
	created := applied(t, server, person, called("Cid"))
	acctest.Succeeds(t, created.Refresh(t.Context()))
	if diags := created.Instance(person).Planned(called("Cid")).Diagnostics; len(diags) > 0 {
		t.Errorf("the state holds that person: %q", acctest.Texts(diags))
	}
	unknown := called("Ada")
	unknown["person_model_id"] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	if diags := protocol.Instance(person).Planned(unknown).Diagnostics; len(diags) > 0 {
		t.Errorf("a model that is not known: %q", acctest.Texts(diags))
	}
	lacking := newPersonServer(t, mockserver.Lacks(http.StatusNotFound, "X17"))
	if diags := lacking.Protocol(t, extended).Instance(person).Planned(called("Ada")).Diagnostics; len(diags) > 0 {
		t.Errorf("a service without the list: %q", acctest.Texts(diags))
	}
}
