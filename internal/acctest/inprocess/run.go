package inprocess

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// run is one process of the provider, and the values of a configuration that are known so far.
type run struct {
	Process
	// resources are the values of the visited instances of resources, by type and name.
	resources map[string]map[string]cty.Value
	// data are the values of the visited data sources, by type and name.
	data map[string]map[string]cty.Value
	// applied are the instances of terraform_data whose output is known.
	applied map[string]bool
	// diags are those of this step.
	diags *Diagnostics
	// stored is the value of an instance that is not visited.
	stored func(b *block, address string) cty.Value
}

// newRun starts a process of the provider.
func (d *Directory) newRun() *run {
	r := &run{
		resources: map[string]map[string]cty.Value{}, data: map[string]map[string]cty.Value{},
		applied: d.applied, diags: &d.diags,
	}
	r.stored = func(b *block, address string) cty.Value { return d.Object(address, r.NoObject(b.typeName)).Value }
	if d.Running != nil {
		r.Process = *d.Running()
	} else {
		r.Process = Process{ProviderServer: d.Start(), Provider: d.Provider}
	}
	return r
}

// open starts and configures a process of the provider. The provider block may refer to an instance
// of terraform_data.
func (d *Directory) open(ctx context.Context, c configuration) (*run, error) {
	r := d.newRun()
	if c.provider == nil {
		return r, nil
	}
	for _, b := range c.blocks {
		if b.typeName == builtin && len(b.needs) == 0 {
			err := r.addBuiltinValues(b)
			if err != nil {
				return nil, err
			}
		}
	}
	config, err := SchemaOf(d.Offered.Provider).decode(c.provider, r.evaluation(nil))
	if err != nil {
		return nil, err
	}
	err = r.check("provider", r.Configure(ctx, "1.11.4", config))
	return r, err
}

// evaluation returns the values that expressions may refer to: the known values, and each of the
// instance itself.
func (r *run) evaluation(own map[string]cty.Value) *hcl.EvalContext {
	variables := map[string]cty.Value{}
	maps.Copy(variables, own)
	maps.Copy(variables, objects(r.resources))
	variables["data"] = cty.ObjectVal(objects(r.data))
	return &hcl.EvalContext{Variables: variables, Functions: functions}
}

func objects(named map[string]map[string]cty.Value) map[string]cty.Value {
	all := map[string]cty.Value{}
	for typeName, values := range named {
		all[typeName] = cty.ObjectVal(values)
	}
	return all
}

// addValues makes the values of a block's instances available to blocks that refer to them.
func (r *run) addValues(b *block, instances map[string]cty.Value) {
	value := instances[""]
	if b.forEach != nil {
		value = cty.ObjectVal(instances)
	}
	values := r.resources
	if b.isData {
		values = r.data
	}
	if values[b.typeName] == nil {
		values[b.typeName] = map[string]cty.Value{}
	}
	values[b.typeName][b.name] = value
}

// addBuiltinValues makes the value of a terraform_data known.
func (r *run) addBuiltinValues(b *block) error {
	value, err := b.decode(b.arguments, r.evaluation(nil))
	if err != nil {
		return err
	}
	input := value.GetAttr("input")
	output := cty.UnknownVal(input.Type())
	if r.applied[b.address] {
		output = input
	}
	r.addValues(b, map[string]cty.Value{"": cty.ObjectVal(map[string]cty.Value{"input": input, "output": output})})
	return nil
}

// readData reads a data source.
func (r *run) readData(ctx context.Context, b *block, address string, config cty.Value) (cty.Value, error) {
	value, diags := r.Read(ctx, b.typeName, config)
	return value, r.check(address, diags)
}

// refresh reads an instance of the state.
func (d *Directory) refresh(ctx context.Context, r *run, address string, options Options) error {
	o, exists := d.state[address]
	if !exists || options.NoRefresh {
		return nil
	}
	now, diags := r.Refresh(ctx, o)
	d.Put(address, now)
	return r.check(address, diags)
}

// imported imports an instance.
func (r *run) imported(ctx context.Context, typeName, id string) (*Object, error) {
	o, diags := r.Import(ctx, typeName, &tfprotov6.ImportResourceStateRequest{ID: id})
	err := r.check(typeName, diags)
	if err == nil && !o.Exists() {
		err = message("Cannot import non-existent remote object")
	}
	return o, err
}

// planDestroy plans the destroy of an instance.
func (r *run) planDestroy(ctx context.Context, address string, o *Object) (change, error) {
	planned, diags := r.Plan(ctx, o, r.NoObject(o.TypeName).Value, nil, false)
	return change{address: address, typeName: o.TypeName, before: o.Value, Planned: planned}, r.check(address, diags)
}

// Object returns an instance of the state, or otherwise if the state has no such instance.
func (d *Directory) Object(address string, otherwise *Object) *Object {
	o, exists := d.state[address]
	if exists {
		return o
	}
	return otherwise
}

// Put writes what exists, or remains, of an instance to the state.
func (d *Directory) Put(address string, o *Object) {
	d.state[address] = o
	if !o.Exists() {
		delete(d.state, address)
	}
}

// validate checks every block individually, in the same order.
func (d *Directory) validate(ctx context.Context, c configuration) error {
	w := d.begin(d.newRun())
	w.applied = nil
	visit := func(r *run, b *block, address string, config cty.Value) (cty.Value, error) {
		validate := r.Validate
		if b.isData {
			validate = r.ValidateData
		}
		return cty.UnknownVal(config.Type()), r.check(address, validate(ctx, b.typeName, config))
	}
	w.visitBlocks(c.blocks, targets{}, nothing, visit)
	return w.all()
}

// visit carries out a walk's work on an instance, and returns the values that other blocks see.
type visit = func(r *run, b *block, address string, config cty.Value) (cty.Value, error)

// instances are the values of a block's instances by key.
type instances = map[string]cty.Value

// nothing adds no nodes to those that the block of an instance needs.
func nothing(string) []*node { return nil }

// message is an error in the form of an engine.
type message string

func (m message) Error() string { return "Error: " + string(m) }

// configError returns the errors of a configuration.
func configError(diags hcl.Diagnostics) error {
	var errs []error
	for _, d := range diags.Errs() {
		errs = append(errs, message(d.Error()))
	}
	return errors.Join(errs...)
}

// check records the diagnostics of an instance, and returns the errors among them.
func (r *run) check(address string, diags Diagnostics) error {
	*r.diags = append(*r.diags, diags...)
	var errs []error
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			errs = append(errs, message(fmt.Sprintf("%s\n\n%s: %s", d.Summary, address, d.Detail)))
		}
	}
	return errors.Join(errs...)
}
