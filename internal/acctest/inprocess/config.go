package inprocess

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// configuration is the parsed text of a step.
type configuration struct {
	provider hcl.Body // nil where there is no such block
	blocks   []*block // each after those that it refers to
	others   []*block // blocks that are neither resources nor data sources
	moved    []move
}

// move is a moved block.
type move struct{ from, to string }

// block is a block of a type that the provider has, such as a resource.
type block struct {
	*Schema
	typeName, name, address string
	isData                  bool
	arguments               hcl.Body
	forEach                 *hcl.Attribute
	createsFirst            bool // as create_before_destroy says
	ignored                 []hcl.Traversal
	asked                   writtenList
	// needs are the addresses of the blocks that this block refers to, directly or through others.
	needs []string
}

// The arguments of a block that Terraform itself reads, and the remaining ones.
type (
	writtenResource struct {
		ForEach   *hcl.Attribute    `hcl:"for_each"`
		Lifecycle *writtenLifecycle `hcl:"lifecycle,block"`
		Arguments hcl.Body          `hcl:",remain"`
	}
	writtenLifecycle struct {
		CreatesFirst bool           `hcl:"create_before_destroy,optional"`
		Ignored      hcl.Expression `hcl:"ignore_changes,optional"`
	}
	writtenList struct {
		WithResource bool           `hcl:"include_resource,optional"`
		Limit        int64          `hcl:"limit,optional"`
		Config       *writtenConfig `hcl:"config,block"`
	}
	writtenAction struct {
		Config *writtenConfig `hcl:"config,block"`
	}
	writtenMove struct {
		From hcl.Expression `hcl:"from"`
		To   hcl.Expression `hcl:"to"`
	}
	writtenConfig struct {
		Arguments hcl.Body `hcl:",remain"`
	}
)

// fileSchema describes the blocks that a text may contain.
var fileSchema = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "provider", LabelNames: []string{"name"}},
	{Type: "resource", LabelNames: []string{"type", "name"}},
	{Type: "data", LabelNames: []string{"type", "name"}},
	{Type: "ephemeral", LabelNames: []string{"type", "name"}},
	{Type: "list", LabelNames: []string{"type", "name"}},
	{Type: "action", LabelNames: []string{"type", "name"}},
	{Type: "moved"},
}}

// builtin is a resource of the engine itself, which tests use for values that are known only after
// apply.
const builtin = "terraform_data"

var builtinSchema = &Schema{
	spec: hcldec.ObjectSpec{"input": &hcldec.AttrSpec{Name: "input", Type: cty.DynamicPseudoType}},
}

// parse reads a text. Features that only an engine has, such as depends_on, are errors.
func (p *Provider) parse(text string) (c configuration, err error) {
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return c, configError(diags)
	}
	content, diags := file.Body.Content(fileSchema)
	if diags.HasErrors() {
		return c, configError(diags)
	}
	for _, written := range content.Blocks {
		if written.Type == "provider" {
			c.provider = written.Body
			continue
		}
		if written.Type == "moved" {
			m, err := readMove(written.Body)
			if err != nil {
				return c, err
			}
			c.moved = append(c.moved, m)
			continue
		}
		read, err := p.read(written)
		switch {
		case err != nil:
			return c, err
		case written.Type == "resource" || written.Type == "data":
			c.blocks = append(c.blocks, read)
		default:
			c.others = append(c.others, read)
		}
	}
	return c, nil
}

func readMove(body hcl.Body) (move, error) {
	var m writtenMove
	diags := gohcl.DecodeBody(body, nil, &m)
	if diags.HasErrors() {
		return move{}, configError(diags)
	}
	from, diags := hcl.AbsTraversalForExpr(m.From)
	to, more := hcl.AbsTraversalForExpr(m.To)
	return move{addressOf(from), addressOf(to)}, configError(append(diags, more...))
}

// addressOf returns an address as written.
func addressOf(written hcl.Traversal) (address string) {
	for _, step := range written {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			address = step.Name
		case hcl.TraverseAttr:
			address += "." + step.Name
		case hcl.TraverseIndex:
			address += fmt.Sprintf("[%q]", step.Key.AsString())
		}
	}
	return address
}

// read separates the arguments that Terraform itself reads, such as for_each, from the other
// arguments of a block.
func (p *Provider) read(written *hcl.Block) (*block, error) {
	typeName := written.Labels[0]
	name := written.Labels[1]
	b := &block{
		typeName: typeName, name: name, address: typeName + "." + name,
		isData: written.Type == "data", arguments: hcl.EmptyBody(),
	}
	if written.Type != "resource" {
		b.address = written.Type + "." + b.address
	}
	b.Schema = p.schemaOf(written.Type, typeName)
	if b.Schema == nil {
		return nil, message("Invalid resource type\n\n" + typeName)
	}
	var resource writtenResource
	var diags hcl.Diagnostics
	switch written.Type {
	case "list":
		diags = gohcl.DecodeBody(written.Body, nil, &b.asked)
	case "action":
		var action writtenAction
		diags = gohcl.DecodeBody(written.Body, nil, &action)
		b.asked.Config = action.Config
	default:
		diags = gohcl.DecodeBody(written.Body, nil, &resource)
		b.arguments = resource.Arguments
		b.forEach = resource.ForEach
	}
	if b.asked.Config != nil {
		b.arguments = b.asked.Config.Arguments
	}
	lifecycle := resource.Lifecycle
	if lifecycle != nil {
		b.createsFirst = lifecycle.CreatesFirst
		names, _ := hcl.ExprList(lifecycle.Ignored)
		for _, name := range names {
			ignored, more := hcl.AbsTraversalForExpr(name)
			b.ignored = append(b.ignored, ignored)
			diags = append(diags, more...)
		}
	}
	return b, configError(diags)
}

// schemaOf returns the schema of a type, or nil if the provider has no such type.
func (p *Provider) schemaOf(block, typeName string) *Schema {
	if typeName == builtin {
		return builtinSchema
	}
	offered := map[string]map[string]*tfprotov6.Schema{
		"resource": p.Offered.ResourceSchemas, "data": p.Offered.DataSourceSchemas,
		"ephemeral": p.Offered.EphemeralResourceSchemas, "list": p.Offered.ListResourceSchemas,
	}[block][typeName]
	action := p.Offered.ActionSchemas[typeName]
	if block == "action" && action != nil {
		offered = action.Schema
	}
	if offered == nil {
		return nil
	}
	return SchemaOf(offered)
}

// sort puts blocks after the blocks that they refer to. If a block has create_before_destroy, so do
// all blocks that it refers to.
func (c *configuration) sort() error {
	var order []*block
	for len(order) < len(c.blocks) {
		before := len(order)
		for _, b := range c.blocks {
			needed := slices.DeleteFunc(slices.Clone(c.blocks), func(other *block) bool {
				return other == b || !b.refersTo(other)
			})
			isPlaced := func(b *block) bool { return slices.Contains(order, b) }
			if isPlaced(b) || slices.ContainsFunc(needed, func(other *block) bool { return !isPlaced(other) }) {
				continue
			}
			order = append(order, b)
			b.needs = nil
			for _, other := range needed {
				b.needs = append(b.needs, append(other.needs, other.address)...)
			}
		}
		if len(order) == before {
			return errors.New("blocks refer to each other")
		}
	}
	c.blocks = order
	for _, b := range order {
		b.createsFirst = b.createsFirst || slices.ContainsFunc(order, func(other *block) bool {
			return other.createsFirst && slices.Contains(other.needs, b.address)
		})
	}
	return nil
}

func (b *block) refersTo(other *block) bool {
	references := hcldec.Variables(b.arguments, b.spec)
	if b.forEach != nil {
		references = append(references, b.forEach.Expr.Variables()...)
	}
	return slices.ContainsFunc(references, func(t hcl.Traversal) bool {
		names := []string{t.RootName()}
		for _, step := range t[1:] {
			attribute, isAttribute := step.(hcl.TraverseAttr)
			if isAttribute {
				names = append(names, attribute.Name)
			}
		}
		return strings.HasPrefix(strings.Join(names, ".")+".", other.address+".")
	})
}

// at returns the address of an instance.
func (b *block) at(key string) string {
	if b.forEach == nil {
		return b.address
	}
	return fmt.Sprintf("%s[%q]", b.address, key)
}

// instances returns the keys of a block's instances in order, each with the values of each that its
// arguments may refer to.
func (b *block) instances(ctx *hcl.EvalContext) (keys []string, own map[string]map[string]cty.Value, err error) {
	if b.forEach == nil {
		return []string{""}, nil, nil
	}
	set, diags := b.forEach.Expr.Value(ctx)
	if diags.HasErrors() {
		return nil, nil, configError(diags)
	}
	own = map[string]map[string]cty.Value{}
	for it := set.ElementIterator(); it.Next(); {
		key, value := it.Element()
		if set.Type().IsSetType() {
			key = value
		}
		own[key.AsString()] = map[string]cty.Value{
			"each": cty.ObjectVal(map[string]cty.Value{"key": key, "value": value}),
		}
	}
	return slices.Sorted(maps.Keys(own)), own, nil
}

// decode evaluates the arguments of a body.
func (s *Schema) decode(body hcl.Body, ctx *hcl.EvalContext) (cty.Value, error) {
	value, diags := hcldec.Decode(body, s.spec, ctx)
	return value, configError(diags)
}

// functions are the functions of Terraform that tests use.
var functions = map[string]function.Function{
	"concat": stdlib.ConcatFunc, "join": stdlib.JoinFunc, "jsonencode": stdlib.JSONEncodeFunc,
	"range": stdlib.RangeFunc,
	"toset": stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
}
