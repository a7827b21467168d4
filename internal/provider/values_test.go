package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// withNull is a configuration that holds a null element, and where.
type withNull struct {
	at    string
	value tftypes.Value
}

// TestNullElements validates, for every list, set and map of everything that the provider offers, a
// configuration in which it holds a null: an error that names the argument.
func TestNullElements(t *testing.T) {
	t.Parallel()
	protocol := acctest.NewServer(t).Protocol(t, notKnown)
	collections := 0
	for _, o := range registered(t) {
		if o.schema == nil {
			continue
		}
		object, _ := o.schema.ValueType().(tftypes.Object)
		for _, config := range nulls(o.schema.Block.Attributes, object) {
			collections++
			t.Run(o.folder+"/"+o.name+"/"+config.at, func(t *testing.T) {
				t.Parallel()
				name := config.at[strings.LastIndex(config.at, ".")+1:]
				diags := validateConfig(t, protocol, o, config.value)
				for _, d := range diags {
					text := d.Summary + ": " + d.Detail
					if d.Attribute != nil {
						text += d.Attribute.String()
					}
					if strings.Contains(text, name) && strings.Contains(text, "null") {
						return
					}
				}
				t.Errorf("want an error about the null in %s: give it validate.NoNulls(). Got: %v", name, acctest.Texts(diags))
			})
		}
	}
	if collections == 0 {
		t.Error("no list, set or map was found, want some")
	}
}

// nulls returns objects whose arguments are null, but for one list, set or map that holds a null.
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

// objectWith returns an object of which one argument alone is not null.
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
	object, isObject := element.(tftypes.Object)
	if isObject && a.NestedType != nil {
		for _, inner := range nulls(a.NestedType.Attributes, object) {
			all = append(all, withNull{inner.at, wrap(inner.value)})
		}
	}
	return all
}

// validateConfig checks a configuration, at a provider that knows no endpoint.
func validateConfig(
	t *testing.T, protocol *acctest.Protocol, o offer, value tftypes.Value,
) (diags []*tfprotov6.Diagnostic) {
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

// TestTexts has services that trim texts, and portals that store them in another form, for each
// argument that takes any text: what is applied is unchanged in the next plan, also if it is
// configured in another form.
func TestTexts(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		extended := fixtures.All[name].Extended
		if extended != nil {
			config = extended[0]
		}
		validating := acctest.NewServer(t).Protocol(t, nil).Instance(name)
		for _, argument := range acctest.Schema(t).ResourceSchemas[name].Block.Attributes {
			isText := argument.NestedType == nil && argument.Type.Is(tftypes.String)
			if !isText || !isStoredArgument(argument) {
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
	server := seededWithOthers(t)
	server.Script(mockserver.Fault{Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte {
		return []byte(strings.ReplaceAll(string(body), quoted(text), quoted(stored)))
	})})
	instance := server.Extended(t).Instance(name)
	diags := instance.Apply(t.Context(), instance.PlanWithRefresh(with(text)))
	if strings.Contains(strings.Join(acctest.Texts(diags), "\n"), "The service answered 400") {
		return
	}
	acctest.MustSucceed(t, diags)
	instance.WantUnchanged(with(text))
	instance.WantUnchanged(with("Caf\u00e9\nb"))
}

// quoted returns a text as JSON has it.
func quoted(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// notKnown lists provider arguments with which nothing can be sent.
var notKnown = acctest.Values{"endpoint": unknownOf(tftypes.String)}

func unknownOf(kind tftypes.Type) tftypes.Value { return tftypes.NewValue(kind, tftypes.UnknownValue) }

// wantPlanKept plans a configuration and then another one, which may know more, in a process that
// may know more. What was planned as known, null included, must stay. Otherwise the engine ends the
// apply ("Provider produced inconsistent final plan"), and calls it a bug.
func wantPlanKept(t *testing.T, unknownArgument string, earlier, later *acctest.Plan) {
	t.Helper()
	acctest.MustSucceed(t, earlier.Diagnostics)
	acctest.MustSucceed(t, later.Diagnostics)
	for _, at := range inprocess.Violations(inprocess.ValueOf(earlier.Planned), inprocess.ValueOf(later.Planned)) {
		argument, isElement := strings.CutSuffix(unknownArgument, "[]")
		if isElement && strings.HasPrefix(at, "."+argument+": was") {
			continue // it has no elements in the configuration that follows
		}
		t.Errorf("with unknown %s: the final plan has %s, want what was planned before", unknownArgument, at)
	}
}

// TestImportWhileUnknown imports, refreshes and plans every resource while one of the provider's
// arguments is unknown: nothing is read, the state does not change, nothing is imported that was
// not read, and the error says what is unknown.
func TestImportWhileUnknown(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		server := seededServer(t)
		existing := created(t, server.Protocol(t, provided(t, name, nil)), name, configuration)
		state := existing.Texts()
		server.ResetRequests()
		for _, argument := range acctest.Schema(t).Provider.Block.Attributes {
			if argument.Name == "location" || argument.Name == "account_id" {
				continue // others can be given in their place
			}
			protocol := server.Protocol(t, acctest.Values{argument.Name: unknownOf(argument.Type)})
			instance := protocol.Instance(name)
			const nothing = "Nothing can be imported yet"
			diags := instance.Import(t.Context(), fixtures.All[name].ID(server.Account.ID))
			acctest.MustSay(t, diags, acctest.Failure, nothing, `"`+argument.Name+`"`)
			identity := fixtures.All[name].Identity().With(acctest.Values{"account_id": server.Account.ID})
			diags = instance.ImportByIdentity(t.Context(), identity)
			acctest.MustSay(t, diags, acctest.Failure, nothing, `"`+argument.Name+`"`)
			existing.Protocol = protocol
			acctest.MustSayNothing(t, existing.Refresh(t.Context()))
			check.Equal(t, state, existing.Texts(), "%s is unknown: the state after a refresh", argument.Name)
			acctest.MustSucceed(t, protocol.Instance(name).Plan(t.Context(), configuration).Diagnostics)
			check.Equal(t, false, instance.Exists(), "%s is unknown: imported", argument.Name)
			check.Equal(t, 0, len(server.Requests()), "%s is unknown: requests", argument.Name)
		}
	})
}

// TestUseWhileUnknown uses all that is no managed resource while the provider's endpoint is
// unknown: the only error says so.
func TestUseWhileUnknown(t *testing.T) {
	t.Parallel()
	for _, o := range registered(t) {
		if o.schema == nil || o.folder == "resources" {
			continue
		}
		server := seededServer(t)
		protocol := server.Protocol(t, acctest.Values{"extended_operations": true}.With(notKnown))
		errors := acctest.Texts(acctest.Errors(use(t, protocol, o, nil)))
		const says = `The provider's "endpoint" is known only after apply.`
		isReported := len(errors) == 1 && strings.Contains(errors[0], says)
		n := len(server.Requests())
		if !isReported || n > 0 {
			t.Errorf("%s/%s: %d requests, want none, and one error that has %q. Got: %v", o.folder, o.name, n, says, errors)
		}
	}
}

// unknownValue is a value that is not known, as a whole or in a part of it.
type unknownValue struct {
	at    string
	value any
}

// withUnknowns returns copies of values in which one argument is unknown: as a whole, in an
// element, or further inside.
func withUnknowns(attributes []*tfprotov6.SchemaAttribute, values acctest.Values) []unknownValue {
	var all []unknownValue
	for _, a := range attributes {
		if !a.Required && !a.Optional {
			continue
		}
		for _, inner := range unknownsOf(a, values[a.Name]) {
			all = append(all, unknownValue{a.Name + inner.at, values.With(acctest.Values{a.Name: inner.value})})
		}
	}
	return all
}

func unknownsOf(a *tfprotov6.SchemaAttribute, value any) []unknownValue {
	kind := a.ValueType()
	all := []unknownValue{{"", unknownOf(kind)}}
	switch kind := kind.(type) {
	case tftypes.Set:
		all = append(all, unknownValue{"[]", tftypes.NewValue(kind, []tftypes.Value{unknownOf(kind.ElementType)})})
	case tftypes.List:
		all = append(all, unknownValue{"[]", tftypes.NewValue(kind, []tftypes.Value{unknownOf(kind.ElementType)})})
	}
	switch value := value.(type) {
	case acctest.Values:
		for _, inner := range withUnknowns(a.NestedType.Attributes, value) {
			all = append(all, unknownValue{"." + inner.at, inner.value})
		}
	case map[string]acctest.Values:
		mapKind, _ := kind.(tftypes.Map)
		entries := acctest.Values{}
		for key, entry := range value {
			entries[key] = entry
		}
		for key, entry := range value {
			at := fmt.Sprintf("[%q]", key)
			all = append(all, unknownValue{at, entries.With(acctest.Values{key: unknownOf(mapKind.ElementType)})})
			for _, inner := range withUnknowns(a.NestedType.Attributes, entry) {
				all = append(all, unknownValue{at + "." + inner.at, entries.With(acctest.Values{key: inner.value})})
			}
		}
	}
	return all
}

// TestUnknownArgumentsArePlanned plans creates and updates in which one argument is unknown, each
// in turn, or the provider's key, and then with its value, as an engine does at the apply: nothing
// is refused, and what was planned as known stays.
func TestUnknownArgumentsArePlanned(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		server := seededServer(t)
		instance := server.Extended(t).Instance(name)
		for _, config := range s.configs[:2] {
			unknownKey := acctest.Values{"subscription_key": unknownOf(tftypes.String)}
			instance.Protocol = server.Protocol(t, s.settings.With(unknownKey))
			planned := instance.Plan(t.Context(), config)
			instance.Protocol = server.Protocol(t, s.settings)
			again := instance.Plan(t.Context(), config)
			wantPlanKept(t, "subscription_key", planned, again)
			isOther := planned.IsUpdate != again.IsUpdate || planned.IsReplacement != again.IsReplacement
			// The key of an account changes in place only with extended operations, of which it
			// cannot know.
			if isOther && !fixtures.All[name].IsAccount {
				t.Errorf("with the key known: update %t, replacement %t, want %t and %t as in the first plan",
					again.IsUpdate, again.IsReplacement, planned.IsUpdate, planned.IsReplacement)
			}
			instance.Protocol = server.Extended(t)
			known := instance.Plan(t.Context(), config)
			for _, open := range withUnknowns(acctest.Schema(t).ResourceSchemas[name].Block.Attributes, config) {
				instance.Protocol = server.Extended(t)
				unknown, _ := open.value.(acctest.Values)
				invalid := instance.Validate(t.Context(), unknown)
				planned := instance.Plan(t.Context(), unknown)
				errors := acctest.Errors(append(invalid, planned.Diagnostics...))
				refused := fixtures.All[name].RefusesUnknown
				if refused != "" && len(errors) > 0 {
					acctest.MustSay(t, errors, acctest.Failure, refused)
					continue
				}
				acctest.MustSucceed(t, errors)
				wantPlanKept(t, open.at, planned, known)
			}
			instance.Protocol = server.Extended(t)
			acctest.MustSucceed(t, instance.Apply(t.Context(), known))
		}
	})
}

// TestUnknownArgumentsAreValid validates each argument of what is no managed resource while it is
// unknown: nothing is said about it.
func TestUnknownArgumentsAreValid(t *testing.T) {
	t.Parallel()
	protocol := acctest.NewServer(t).Protocol(t, notKnown)
	for _, o := range registered(t) {
		if o.schema == nil || o.folder == "resources" {
			continue
		}
		object, _ := o.schema.ValueType().(tftypes.Object)
		for _, a := range o.schema.Block.Attributes {
			if !a.Required && !a.Optional {
				continue
			}
			config := objectWith(object, a.Name, unknownOf(a.ValueType()))
			for _, d := range validateConfig(t, protocol, o, config) {
				if d.Attribute.Equal(tftypes.NewAttributePath().WithAttributeName(a.Name)) {
					t.Errorf("%s/%s: unknown %s: want no error. Got: %s: %s",
						o.folder, o.name, a.Name, d.Summary, d.Detail)
				}
			}
		}
	}
}
