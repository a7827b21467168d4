package provider_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// withNull is a configuration that holds a null element, and where.
type withNull struct {
	at    string
	value tftypes.Value
}

// TestNullElements validates, for every list, set and map of everything that the provider offers, a configuration in which
// it holds a null: an error that names the argument.
func TestNullElements(t *testing.T) {
	t.Parallel()
	server := videoindexerprovider.NewServer("test")
	collections := 0
	for _, o := range registered(t) {
		if o.schema == nil {
			continue
		}
		object, ok := o.schema.ValueType().(tftypes.Object)
		if !ok {
			t.Fatalf("the schema of %s is no object", o.name)
		}
		for _, config := range nulls(o.schema.Block.Attributes, object) {
			collections++
			t.Run(o.folder+"/"+o.name+"/"+config.at, func(t *testing.T) {
				t.Parallel()
				name := config.at[strings.LastIndex(config.at, ".")+1:]
				var said []string
				for _, d := range validateConfig(t, server, o, config.value) {
					text := d.Summary + ": " + d.Detail
					if strings.Contains(text, "null") && (strings.Contains(text, name) || d.Attribute != nil && strings.Contains(d.Attribute.String(), name)) {
						return
					}
					said = append(said, text)
				}
				t.Errorf("no error about the null; give it validate.NoNulls(). Errors: %q", said)
			})
		}
	}
	if collections == 0 {
		t.Error("no collection was found")
	}
}

// nulls are objects whose arguments are null, but for one list, set or map that holds a null.
func nulls(attributes []*tfprotov6.SchemaAttribute, object tftypes.Object) []withNull {
	var all []withNull
	for _, a := range attributes {
		if !a.Optional && !a.Required {
			continue
		}
		for _, inner := range nullsOf(a) {
			values := map[string]tftypes.Value{}
			for name, kind := range object.AttributeTypes {
				values[name] = tftypes.NewValue(kind, nil)
			}
			values[a.Name] = inner.value
			all = append(all, withNull{strings.TrimSuffix(a.Name+"."+inner.at, "."), tftypes.NewValue(object, values)})
		}
	}
	return all
}

// nullsOf are the values of an attribute that hold a null element, in itself or further inside.
func nullsOf(a *tfprotov6.SchemaAttribute) []withNull {
	kind := a.ValueType()
	var all []withNull
	var wrap func(inner tftypes.Value) tftypes.Value
	var element tftypes.Type
	switch kind := kind.(type) {
	case tftypes.List:
		element = kind.ElementType
		wrap = func(inner tftypes.Value) tftypes.Value { return tftypes.NewValue(kind, []tftypes.Value{inner}) }
	case tftypes.Set:
		element = kind.ElementType
		wrap = func(inner tftypes.Value) tftypes.Value { return tftypes.NewValue(kind, []tftypes.Value{inner}) }
	case tftypes.Map:
		element = kind.ElementType
		wrap = func(inner tftypes.Value) tftypes.Value {
			return tftypes.NewValue(kind, map[string]tftypes.Value{"1": inner})
		}
	case tftypes.Object:
		element = kind
		wrap = func(inner tftypes.Value) tftypes.Value { return inner }
	default:
		return nil
	}
	if !kind.Is(tftypes.Object{}) {
		all = append(all, withNull{value: wrap(tftypes.NewValue(element, nil))})
	}
	if object, ok := element.(tftypes.Object); ok && a.NestedType != nil {
		for _, inner := range nulls(a.NestedType.Attributes, object) {
			all = append(all, withNull{inner.at, wrap(inner.value)})
		}
	}
	return all
}

func validateConfig(t *testing.T, server tfprotov6.ProviderServer, o offer, value tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	config, err := tfprotov6.NewDynamicValue(o.schema.ValueType(), value)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	switch o.folder {
	case "resources":
		resp, err := server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: o.name, Config: &config})
		if err == nil {
			return resp.Diagnostics
		}
	case "data-sources":
		resp, err := server.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: o.name, Config: &config})
		if err == nil {
			return resp.Diagnostics
		}
	case "ephemeral-resources":
		resp, err := server.ValidateEphemeralResourceConfig(ctx, &tfprotov6.ValidateEphemeralResourceConfigRequest{TypeName: o.name, Config: &config})
		if err == nil {
			return resp.Diagnostics
		}
	case "actions":
		actions, ok := server.(tfprotov6.ActionServer)
		if !ok {
			t.Fatal("the provider server has no actions")
		}
		resp, err := actions.ValidateActionConfig(ctx, &tfprotov6.ValidateActionConfigRequest{ActionType: o.name, Config: &config})
		if err == nil {
			return resp.Diagnostics
		}
	case "list-resources":
		lists, ok := server.(tfprotov6.ListResourceServer)
		if !ok {
			t.Fatal("the provider server has no list resources")
		}
		resp, err := lists.ValidateListResourceConfig(ctx, &tfprotov6.ValidateListResourceConfigRequest{TypeName: o.name, Config: &config})
		if err == nil {
			return resp.Diagnostics
		}
	}
	t.Fatalf("%s: %s cannot be validated", o.folder, o.name)
	return nil
}
