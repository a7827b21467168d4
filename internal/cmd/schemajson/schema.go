package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The types below are the JSON of "terraform providers schema -json".
type (
	document struct {
		FormatVersion string                  `json:"format_version"`
		Providers     map[string]providerJSON `json:"provider_schemas"`
	}

	providerJSON struct {
		Provider           schemaJSON              `json:"provider"`
		Resources          map[string]schemaJSON   `json:"resource_schemas,omitempty"`
		DataSources        map[string]schemaJSON   `json:"data_source_schemas,omitempty"`
		EphemeralResources map[string]schemaJSON   `json:"ephemeral_resource_schemas,omitempty"`
		ListResources      map[string]schemaJSON   `json:"list_resource_schemas,omitempty"`
		Actions            map[string]actionJSON   `json:"action_schemas,omitempty"`
		Functions          map[string]functionJSON `json:"functions,omitempty"`
		Identities         map[string]identityJSON `json:"resource_identity_schemas,omitempty"`
	}

	schemaJSON struct {
		Version int64     `json:"version"`
		Block   blockJSON `json:"block"`
	}

	actionJSON struct {
		Block blockJSON `json:"block"`
	}

	blockJSON struct {
		Attributes      map[string]attributeJSON   `json:"attributes,omitempty"`
		BlockTypes      map[string]nestedBlockJSON `json:"block_types,omitempty"`
		Description     string                     `json:"description,omitempty"`
		DescriptionKind string                     `json:"description_kind"`
		Deprecated      bool                       `json:"deprecated,omitempty"`
	}

	nestedBlockJSON struct {
		NestingMode string    `json:"nesting_mode"`
		Block       blockJSON `json:"block"`
		MinItems    int64     `json:"min_items,omitempty"`
		MaxItems    int64     `json:"max_items,omitempty"`
	}

	attributeJSON struct {
		Type            json.RawMessage `json:"type,omitempty"`
		NestedType      *nestedTypeJSON `json:"nested_type,omitempty"`
		Description     string          `json:"description,omitempty"`
		DescriptionKind string          `json:"description_kind"`
		Deprecated      bool            `json:"deprecated,omitempty"`
		Required        bool            `json:"required,omitempty"`
		Optional        bool            `json:"optional,omitempty"`
		Computed        bool            `json:"computed,omitempty"`
		Sensitive       bool            `json:"sensitive,omitempty"`
		WriteOnly       bool            `json:"write_only,omitempty"`
	}

	nestedTypeJSON struct {
		Attributes  map[string]attributeJSON `json:"attributes"`
		NestingMode string                   `json:"nesting_mode"`
	}

	functionJSON struct {
		Description        string          `json:"description,omitempty"`
		Summary            string          `json:"summary,omitempty"`
		DeprecationMessage string          `json:"deprecation_message,omitempty"`
		ReturnType         json.RawMessage `json:"return_type"`
		Parameters         []parameterJSON `json:"parameters,omitempty"`
		VariadicParameter  *parameterJSON  `json:"variadic_parameter,omitempty"`
	}

	parameterJSON struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		IsNullable  bool            `json:"is_nullable,omitempty"`
		Type        json.RawMessage `json:"type"`
	}

	identityJSON struct {
		Version    int64                            `json:"version"`
		Attributes map[string]identityAttributeJSON `json:"attributes"`
	}

	identityAttributeJSON struct {
		Type              json.RawMessage `json:"type"`
		Description       string          `json:"description,omitempty"`
		RequiredForImport bool            `json:"required_for_import,omitempty"`
		OptionalForImport bool            `json:"optional_for_import,omitempty"`
	}
)

// each applies convert to every value of m.
func each[From, To any](m map[string]From, convert func(From) To) map[string]To {
	converted := make(map[string]To, len(m))
	for name, value := range m {
		converted[name] = convert(value)
	}
	return converted
}

func schemaOf(s *tfprotov6.Schema) schemaJSON {
	return schemaJSON{Version: s.Version, Block: blockOf(s.Block)}
}

func actionOf(a *tfprotov6.ActionSchema) actionJSON {
	return actionJSON{Block: blockOf(a.Schema.Block)}
}

func blockOf(b *tfprotov6.SchemaBlock) blockJSON {
	block := blockJSON{
		Attributes:      attributesOf(b.Attributes),
		BlockTypes:      make(map[string]nestedBlockJSON, len(b.BlockTypes)),
		Description:     b.Description,
		DescriptionKind: kindOf(b.DescriptionKind),
		Deprecated:      b.Deprecated,
	}
	for _, nested := range b.BlockTypes {
		block.BlockTypes[nested.TypeName] = nestedBlockJSON{
			NestingMode: mode(nested.Nesting),
			Block:       blockOf(nested.Block),
			MinItems:    nested.MinItems,
			MaxItems:    nested.MaxItems,
		}
	}
	return block
}

func attributesOf(attributes []*tfprotov6.SchemaAttribute) map[string]attributeJSON {
	converted := make(map[string]attributeJSON, len(attributes))
	for _, a := range attributes {
		attribute := attributeJSON{
			Description:     a.Description,
			DescriptionKind: kindOf(a.DescriptionKind),
			Deprecated:      a.Deprecated,
			Required:        a.Required,
			Optional:        a.Optional,
			Computed:        a.Computed,
			Sensitive:       a.Sensitive,
			WriteOnly:       a.WriteOnly,
		}
		if a.NestedType != nil {
			attribute.NestedType = &nestedTypeJSON{
				Attributes:  attributesOf(a.NestedType.Attributes),
				NestingMode: mode(a.NestedType.Nesting),
			}
		} else {
			attribute.Type = typeOf(a.Type)
		}
		converted[a.Name] = attribute
	}
	return converted
}

func functionOf(f *tfprotov6.Function) functionJSON {
	function := functionJSON{
		Description:        f.Description,
		Summary:            f.Summary,
		DeprecationMessage: f.DeprecationMessage,
		ReturnType:         typeOf(f.Return.Type),
	}
	for _, p := range f.Parameters {
		function.Parameters = append(function.Parameters, parameterOf(p))
	}
	if f.VariadicParameter != nil {
		variadic := parameterOf(f.VariadicParameter)
		function.VariadicParameter = &variadic
	}
	return function
}

func parameterOf(p *tfprotov6.FunctionParameter) parameterJSON {
	return parameterJSON{
		Name:        p.Name,
		Description: p.Description,
		IsNullable:  p.AllowNullValue,
		Type:        typeOf(p.Type),
	}
}

func identityOf(s *tfprotov6.ResourceIdentitySchema) identityJSON {
	identity := identityJSON{
		Version:    s.Version,
		Attributes: make(map[string]identityAttributeJSON, len(s.IdentityAttributes)),
	}
	for _, a := range s.IdentityAttributes {
		identity.Attributes[a.Name] = identityAttributeJSON{
			Type:              typeOf(a.Type),
			Description:       a.Description,
			RequiredForImport: a.RequiredForImport,
			OptionalForImport: a.OptionalForImport,
		}
	}
	return identity
}

// typeOf writes a type as engines do: "string", ["list", "string"], ["object", {…}].
func typeOf(t tftypes.Type) json.RawMessage {
	switch t := t.(type) {
	case tftypes.List:
		return collection("list", t.ElementType)
	case tftypes.Set:
		return collection("set", t.ElementType)
	case tftypes.Map:
		return collection("map", t.ElementType)
	case tftypes.Tuple:
		elements := make([]string, len(t.ElementTypes))
		for i, element := range t.ElementTypes {
			elements[i] = string(typeOf(element))
		}
		return fmt.Appendf(nil, `["tuple",[%s]]`, strings.Join(elements, ","))
	case tftypes.Object:
		// A map of raw messages always encodes, and in order of names.
		attributes, _ := json.Marshal(each(t.AttributeTypes, typeOf)) //nolint:errchkjson // see above
		return fmt.Appendf(nil, `["object",%s]`, attributes)
	}
	switch {
	case t.Is(tftypes.String):
		return json.RawMessage(`"string"`)
	case t.Is(tftypes.Number):
		return json.RawMessage(`"number"`)
	case t.Is(tftypes.Bool):
		return json.RawMessage(`"bool"`)
	default:
		return json.RawMessage(`"dynamic"`)
	}
}

func collection(kind string, element tftypes.Type) json.RawMessage {
	return fmt.Appendf(nil, `[%q,%s]`, kind, typeOf(element))
}

func kindOf(kind tfprotov6.StringKind) string {
	if kind == tfprotov6.StringKindMarkdown {
		return "markdown"
	}
	return "plain"
}

// mode is the nesting mode of a block or a nested attribute, as engines spell it.
func mode(nesting fmt.Stringer) string { return strings.ToLower(nesting.String()) }
