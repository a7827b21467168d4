package acctest

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// Instance is one instance of a managed resource, which a test plans and applies as an engine does. Where the engine ends
// one process of the provider and starts another, the test sets another Protocol.
type Instance struct {
	*Protocol
	// CreateBeforeDestroy is the engine's lifecycle argument of that name.
	CreateBeforeDestroy bool
	// IgnoreChanges is the engine's lifecycle argument of that name.
	IgnoreChanges []hcl.Traversal

	// Object is the instance as the state holds it.
	Object *inprocess.Object

	name   string
	schema *inprocess.Schema
}

// Instance is an instance that does not exist yet.
func (p *Protocol) Instance(name string) *Instance {
	p.t.Helper()
	return &Instance{Protocol: p, name: name, schema: inprocess.SchemaOf(p.process.Offered.ResourceSchemas[name]), Object: p.process.Nothing(name)}
}

// Plan is what an engine keeps of a plan of one instance.
type Plan struct {
	Diagnostics []*tfprotov6.Diagnostic
	// Planned is null for a destroy.
	Planned tftypes.Value
	// IsReplacement says that the instance is destroyed and created; IsUpdate that it is changed in place.
	IsReplacement, IsUpdate bool

	by      *Protocol
	planned inprocess.Planned
}

// Exists says whether the state holds the instance.
func (i *Instance) Exists() bool { return i.Object.Exists() }

// State is the instance in the state: its attributes by name, nil where it does not exist.
func (i *Instance) State() map[string]tftypes.Value {
	return Parts(i.t, i.schema.Typed(i.Object.Value))
}

// Texts are the attributes of the state that are texts, by name.
func (i *Instance) Texts() map[string]string { return texts(i.Object.Value) }

// Identity are the text attributes of the instance's identity by name.
func (i *Instance) Identity(ctx context.Context) map[string]string { return i.identity(ctx, i.Object) }

// Validate checks a configuration, as an engine that knows write-only arguments.
func (i *Instance) Validate(ctx context.Context, config Values) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.process.Validate(ctx, i.name, i.block(i.schema.Schema, config))
}

// Import imports the instance by its id and reads it.
func (i *Instance) Import(ctx context.Context, id string) []*tfprotov6.Diagnostic {
	i.t.Helper()
	imported, diags := i.process.Import(ctx, i.name, &tfprotov6.ImportResourceStateRequest{ID: id})
	if imported.Exists() || len(Errors(diags)) == 0 {
		i.Object = imported
	}
	return diags
}

// Private is what the provider keeps with the state, by key.
func (i *Instance) Private() map[string][]byte {
	i.t.Helper()
	private := map[string][]byte{}
	if len(i.Object.Private) > 0 {
		i.succeeds(json.Unmarshal(i.Object.Private, &private))
	}
	return private
}

// SetPrivate replaces what the provider keeps with the state.
func (i *Instance) SetPrivate(private map[string][]byte) {
	i.t.Helper()
	stored, err := json.Marshal(private)
	i.succeeds(err)
	o := *i.Object
	o.Private = stored
	i.Object = &o
}

// Taint has the next plan replace the instance, as after a create that failed; or not, as untaint does.
func (i *Instance) Taint(isTainted bool) {
	o := *i.Object
	o.IsTainted = isTainted
	i.Object = &o
}

// Refresh reads the instance.
func (i *Instance) Refresh(ctx context.Context) []*tfprotov6.Diagnostic {
	i.t.Helper()
	i.leaveApply()
	return i.take(i.process.Refresh(ctx, i.Object))
}

// take puts what a call has left of the instance into the state.
func (i *Instance) take(left *inprocess.Object, diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	i.t.Helper()
	i.Object = left
	return i.judge(i.name, diags)
}

// Plan plans the instance for a configuration, nil to destroy it.
func (i *Instance) Plan(ctx context.Context, config Values) *Plan {
	i.t.Helper()
	i.leaveApply()
	return i.plan(ctx, i.Object, config, false)
}

// PlanReplacement plans the instance as -replace and replace_triggered_by do.
func (i *Instance) PlanReplacement(ctx context.Context, config Values) *Plan {
	i.t.Helper()
	i.leaveApply()
	return i.plan(ctx, i.Object, config, true)
}

func (i *Instance) plan(ctx context.Context, of *inprocess.Object, config Values, force bool) *Plan {
	i.t.Helper()
	written := i.process.Nothing(i.name).Value
	if config != nil {
		written = i.block(i.schema.Schema, config)
	}
	planned, diags := i.process.Plan(ctx, of, written, i.IgnoreChanges, force)
	return &Plan{
		Diagnostics: i.judge(i.name, diags), Planned: i.schema.Typed(planned.After), by: i.Protocol, planned: planned, IsReplacement: planned.IsReplacement,
		IsUpdate: config != nil && of.Exists() && !planned.IsReplacement && !planned.After.RawEquals(of.Value),
	}
}

// leaveApply ends a process that has applied.
func (i *Instance) leaveApply() {
	if i.hasApplied {
		i.Protocol = i.start()
	}
}

// Apply applies a plan without errors, in another process than the one that planned. As an engine does, it first plans a
// create or an update once more, and leaves out what changes nothing.
func (i *Instance) Apply(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	if plan.by == i.Protocol {
		i.Protocol = i.start()
	}
	i.hasApplied = true
	prior := i.Object
	switch {
	case plan.planned.After.IsNull():
		return i.ApplyAsPlanned(ctx, plan)
	case prior.Exists() && !plan.IsReplacement && !plan.IsUpdate:
		return nil
	case plan.IsReplacement && i.CreateBeforeDestroy:
		diags := i.write(ctx, i.process.Nothing(i.name), plan)
		if len(Errors(diags)) > 0 {
			return diags
		}
		created := i.Object
		destroy := i.plan(ctx, prior, nil, false) // as an engine does when it applies it
		if diags = append(diags, destroy.Diagnostics...); len(Errors(diags)) == 0 {
			diags = append(diags, i.take(i.process.Carry(ctx, prior, destroy.planned))...)
		}
		i.Object = created
		return diags
	case plan.IsReplacement:
		diags := i.ApplyDestroy(ctx, plan)
		if len(Errors(diags)) > 0 {
			return diags
		}
		return append(diags, i.write(ctx, i.Object, plan)...)
	}
	return i.write(ctx, prior, plan)
}

// write creates or updates the instance, after a further plan.
func (i *Instance) write(ctx context.Context, prior *inprocess.Object, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.take(i.process.Write(ctx, prior, plan.planned, plan.planned.Config))
}

// ApplyAsPlanned applies a plan and nothing else. A test that chooses the order of an engine's calls must itself plan
// a create once more.
func (i *Instance) ApplyAsPlanned(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	prior := i.Object
	if !plan.planned.After.IsNull() && (prior.IsTainted || plan.IsReplacement) {
		prior = i.process.Nothing(i.name)
	}
	return i.take(i.process.Carry(ctx, prior, plan.planned))
}

// ApplyDestroy applies the destroy of a planned replacement, which is handed the private data of that plan.
func (i *Instance) ApplyDestroy(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.take(i.process.Destroy(ctx, i.Object, plan.planned.Private))
}

// Forget makes the instance one that does not exist.
func (i *Instance) Forget() { i.Object = i.process.Nothing(i.name) }

func (i *Instance) succeeds(err error) {
	i.t.Helper()
	if err != nil {
		i.t.Fatal(err)
	}
}

// Restart ends the process of instances, which go on in one new process of the same configuration. Requests are counted from zero again.
func Restart(instances ...*Instance) {
	instances[0].countAnew()
	protocol := instances[0].restart()
	for _, i := range instances {
		i.Protocol = protocol
	}
}

// MustPlan plans the instance in the process that it is in, without an error.
func (i *Instance) MustPlan(config Values) *Plan {
	i.t.Helper()
	plan := i.Plan(i.t.Context(), config)
	Succeeds(i.t, plan.Diagnostics)
	return plan
}

// Look refreshes and plans the instance in a process of its own, as a plan of an engine does.
func (i *Instance) Look(config Values) *Plan {
	i.t.Helper()
	i.Protocol = i.restart()
	if i.Exists() {
		Succeeds(i.t, i.Refresh(i.t.Context()))
	}
	return i.MustPlan(config)
}

// instanceRunner carries out the steps of an instance: the instance itself in process, and a workspace with an engine.
type instanceRunner interface {
	Look(config Values) *Plan
	apply(plan *Plan)
}

func (i *Instance) apply(plan *Plan) {
	i.t.Helper()
	Succeeds(i.t, i.Apply(i.t.Context(), plan))
}

// Run refreshes, plans and applies the instance, as an engine does.
func (i *Instance) Run(config Values) *Plan {
	i.t.Helper()
	in := i.runner(config)
	plan := in.Look(config)
	in.apply(plan)
	return plan
}

// IsUnchanged expects that a run has nothing to do, and nothing to say.
func (i *Instance) IsUnchanged(config Values) {
	i.t.Helper()
	plan := i.runner(config).Look(config)
	if !plan.IsUpdate && !plan.IsReplacement && len(plan.Diagnostics) == 0 {
		return
	}
	before := i.State()
	for name, value := range Parts(i.t, plan.Planned) {
		if !value.Equal(before[name]) {
			i.t.Errorf("%s: %s is planned as %s", name, before[name], value)
		}
	}
	i.t.Errorf("planned: update %t, replacement %t, %q", plan.IsUpdate, plan.IsReplacement, Texts(plan.Diagnostics))
}
