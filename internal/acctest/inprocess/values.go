package inprocess

import (
	"encoding/json"
	"errors"
	"maps"
	"sync"

	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// Schema is the schema of a resource, data source, ..., in the forms that this package uses.
type Schema struct {
	*tfprotov6.Schema
	Type cty.Type
	// spec describes how configurations are written: in nested objects, optional attributes may be
	// omitted.
	spec hcldec.Spec
}

// schemas are the schemas made so far, by their source. The schema of a resource serves many runs.
var schemas sync.Map

// must panics if a test is wrong, for example if a value does not have the type of the schema.
func must(err error) {
	if err != nil {
		panic(err) //nolint:forbidigo // no provider runs this
	}
}

// SchemaOf returns a schema that the provider offers. A missing schema is a mistake of the test.
func SchemaOf(offered *tfprotov6.Schema) *Schema {
	if offered == nil {
		must(errors.New("the provider has no such type"))
	}
	known, isKnown := schemas.Load(offered)
	if !isKnown {
		known, _ = schemas.LoadOrStore(offered, newSchema(offered))
	}
	s, _ := known.(*Schema)
	return s
}

func newSchema(s *tfprotov6.Schema) *Schema {
	kind := TypeOf(s.ValueType())
	return &Schema{Schema: s, Type: kind, spec: specOf(s.Block, kind)}
}

func specOf(block *tfprotov6.SchemaBlock, kind cty.Type) hcldec.Spec {
	spec := hcldec.ObjectSpec{}
	for _, a := range block.Attributes {
		spec[a.Name] = &hcldec.AttrSpec{
			Name: a.Name, Required: a.Required, Type: written(a, kind.AttributeType(a.Name)),
		}
	}
	for _, b := range block.BlockTypes {
		spec[b.TypeName] = &hcldec.BlockSpec{
			TypeName: b.TypeName, Nested: specOf(b.Block, kind.AttributeType(b.TypeName)),
		}
	}
	return spec
}

// TypeOf converts a type of the protocol to a type of this package.
func TypeOf(t tftypes.Type) cty.Type {
	text, err := json.Marshal(t)
	kind := cty.NilType
	if err == nil {
		kind, err = ctyjson.UnmarshalType(text)
	}
	must(err)
	return kind
}

// ValueOf converts a value of the protocol to a value of this package.
func ValueOf(v tftypes.Value) cty.Value {
	packed, err := tfprotov6.NewDynamicValue(v.Type(), v)
	must(err)
	return (&Schema{Type: TypeOf(v.Type())}).unpack(&packed)
}

// Identity converts an identity to the form of the protocol.
func (s *Schema) Identity(v cty.Value) *tfprotov6.ResourceIdentityData {
	return &tfprotov6.ResourceIdentityData{IdentityData: s.pack(v)}
}

// OfIdentity converts an identity from the form of the protocol; it returns null if there is none.
func (s *Schema) OfIdentity(data *tfprotov6.ResourceIdentityData) cty.Value {
	if data == nil {
		return cty.NullVal(s.Type)
	}
	return s.unpack(data.IdentityData)
}

// Typed converts a value of this package to a value of the protocol.
func (s *Schema) Typed(v cty.Value) tftypes.Value {
	typed, err := s.pack(v).Unmarshal(s.ValueType())
	must(err)
	return typed
}

// written returns the type that the configuration of an attribute is converted to.
func written(a *tfprotov6.SchemaAttribute, kind cty.Type) cty.Type {
	if a.NestedType == nil {
		return kind
	}
	inner := kind
	if a.NestedType.Nesting != tfprotov6.SchemaObjectNestingModeSingle {
		inner = kind.ElementType()
	}
	kinds := maps.Clone(inner.AttributeTypes())
	optional := []string{}
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

// pack converts a value to the form of the protocol. A value of another type than the schema's is a
// mistake of the test.
func (s *Schema) pack(v cty.Value) *tfprotov6.DynamicValue {
	text, err := msgpack.Marshal(v, s.Type)
	must(err)
	return &tfprotov6.DynamicValue{MsgPack: text}
}

// unpack converts a value from the form of the protocol; it returns null if there is none.
func (s *Schema) unpack(v *tfprotov6.DynamicValue) cty.Value {
	if v == nil {
		return cty.NullVal(s.Type)
	}
	unmarshal := msgpack.Unmarshal
	text := v.MsgPack
	if len(v.JSON) > 0 {
		unmarshal = ctyjson.Unmarshal
		text = v.JSON
	}
	value, err := unmarshal(text, s.Type.WithoutOptionalAttributesDeep())
	must(err)
	return value
}

// Plain returns a value as in the JSON of Terraform's plans, and its unknown parts.
func Plain(from cty.Value) (value, unknown any) {
	switch {
	case !from.IsKnown():
		return nil, true
	case from.IsNull():
		return nil, false
	case from.Type().IsObjectType() || from.Type().IsMapType():
		values := map[string]any{}
		unknowns := map[string]any{}
		for name, element := range from.AsValueMap() {
			inner, unknownPart := Plain(element)
			if unknownPart != true {
				values[name] = inner
			}
			if unknownPart != false {
				unknowns[name] = unknownPart
			}
		}
		return values, unknowns
	case from.Type().IsTupleType() || from.Type().IsCollectionType():
		values := []any{}
		unknowns := []any{}
		for _, element := range from.AsValueSlice() {
			inner, unknownPart := Plain(element)
			values = append(values, inner)
			unknowns = append(unknowns, unknownPart)
		}
		return values, unknowns
	case from.Type() == cty.Bool:
		return from.True(), false
	case from.Type() == cty.Number:
		return json.Number(from.AsBigFloat().Text('f', -1)), false
	}
	return from.AsString(), false
}
