package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
)

// TestOmittedArguments has others maintain an argument that the configuration omits, after a
// removal and after an import. Their values are shown and kept, and no plan of the configuration
// changes them. An update of another argument keeps even a value that others write between its plan
// and its apply.
func TestOmittedArguments(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		shown := map[string]fixtures.Variation{}
		eachArgument(t, name, configuration, func(argument string, v fixtures.Variation) {
			if v.Others != nil {
				shown[argument] = v
			}
		})
		for _, argument := range slices.Sorted(maps.Keys(shown)) {
			v := shown[argument]
			a := argumentOf(t, name, argument)
			if !a.Optional || statedDefault.MatchString(a.Description) {
				continue
			}
			o := omission{typeName: name, argument: argument, Variation: v, config: configuration.With(v.Along)}
			for _, other := range slices.Sorted(maps.Keys(shown)) {
				isPart := strings.HasPrefix(argument, other) || strings.HasPrefix(other, argument)
				if !isPart {
					o.updates = append(o.updates, set(o.with(nil), other, shown[other].Others))
				}
			}
			o.updates = append(o.updates, o.with(nil).With(otherThan(t, name, argument)))
			t.Run(argument, func(t *testing.T) {
				for _, isExtended := range []bool{false, true} {
					for _, isImported := range []bool{false, true} {
						acctest.InBubble(t, func(t *testing.T) { o.test(t, isExtended, isImported) })
					}
				}
			})
		}
	})
}

// argumentOf returns an argument of a resource, or an argument inside of one.
func argumentOf(t *testing.T, resource, argument string) (found *tfprotov6.SchemaAttribute) {
	t.Helper()
	parts := partOf.FindStringSubmatch(argument)
	attributes := acctest.Schema(t).ResourceSchemas[resource].Block.Attributes
	for _, name := range []string{parts[1], parts[3]} {
		for _, a := range attributes {
			if a.Name == name {
				found = a
			}
		}
		if found.NestedType != nil {
			attributes = found.NestedType.Attributes
		}
	}
	return found
}

// isMap reports whether an argument of a resource is a map of objects.
func isMap(t *testing.T, resource, argument string) bool {
	t.Helper()
	for _, a := range acctest.Schema(t).ResourceSchemas[resource].Block.Attributes {
		if a.Name == argument && a.NestedType != nil {
			return a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeMap
		}
	}
	return false
}

// omission is a configuration without an argument that others maintain.
type omission struct {
	fixtures.Variation

	typeName, argument string
	config             acctest.Values
	// updates change another argument.
	updates []acctest.Values
}

// with returns the configuration with a value of the argument; nil omits it.
func (o omission) with(value any) acctest.Values { return set(o.config, o.argument, value) }

func (o omission) test(t *testing.T, isExtended, isImported bool) {
	if !isExtended && fixtures.All[o.typeName].NeedsExtended {
		return
	}
	server := seededWithOthers(t)
	others := created(t, server.Extended(t), o.typeName, o.with(o.Configured))
	isRequired := len(acctest.Errors(others.Plan(t.Context(), o.with(nil)).Diagnostics)) > 0
	if isRequired {
		return
	}
	theirs := func() string { return at(t, others.State(), o.argument) }
	write := func(value any) {
		acctest.MustSucceed(t, others.Apply(t.Context(), others.PlanWithRefresh(o.with(value))))
	}
	wantKept := func(when string) {
		written := theirs()
		acctest.MustSucceed(t, others.Refresh(t.Context()))
		if theirs() != written {
			t.Errorf("extended operations %t, import %t, %s: want %s kept as others have written it, got %s",
				isExtended, isImported, when, written, theirs())
		}
	}
	instance := server.Protocol(t, acctest.Values{"extended_operations": isExtended}).Instance(o.typeName)
	if isImported {
		acctest.MustSucceed(t, instance.Import(t.Context(), importIDOf(t, o.typeName, others)))
	} else {
		instance.Object = others.Object
	}
	acctest.MustSucceed(t, instance.Apply(t.Context(), instance.PlanWithRefresh(o.with(nil))))
	wantKept("after the argument was omitted")
	write(o.Others)
	again := instance.PlanWithRefresh(o.with(nil))
	if !again.IsEmpty() {
		t.Errorf("others have written %s: want no difference, got: %v", theirs(), again)
	}
	// A map shows only the entries that Terraform has sent, and others add to them.
	isShown := isExtended && !isMap(t, o.typeName, o.argument)
	if isShown && at(t, instance.State(), o.argument) != theirs() {
		t.Errorf("others have written %s: want it in the state, got %s", theirs(), at(t, instance.State(), o.argument))
	}
	update := o.planUpdate(t, instance)
	write(o.Configured)
	acctest.MustSucceed(t, instance.Apply(t.Context(), update))
	wantKept("after an update of another argument")
}

// planUpdate plans an update of another argument.
func (o omission) planUpdate(t *testing.T, instance *acctest.Instance) *acctest.Plan {
	t.Helper()
	for _, update := range o.updates {
		plan := instance.Plan(t.Context(), update)
		isAllowed := len(acctest.Errors(plan.Diagnostics)) == 0
		if isAllowed && plan.IsUpdate {
			return plan
		}
	}
	t.Fatal("want another argument that an update can change: add one to the row in fixtures.All")
	return nil
}
