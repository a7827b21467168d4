package inprocess

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// run is one process of the provider, and what is known of a configuration so far.
type run struct {
	Process
	scope map[string]cty.Value
	// known are the values of what was walked so far, by kind and name.
	known map[string]cty.Value
	// isKnown reports whether the output of a terraform_data is known: it is from its apply on.
	isKnown func(address string) bool
}

// process starts a process of the provider, for a goroutine that holds the baton.
func (d *Directory) process() (*run, error) {
	server, err := d.start()
	return &run{
		Process: Process{ProviderServer: server, Offered: d.offered, held: &d.mu},
		known:   map[string]cty.Value{}, isKnown: func(address string) bool { return d.builtins[address] },
	}, err
}

// open starts and configures a process of the provider. In an apply, the output of each terraform_data is known: it comes
// first.
func (d *Directory) open(ctx context.Context, c configuration, isApply bool) (*run, error) {
	r, err := d.process()
	if err != nil {
		return nil, err
	}
	if isApply {
		r.isKnown = func(address string) bool {
			d.builtins[address] = true
			return true
		}
	}
	if c.provider == nil {
		return r, nil
	}
	scope, err := r.builtinScope(c)
	if err != nil {
		return nil, err
	}
	config, err := evaluate(c.provider, SchemaOf(d.offered.Provider).written, nil, evaluation(scope, nil))
	if err != nil {
		return nil, err
	}
	return r, check("provider", r.Configure(ctx, "1.11.4", config))
}

// note makes the values of a block's instances known to those that refer to them.
func (r *run) note(b block, instances map[string]cty.Value) {
	value := instances[""]
	if b.forEach != nil || b.count != nil {
		elements := map[string]cty.Value{}
		for key, instance := range instances {
			elements[strings.Trim(key, `[]"`)] = instance
		}
		value = cty.ObjectVal(elements)
	}
	r.known[b.address()] = value
	r.scope = map[string]cty.Value{}
	nested := map[string]map[string]cty.Value{}
	data := map[string]map[string]cty.Value{}
	for address, v := range r.known {
		parts, target := strings.Split(address, "."), nested
		if parts[0] == "data" {
			parts, target = parts[1:], data
		}
		if target[parts[0]] == nil {
			target[parts[0]] = map[string]cty.Value{}
		}
		target[parts[0]][parts[1]] = v
	}
	for kind, names := range nested {
		r.scope[kind] = cty.ObjectVal(names)
	}
	kinds := map[string]cty.Value{}
	for kind, names := range data {
		kinds[kind] = cty.ObjectVal(names)
	}
	if len(kinds) > 0 {
		r.scope["data"] = cty.ObjectVal(kinds)
	}
}

// builtin is a resource of the engine itself, which tests use for values that are known only after apply.
const builtin = "terraform_data"

// noteBuiltin makes the value of a terraform_data known.
func (r *run) noteBuiltin(b block) error {
	kinds := map[string]cty.Type{"input": cty.DynamicPseudoType}
	value, err := evaluate(b.body, kinds, nil, evaluation(r.scope, nil))
	if err != nil || b.forEach != nil || b.count != nil {
		return fmt.Errorf("%w: %s", errNeedsEngine, b.address())
	}
	input := value.GetAttr("input")
	output := cty.UnknownVal(input.Type())
	if r.isKnown(b.address()) {
		output = input
	}
	r.note(b, map[string]cty.Value{"": cty.ObjectVal(map[string]cty.Value{"input": input, "output": output})})
	return nil
}

// builtinScope is what the provider's block can refer to.
func (r *run) builtinScope(c configuration) (map[string]cty.Value, error) {
	for _, b := range c.blocks {
		if b.kind == builtin && len(references(b.body)) == 0 {
			if err := r.noteBuiltin(b); err != nil {
				return nil, err
			}
		}
	}
	scope := r.scope
	r.known, r.scope = map[string]cty.Value{}, nil
	return scope, nil
}

// schemaOf is the schema of a block.
func (r *run) schemaOf(b block) (*Schema, error) {
	offered := r.Offered.ResourceSchemas
	if b.isData {
		offered = r.Offered.DataSourceSchemas
	}
	if offered[b.kind] == nil {
		return nil, failure{"Error: Invalid resource type\n\n" + b.kind}
	}
	return SchemaOf(offered[b.kind]), nil
}

// readData reads a data source.
func (d *Directory) readData(ctx context.Context, r *run, b block, address string, config cty.Value) (cty.Value, error) {
	value, diags := r.Read(ctx, b.kind, config)
	if value.IsKnown() && !value.IsNull() {
		d.data[address] = &Object{Kind: b.kind, Value: value}
	}
	return value, checkAt(address, config, diags)
}

// refresh reads an instance of the state.
func (d *Directory) refresh(ctx context.Context, r *run, address string, how Options) error {
	o, exists := d.state[address]
	if !exists || how.NoRefresh {
		return nil
	}
	now, diags := r.Refresh(ctx, o)
	d.put(address, now)
	return check(address, diags)
}

// imported imports an instance.
func (r *run) imported(ctx context.Context, kind, id string) (*Object, error) {
	o, diags := r.Import(ctx, kind, &tfprotov6.ImportResourceStateRequest{ID: id})
	err := check(kind, diags)
	if err == nil && !o.Exists() {
		err = failure{"Error: Cannot import non-existent remote object"}
	}
	return o, err
}

// planDestroy plans the destroy of an instance.
func (r *run) planDestroy(ctx context.Context, address string, o *Object) (change, error) {
	planned, diags := r.Plan(ctx, o, r.Nothing(o.Kind).Value, nil, false)
	return change{address: address, kind: o.Kind, before: o.Value, Planned: planned}, check(address, diags)
}

// object is an instance of the state, or one that does not exist.
func (d *Directory) object(r *run, address, kind string) *Object {
	if o, exists := d.state[address]; exists {
		return o
	}
	return r.Nothing(kind)
}

// put puts what is left of an instance into the state.
func (d *Directory) put(address string, o *Object) {
	if d.state[address] = o; !o.Exists() {
		delete(d.state, address)
	}
}

// validate has every block checked on its own, in the order of the text.
func (d *Directory) validate(ctx context.Context, c configuration) error {
	r, err := d.process()
	if err != nil {
		return err
	}
	r.isKnown = func(string) bool { return false }
	w := d.newWalk(r, c, func(b block, address string, config cty.Value) (cty.Value, error) {
		validate := r.Validate
		if b.isData {
			validate = r.ValidateData
		}
		return cty.UnknownVal(config.Type()), checkAt(address, config, validate(ctx, b.kind, config))
	})
	w.random = nil
	return w.finish()
}
