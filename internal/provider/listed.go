package provider

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// ListResource leaves out objects whose generated configuration Terraform would refuse, each with a warning: one of them would
// make the configuration of all others useless.
func (s *callScoped) ListResource(ctx context.Context, r *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	stream, err := s.server.ListResource(ctx, r)
	if err != nil || !r.IncludeResource {
		return stream, err //nolint:wrapcheck // as the framework's server
	}
	offered, err := s.server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err //nolint:wrapcheck // as the framework's server
	}
	schema, results := offered.ResourceSchemas[r.TypeName], stream.Results
	stream.Results = func(push func(tfprotov6.ListResourceResult) bool) {
		for result := range results {
			if why := s.refusal(ctx, r.TypeName, schema, result); why != "" {
				// Terraform shows only the first of several warnings with one summary.
				result = tfprotov6.ListResourceResult{Diagnostics: []*tfprotov6.Diagnostic{{
					Severity: tfprotov6.DiagnosticSeverityWarning,
					Summary:  fmt.Sprintf("Left out: %s %q", identified(r.TypeName, schema, result.Resource), result.DisplayName),
					Detail: "Terraform refuses the configuration of this object:\n\n  - " + why + "\n\n" +
						"It stays in the account as it is. To manage it, change this in the service, and query again.",
				}}}
			}
			if !push(result) {
				return
			}
		}
	}
	return stream, nil
}

// refusal says why the configuration that is generated from a listed object is not valid, "" if it is, and if required arguments
// are left to users, since the service does not return them.
func (s *callScoped) refusal(ctx context.Context, typeName string, schema *tfprotov6.Schema, listed tfprotov6.ListResourceResult) string {
	if listed.Resource == nil || len(listed.Diagnostics) > 0 { // one that could not be read is a warning already
		return ""
	}
	kind := schema.ValueType()
	resource, err := listed.Resource.Unmarshal(kind)
	if err != nil || isIncomplete(schema.Block.Attributes, resource) {
		return ""
	}
	generated, err := tfprotov6.NewDynamicValue(kind, configured(schema.Block.Attributes, resource))
	if err != nil {
		return ""
	}
	validated, err := s.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: &generated})
	if err != nil {
		return ""
	}
	for _, d := range validated.Diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return strings.TrimRight(d.Detail, ".") + "."
		}
	}
	return ""
}

// identified is the noun of an object with its id.
func identified(typeName string, schema *tfprotov6.Schema, object *tfprotov6.DynamicValue) string {
	noun := strings.TrimPrefix(typeName, "videoindexer_")
	var values map[string]tftypes.Value
	if resource, err := object.Unmarshal(schema.ValueType()); err == nil && resource.As(&values) == nil {
		for _, key := range []string{noun + "_id", "model_id"} {
			var id string
			var number *big.Float
			switch value := values[key]; {
			case value.Type() == nil:
			case value.Type().Is(tftypes.String) && value.As(&id) == nil && id != "":
				return strings.ReplaceAll(noun, "_", " ") + " " + id
			case value.Type().Is(tftypes.Number) && value.As(&number) == nil && number != nil:
				return strings.ReplaceAll(noun, "_", " ") + " " + number.Text('f', 0)
			}
		}
	}
	return strings.ReplaceAll(noun, "_", " ")
}

func isIncomplete(attributes []*tfprotov6.SchemaAttribute, object tftypes.Value) bool {
	var values map[string]tftypes.Value
	if object.As(&values) != nil {
		return true
	}
	return slices.ContainsFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Required && values[a.Name].IsNull() })
}

// configured is an object without what no configuration sets, as an engine generates configuration from it.
func configured(attributes []*tfprotov6.SchemaAttribute, object tftypes.Value) tftypes.Value {
	var values map[string]tftypes.Value
	if object.IsNull() || !object.IsKnown() || object.As(&values) != nil {
		return object
	}
	for _, attribute := range attributes {
		value := values[attribute.Name]
		switch {
		case attribute.Computed && !attribute.Optional:
			values[attribute.Name] = tftypes.NewValue(value.Type(), nil)
		case attribute.NestedType != nil:
			values[attribute.Name] = eachConfigured(attribute.NestedType, value)
		}
	}
	return tftypes.NewValue(object.Type(), values)
}

// eachConfigured is a nested attribute of configured objects.
func eachConfigured(nested *tfprotov6.SchemaObject, value tftypes.Value) tftypes.Value {
	var byKey map[string]tftypes.Value
	var elements []tftypes.Value
	switch nested.Nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return configured(nested.Attributes, value)
	case tfprotov6.SchemaObjectNestingModeMap:
		if value.IsNull() || value.As(&byKey) != nil {
			return value
		}
		for key, element := range byKey {
			byKey[key] = configured(nested.Attributes, element)
		}
		return tftypes.NewValue(value.Type(), byKey)
	default:
		if value.IsNull() || value.As(&elements) != nil {
			return value
		}
		elements = slices.Clone(elements)
		for i, element := range elements {
			elements[i] = configured(nested.Attributes, element)
		}
		return tftypes.NewValue(value.Type(), elements)
	}
}
