// Package inprocess runs acceptance tests without an engine's processes: it speaks the plugin protocol to the provider
// as Terraform does, and demands of the provider what Terraform demands. A case that takes Terraform seconds takes it
// milliseconds.
//
// It knows resources and data sources of one provider, references between them, for_each, count and a few functions.
// Use the engine for modules, lifecycle, other providers, the output for people, and the order in which an engine
// walks its graph.
package inprocess

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// engine is a working directory with its state.
type engine struct {
	start func() (tfprotov6.ProviderServer, error)
	state map[string]*object
	// builtins are the instances of terraform_data that were applied.
	builtins map[string]bool
	// data are the data sources as they were read last.
	data map[string]*object
	// offered is the schema of all that the provider has.
	offered *tfprotov6.GetProviderSchemaResponse
	// schemas are those in use: under true of data sources, under false of resources.
	schemas map[bool]map[string]*schema
}

func newEngine(start func() (tfprotov6.ProviderServer, error), offered *tfprotov6.GetProviderSchemaResponse) engine {
	return engine{
		start: start, offered: offered, state: map[string]*object{}, builtins: map[string]bool{}, data: map[string]*object{}, schemas: map[bool]map[string]*schema{},
	}
}

// object is an instance in the state.
type object struct {
	kind      string
	value     cty.Value
	private   []byte
	isTainted bool
	// needs are the addresses of the blocks that the configuration refers to.
	needs []string
}

// run is one process of the provider, configured.
type run struct {
	tfprotov6.ProviderServer
	resources, data map[string]*schema
	scope           map[string]cty.Value
	// known are the values of what was walked so far, by kind and name.
	known map[string]cty.Value
	// isKnown reports whether the output of a terraform_data is known: it is from its apply on.
	isKnown func(address string) bool
}

// change is what a plan does to an instance.
type change struct {
	address, kind         string
	before, after, config cty.Value
	private               []byte
	isReplacement         bool
	createsFirst          bool // before it destroys what it replaces
	ignored               []string
}

func (c *change) isNoOp() bool { return !c.isReplacement && c.before.RawEquals(c.after) }

// open starts and configures a process of the provider. In an apply, the output of each terraform_data is known: it comes
// first.
func (e *engine) open(ctx context.Context, c configuration, isApply bool) (*run, error) {
	server, err := e.start()
	if err != nil {
		return nil, err
	}
	r := &run{ProviderServer: server, resources: map[string]*schema{}, data: map[string]*schema{}, known: map[string]cty.Value{}, isKnown: func(address string) bool { return e.builtins[address] }}
	if isApply {
		r.isKnown = func(address string) bool {
			e.builtins[address] = true
			return true
		}
	}
	for target, schemas := range map[*map[string]*schema]map[string]*tfprotov6.Schema{&r.resources: e.offered.ResourceSchemas, &r.data: e.offered.DataSourceSchemas} {
		for name, s := range schemas {
			if !c.uses(name) && !e.holds(name) {
				continue
			}
			if (*target)[name], err = schemaOf(s); err != nil {
				return nil, err
			}
		}
	}
	e.schemas = map[bool]map[string]*schema{true: r.data, false: r.resources}
	provider, err := schemaOf(e.offered.Provider)
	if err != nil || c.provider == nil {
		return r, err
	}
	scope, err := r.builtinScope(c)
	if err != nil {
		return nil, err
	}
	config, err := evaluate(c.provider, provider.written, nil, evaluation(scope, nil))
	if err != nil {
		return nil, failure{"Error: " + err.Error()}
	}
	packed, err := provider.pack(config)
	if err != nil {
		return nil, err
	}
	validated, err := server.ValidateProviderConfig(ctx, &tfprotov6.ValidateProviderConfigRequest{Config: packed})
	if err != nil {
		return nil, err
	}
	if err := check("provider", validated.Diagnostics); err != nil {
		return nil, err
	}
	configured, err := server.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{TerraformVersion: "1.11.4", Config: packed})
	if err != nil {
		return nil, err
	}
	return r, check("provider", configured.Diagnostics)
}

func (c configuration) uses(kind string) bool {
	return slices.ContainsFunc(c.blocks, func(b block) bool { return b.kind == kind })
}

func (e *engine) holds(kind string) bool {
	for _, o := range e.state {
		if o.kind == kind {
			return true
		}
	}
	return false
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
	if r.isKnown != nil && r.isKnown(b.address()) {
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

func (r *run) schemaOf(b block) (*schema, error) {
	schemas := r.resources
	if b.isData {
		schemas = r.data
	}
	s, ok := schemas[b.kind]
	if !ok {
		return nil, failure{fmt.Sprintf("Error: Invalid resource type\n\n%s", b.kind)}
	}
	return s, nil
}

// walk goes through the instances of a configuration in order; visit returns the value that others see.
func (r *run) walk(c configuration, visit func(b block, address string, s *schema, config cty.Value) (cty.Value, error)) (seen map[string]bool, err error) {
	seen = map[string]bool{}
	for _, b := range c.blocks {
		if b.kind == builtin {
			if failed := r.noteBuiltin(b); failed != nil {
				return seen, failed
			}
			continue
		}
		s, failed := r.schemaOf(b)
		if failed != nil {
			return seen, failed
		}
		own, keys, failed := b.instances(r.scope)
		if failed != nil {
			return seen, failure{"Error: " + failed.Error()}
		}
		values := map[string]cty.Value{}
		for _, key := range keys {
			address := b.address() + key
			seen[address] = true
			values[key] = cty.DynamicVal
			config, failed := evaluate(b.body, s.written, s.required, evaluation(r.scope, own[key]))
			if errors.Is(failed, errNeedsEngine) {
				return seen, failed
			}
			if failed != nil {
				err = both(err, failure{"Error: " + failed.Error()})
				continue
			}
			value, failed := visit(b, address, s, config)
			if failed != nil {
				err = both(err, failed)
				continue
			}
			values[key] = value
		}
		r.note(b, values)
		if err != nil && errors.Is(err, context.Canceled) {
			return seen, err
		}
	}
	return seen, err
}

// validate has every block checked on its own.
func (e *engine) validate(ctx context.Context, c configuration) error {
	server, err := e.start()
	if err != nil {
		return err
	}
	r := &run{ProviderServer: server, resources: map[string]*schema{}, data: map[string]*schema{}, known: map[string]cty.Value{}}
	for _, b := range c.blocks {
		schemas, target := e.offered.ResourceSchemas, r.resources
		if b.isData {
			schemas, target = e.offered.DataSourceSchemas, r.data
		}
		if s, ok := schemas[b.kind]; ok {
			if target[b.kind], err = schemaOf(s); err != nil {
				return err
			}
		}
	}
	_, err = r.walk(c, func(b block, address string, s *schema, config cty.Value) (cty.Value, error) {
		packed, err := s.pack(config)
		if err != nil {
			return cty.NilVal, err
		}
		if b.isData {
			validated, err := r.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: b.kind, Config: packed})
			if err != nil {
				return cty.NilVal, err
			}
			return cty.UnknownVal(s.kind), checkAt(address, config, validated.Diagnostics)
		}
		validated, err := r.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{
			TypeName: b.kind, Config: packed, ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
		})
		if err != nil {
			return cty.NilVal, err
		}
		return cty.UnknownVal(s.kind), checkAt(address, config, validated.Diagnostics)
	})
	return err
}
