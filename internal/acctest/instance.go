package acctest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// Instance is one instance of a managed resource, in the process of the provider that a test
// chooses. It writes its arguments as a configuration, which a Runner plans and applies. Where an
// engine starts another process of the provider, the instance does so too, unless the test sets
// another Protocol.
type Instance struct {
	*Protocol
	// Lifecycle are the arguments of the lifecycle block, such as "create_before_destroy = true".
	Lifecycle string
	// Object is the instance as the state holds it.
	Object inprocess.Object

	typeName string
	schema   *inprocess.Schema
}

// Instance returns an instance that does not exist yet.
func (p *Protocol) Instance(typeName string) *Instance {
	p.t.Helper()
	return &Instance{
		Protocol: p, typeName: typeName, schema: inprocess.SchemaOf(p.process.Offered.ResourceSchemas[typeName]),
		Object: *p.process.NoObject(typeName),
	}
}

// Plan is a plan of one instance.
type Plan struct {
	Diagnostics []*tfprotov6.Diagnostic
	// Planned is null for a destroy, and for a plan of an engine.
	Planned tftypes.Value
	// IsReplacement means that the instance is destroyed and created.
	IsReplacement bool
	// IsUpdate means that the instance is changed in place.
	IsUpdate bool

	by    *Protocol
	saved *inprocess.Plan
}

// IsEmpty reports whether the plan changes nothing.
func (p *Plan) IsEmpty() bool { return p.saved.IsEmpty() }

// String returns the first changes of the plan.
func (p *Plan) String() string { return fmt.Sprint(inprocess.Excerpt(p.saved)) }

// Exists reports whether the state contains the instance.
func (i *Instance) Exists() bool { return i.Object.Exists() }

// WantAbsent expects that the state does not contain the instance.
func (i *Instance) WantAbsent() {
	i.t.Helper()
	if i.Exists() {
		i.t.Errorf("want no object in the state. It has: %v", i.State())
	}
}

// State returns the instance in the state: its attributes by name, or nil if it does not exist.
func (i *Instance) State() Named[tftypes.Value] {
	return Parts(i.t, i.schema.Typed(i.Object.Value))
}

// Texts returns the string attributes of the state by name.
func (i *Instance) Texts() Named[string] { return texts(i.Object.Value) }

// Identity returns the string attributes of the instance's identity by name.
func (i *Instance) Identity(ctx context.Context) map[string]string { return i.identity(ctx, &i.Object) }

// Private returns the private state by key.
func (i *Instance) Private() map[string][]byte {
	i.t.Helper()
	private := map[string][]byte{}
	if len(i.Object.Private) > 0 {
		i.mustSucceed(json.Unmarshal(i.Object.Private, &private))
	}
	return private
}

func (i *Instance) mustSucceed(err error) {
	i.t.Helper()
	if err != nil {
		i.t.Fatalf("%s: want no error. Got: %v", i.typeName, inprocess.Excerpt(err))
	}
}

// Validate checks a configuration, as an engine that knows write-only arguments.
func (i *Instance) Validate(ctx context.Context, config Values) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.process.Validate(ctx, i.typeName, i.block(i.schema.Schema, config))
}

// Import imports the instance by its id and reads it.
func (i *Instance) Import(ctx context.Context, id string) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.importBy(ctx, &tfprotov6.ImportResourceStateRequest{ID: id})
}

// ImportByIdentity imports the instance by its identity and reads it, as Terraform 1.12 and later
// do.
func (i *Instance) ImportByIdentity(ctx context.Context, identity Values) []*tfprotov6.Diagnostic {
	i.t.Helper()
	schema := i.process.IdentitySchema(ctx, i.typeName)
	data := schema.Identity(i.block(schema.Schema, identity))
	return i.importBy(ctx, &tfprotov6.ImportResourceStateRequest{Identity: data})
}

func (i *Instance) importBy(
	ctx context.Context, request *tfprotov6.ImportResourceStateRequest,
) []*tfprotov6.Diagnostic {
	i.t.Helper()
	imported, diags := i.process.Import(ctx, i.typeName, request)
	if imported.Exists() || len(Errors(diags)) == 0 {
		i.Object = *imported
	}
	return diags
}

// Refresh reads the instance.
func (i *Instance) Refresh(ctx context.Context) []*tfprotov6.Diagnostic {
	i.t.Helper()
	i.leaveApply()
	return i.saveObject(i.process.Refresh(ctx, &i.Object))
}

// saveObject writes the remaining object of a call to the state.
func (i *Instance) saveObject(left *inprocess.Object, diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	i.t.Helper()
	i.Object = *left
	return i.wantProtocolKept(i.typeName, diags)
}

// Plan plans the instance for a configuration, without a refresh; nil destroys it.
func (i *Instance) Plan(ctx context.Context, config Values) *Plan {
	i.t.Helper()
	i.leaveApply()
	return i.plan(ctx, i.inProcess(), config, inprocess.Options{NoRefresh: true})
}

// PlanReplacement plans the instance as -replace and replace_triggered_by do.
func (i *Instance) PlanReplacement(ctx context.Context, config Values) *Plan {
	i.t.Helper()
	i.leaveApply()
	return i.plan(ctx, i.inProcess(), config, inprocess.Options{NoRefresh: true, Replace: []string{i.address()}})
}

// MustPlan plans the instance without an error.
func (i *Instance) MustPlan(config Values) *Plan {
	i.t.Helper()
	plan := i.Plan(i.t.Context(), config)
	MustSucceed(i.t, plan.Diagnostics)
	return plan
}

// PlanWithRefresh refreshes and plans the instance in a process of its own, as a plan of an engine
// does.
func (i *Instance) PlanWithRefresh(config Values) *Plan {
	i.t.Helper()
	i.Protocol = i.restart()
	var refreshed []*tfprotov6.Diagnostic
	if i.Exists() {
		refreshed = i.Refresh(i.t.Context())
	}
	plan := i.Plan(i.t.Context(), config)
	plan.Diagnostics = append(refreshed, plan.Diagnostics...)
	MustSucceed(i.t, plan.Diagnostics)
	return plan
}

// Apply applies a plan, in another process than the one that planned.
func (i *Instance) Apply(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.apply(ctx, i.inProcess(), plan)
}

// Run refreshes, plans and applies the instance, with an engine if the environment requests it.
func (i *Instance) Run(config Values) *Plan {
	i.t.Helper()
	i.Protocol = i.restart()
	runner := i.runner()
	plan := i.plan(i.t.Context(), runner, config, inprocess.Options{})
	MustSucceed(i.t, plan.Diagnostics)
	MustSucceed(i.t, i.apply(i.t.Context(), runner, plan))
	return plan
}

// WantUnchanged expects a run without changes and without diagnostics.
func (i *Instance) WantUnchanged(config Values) {
	i.t.Helper()
	plan := i.Run(config)
	if !plan.IsEmpty() || len(plan.Diagnostics) > 0 {
		i.t.Errorf("want an empty plan without messages. Planned: %s\nGot: %v", plan, Texts(plan.Diagnostics))
	}
}

// MustConverge plans with a refresh and applies, and expects that the next plan is empty.
func (i *Instance) MustConverge(config Values) {
	i.t.Helper()
	MustSucceed(i.t, i.Apply(i.t.Context(), i.PlanWithRefresh(config)))
	i.WantUnchanged(config)
}

// MustFail plans with a refresh, and expects an apply with an error that contains all the parts. It
// returns the diagnostics of the apply.
func (i *Instance) MustFail(config Values, parts ...string) []*tfprotov6.Diagnostic {
	i.t.Helper()
	diags := i.Apply(i.t.Context(), i.PlanWithRefresh(config))
	MustSay(i.t, diags, Failure, parts...)
	return diags
}

// ApplyAsPlanned makes the one call that applies a plan. Before a create, the test itself must plan
// once more.
func (i *Instance) ApplyAsPlanned(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.saveObject(i.process.ApplyAsPlanned(ctx, &i.Object, *plan.saved.Of(i.address())))
}

// ApplyDestroy makes the one call that destroys what a plan replaces. The call receives the private
// data of that plan.
func (i *Instance) ApplyDestroy(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	return i.saveObject(i.process.Destroy(ctx, &i.Object, plan.saved.Of(i.address()).Private))
}

// Restart ends the process of instances, which continue in one new process with the same
// configuration. It resets the count of requests.
func Restart(instances ...*Instance) {
	instances[0].server.ResetRequests()
	protocol := instances[0].restart()
	for _, i := range instances {
		i.Protocol = protocol
	}
}

// leaveApply ends a process that has applied.
func (i *Instance) leaveApply() {
	if i.hasApplied {
		i.Protocol = i.start()
	}
}

// instanceRunner is a Runner that an instance can be put into, and taken out of.
type instanceRunner interface {
	Runner
	Put(address string, o *inprocess.Object)
	Object(address string, otherwise *inprocess.Object) *inprocess.Object
	Diagnostics() []*tfprotov6.Diagnostic
}

// inProcess returns a directory whose steps are in the process that the instance is in.
func (i *Instance) inProcess() instanceRunner {
	d := inprocess.Open(i.process.Provider, nil)
	d.Running = func() *inprocess.Process { return i.process }
	return d
}

func (i *Instance) runner() instanceRunner {
	i.t.Helper()
	if !throughEngine(i.t) || !i.settings.IsWhollyKnown() {
		return i.inProcess()
	}
	d := engine.Open(i.t, i.process.Start)
	d.Write("provider.tf", fmt.Sprintf(
		"provider %q {\n%s}\n", provider.ProviderName, arguments(i.process.Offered.Provider.Block, i.settings),
	))
	return d
}

func (i *Instance) plan(ctx context.Context, runner instanceRunner, config Values, options inprocess.Options) *Plan {
	i.t.Helper()
	now := i.Object
	runner.Put(i.address(), &now)
	saved, err := runner.Plan(ctx, i.text(config), options)
	plan := &Plan{
		by: i.Protocol, saved: saved, Planned: i.schema.Typed(i.process.NoObject(i.typeName).Value),
		Diagnostics: i.diagnostics(runner, err),
	}
	if saved == nil {
		return plan
	}
	for _, change := range saved.Changes {
		plan.IsReplacement = change.Action == "replace"
		plan.IsUpdate = change.Action == "update"
	}
	planned := saved.Of(i.address())
	if planned != nil {
		plan.Planned = i.schema.Typed(planned.After)
	}
	return plan
}

func (i *Instance) apply(ctx context.Context, runner instanceRunner, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	if plan.saved == nil {
		i.t.Fatalf("%s: want a plan to apply. It failed: %v", i.typeName, Texts(plan.Diagnostics))
	}
	if !plan.IsEmpty() {
		if plan.by == i.Protocol {
			i.Protocol = i.start()
		}
		i.hasApplied = true
	}
	err := runner.Apply(ctx, plan.saved)
	i.Object = *runner.Object(i.address(), i.process.NoObject(i.typeName))
	return i.diagnostics(runner, err)
}

// diagnostics returns the diagnostics of a step. An error that they do not contain is a mistake of
// the test.
func (i *Instance) diagnostics(runner instanceRunner, err error) []*tfprotov6.Diagnostic {
	i.t.Helper()
	diags := runner.Diagnostics()
	if len(Errors(diags)) == 0 {
		i.mustSucceed(err)
	}
	return i.wantProtocolKept(i.typeName, diags)
}

func (i *Instance) address() string { return i.typeName + ".it" }

// text returns a configuration as written; nil means a configuration without the instance.
func (i *Instance) text(config Values) string {
	i.t.Helper()
	if config == nil {
		return ""
	}
	text := Block(i.t, i.typeName, config, i.Lifecycle)
	if strings.Contains(text, unknown) {
		text += "resource \"terraform_data\" \"later\" {\n}\n"
	}
	return text
}

// Block returns the block of a resource called "it", with the arguments of its lifecycle.
func Block(t testing.TB, typeName string, config Values, lifecycle string) string {
	t.Helper()
	schema := inprocess.SchemaOf(Schema(t).ResourceSchemas[typeName])
	return fmt.Sprintf(
		"resource %q \"it\" {\n%slifecycle {\n%s\n}\n}\n", typeName,
		arguments(schema.Block, typed(t, schema.Type, config)), lifecycle,
	)
}

// arguments returns the arguments of a block as written.
func arguments(schema *tfprotov6.SchemaBlock, values cty.Value) string {
	var text strings.Builder
	for _, a := range schema.Attributes {
		value := values.GetAttr(a.Name)
		if !value.IsNull() {
			fmt.Fprintf(&text, "%s = %s\n", a.Name, expression(value))
		}
	}
	for _, b := range schema.BlockTypes {
		value := values.GetAttr(b.TypeName)
		if !value.IsNull() {
			fmt.Fprintf(&text, "%s {\n%s}\n", b.TypeName, arguments(b.Block, value))
		}
	}
	return text.String()
}

// unknown is an expression whose value is known only after an apply.
const unknown = "terraform_data.later.output"

// expression returns a value as written.
func expression(value cty.Value) string {
	switch {
	case !value.IsKnown():
		return unknown
	case value.IsNull() || !value.CanIterateElements():
		return string(hclwrite.TokensForValue(value).Bytes())
	}
	isObject := value.Type().IsObjectType() || value.Type().IsMapType()
	var parts []string
	for key, element := range value.Elements() {
		part := expression(element)
		if isObject {
			part = expression(key) + " = " + part
		}
		parts = append(parts, part)
	}
	if isObject {
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
