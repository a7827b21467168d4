package inprocess

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// configuration is what a step's text says.
type configuration struct {
	provider *hclsyntax.Body
	blocks   []block // in an order in which each finds what it refers to
}

// block is a resource or data block.
type block struct {
	isData         bool
	kind, name     string
	body           *hclsyntax.Body
	forEach, count hcl.Expression
	createsFirst   bool     // as create_before_destroy says
	ignored        []string // as ignore_changes says
}

func (b block) address() string {
	if b.isData {
		return "data." + b.kind + "." + b.name
	}
	return b.kind + "." + b.name
}

// errNeedsEngine means that a configuration has something that only an engine knows.
var errNeedsEngine = errors.New("this needs the engine: use acctest.Run")

func parse(text string) (configuration, error) {
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return configuration{}, diags
	}
	body, ok := file.Body.(*hclsyntax.Body)
	if !ok {
		return configuration{}, errNeedsEngine
	}
	var c configuration
	for _, b := range body.Blocks {
		switch {
		case b.Type == "provider" && c.provider == nil:
			c.provider = b.Body
		case b.Type == "resource" || b.Type == "data":
			read, err := readBlock(b, []byte(text))
			if err != nil {
				return c, err
			}
			c.blocks = append(c.blocks, read)
		default:
			return c, fmt.Errorf("%w: block %q", errNeedsEngine, b.Type)
		}
	}
	var err error
	c.blocks, err = sorted(c.blocks)
	return c, err
}

// readBlock separates the arguments that Terraform itself reads, such as count, from those of the resource.
func readBlock(b *hclsyntax.Block, source []byte) (block, error) {
	body := *b.Body
	body.Attributes = maps.Clone(body.Attributes)
	read := block{isData: b.Type == "data", kind: b.Labels[0], name: b.Labels[1], body: &body}
	for name, target := range map[string]*hcl.Expression{"for_each": &read.forEach, "count": &read.count} {
		if attribute, ok := body.Attributes[name]; ok {
			*target = attribute.Expr
			delete(body.Attributes, name)
		}
	}
	for _, name := range []string{"provider", "depends_on"} {
		if _, ok := body.Attributes[name]; ok {
			return read, fmt.Errorf("%w: %s", errNeedsEngine, name)
		}
	}
	body.Blocks = nil
	for _, inner := range b.Body.Blocks {
		switch {
		case inner.Type == "lifecycle":
			if err := read.lifecycle(inner, source); err != nil {
				return read, err
			}
		case slices.Contains([]string{"provisioner", "dynamic"}, inner.Type):
			return read, fmt.Errorf("%w: %s", errNeedsEngine, inner.Type)
		default:
			body.Blocks = append(body.Blocks, inner)
		}
	}
	return read, nil
}

// lifecycle reads create_before_destroy and ignore_changes.
func (b *block) lifecycle(lifecycle *hclsyntax.Block, source []byte) (err error) {
	for name, argument := range lifecycle.Body.Attributes {
		switch name {
		case "create_before_destroy":
			value, diags := argument.Expr.Value(nil)
			b.createsFirst = !diags.HasErrors() && value.RawEquals(cty.True)
		case "ignore_changes":
			if b.ignored, err = ignoredBy(argument.Expr, source); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%w: %s", errNeedsEngine, name)
		}
	}
	if len(lifecycle.Body.Blocks) > 0 {
		return fmt.Errorf("%w: a block in lifecycle", errNeedsEngine)
	}
	return nil
}

// sorted puts blocks after those that they refer to.
func sorted(blocks []block) ([]block, error) {
	var order []block
	placed := map[string]bool{}
	for len(order) < len(blocks) {
		before := len(order)
		for _, b := range blocks {
			if !placed[b.address()] && !slices.ContainsFunc(blocks, func(other block) bool {
				return !placed[other.address()] && other.address() != b.address() && b.refersTo(other)
			}) {
				placed[b.address()] = true
				order = append(order, b)
			}
		}
		if len(order) == before {
			return nil, errors.New("blocks refer to each other")
		}
	}
	return order, nil
}

// needs are the addresses of the blocks that a block refers to, directly or through others.
func (c configuration) needs(b block) []string {
	var found []string
	for _, other := range c.blocks {
		if other.address() == b.address() || !b.refersTo(other) {
			continue
		}
		for _, address := range append(c.needs(other), other.address()) {
			if !slices.Contains(found, address) {
				found = append(found, address)
			}
		}
	}
	return found
}

func (b block) refersTo(other block) bool {
	return slices.ContainsFunc(references(b.body, b.forEach, b.count), func(t hcl.Traversal) bool {
		names := []string{t.RootName()}
		for _, step := range t[1:] {
			if attribute, ok := step.(hcl.TraverseAttr); ok && len(names) < 3 {
				names = append(names, attribute.Name)
			}
		}
		if !other.isData {
			return len(names) > 1 && names[0] == other.kind && names[1] == other.name
		}
		return len(names) > 2 && names[0] == "data" && names[1] == other.kind && names[2] == other.name
	})
}

// references are all that a body and further expressions refer to.
func references(body *hclsyntax.Body, more ...hcl.Expression) []hcl.Traversal {
	var all []hcl.Traversal
	for _, attribute := range body.Attributes {
		all = append(all, attribute.Expr.Variables()...)
	}
	for _, inner := range body.Blocks {
		all = append(all, references(inner.Body)...)
	}
	for _, expression := range more {
		if expression != nil {
			all = append(all, expression.Variables()...)
		}
	}
	return all
}

// instances are the keys of a block's instances, each with what its body may refer to as each and count.
func (b block) instances(scope map[string]cty.Value) (map[string]map[string]cty.Value, []string, error) {
	switch {
	case b.forEach != nil:
		set, diags := b.forEach.Value(evaluation(scope, nil))
		if diags.HasErrors() {
			return nil, nil, failure{"Error: " + diags.Error()}
		}
		own := map[string]map[string]cty.Value{}
		for it := set.ElementIterator(); it.Next(); {
			key, value := it.Element()
			if set.Type().IsSetType() {
				key = value
			}
			own[fmt.Sprintf("[%q]", key.AsString())] = map[string]cty.Value{"each": cty.ObjectVal(map[string]cty.Value{"key": key, "value": value})}
		}
		return own, slices.Sorted(maps.Keys(own)), nil
	case b.count != nil:
		number, diags := b.count.Value(evaluation(scope, nil))
		if diags.HasErrors() {
			return nil, nil, failure{"Error: " + diags.Error()}
		}
		n, _ := number.AsBigFloat().Int64()
		own, keys := map[string]map[string]cty.Value{}, []string{}
		for i := range n {
			key := fmt.Sprintf("[%d]", i)
			own[key] = map[string]cty.Value{"count": cty.ObjectVal(map[string]cty.Value{"index": cty.NumberIntVal(i)})}
			keys = append(keys, key)
		}
		return own, keys, nil
	}
	return map[string]map[string]cty.Value{"": nil}, []string{""}, nil
}

// functions are those of Terraform that tests use.
var functions = map[string]function.Function{
	"range": stdlib.RangeFunc, "concat": stdlib.ConcatFunc, "merge": stdlib.MergeFunc, "join": stdlib.JoinFunc, "format": stdlib.FormatFunc,
	"jsonencode": stdlib.JSONEncodeFunc, "upper": stdlib.UpperFunc, "lower": stdlib.LowerFunc, "keys": stdlib.KeysFunc,
	"toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)), "tostring": stdlib.MakeToFunc(cty.String), "tomap": stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)),
}

func evaluation(scope, own map[string]cty.Value) *hcl.EvalContext {
	variables := maps.Clone(scope)
	if variables == nil {
		variables = map[string]cty.Value{}
	}
	maps.Copy(variables, own)
	return &hcl.EvalContext{Variables: variables, Functions: functions}
}

// evaluate turns a body into an object with attributes of these types.
func evaluate(body *hclsyntax.Body, want map[string]cty.Type, required map[string]bool, ctx *hcl.EvalContext) (cty.Value, error) {
	values := map[string]cty.Value{}
	for name, kind := range want {
		values[name] = cty.NullVal(kind.WithoutOptionalAttributesDeep())
		if _, isSet := body.Attributes[name]; required[name] && !isSet {
			return cty.NilVal, failure{fmt.Sprintf("Error: Missing required argument: The argument %q is required, but no definition was found.", name)}
		}
	}
	for name, attribute := range body.Attributes {
		kind, ok := want[name]
		if !ok {
			return cty.NilVal, failure{fmt.Sprintf("Error: Unsupported argument: An argument named %q is not expected here.", name)}
		}
		value, diags := attribute.Expr.Value(ctx)
		if diags.HasErrors() {
			return cty.NilVal, failure{"Error: " + diags.Error()}
		}
		converted, err := convert.Convert(value, kind)
		if err != nil {
			return cty.NilVal, failure{fmt.Sprintf("Error: Incorrect attribute value type: Inappropriate value for attribute %q: %s.", name, err)}
		}
		values[name] = converted
	}
	for _, b := range body.Blocks {
		kind, ok := want[b.Type]
		if !ok || !kind.IsObjectType() {
			return cty.NilVal, fmt.Errorf("%w: block %q", errNeedsEngine, b.Type)
		}
		inner, err := evaluate(b.Body, kind.AttributeTypes(), nil, ctx)
		if err != nil {
			return cty.NilVal, err
		}
		values[b.Type] = inner
	}
	return cty.ObjectVal(values), nil
}

// ignoredBy are the names in a list of ignore_changes.
func ignoredBy(list hclsyntax.Expression, source []byte) ([]string, error) {
	expressions, diags := hcl.ExprList(list)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%w: ignore_changes that is no list", errNeedsEngine)
	}
	var names []string
	for _, e := range expressions {
		names = append(names, string(e.Range().SliceBytes(source)))
	}
	return names, nil
}
