package acctest

import (
	"fmt"
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/gocty"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// Values are the arguments of a block by name: nil, string, bool, int, []string, []int,
// map[string]string, Values (for an object, or for a map by key), []Values, or a tftypes.Value.
// Omitted arguments are null.
type Values map[string]any

// Format writes a line for each argument.
func (v Values) Format(to fmt.State, verb rune) { Named[any](v).Format(to, verb) }

// With returns the values with the additional ones, which replace values with the same name.
func (v Values) With(more Values) Values {
	all := maps.Clone(v)
	if all == nil {
		all = Values{}
	}
	maps.Copy(all, more)
	return all
}

// block returns the configuration of a block in the type of its schema.
func (p *Protocol) block(schema *tfprotov6.Schema, config Values) cty.Value {
	p.t.Helper()
	return typed(p.t, inprocess.SchemaOf(schema).Type, config)
}

// typed converts a Go value to the type of a schema.
func typed(t testing.TB, want cty.Type, value any) cty.Value {
	t.Helper()
	switch value := value.(type) {
	case nil:
		return cty.NullVal(want)
	case tftypes.Value:
		return inprocess.ValueOf(value)
	case map[string]Values:
		entries := Values{}
		for key, entry := range value {
			entries[key] = entry
		}
		return typedParts(t, want, entries)
	case []Values:
		elements := []cty.Value{}
		for _, element := range value {
			elements = append(elements, typed(t, want.ElementType(), element))
		}
		if len(elements) == 0 {
			return cty.ListValEmpty(want.ElementType())
		}
		return cty.ListVal(elements)
	case Values:
		return typedParts(t, want, value)
	}
	of, err := gocty.ToCtyValue(value, want)
	check.MustSucceed(t, err, "%v as a value of type %s", value, want.FriendlyName())
	return of
}

// typedParts gives the values of an object, or of a map by key, the types of a schema.
func typedParts(t testing.TB, want cty.Type, values Values) cty.Value {
	t.Helper()
	parts := map[string]cty.Value{}
	if want.IsMapType() {
		for key, value := range values {
			parts[key] = typed(t, want.ElementType(), value)
		}
		if len(parts) == 0 {
			return cty.MapValEmpty(want.ElementType())
		}
		return cty.MapVal(parts)
	}
	for name, typ := range want.AttributeTypes() {
		parts[name] = typed(t, typ, values[name])
	}
	for name := range values {
		_, known := parts[name]
		if !known {
			t.Fatalf("the block has no argument %q, want one of its schema", name)
		}
	}
	return cty.ObjectVal(parts)
}

// Parts returns the attributes of an object, or the elements of a map, by name. It returns nil for
// null.
func Parts(t testing.TB, v tftypes.Value) (parts Named[tftypes.Value]) {
	t.Helper()
	err := v.As((*map[string]tftypes.Value)(&parts))
	check.MustSucceed(t, err, "the attributes of an object, or the elements of a map")
	return parts
}

// Elements returns the elements of a list. It returns nil for null.
func Elements(t testing.TB, v tftypes.Value) (elements []tftypes.Value) {
	t.Helper()
	err := v.As(&elements)
	check.MustSucceed(t, err, "the elements of a list")
	return elements
}

// Text returns a value, or a set of values, as text: "-" for null and "?" for unknown.
func Text(v tftypes.Value) string {
	switch {
	case !v.IsKnown():
		return "?"
	case v.IsNull():
		return "-"
	}
	value, _ := inprocess.Plain(inprocess.ValueOf(v))
	return fmt.Sprint(value)
}

// texts returns the string attributes of an object by name, or nil for a null object.
func texts(object cty.Value) Named[string] {
	if object.IsNull() {
		return nil
	}
	texts := Named[string]{}
	for name, value := range object.AsValueMap() {
		isKnown := value.IsKnown() && !value.IsNull()
		if isKnown && value.Type() == cty.String {
			texts[name] = value.AsString()
		}
	}
	return texts
}
