package acctest

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// Instance is one instance of a managed resource, which a test plans and applies as an engine does. Where the engine ends
// one process of the provider and starts another, the test sets another Protocol.
type Instance struct {
	*Protocol
	// Tainted has the next plan replace the instance, as after a create that failed.
	Tainted bool
	// CreateBeforeDestroy is the engine's lifecycle argument of that name.
	CreateBeforeDestroy bool
	// IgnoreChanges is the engine's lifecycle argument of that name.
	IgnoreChanges []string

	name     string
	schema   *tfprotov6.Schema
	state    tftypes.Value
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Instance is an instance that does not exist yet.
func (p *Protocol) Instance(name string) *Instance {
	p.t.Helper()
	schema, ok := p.schema.ResourceSchemas[name]
	if !ok {
		p.t.Fatalf("the provider has no resource %s", name)
	}
	return &Instance{Protocol: p, name: name, schema: schema, state: tftypes.NewValue(schema.ValueType(), nil)}
}

// Plan is what an engine keeps of a plan of one instance.
type Plan struct {
	Diagnostics []*tfprotov6.Diagnostic
	// Planned is null for a destroy.
	Planned tftypes.Value
	// IsReplacement says that the instance is destroyed and created; IsUpdate that it is changed in place.
	IsReplacement, IsUpdate bool

	by       *Protocol
	config   tftypes.Value
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Equal reports whether an apply is given the same by two plans.
func (p *Plan) Equal(other *Plan) bool {
	if p == nil || other == nil {
		return p == other
	}
	return p.IsReplacement == other.IsReplacement && bytes.Equal(p.private, other.private) && p.Planned.Equal(other.Planned)
}

// Exists says whether the state holds the instance.
func (i *Instance) Exists() bool { return !i.state.IsNull() }

// State is the instance in the state: its attributes by name, nil where it does not exist.
func (i *Instance) State() map[string]tftypes.Value { return Parts(i.t, i.state) }

// Texts are the attributes of the state that are texts, by name.
func (i *Instance) Texts() map[string]string {
	if !i.Exists() {
		return nil
	}
	return i.texts(i.state)
}

// Validate checks a configuration, as an engine that knows write-only arguments.
func (i *Instance) Validate(ctx context.Context, config Values) []*tfprotov6.Diagnostic {
	i.t.Helper()
	validated, err := i.server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: i.name, Config: i.block(i.schema, config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		i.t.Fatal(err)
	}
	return validated.Diagnostics
}

// Import imports the instance by its id and reads it.
func (i *Instance) Import(ctx context.Context, id string) []*tfprotov6.Diagnostic {
	i.t.Helper()
	imported, err := i.server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: i.name, ID: id})
	if err != nil {
		i.t.Fatal(err)
	}
	if len(Errors(imported.Diagnostics)) > 0 || len(imported.ImportedResources) == 0 {
		return imported.Diagnostics
	}
	object := imported.ImportedResources[0]
	i.state, i.private, i.identity = i.unmarshal(object.State), object.Private, object.Identity
	return append(imported.Diagnostics, i.Refresh(ctx)...)
}

// Private is what the provider keeps with the state, by key.
func (i *Instance) Private() map[string][]byte {
	i.t.Helper()
	kept := map[string][]byte{}
	if len(i.private) > 0 {
		if err := json.Unmarshal(i.private, &kept); err != nil {
			i.t.Fatal(err)
		}
	}
	return kept
}

// SetPrivate replaces what the provider keeps with the state.
func (i *Instance) SetPrivate(kept map[string][]byte) {
	i.t.Helper()
	var err error
	if i.private, err = json.Marshal(kept); err != nil {
		i.t.Fatal(err)
	}
}

// Refresh reads the instance.
func (i *Instance) Refresh(ctx context.Context) []*tfprotov6.Diagnostic {
	i.t.Helper()
	i.leaveApply()
	read, err := i.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: i.name, CurrentState: i.dynamic(i.state), CurrentIdentity: i.identity, Private: i.private,
	})
	if err != nil {
		i.t.Fatal(err)
	}
	if len(Errors(read.Diagnostics)) == 0 {
		i.state, i.private, i.identity = i.unmarshal(read.NewState), read.Private, read.NewIdentity
	}
	return read.Diagnostics
}

// Plan plans the instance for a configuration, nil to destroy it. An instance that is replaced is planned twice, as an
// engine does: as a change, and then as a create that is handed the private data of the first plan.
func (i *Instance) Plan(ctx context.Context, config Values) *Plan {
	i.t.Helper()
	i.leaveApply()
	kind := i.schema.ValueType()
	if config == nil {
		return i.plan(ctx, i.state, tftypes.NewValue(kind, nil), i.private)
	}
	value, err := typed(kind, config)
	if err != nil {
		i.t.Fatal(err)
	}
	nothing := tftypes.NewValue(kind, nil)
	if !i.Exists() || i.Tainted {
		plan := i.plan(ctx, nothing, value, nil)
		plan.IsReplacement = i.Exists()
		return plan
	}
	plan := i.plan(ctx, i.state, value, i.private)
	if plan.IsReplacement && len(Errors(plan.Diagnostics)) == 0 {
		second := i.plan(ctx, nothing, value, plan.private)
		second.Diagnostics = append(plan.Diagnostics, second.Diagnostics...)
		second.IsReplacement = true
		return second
	}
	plan.IsUpdate = !plan.IsReplacement && !plan.Planned.Equal(i.state)
	return plan
}

// PlanReplacement plans the instance as -replace and replace_triggered_by do.
func (i *Instance) PlanReplacement(ctx context.Context, config Values) *Plan {
	i.t.Helper()
	first := i.Plan(ctx, config)
	if first.IsReplacement || len(Errors(first.Diagnostics)) > 0 {
		return first
	}
	second := i.plan(ctx, tftypes.NewValue(i.schema.ValueType(), nil), first.config, first.private)
	second.IsReplacement = true
	return second
}

func (i *Instance) plan(ctx context.Context, prior, written tftypes.Value, private []byte) *Plan {
	i.t.Helper()
	config, err := inprocess.Ignore(prior, written, i.IgnoreChanges)
	if err != nil {
		i.t.Fatal(err)
	}
	planned, err := i.server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: i.name, PriorState: i.dynamic(prior), Config: i.dynamic(config), PriorPrivate: private,
		ProposedNewState: i.dynamic(proposed(i.schema.Block.Attributes, prior, config)), PriorIdentity: i.identity,
	})
	if err != nil {
		i.t.Fatal(err)
	}
	plan := &Plan{
		by: i.Protocol, Diagnostics: planned.Diagnostics, IsReplacement: len(planned.RequiresReplace) > 0, config: written,
		private: planned.PlannedPrivate, identity: planned.PlannedIdentity, Planned: tftypes.NewValue(i.schema.ValueType(), nil),
	}
	if planned.PlannedState != nil {
		plan.Planned = i.unmarshal(planned.PlannedState)
	}
	if !plan.Planned.IsNull() && len(Errors(plan.Diagnostics)) == 0 {
		if wrong := inprocess.InvalidPlan(i.schema.Block.Attributes, prior, config, plan.Planned); wrong != "" {
			i.t.Errorf("the provider produced an invalid plan: %s%s", i.name, wrong)
		}
	}
	return plan
}

// leaveApply ends a process that has applied.
func (i *Instance) leaveApply() {
	if i.hasApplied {
		i.Protocol = i.start()
	}
}

// Apply applies a plan without errors, in another process than the one that planned. It first plans a create once more, as an
// engine does.
func (i *Instance) Apply(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	if plan.by == i.Protocol {
		i.Protocol = i.start()
	}
	i.hasApplied = true
	return i.applyHere(ctx, plan)
}

func (i *Instance) applyHere(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	nothing := tftypes.NewValue(i.schema.ValueType(), nil)
	switch {
	case plan.Planned.IsNull():
		return i.apply(ctx, i.state, plan)
	case plan.IsReplacement && i.CreateBeforeDestroy:
		old := *i
		i.state, i.private, i.identity = nothing, nil, nil
		diags := i.create(ctx, plan)
		if len(Errors(diags)) > 0 {
			return diags
		}
		// An engine plans the destroy of what was replaced when it applies it.
		return append(diags, old.applyHere(ctx, old.plan(ctx, old.state, nothing, old.private))...)
	case plan.IsReplacement:
		diags := i.apply(ctx, i.state, &Plan{Planned: nothing, config: nothing, private: plan.private})
		if len(Errors(diags)) > 0 {
			return diags
		}
		return append(diags, i.create(ctx, plan)...)
	case !i.Exists():
		return i.create(ctx, plan)
	}
	return i.apply(ctx, i.state, plan)
}

func (i *Instance) create(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	nothing := tftypes.NewValue(i.schema.ValueType(), nil)
	again := i.plan(ctx, nothing, plan.config, nil)
	if len(Errors(again.Diagnostics)) > 0 {
		return again.Diagnostics
	}
	if changed := Contradictions(plan.Planned, again.Planned); len(changed) > 0 {
		return []*tfprotov6.Diagnostic{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "Provider produced inconsistent final plan", Detail: strings.Join(changed, "\n")}}
	}
	diags := i.apply(ctx, nothing, again)
	i.Tainted = len(Errors(diags)) > 0 && i.Exists()
	return diags
}

func (i *Instance) apply(ctx context.Context, prior tftypes.Value, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	applied, err := i.server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: i.name, PriorState: i.dynamic(prior), PlannedState: i.dynamic(plan.Planned), Config: i.dynamic(plan.config),
		PlannedPrivate: plan.private, PlannedIdentity: plan.identity,
	})
	if err != nil {
		i.t.Fatal(err)
	}
	i.state, i.private, i.identity = i.unmarshal(applied.NewState), applied.Private, applied.NewIdentity
	if !i.state.IsFullyKnown() {
		i.t.Errorf("the provider returned an invalid result object after apply: %s has unknown values", i.name)
	}
	if len(Errors(applied.Diagnostics)) == 0 && !plan.Planned.IsNull() {
		for _, at := range Contradictions(plan.Planned, i.state) {
			i.t.Errorf("the provider produced an inconsistent result after apply: %s was planned otherwise", at)
		}
	}
	return applied.Diagnostics
}

func (i *Instance) dynamic(value tftypes.Value) *tfprotov6.DynamicValue {
	i.t.Helper()
	dynamic, err := tfprotov6.NewDynamicValue(i.schema.ValueType(), value)
	if err != nil {
		i.t.Fatal(err)
	}
	return &dynamic
}

func (i *Instance) unmarshal(dynamic *tfprotov6.DynamicValue) tftypes.Value {
	i.t.Helper()
	value, err := dynamic.Unmarshal(i.schema.ValueType())
	if err != nil {
		i.t.Fatal(err)
	}
	return value
}

// proposed is what an engine proposes for a plan: the configuration, with the prior values of what is computed and not
// configured.
func proposed(attributes []*tfprotov6.SchemaAttribute, prior, config tftypes.Value) tftypes.Value {
	if prior.IsNull() || !prior.IsKnown() || config.IsNull() || !config.IsKnown() {
		return config
	}
	var before, after map[string]tftypes.Value
	if prior.As(&before) != nil || config.As(&after) != nil {
		return config
	}
	after = maps.Clone(after) // it is the configuration's own
	for _, attribute := range attributes {
		name := attribute.Name
		switch value := after[name]; {
		case value.IsNull() && attribute.Computed:
			after[name] = before[name]
		case attribute.NestedType != nil && attribute.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle:
			after[name] = proposed(attribute.NestedType.Attributes, before[name], value)
		case attribute.NestedType != nil && attribute.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeMap:
			after[name] = proposedEntries(attribute.NestedType.Attributes, before[name], value)
		}
	}
	return tftypes.NewValue(config.Type(), after)
}

func proposedEntries(attributes []*tfprotov6.SchemaAttribute, prior, config tftypes.Value) tftypes.Value {
	var before, after map[string]tftypes.Value
	if prior.IsNull() || !prior.IsKnown() || config.IsNull() || !config.IsKnown() || prior.As(&before) != nil || config.As(&after) != nil {
		return config
	}
	after = maps.Clone(after)
	for key, entry := range after {
		if old, ok := before[key]; ok {
			after[key] = proposed(attributes, old, entry)
		}
	}
	return tftypes.NewValue(config.Type(), after)
}
