package provider_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// statedDefault is the value that a description states as the default.
var statedDefault = regexp.MustCompile("Default: `([^`]+)`\\.")

// requestID is the id of a request in a message.
var requestID = regexp.MustCompile(`(request[ -]id) [0-9a-f-]{36}`)

// TestDefaultsAreAsGoodAsNone writes each default that a description states, with extended
// operations and without: all that a plan and an apply say, send and store is as if the argument
// were left out.
func TestDefaultsAreAsGoodAsNone(t *testing.T) {
	t.Parallel()
	written := 0
	for _, o := range registered(t) {
		if o.schema == nil {
			continue
		}
		for sceneName, s := range scenesOf(t, o) {
			for name, value := range statedDefaults(t, o, s.configs[0]) {
				written++
				t.Run(o.name+"/"+sceneName+"/"+name, func(t *testing.T) {
					t.Parallel()
					var without, with outcome
					// Both begin at the same time, which states have.
					acctest.InBubble(t, func(t *testing.T) { without = outcomeOf(t, o, s, name, nil) })
					acctest.InBubble(t, func(t *testing.T) { with = outcomeOf(t, o, s, name, value) })
					check.Equal(t, without, with, "%s = %v, its default, as where it is left out", name, value)
				})
			}
		}
	}
	if written < 60 {
		t.Errorf("%d defaults found, want 60 or more", written)
	}
}

// scenesOf returns the scenes of whatever the provider offers.
func scenesOf(t *testing.T, o offer) map[string]scene {
	if o.folder == "resources" {
		return scenes(t, o.name)
	}
	configs := []acctest.Values{uses[o.folder+"/"+o.name]}
	all := map[string]scene{"extended": {acctest.Values{"extended_operations": true}, configs}}
	if !needsExtended(o) {
		all["base API"] = scene{nil, configs}
	}
	return all
}

// statedDefaults returns those of a schema, by the name of the argument. A map has them in its
// first entry.
func statedDefaults(t *testing.T, o offer, config acctest.Values) map[string]any {
	all := map[string]any{}
	inList := func(prefix string, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			stated := statedDefault.FindStringSubmatch(a.Description)
			if stated != nil && a.Optional {
				all[prefix+a.Name] = typedDefault(t, a, stated[1])
			}
		}
	}
	inList("", o.schema.Block.Attributes)
	for _, a := range o.schema.Block.Attributes {
		entries, _ := config[a.Name].(map[string]acctest.Values)
		keys := slices.Sorted(maps.Keys(entries))
		if len(keys) > 0 {
			inList(fmt.Sprintf("%s[%q].", a.Name, keys[0]), a.NestedType.Attributes)
		}
	}
	for _, b := range o.schema.Block.BlockTypes {
		inList(b.TypeName+".", b.Block.Attributes)
	}
	return all
}

func typedDefault(t *testing.T, a *tfprotov6.SchemaAttribute, stated string) any {
	if a.Type.Is(tftypes.String) {
		return stated
	}
	if a.Type.Is(tftypes.Bool) {
		return stated == "true"
	}
	number, err := strconv.Atoi(stated)
	check.MustSucceed(t, err, "the description of %s has the default %q, as a number", a.Name, stated)
	return number
}

// outcome is what a test sees of some steps.
type outcome struct {
	Messages, Sent []string
	// States are those after each apply, without the argument that the test is about.
	States []map[string]string
}

// outcomeOf takes a scene from create to destroy, or runs what is no resource, with a value of an
// argument; nil leaves it out.
func outcomeOf(t *testing.T, o offer, s scene, argument string, value any) (seen outcome) {
	t.Helper()
	server := seededServer(t)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
		ID: testAccount, Name: "Found", Language: "en-US",
		Files: []mockserver.LanguageFile{{ID: fixtures.OtherGUID, Name: "a.txt", Enabled: true}},
	})
	protocol := server.Protocol(t, s.settings)
	say := func(diags []*tfprotov6.Diagnostic) {
		for _, text := range acctest.Texts(diags) {
			seen.Messages = append(seen.Messages, requestID.ReplaceAllString(text, "$1"))
		}
	}
	if o.folder == "resources" {
		instance := protocol.Instance(o.name)
		for _, config := range s.configs {
			plan := instance.Plan(t.Context(), set(config, argument, value))
			say(plan.Diagnostics)
			if len(acctest.Errors(plan.Diagnostics)) == 0 {
				say(instance.Apply(t.Context(), plan))
			}
			seen.States = append(seen.States, without(instance.State(), argument))
		}
		say(instance.Plan(t.Context(), nil).Diagnostics)
	} else {
		say(use(t, protocol, o, acctest.Values{argument: value}))
	}
	for _, request := range server.Requests() {
		seen.Sent = append(seen.Sent, request.Method+" "+request.Path+"?"+request.Query)
	}
	slices.Sort(seen.Sent)
	return seen
}

// without returns the values of a state but that of an argument.
func without(state map[string]tftypes.Value, argument string) map[string]string {
	values := map[string]string{}
	for name, value := range state {
		if name != partOf.FindStringSubmatch(argument)[1] {
			values[name] = value.String()
		}
	}
	return values
}
