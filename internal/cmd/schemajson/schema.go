package main

import (
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// object is an object in the JSON of "terraform providers schema -json".
type object map[string]any

// of is an object without what is empty, as engines write it.
func of(fields object) object {
	maps.DeleteFunc(fields, func(_ string, value any) bool {
		v := reflect.ValueOf(value)
		return !v.IsValid() || v.IsZero() || v.Kind() == reflect.Map && v.Len() == 0
	})
	return fields
}

// each applies convert to every value of m.
func each[From any](m map[string]From, convert func(From) object) object {
	converted := object{}
	for name, value := range m {
		converted[name] = convert(value)
	}
	return converted
}

func schemaOf(s *tfprotov6.Schema) object {
	return object{"version": s.Version, "block": blockOf(s.Block)}
}

func actionOf(a *tfprotov6.ActionSchema) object { return object{"block": blockOf(a.Schema.Block)} }

func blockOf(b *tfprotov6.SchemaBlock) object {
	blocks := object{}
	for _, nested := range b.BlockTypes {
		blocks[nested.TypeName] = of(object{
			"nesting_mode": mode(nested.Nesting), "block": blockOf(nested.Block), "min_items": nested.MinItems, "max_items": nested.MaxItems,
		})
	}
	return of(object{
		"attributes": attributesOf(b.Attributes), "block_types": blocks,
		"description": b.Description, "description_kind": kindOf(b.DescriptionKind), "deprecated": b.Deprecated,
	})
}

func attributesOf(attributes []*tfprotov6.SchemaAttribute) object {
	converted := object{}
	for _, a := range attributes {
		attribute := of(object{
			"description": a.Description, "description_kind": kindOf(a.DescriptionKind), "deprecated": a.Deprecated,
			"required": a.Required, "optional": a.Optional, "computed": a.Computed, "sensitive": a.Sensitive, "write_only": a.WriteOnly,
		})
		if a.NestedType != nil {
			attribute["nested_type"] = object{"attributes": attributesOf(a.NestedType.Attributes), "nesting_mode": mode(a.NestedType.Nesting)}
		} else {
			attribute["type"] = a.Type // which is written as engines do: "string", ["list", "string"], ["object", {…}]
		}
		converted[a.Name] = attribute
	}
	return converted
}

func functionOf(f *tfprotov6.Function) object {
	function := of(object{
		"description": f.Description, "summary": f.Summary, "deprecation_message": f.DeprecationMessage, "return_type": f.Return.Type,
	})
	var parameters []object
	for _, p := range f.Parameters {
		parameters = append(parameters, parameterOf(p))
	}
	if len(parameters) > 0 {
		function["parameters"] = parameters
	}
	if f.VariadicParameter != nil {
		function["variadic_parameter"] = parameterOf(f.VariadicParameter)
	}
	return function
}

func parameterOf(p *tfprotov6.FunctionParameter) object {
	return of(object{"name": p.Name, "description": p.Description, "is_nullable": p.AllowNullValue, "type": p.Type})
}

func identityOf(s *tfprotov6.ResourceIdentitySchema) object {
	attributes := object{}
	for _, a := range s.IdentityAttributes {
		attributes[a.Name] = of(object{
			"type": a.Type, "description": a.Description, "required_for_import": a.RequiredForImport, "optional_for_import": a.OptionalForImport,
		})
	}
	return object{"version": s.Version, "attributes": attributes}
}

func kindOf(kind tfprotov6.StringKind) string {
	if kind == tfprotov6.StringKindMarkdown {
		return "markdown"
	}
	return "plain"
}

// mode is the nesting mode of a block or a nested attribute, as engines spell it.
func mode(nesting fmt.Stringer) string { return strings.ToLower(nesting.String()) }
