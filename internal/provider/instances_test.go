package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// seededServer returns a server that holds what fixtures.All names, and has the extended
// operations.
func seededServer(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append(options, mockserver.WithExtended())...)
	fixtures.Seed(server)
	return server
}

// created returns a resource after its create.
func created(t *testing.T, protocol *acctest.Protocol, name string, configuration acctest.Values) *acctest.Instance {
	t.Helper()
	instance := protocol.Instance(name)
	acctest.MustSucceed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), configuration)))
	return instance
}

// importIDOf returns the id that imports an instance, with its account.
func importIDOf(t *testing.T, name string, instance *acctest.Instance) string {
	t.Helper()
	state := instance.State()
	parts := []string{text(state["location"]), text(state["account_id"])}
	for _, key := range fixtures.All[name].Keys {
		parts = append(parts, text(state[key.Name]))
	}
	brands, isMany := state["brands"]
	if isMany {
		var ids []string
		for _, brand := range acctest.Parts(t, brands) {
			ids = append(ids, text(acctest.Parts(t, brand)["brand_id"]))
		}
		parts = append(parts, strings.Join(ids, ","))
	}
	return strings.Join(parts, "/")
}

// identityOf returns the identity of an instance.
func identityOf(name string, instance *acctest.Instance) acctest.Values {
	state := instance.State()
	identity := acctest.Values{"location": state["location"], "account_id": state["account_id"]}
	for _, key := range fixtures.All[name].Keys {
		identity[key.Name] = state[key.Name]
	}
	return identity
}

// wantState expects the state of an instance to have some values.
func wantState(t *testing.T, when string, instance *acctest.Instance, want map[string]tftypes.Value) {
	t.Helper()
	for name, value := range instance.State() {
		if !value.Equal(want[name]) {
			t.Errorf("%s: the state has %s = %s, want %s as before", when, name, acctest.Text(value), acctest.Text(want[name]))
		}
	}
}

// eachResource runs a test for every managed resource, with the configuration of an instance.
func eachResource(t *testing.T, test func(t *testing.T, name string, configuration acctest.Values)) {
	t.Helper()
	for name := range acctest.Schema(t).ResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fixture, hasFixture := fixtures.All[name]
			if !hasFixture {
				t.Fatalf("%s has no row in fixtures.All, want an instance that this test's server can have", name)
			}
			test(t, name, maps.Clone(fixture.Arguments))
		})
	}
}

// scene is configurations of a resource that follow each other, with the arguments of the provider
// that they need. The second is an update.
type scene struct {
	settings acctest.Values
	configs  []acctest.Values
}

// scenes returns those of a resource: with the base API alone, unless it needs more, and with
// extended operations.
func scenes(t *testing.T, name string) map[string]scene {
	t.Helper()
	fixture := fixtures.All[name]
	configs := fixture.Configurations(false)
	if fixture.Changes["deletion_policy"] == "prevent" { // which stops the destroy in the end
		slices.Reverse(configs)
	}
	all := map[string]scene{"base API": {provided(t, name, nil), configs}}
	if fixture.Extended != nil {
		all["extended"] = scene{acctest.Values{"extended_operations": true}, fixture.Extended}
	}
	return all
}

// eachScene runs a test for every scene of every resource.
func eachScene(t *testing.T, test func(t *testing.T, name string, s scene)) {
	t.Helper()
	eachResource(t, func(t *testing.T, name string, _ acctest.Values) {
		for sceneName, s := range scenes(t, name) {
			t.Run(sceneName, func(t *testing.T) {
				t.Parallel()
				test(t, name, s)
			})
		}
	})
}

// TestLetterCase changes the letter case of account_id or location alone, where they are arguments
// and where they are the provider's: nothing is planned, and nothing is sent.
func TestLetterCase(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		server := seededServer(t)
		arguments := acctest.Values{"location": server.Account.Location, "account_id": server.Account.ID}
		if fixtures.All[name].IsAccount {
			delete(arguments, "account_id") // computed
		}
		upper := acctest.Values{}
		for argument, value := range arguments {
			upper[argument] = strings.ToUpper(value.(string))
		}
		inCapitals := upper.With(acctest.Values{"account_id": strings.ToUpper(server.Account.ID)})
		for spelling, test := range map[string]struct{ provider, before, after acctest.Values }{
			"set, then in capitals":              {nil, arguments, upper},
			"not set, then in capitals":          {nil, nil, upper},
			"set, then the provider's capitals":  {inCapitals, arguments, nil},
			"set, then the location in capitals": {nil, arguments, arguments.With(acctest.Values{"location": upper["location"]})},
		} {
			server := seededServer(t) // some names can be taken once
			instance := created(t, server.Protocol(t, provided(t, name, nil)), name, configuration.With(test.before))
			instance.Protocol = server.Protocol(t, provided(t, name, test.provider))
			writes := server.Writes()
			instance.WantUnchanged(configuration.With(test.after))
			check.Equal(t, writes, server.Writes(), "%s: writes, of which the letter case makes none", spelling)
		}
	})
}

// TestGUIDsAreChecked gives each argument whose description calls it a GUID another text: an error
// before any request.
func TestGUIDsAreChecked(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, o := range registered(t) {
		if o.schema == nil {
			continue // functions have no ids
		}
		for _, a := range o.schema.Block.Attributes {
			isArgument := a.Optional || a.Required
			if !isArgument || !strings.Contains(a.Description, "(GUID)") {
				continue
			}
			checked++
			server := acctest.NewServer(t, mockserver.WithExtended())
			diags := begin(t, server.Extended(t), o, need{argument: a.Name, value: "mine"})
			acctest.MustSay(t, diags, acctest.Failure, a.Name, "is not a GUID")
			check.Equal(t, 0, len(server.Requests()), "%s/%s, %s: requests", o.folder, o.name, a.Name)
		}
	}
	if checked < 40 {
		t.Errorf("checked %d arguments, want account_id of each type, and more", checked)
	}
}

// TestGUIDs changes the letter case of each argument that is a GUID: nothing is planned, and
// nothing is sent.
func TestGUIDs(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		eachArgument(t, name, configuration, func(changed string, v fixtures.Variation) {
			id, _ := v.Configured.(string)
			if !videoindexer.IsGUID(id) || changed == "account_id" {
				return
			}
			server := seededWithOthers(t)
			instance := created(t, server.Protocol(t, provided(t, name, nil)), name, set(configuration, changed, id))
			writes := server.Writes()
			instance.WantUnchanged(set(configuration, changed, strings.ToUpper(id)))
			check.Equal(t, writes, server.Writes(), "writes, of which the letter case of %s makes none", changed)
		})
	})
}
