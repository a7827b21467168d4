// Package inprocess runs acceptance tests without the processes of an engine. It speaks the plugin
// protocol to the provider as Terraform does, and checks the rules that Terraform checks. A case
// that takes Terraform seconds takes milliseconds here.
//
// Process calls the provider, and checks that it keeps the rules. Directory carries out the same
// commands as engine.Directory, but with a Process. An acctest.Instance writes its configuration,
// and lets either of them carry it out. For calls that an engine does not offer, such as one call
// out of order, it uses a Process.
//
// The package supports the blocks of one provider, references between them, for_each, moved and a
// few functions. Use an engine for modules, other providers, and the output for people.
package inprocess

import (
	"context"
	"reflect"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// Provider describes how a process of the provider is started, and what each process offers.
type Provider struct {
	Start   func() tfprotov6.ProviderServer
	Offered *tfprotov6.GetProviderSchemaResponse
	// OnDiagnostics, if it is not nil, is called with the diagnostics of each call, even if there
	// are none. The call is "validation", "start", "refresh", "plan", "apply", "import", "read",
	// "opening", "list" or "action". of is its object, such as "data videoindexer_account".
	OnDiagnostics func(call, of string, diags Diagnostics)
	// IsVirtual means that pauses take no time (testing/synctest).
	IsVirtual bool
}

// Process is a process of the provider, called as an engine calls it. Its calls return the
// diagnostics of the provider. If the provider breaks a rule of the protocol, they also return the
// diagnostics of an engine: see IsBroken.
type Process struct {
	tfprotov6.ProviderServer
	*Provider
	// leave, if it is not nil, is called before each call of the provider, and enter after the
	// call. In between, other visits make calls.
	leave func() (enter func())
}

// Diagnostics are the diagnostics of a call.
type Diagnostics = []*tfprotov6.Diagnostic

// Object is an instance of a managed resource, as a state keeps it. Its value is null if the
// instance does not exist.
type Object struct {
	TypeName  string
	Value     cty.Value
	Private   []byte
	Identity  *tfprotov6.ResourceIdentityData
	IsTainted bool
	// needs are the addresses of the blocks that the configuration refers to.
	needs []string
}

// Exists reports whether the instance exists.
func (o *Object) Exists() bool { return !o.Value.IsNull() }

// Planned is the plan of one instance.
type Planned struct {
	// Config is the configuration as written; After is null for a destroy.
	Config, After cty.Value
	Private       []byte
	Identity      *tfprotov6.ResourceIdentityData
	// IsReplacement means that the instance is destroyed and created.
	IsReplacement bool
	// Ignored are the attributes in ignore_changes.
	Ignored []hcl.Traversal
}

// The summaries of an engine for a provider that breaks a rule of the protocol. The detail follows
// the address of the instance.
const (
	noResponseAtAll    = "Provider produced no response"
	invalidPlanned     = "Provider produced invalid plan"
	inconsistentFinal  = "Provider produced inconsistent final plan"
	invalidResult      = "Provider returned invalid result object after apply"
	inconsistentResult = "Provider produced inconsistent result after apply"
)

// IsBroken reports whether a diagnostic says that the provider broke a rule. A final plan may be
// inconsistent because the service has changed between a plan and its apply.
func IsBroken(d *tfprotov6.Diagnostic) bool {
	return slices.Contains([]string{noResponseAtAll, invalidPlanned, invalidResult, inconsistentResult}, d.Summary)
}

func failed(summary, detail string) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Summary: summary, Detail: detail}
}

// hasErrors reports whether diagnostics contain an error.
func hasErrors(diags Diagnostics) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		return d.Severity == tfprotov6.DiagnosticSeverityError
	})
}

// call makes a call of the provider, and returns the response with its diagnostics. The response is
// empty if there is none.
func call[Q, A any](
	ctx context.Context, p *Process, name, object string, method func(context.Context, *Q) (*A, error), q *Q,
) (*A, Diagnostics) {
	enter := func() {}
	if p.leave != nil {
		enter = p.leave()
	}
	response, err := method(ctx, q)
	enter()
	if err != nil {
		return new(A), Diagnostics{failed(noResponseAtAll, err.Error())}
	}
	field := reflect.ValueOf(response).Elem().FieldByName("Diagnostics") // all have it but streams
	if !field.IsValid() {
		return response, nil
	}
	diags, _ := reflect.TypeAssert[Diagnostics](field)
	p.notify(name, object, diags)
	return response, diags
}

func (p *Process) notify(call, of string, diags Diagnostics) {
	if p.OnDiagnostics != nil {
		p.OnDiagnostics(call, of, diags)
	}
}

func (p *Process) resource(typeName string) *Schema {
	return SchemaOf(p.Offered.ResourceSchemas[typeName])
}

// NoObject returns an instance that does not exist.
func (p *Process) NoObject(typeName string) *Object {
	return &Object{TypeName: typeName, Value: cty.NullVal(p.resource(typeName).Type)}
}

// Configure checks the configuration of the provider, and configures it.
func (p *Process) Configure(ctx context.Context, version string, config cty.Value) Diagnostics {
	packed := SchemaOf(p.Offered.Provider).pack(config)
	of := "the provider"
	_, diags := call(
		ctx, p, "validation", of, p.ValidateProviderConfig, &tfprotov6.ValidateProviderConfigRequest{Config: packed},
	)
	if hasErrors(diags) {
		return diags
	}
	_, more := call(ctx, p, "start", of, p.ConfigureProvider, &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: version, Config: packed,
	})
	return append(diags, more...)
}

// Validate checks the configuration of a managed resource, as an engine that knows write-only
// arguments.
func (p *Process) Validate(ctx context.Context, typeName string, config cty.Value) Diagnostics {
	_, diags := call(ctx, p, "validation", typeName, p.ValidateResourceConfig, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: p.resource(typeName).pack(config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	return diags
}

// Refresh reads an instance.
func (p *Process) Refresh(ctx context.Context, o *Object) (*Object, Diagnostics) {
	s := p.resource(o.TypeName)
	read, diags := call(ctx, p, "refresh", o.TypeName, p.ReadResource, &tfprotov6.ReadResourceRequest{
		TypeName: o.TypeName, CurrentState: s.pack(o.Value), CurrentIdentity: o.Identity, Private: o.Private,
	})
	if hasErrors(diags) {
		return o, diags
	}
	now := *o
	now.Value = s.unpack(read.NewState)
	now.Private = read.Private
	now.Identity = read.NewIdentity
	return &now, diags
}

// Import imports an instance and reads it. The service may have no such object.
func (p *Process) Import(
	ctx context.Context, typeName string, q *tfprotov6.ImportResourceStateRequest,
) (*Object, Diagnostics) {
	q.TypeName = typeName
	imported, diags := call(ctx, p, "import", typeName, p.ImportResourceState, q)
	if hasErrors(diags) {
		return p.NoObject(typeName), diags
	}
	found := imported.ImportedResources[0]
	o, more := p.Refresh(ctx, &Object{
		TypeName: typeName, Value: p.resource(typeName).unpack(found.State),
		Private: found.Private, Identity: found.Identity,
	})
	return o, append(diags, more...)
}

// Plan plans an instance for a configuration; null destroys it. A replacement, requested by the
// provider or by force, is planned twice: as a change, and then as a create that receives the
// private data of the first plan.
func (p *Process) Plan(
	ctx context.Context, object *Object, config cty.Value, ignored []hcl.Traversal, force bool,
) (Planned, Diagnostics) {
	isMissing := !object.Exists() || object.IsTainted
	isCreate := isMissing && !config.IsNull()
	prior := object
	if isCreate {
		prior = p.NoObject(object.TypeName)
	}
	plan, replaces, diags := p.planOnce(ctx, prior, config, ignored, false)
	if isCreate {
		plan.IsReplacement = object.Exists()
		return plan, diags
	}
	if hasErrors(diags) || config.IsNull() {
		return plan, diags
	}
	if !replaces && !force {
		return plan, diags
	}
	create := p.NoObject(object.TypeName)
	create.Private = plan.Private
	create.Identity = object.Identity
	second, _, more := p.planOnce(ctx, create, config, ignored, false)
	second.IsReplacement = true
	return second, append(diags, more...)
}

// planOnce makes one call for a plan, and returns whether the provider requires a replacement. In
// an apply, Terraform allows deferral.
func (p *Process) planOnce(
	ctx context.Context, prior *Object, written cty.Value, ignored []hcl.Traversal, isApply bool,
) (plan Planned, replaces bool, diags Diagnostics) {
	s := p.resource(prior.TypeName)
	plan = Planned{Config: written, After: cty.NullVal(s.Type), Ignored: ignored}
	config := ignore(prior.Value, written, ignored)
	planned, diags := call(ctx, p, "plan", prior.TypeName, p.PlanResourceChange, &tfprotov6.PlanResourceChangeRequest{
		TypeName: prior.TypeName, PriorState: s.pack(prior.Value), Config: s.pack(config),
		PriorPrivate: prior.Private, PriorIdentity: prior.Identity,
		ProposedNewState:   s.pack(proposed(s.Block.Attributes, prior.Value, config)),
		ClientCapabilities: &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: isApply},
	})
	plan.After = s.unpack(planned.PlannedState)
	plan.Private = planned.PlannedPrivate
	plan.Identity = planned.PlannedIdentity
	if !hasErrors(diags) && !plan.After.IsNull() {
		problem := invalidPlan(s.Block.Attributes, prior.Value, unrefined(config), unrefined(plan.After))
		if problem != "" {
			diags = append(diags, failed(invalidPlanned, problem))
		}
	}
	return plan, len(planned.RequiresReplace) > 0, diags
}

// Write creates or updates an instance, after another plan.
func (p *Process) Write(ctx context.Context, o *Object, first Planned, config cty.Value) (*Object, Diagnostics) {
	again, diags := p.replan(ctx, o, first, config)
	if hasErrors(diags) {
		return o, diags
	}
	return p.ApplyAsPlanned(ctx, o, again)
}

// replan plans a create or an update once more with the values that are known by then, as an engine
// does before it applies. The warnings are those of the first plan.
func (p *Process) replan(ctx context.Context, o *Object, first Planned, config cty.Value) (Planned, Diagnostics) {
	again, _, diags := p.planOnce(ctx, o, config, first.Ignored, true)
	problems := Violations(first.After, again.After)
	switch {
	case hasErrors(diags):
		return again, diags
	case len(problems) > 0:
		return again, append(diags, failed(inconsistentFinal, problems[0]))
	}
	return again, nil
}

// Destroy destroys an instance as planned, and returns the remaining object.
func (p *Process) Destroy(ctx context.Context, o *Object, private []byte) (*Object, Diagnostics) {
	nothing := p.NoObject(o.TypeName).Value
	return p.ApplyAsPlanned(ctx, o, Planned{Config: nothing, After: nothing, Private: private})
}

// ApplyAsPlanned carries out a plan without another plan.
func (p *Process) ApplyAsPlanned(ctx context.Context, object *Object, plan Planned) (*Object, Diagnostics) {
	s := p.resource(object.TypeName)
	applied, diags := call(ctx, p, "apply", object.TypeName, p.ApplyResourceChange, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: object.TypeName, PriorState: s.pack(object.Value),
		PlannedState: s.pack(plan.After), Config: s.pack(plan.Config),
		PlannedPrivate: plan.Private, PlannedIdentity: plan.Identity,
	})
	value := s.unpack(applied.NewState)
	hasFailed := hasErrors(diags)
	isDestroy := plan.After.IsNull()
	isLost := value.IsNull() && !isDestroy
	if hasFailed && isLost {
		return object, diags
	}
	left := *object
	left.Value = cty.UnknownAsNull(value)
	left.Private = applied.Private
	left.Identity = applied.NewIdentity
	staysTainted := object.IsTainted && isDestroy
	isFailedCreate := hasFailed && !object.Exists()
	isTainted := staysTainted || isFailedCreate
	left.IsTainted = isTainted && left.Exists()
	isLeft := isDestroy && left.Exists()
	switch {
	case !value.IsWhollyKnown(): // an engine says so after an error of the provider as well
		return &left, append(diags, failed(invalidResult, " has unknown values"))
	case !hasFailed && isLeft:
		return &left, append(diags, failed(invalidResult, " is still there after its destroy"))
	case !hasFailed:
		problems := Violations(plan.After, value)
		if len(problems) > 0 {
			return &left, append(diags, failed(inconsistentResult, problems[0]))
		}
	}
	return &left, diags
}
