package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// richConfigurations are further arguments of managed resources, so that each nested argument has a value.
var richConfigurations = map[string]acctest.Values{
	"videoindexer_brand":            {"reference_url": "https://example.com", "description": "A", "tags": []string{"a"}, "enabled": true},
	"videoindexer_brands":           {"brands": map[string]acctest.Values{"1001": {"name": "A", "reference_url": "https://example.com", "description": "A", "tags": []string{"a"}, "enabled": true}}},
	"videoindexer_brand_dictionary": {"brands": map[string]acctest.Values{"Contoso": {"reference_url": "https://example.com", "description": "A", "tags": []string{"a"}, "enabled": true}}},
	"videoindexer_language_model":   {"files": map[string]acctest.Values{"a.txt": {"content": "a", "enabled": true}}},
}

// partlyUnknown is a configuration in which one value is unknown, and where.
type partlyUnknown struct {
	at     string
	values acctest.Values
}

// withUnknowns are copies of values in which one argument is unknown: as a whole, in an element, or further inside.
func withUnknowns(attributes []*tfprotov6.SchemaAttribute, values acctest.Values) []partlyUnknown {
	var all []partlyUnknown
	for _, a := range attributes {
		if !a.Required && !a.Optional {
			continue
		}
		for _, value := range unknownsOf(a, values[a.Name]) {
			all = append(all, partlyUnknown{a.Name + value.at, values.With(acctest.Values{a.Name: value.value})})
		}
	}
	return all
}

// unknownValue is a value of an argument that is not known, or not known whole.
type unknownValue struct {
	at    string
	value any
}

func unknownsOf(a *tfprotov6.SchemaAttribute, value any) []unknownValue {
	kind := a.ValueType()
	all := []unknownValue{{"", tftypes.NewValue(kind, tftypes.UnknownValue)}}
	element := func(kind tftypes.Type) tftypes.Value { return tftypes.NewValue(kind, tftypes.UnknownValue) }
	switch kind := kind.(type) {
	case tftypes.Set:
		all = append(all, unknownValue{"[]", tftypes.NewValue(kind, []tftypes.Value{element(kind.ElementType)})})
	case tftypes.List:
		all = append(all, unknownValue{"[]", tftypes.NewValue(kind, []tftypes.Value{element(kind.ElementType)})})
	}
	if a.NestedType == nil {
		return all
	}
	switch value := value.(type) {
	case acctest.Values:
		for _, inner := range withUnknowns(a.NestedType.Attributes, value) {
			all = append(all, unknownValue{"." + inner.at, inner.values})
		}
	case map[string]acctest.Values:
		for key, entry := range value {
			mapKind, _ := kind.(tftypes.Map)
			all = append(all, unknownValue{fmt.Sprintf("[%q]", key), acctest.Values{key: element(mapKind.ElementType)}})
			for _, inner := range withUnknowns(a.NestedType.Attributes, entry) {
				all = append(all, unknownValue{fmt.Sprintf("[%q].%s", key, inner.at), acctest.Values{key: inner.values}})
			}
		}
	}
	return all
}

// refusedUnknown is what a resource says of arguments that it must know to plan.
var refusedUnknown = map[string]string{
	"videoindexer_brand_dictionary": "The plan cannot show what would be deleted", // exclusive
	"videoindexer_paid_account":     "Paid account must not be replaced",          // whatever may replace it, under "prevent"
}

// TestUnknownArgumentsArePlanned plans creates and updates in which one argument is unknown, each in turn, and then with its value,
// as an engine does at the apply: nothing is refused, and what was planned as known stays.
func TestUnknownArgumentsArePlanned(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		extended := acctest.Values{"extended_operations": true}
		before := configuration.With(moreConfigurations[name]).With(richConfigurations[name])
		used, unused := museum(t), museum(t)
		attributes := acctest.Schema(t).ResourceSchemas[name].Block.Attributes
		existing := created(t, used.Protocol(t, extended), name, before)
		for _, step := range []struct {
			name   string
			server *acctest.Server
			config acctest.Values
		}{{"create", unused, before}, {"update", used, before.With(lives.All[name].Changes)}} {
			for _, open := range withUnknowns(attributes, step.config) {
				instance := existing
				if step.name == "create" {
					instance = step.server.Protocol(t, extended).Instance(name)
				}
				instance.Protocol = step.server.Protocol(t, extended)
				diags := acctest.Errors(instance.Validate(t.Context(), open.values))
				planned := instance.Plan(t.Context(), open.values)
				diags = append(diags, acctest.Errors(planned.Diagnostics)...)
				if texts := acctest.Texts(diags); len(texts) > 0 {
					if refused := refusedUnknown[name]; refused == "" || len(texts) > 1 || !strings.Contains(texts[0], refused) {
						t.Errorf("%s with unknown %s is refused: %q", step.name, open.at, texts)
					}
					continue
				}
				instance.Protocol = step.server.Protocol(t, extended)
				again := instance.Plan(t.Context(), step.config)
				acctest.Succeeds(t, again.Diagnostics)
				for _, at := range acctest.Contradictions(planned.Planned, again.Planned) {
					if argument, isElement := strings.CutSuffix(open.at, "[]"); isElement && strings.HasPrefix(at, "."+argument+": was") {
						continue // it has no elements in the configuration that follows
					}
					t.Errorf("%s with unknown %s: inconsistent final plan at %s", step.name, open.at, at)
				}
			}
		}
	})
}

// TestUnknownArgumentsAreValid validates each argument of what is no managed resource while it is unknown: nothing is said about it.
func TestUnknownArgumentsAreValid(t *testing.T) {
	t.Parallel()
	server := videoindexerprovider.NewServer("test")
	for _, o := range registered(t) {
		if o.schema == nil || o.folder == "resources" {
			continue
		}
		object, _ := o.schema.ValueType().(tftypes.Object)
		for _, a := range o.schema.Block.Attributes {
			if !a.Required && !a.Optional {
				continue
			}
			values := map[string]tftypes.Value{}
			for name, kind := range object.AttributeTypes {
				values[name] = tftypes.NewValue(kind, nil)
			}
			values[a.Name] = tftypes.NewValue(a.ValueType(), tftypes.UnknownValue)
			for _, d := range validateConfig(t, server, o, tftypes.NewValue(object, values)) {
				if d.Attribute.Equal(tftypes.NewAttributePath().WithAttributeName(a.Name)) {
					t.Errorf("%s/%s: unknown %s: %s: %s", o.folder, o.name, a.Name, d.Summary, d.Detail)
				}
			}
		}
	}
}
