package languagemodel_test

import (
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

const resourceType = "videoindexer_language_model"

// arguments are the arguments of a language model; files are texts by name.
type arguments map[string]any

// terms is a configuration with these files, and further arguments.
func terms(files map[string]string, more ...arguments) arguments {
	config := arguments{"name": "Terms", "language": "en-US"}
	if files != nil {
		contents := arguments{}
		for name, text := range files {
			contents[name] = arguments{"content": text}
		}
		config["files"] = contents
	}
	for _, other := range more {
		maps.Copy(config, other)
	}
	return config
}

// instance is one language model as Terraform knows it. It calls the provider over the protocol.
type instance struct {
	*fixture
	server  tfprotov6.ProviderServer
	kind    tftypes.Type
	state   tftypes.Value
	private []byte
	plan    *tfprotov6.PlanResourceChangeResponse // the last one
}

func (f *fixture) instance() *instance {
	f.t.Helper()
	kind := acctest.Schema(f.t).ResourceSchemas[resourceType].ValueType()
	i := &instance{fixture: f, kind: kind, state: tftypes.NewValue(kind, nil)}
	i.start()
	return i
}

// start makes a new process of the provider.
func (i *instance) start() { i.server = i.Protocol(i.t, acctest.Values{"max_retries": 0}).Server() }

// typed gives a Go value the type that the schema wants; what is left out is null.
func typed(kind tftypes.Type, value any) tftypes.Value {
	given, ok := value.(arguments)
	switch kind := kind.(type) {
	case tftypes.Object:
		if !ok {
			break
		}
		attributes := make(map[string]tftypes.Value)
		for name, inner := range kind.AttributeTypes {
			attributes[name] = typed(inner, given[name])
		}
		return tftypes.NewValue(kind, attributes)
	case tftypes.Map:
		if !ok {
			break
		}
		elements := make(map[string]tftypes.Value)
		for name := range given {
			elements[name] = typed(kind.ElementType, given[name])
		}
		return tftypes.NewValue(kind, elements)
	}
	return tftypes.NewValue(kind, value)
}

func (i *instance) dynamic(value tftypes.Value) *tfprotov6.DynamicValue {
	i.t.Helper()
	dynamic, err := tfprotov6.NewDynamicValue(i.kind, value)
	if err != nil {
		i.t.Fatal(err)
	}
	return &dynamic
}

// validate returns the diagnostics of a configuration.
func (i *instance) validate(config arguments) []*tfprotov6.Diagnostic {
	i.t.Helper()
	resp, err := i.server.ValidateResourceConfig(i.t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: resourceType, Config: i.dynamic(typed(i.kind, config))})
	if err != nil {
		i.t.Fatal(err)
	}
	return resp.Diagnostics
}

// planFor refreshes and plans in a new process; a nil configuration plans the destroy.
func (i *instance) planFor(config arguments) []*tfprotov6.Diagnostic {
	i.t.Helper()
	i.start()
	if !i.state.IsNull() {
		read, err := i.server.ReadResource(i.t.Context(), &tfprotov6.ReadResourceRequest{TypeName: resourceType, CurrentState: i.dynamic(i.state), Private: i.private})
		if err != nil {
			i.t.Fatal(err)
		}
		i.state, i.private = i.value(read.NewState), read.Private
	}
	wanted := tftypes.NewValue(i.kind, nil)
	if config != nil {
		wanted = typed(i.kind, config)
	}
	resp, err := i.server.PlanResourceChange(i.t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: resourceType, Config: i.dynamic(wanted), PriorState: i.dynamic(i.state), PriorPrivate: i.private, ProposedNewState: i.dynamic(wanted),
	})
	if err != nil {
		i.t.Fatal(err)
	}
	i.plan = resp
	return resp.Diagnostics
}

// apply plans and applies, and holds a success to its plan as Terraform does.
func (i *instance) apply(config arguments) []*tfprotov6.Diagnostic {
	i.t.Helper()
	if diags := i.planFor(config); len(acctest.Errors(diags)) > 0 {
		return diags
	}
	wanted := i.dynamic(tftypes.NewValue(i.kind, nil))
	if config != nil {
		wanted = i.dynamic(typed(i.kind, config))
	}
	planned := i.value(i.plan.PlannedState)
	resp, err := i.server.ApplyResourceChange(i.t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: resourceType, Config: wanted, PriorState: i.dynamic(i.state), PlannedState: i.plan.PlannedState, PlannedPrivate: i.plan.PlannedPrivate,
	})
	if err != nil {
		i.t.Fatal(err)
	}
	i.state, i.private = i.value(resp.NewState), resp.Private
	if len(acctest.Errors(resp.Diagnostics)) == 0 {
		differences, err := planned.Diff(i.state)
		if err != nil {
			i.t.Fatal(err)
		}
		for _, d := range differences {
			if d.Value1 != nil && d.Value1.IsFullyKnown() && (d.Value2 == nil || !d.Value1.Equal(*d.Value2)) {
				i.t.Errorf("Provider produced inconsistent result after apply: %s", d)
			}
		}
	}
	return resp.Diagnostics
}

func (i *instance) value(dynamic *tfprotov6.DynamicValue) tftypes.Value {
	i.t.Helper()
	value, err := dynamic.Unmarshal(i.kind)
	if err != nil {
		i.t.Fatal(err)
	}
	return value
}

// changes reports whether the last plan changes anything.
func (i *instance) changes() bool {
	i.t.Helper()
	return !i.value(i.plan.PlannedState).Equal(i.state)
}

// at is the text of an attribute, "" where it is null and "unknown" where it is not known.
func at(object tftypes.Value, names ...string) (text string) {
	for _, name := range names {
		var attributes map[string]tftypes.Value
		if object.As(&attributes) != nil {
			return ""
		}
		object = attributes[name]
	}
	switch {
	case !object.IsKnown():
		return "unknown"
	case !object.IsNull():
		_ = object.As(&text)
	}
	return text
}

// says reports whether a diagnostic of that severity has a text.
func says(diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity, text string) bool {
	for _, d := range diags {
		if d.Severity == severity && strings.Contains(d.Summary+": "+d.Detail, text) {
			return true
		}
	}
	return false
}

const (
	asError   = tfprotov6.DiagnosticSeverityError
	asWarning = tfprotov6.DiagnosticSeverityWarning
)
