package inprocess

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// schema is the schema of a resource or data source, in the forms in which it is used here.
type schema struct {
	*tfprotov6.Schema
	kind     cty.Type
	required map[string]bool
	// written are the types that configurations are converted to: in nested objects, optional attributes may be left out.
	written map[string]cty.Type
}

// schemas are those made so far, by what they were made of: that of a resource serves many runs.
var schemas sync.Map

func schemaOf(offered *tfprotov6.Schema) (*schema, error) {
	if known, ok := schemas.Load(offered); ok {
		s, _ := known.(*schema)
		return s, nil
	}
	s, err := newSchema(offered)
	if err == nil {
		schemas.Store(offered, s)
	}
	return s, err
}

func newSchema(s *tfprotov6.Schema) (*schema, error) {
	text, err := json.Marshal(s.ValueType())
	if err != nil {
		return nil, fmt.Errorf("the type of a schema: %w", err)
	}
	kind, err := ctyjson.UnmarshalType(text)
	if err != nil {
		return nil, fmt.Errorf("the type of a schema: %w", err)
	}
	result := &schema{Schema: s, kind: kind, required: map[string]bool{}, written: kind.AttributeTypes()}
	for _, a := range s.Block.Attributes {
		result.required[a.Name] = a.Required
		result.written[a.Name] = written(a, kind.AttributeType(a.Name))
	}
	return result, nil
}

// written is the type that the configuration of an attribute is converted to.
func written(a *tfprotov6.SchemaAttribute, kind cty.Type) cty.Type {
	if a.NestedType == nil {
		return kind
	}
	inner := kind
	if a.NestedType.Nesting != tfprotov6.SchemaObjectNestingModeSingle {
		inner = kind.ElementType()
	}
	kinds, optional := inner.AttributeTypes(), []string{}
	for _, nested := range a.NestedType.Attributes {
		kinds[nested.Name] = written(nested, kinds[nested.Name])
		if !nested.Required {
			optional = append(optional, nested.Name)
		}
	}
	inner = cty.ObjectWithOptionalAttrs(kinds, optional)
	switch {
	case kind.IsMapType():
		return cty.Map(inner)
	case kind.IsSetType():
		return cty.Set(inner)
	case kind.IsListType():
		return cty.List(inner)
	}
	return inner
}

// sensitive are the attributes whose values are not shown, as the JSON of plans and states has them.
func (s *schema) sensitive() map[string]any { return sensitive(s.Block.Attributes) }

func sensitive(attributes []*tfprotov6.SchemaAttribute) map[string]any {
	names := map[string]any{}
	for _, a := range attributes {
		switch {
		case a.Sensitive:
			names[a.Name] = true
		case a.NestedType != nil && a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle:
			names[a.Name] = sensitive(a.NestedType.Attributes)
		}
	}
	return names
}

func (s *schema) pack(v cty.Value) (*tfprotov6.DynamicValue, error) {
	text, err := msgpack.Marshal(v, s.kind)
	if err != nil {
		return nil, fmt.Errorf("a value as it travels: %w", err)
	}
	return &tfprotov6.DynamicValue{MsgPack: text}, nil
}

func (s *schema) unpack(v *tfprotov6.DynamicValue) (cty.Value, error) {
	if v == nil {
		return cty.NullVal(s.kind), nil
	}
	value, err := msgpack.Unmarshal(v.MsgPack, s.kind.WithoutOptionalAttributesDeep())
	if err != nil {
		return cty.NilVal, fmt.Errorf("a value as it travels: %w", err)
	}
	return value, nil
}

// proposed is the new state that an engine proposes: the configuration, and the prior values of what is computed and not
// configured.
func (s *schema) proposed(prior, config cty.Value) cty.Value {
	return proposedObject(s.Block.Attributes, prior, config)
}

func proposedObject(attributes []*tfprotov6.SchemaAttribute, prior, config cty.Value) cty.Value {
	if config.IsNull() || !config.IsKnown() {
		return config
	}
	values := config.AsValueMap()
	for _, a := range attributes {
		values[a.Name] = proposedAttribute(a, priorOf(prior, a.Name, config.GetAttr(a.Name).Type()), config.GetAttr(a.Name))
	}
	return cty.ObjectVal(values)
}

func priorOf(prior cty.Value, name string, kind cty.Type) cty.Value {
	if prior.IsNull() || !prior.IsKnown() {
		return cty.NullVal(kind)
	}
	return prior.GetAttr(name)
}

func proposedAttribute(a *tfprotov6.SchemaAttribute, prior, config cty.Value) cty.Value {
	switch {
	case config.IsNull() && a.Computed:
		return prior
	case config.IsNull() || !config.IsKnown() || a.NestedType == nil:
		return config
	}
	switch a.NestedType.Nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return proposedObject(a.NestedType.Attributes, prior, config)
	case tfprotov6.SchemaObjectNestingModeMap:
		elements := config.AsValueMap()
		for key, element := range elements {
			before := cty.NullVal(element.Type())
			if !prior.IsNull() && prior.IsKnown() && prior.HasIndex(cty.StringVal(key)).True() {
				before = prior.Index(cty.StringVal(key))
			}
			elements[key] = proposedObject(a.NestedType.Attributes, before, element)
		}
		if len(elements) == 0 {
			return config
		}
		return cty.MapVal(elements)
	}
	return config
}

// conforms returns how actual breaks a promise of planned, and where; "" when it keeps every promise.
func conforms(at string, planned, actual cty.Value) string {
	switch {
	case !planned.IsKnown():
		return ""
	case !actual.IsKnown():
		return at + ": was known, but now unknown"
	case planned.IsNull() || actual.IsNull():
		if planned.IsNull() != actual.IsNull() {
			return fmt.Sprintf("%s: was %#v, but now %#v", at, planned, actual)
		}
		return ""
	}
	kind := planned.Type()
	switch {
	case kind.IsObjectType():
		for name := range kind.AttributeTypes() {
			if wrong := conforms(at+"."+name, planned.GetAttr(name), actual.GetAttr(name)); wrong != "" {
				return wrong
			}
		}
		return ""
	case kind.IsMapType():
		for key, value := range planned.AsValueMap() {
			if !actual.HasIndex(cty.StringVal(key)).True() {
				return fmt.Sprintf("%s[%q]: element has vanished", at, key)
			}
			if wrong := conforms(fmt.Sprintf("%s[%q]", at, key), value, actual.Index(cty.StringVal(key))); wrong != "" {
				return wrong
			}
		}
		if planned.LengthInt() != actual.LengthInt() {
			return at + ": new elements have appeared"
		}
		return ""
	case kind.IsListType():
		if planned.LengthInt() != actual.LengthInt() {
			return at + ": has another length"
		}
		for i, value := range planned.AsValueSlice() {
			if wrong := conforms(fmt.Sprintf("%s[%d]", at, i), value, actual.Index(cty.NumberIntVal(int64(i)))); wrong != "" {
				return wrong
			}
		}
		return ""
	case !planned.IsWhollyKnown():
		return ""
	}
	if planned.RawEquals(actual) {
		return ""
	}
	return fmt.Sprintf("%s: was %#v, but now %#v", at, planned, actual)
}

// plain is a value as the JSON of Terraform's plans has it, and which parts of it are unknown.
func plain(v cty.Value) (value, unknown any) {
	switch {
	case !v.IsKnown():
		return nil, true
	case v.IsNull():
		return nil, false
	case v.Type().IsObjectType() || v.Type().IsMapType():
		values, unknowns := map[string]any{}, map[string]any{}
		for name, element := range v.AsValueMap() {
			inner, open := plain(element)
			if open != true {
				values[name] = inner
			}
			if open != false {
				unknowns[name] = open
			}
		}
		return values, unknowns
	case v.Type().IsTupleType() || v.Type().IsListType() || v.Type().IsSetType():
		values, unknowns := []any{}, []any{}
		for _, element := range v.AsValueSlice() {
			inner, open := plain(element)
			values, unknowns = append(values, inner), append(unknowns, open)
		}
		return values, unknowns
	case v.Type() == cty.Bool:
		return v.True(), false
	case v.Type() == cty.Number:
		return json.Number(v.AsBigFloat().Text('f', -1)), false
	}
	return v.AsString(), false
}
