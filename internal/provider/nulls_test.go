package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
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
	protocol := acctest.NewServer(t).Protocol(t, notKnown)
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
				for _, d := range validateConfig(t, protocol, o, config.value) {
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
			all = append(all, withNull{strings.TrimSuffix(a.Name+"."+inner.at, "."), objectWith(object, a.Name, inner.value)})
		}
	}
	return all
}

// objectWith is an object of which one argument alone is not null.
func objectWith(kind tftypes.Object, name string, value tftypes.Value) tftypes.Value {
	values := map[string]tftypes.Value{}
	for other, kind := range kind.AttributeTypes {
		values[other] = tftypes.NewValue(kind, nil)
	}
	values[name] = value
	return tftypes.NewValue(kind, values)
}

// nullsOf returns the values of an attribute that hold a null element, in itself or further inside.
func nullsOf(a *tfprotov6.SchemaAttribute) []withNull {
	kind := a.ValueType()
	var all []withNull
	var element tftypes.Type
	wrap := func(inner tftypes.Value) tftypes.Value { return tftypes.NewValue(kind, []tftypes.Value{inner}) }
	switch kind := kind.(type) {
	case tftypes.List:
		element = kind.ElementType
	case tftypes.Set:
		element = kind.ElementType
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

// validateConfig checks a configuration, at a provider that knows no endpoint.
func validateConfig(t *testing.T, protocol *acctest.Protocol, o offer, value tftypes.Value) (diags []*tfprotov6.Diagnostic) {
	t.Helper()
	process := &inprocess.Process{ProviderServer: protocol.Server(), Provider: acctest.InProcess(t)}
	config := inprocess.ValueOf(value)
	switch o.folder {
	case "resources":
		return process.Validate(t.Context(), o.name, config)
	case "data-sources":
		return process.ValidateData(t.Context(), o.name, config)
	case "actions":
		return process.ValidateAction(t.Context(), o.name, config)
	case "ephemeral-resources":
		_, opened := process.Open(t.Context(), o.name, config)
		return opened.Diagnostics
	}
	for listed := range process.List(t.Context(), o.name, config, false, 1) {
		diags = append(diags, listed.Diagnostics...)
	}
	return diags
}

// TestTexts has services that trim texts, and portals that store them in another form, for each argument that takes any text: what is applied is
// unchanged in the next plan, also if it is configured in another form.
func TestTexts(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		t.Helper()
		if extended := fixtures.All[name].Extended; extended != nil {
			config = extended[0]
		}
		validating := acctest.NewServer(t).Protocol(t, nil).Instance(name)
		for _, argument := range acctest.Schema(t).ResourceSchemas[name].Block.Attributes {
			if !argument.Optional && !argument.Required || argument.WriteOnly || argument.NestedType != nil || !argument.Type.Is(tftypes.String) {
				continue
			}
			for _, text := range []string{"Caf\u00e9\r\nb\n", "Caf\u00e9\r\nb"} { // of a heredoc, and a name
				for _, stored := range []string{"Caf\u00e9\nb", "Cafe\u0301\r\nb \r\n"} {
					with := func(text string) acctest.Values { return config.With(acctest.Values{argument.Name: text}) }
					if len(acctest.Errors(validating.Validate(t.Context(), with(text)))) == 0 {
						t.Run(fmt.Sprintf("%s, %q as %q", argument.Name, text, stored), func(t *testing.T) {
							t.Parallel()
							acctest.InBubble(t, func(t *testing.T) { keeps(t, name, text, stored, with) })
						})
					}
				}
			}
		}
	})
}

// keeps applies a text that the service has in the form stored from then on, unless it refuses it.
func keeps(t *testing.T, name, text, stored string, with func(string) acctest.Values) {
	t.Helper()
	server := gallery(t)
	server.Script(mockserver.Fault{Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte {
		return []byte(strings.ReplaceAll(string(body), quoted(text), quoted(stored)))
	})})
	instance := server.Protocol(t, acctest.Values{"extended_operations": true}).Instance(name)
	diags := instance.Apply(t.Context(), instance.Look(with(text)))
	if strings.Contains(strings.Join(acctest.Texts(diags), "\n"), "The service answered 400") {
		return
	}
	acctest.Succeeds(t, diags)
	instance.IsUnchanged(with(text))
	instance.IsUnchanged(with("Caf\u00e9\nb"))
}

// quoted is a text as JSON has it.
func quoted(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}
