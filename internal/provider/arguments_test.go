package provider_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// seededWithOthers returns a seeded server with a second of each object.
func seededWithOthers(t *testing.T) *acctest.Server {
	t.Helper()
	server := seededServer(t)
	server.AddFurtherAccounts(server.Account.Location, 1)
	server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: fixtures.OtherGUID, Name: "Other"})
	return server
}

var partOf = regexp.MustCompile(`^(\w+)(?:\["(.+)"\])?(?:\.(\w+))?$`)

// set returns a configuration with another value of an argument, which may be a part of another
// one.
func set(config acctest.Values, name string, value any) acctest.Values {
	parts := partOf.FindStringSubmatch(name)
	top := parts[1]
	key := parts[2]
	attribute := parts[3]
	config = maps.Clone(config)
	switch entries, isMap := config[top].(map[string]acctest.Values); {
	case key != "" && isMap:
		entries = maps.Clone(entries)
		entries[key] = entries[key].With(acctest.Values{attribute: value})
		config[top] = entries
	case attribute != "":
		inner, _ := config[top].(acctest.Values)
		config[top] = inner.With(acctest.Values{attribute: value})
	default:
		config[top] = value
	}
	return config
}

// eachArgument calls a function for every argument of a resource that can have, and for each part
// of those that have parts.
func eachArgument(t *testing.T, resource string, config acctest.Values, visit func(name string, v fixtures.Variation)) {
	t.Helper()
	row := func(name string, of tftypes.Type) {
		a, isVaried := fixtures.VariationOf(resource, name, of)
		if !isVaried {
			t.Errorf("fixtures.All does not say how %s of %s changes, want a variation of it in the row", name, resource)
		} else if a.Configured != nil {
			visit(name, a)
		}
	}
	block := acctest.Schema(t).ResourceSchemas[resource].Block
	for _, a := range block.Attributes {
		if !isStoredArgument(a) {
			continue
		}
		row(a.Name, a.Type)
		if a.NestedType == nil {
			continue
		}
		at := a.Name
		switch a.NestedType.Nesting {
		case tfprotov6.SchemaObjectNestingModeMap:
			entries, _ := config.With(fixtures.All[resource].Variations[a.Name].Along)[a.Name].(map[string]acctest.Values)
			keys := slices.Sorted(maps.Keys(entries))
			if len(keys) == 0 {
				t.Errorf("%s of %s has no entry in its row in fixtures.All, want one", a.Name, resource)
				continue
			}
			at = fmt.Sprintf("%s[%q]", a.Name, keys[0])
		case tfprotov6.SchemaObjectNestingModeSingle:
		default:
			continue
		}
		for _, inner := range a.NestedType.Attributes {
			if isStoredArgument(inner) {
				row(at+"."+inner.Name, inner.Type)
			}
		}
	}
	for _, b := range block.BlockTypes {
		row(b.TypeName, nil)
	}
}

// isStoredArgument reports whether an attribute can be configured, and is in the state then.
func isStoredArgument(a *tfprotov6.SchemaAttribute) bool {
	isArgument := a.Optional || a.Required
	return isArgument && !a.WriteOnly
}

// otherThan returns arguments that update an instance, and none of which is the one that is given
// or a part of it.
func otherThan(t *testing.T, resource, name string) acctest.Values {
	t.Helper()
	more := fixtures.All[resource].Changes
	top := partOf.FindStringSubmatch(name)[1]
	_, isSame := more[top]
	if !isSame {
		return more
	}
	policy := otherPolicy(t, resource)
	if policy == nil || top == "deletion_policy" {
		return nil
	}
	return acctest.Values{"deletion_policy": policy}
}

// at returns the part of an instance's value that an argument names.
func at(t *testing.T, state map[string]tftypes.Value, name string) string {
	t.Helper()
	parts := partOf.FindStringSubmatch(name)
	value := state[parts[1]]
	for _, step := range parts[2:] {
		var inner map[string]tftypes.Value
		if step == "" || value.IsNull() {
			continue
		}
		err := value.As(&inner)
		if err == nil {
			value = inner[step]
		}
	}
	return value.String()
}

// TestIgnoredChanges has each argument changed in the configuration and by others, under
// ignore_changes, and another argument along with it. The apply writes what the plan shows: it
// reads no configuration, in which ignored arguments still have their new values.
func TestIgnoredChanges(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		eachArgument(t, name, configuration, func(ignored string, v fixtures.Variation) {
			t.Run(ignored, func(t *testing.T) {
				acctest.InBubble(t, func(t *testing.T) { ignoreChanges(t, name, configuration.With(v.Along), ignored, v) })
			})
		})
	})
}

func ignoreChanges(t *testing.T, name string, configuration acctest.Values, ignored string, v fixtures.Variation) {
	instance := created(t, seededWithOthers(t).Extended(t), name, configuration)
	if v.Others != nil {
		other := *instance
		acctest.MustSucceed(t, other.Apply(t.Context(), other.PlanWithRefresh(set(configuration, ignored, v.Others))))
	}
	changed := set(configuration, ignored, v.Configured).With(otherThan(t, name, ignored))
	instance.Lifecycle = "ignore_changes = [" + ignored + "]"
	plan := instance.PlanWithRefresh(changed)
	before := instance.State()
	planned := acctest.Parts(t, plan.Planned)
	check.Equal(t, false, plan.IsReplacement, "it is replaced")
	check.Equal(t, at(t, before, ignored), at(t, planned, ignored), "%s, which is planned as before", ignored)
	acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
	written := instance.State()
	again := instance.PlanWithRefresh(changed)
	if !again.IsEmpty() {
		t.Errorf("want an empty plan after the apply. Planned: %s", again)
	}
	wantState(t, "after the apply", instance, written)
}

// TestReplacementNamesPriorObject changes each argument, under each of two deletion policies. An
// argument whose description says so replaces the object. An engine does not plan the destroy of a
// replacement: whatever a planned destroy warns of is in the plan of the replacement, about the
// prior object.
func TestReplacementNamesPriorObject(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		eachArgument(t, name, configuration, func(changed string, v fixtures.Variation) {
			t.Run(changed, func(t *testing.T) {
				t.Parallel()
				config := configuration.With(v.Along)
				isReplaced := replaceOne(t, name, config, set(config, changed, v.Configured))
				isSame := changed == "location" // of which only the letter case changes
				if saysReplaces(t, name, changed) && !isSame {
					check.Equal(t, true, isReplaced, "a change of %s is planned as a replacement, as its description says", changed)
				}
				policy := otherPolicy(t, name)
				if policy != nil {
					config = set(config, "deletion_policy", policy)
					replaceOne(t, name, config, set(config, changed, v.Configured))
				}
			})
		})
	})
}

// otherPolicy returns a deletion_policy other than the default of a resource; nil if it has none.
func otherPolicy(t *testing.T, resource string) any {
	t.Helper()
	for _, a := range acctest.Schema(t).ResourceSchemas[resource].Block.Attributes {
		if a.Name == "deletion_policy" && a.Optional {
			v, _ := fixtures.VariationOf(resource, a.Name, a.Type)
			return v.Configured
		}
	}
	return nil
}

// saysReplaces reports whether the description of an argument says that a change replaces the
// resource.
func saysReplaces(t *testing.T, resource, argument string) bool {
	attributes := acctest.Schema(t).ResourceSchemas[resource].Block.Attributes
	return slices.ContainsFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool {
		return a.Name == argument && strings.Contains(a.Description, "replaces the resource")
	})
}

func replaceOne(t *testing.T, name string, config, changed acctest.Values) (isReplaced bool) {
	t.Helper()
	server := seededWithOthers(t)
	instance := created(t, server.Extended(t), name, config)
	instance.Protocol = server.Extended(t)
	replacement := instance.Plan(t.Context(), changed)
	texts := strings.Join(acctest.Texts(replacement.Diagnostics), "\n")
	if !replacement.IsReplacement || strings.Contains(texts, "must not be replaced") {
		return replacement.IsReplacement
	}
	instance.Protocol = server.Extended(t)
	for _, message := range acctest.Texts(instance.Plan(t.Context(), nil).Diagnostics) {
		about, _, _ := strings.Cut(message, ". ")
		// What is kept, a destroy disables.
		isLeft := strings.Contains(texts, "will be left unchanged") || strings.Contains(texts, "will be kept")
		if !isLeft && !strings.Contains(texts, about) {
			t.Errorf("want %q of the replacement, as of a destroy. Got: %v", about, acctest.Texts(replacement.Diagnostics))
		}
	}
	return true
}
