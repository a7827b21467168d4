//go:build unix

package reliability

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// args are the arguments of a resource by name: nil, bool, int, string, []string, args (of an object or a map), or late.
// An argument that is nil is not set.
type args map[string]any

// late is a value that no plan knows until the apply of the resource with that name.
type late struct {
	name  string
	value string
}

// plainly is the value that an argument comes to in the end.
func plainly(value any) any {
	if l, ok := value.(late); ok {
		return l.value
	}
	return value
}

// declared is a resource of the configuration. Those with a key are instances of one block.
type declared struct {
	kind        *kind
	name, key   string
	args        args
	createFirst bool
}

func (d *declared) block() string { return "videoindexer_" + d.kind.name + "." + d.name }

func (d *declared) address() string {
	if d.key == "" {
		return d.block()
	}
	return fmt.Sprintf("%s[%q]", d.block(), d.key)
}

func (d *declared) clone() *declared {
	copied := *d
	copied.args = d.args.clone()
	return &copied
}

func (a args) clone() args {
	copied := maps.Clone(a)
	for name, value := range copied {
		if inner, ok := value.(args); ok {
			copied[name] = inner.clone()
		}
	}
	return copied
}

// composition is a configuration.
type composition struct {
	provider args
	all      []*declared
}

func (e composition) clone() composition {
	copied := composition{provider: e.provider.clone()}
	for _, d := range e.all {
		copied.all = append(copied.all, d.clone())
	}
	return copied
}

func (e composition) at(address string) *declared {
	for _, d := range e.all {
		if d.address() == address {
			return d
		}
	}
	return nil
}

// createsFirst reports whether the block of a resource has create_before_destroy: what its first instance says.
func (e composition) createsFirst(d *declared) bool {
	i := slices.IndexFunc(e.all, func(other *declared) bool { return other.block() == d.block() })
	return i >= 0 && e.all[i].createFirst
}

// hcl is the configuration as text.
func (e composition) hcl() string {
	var out strings.Builder
	fmt.Fprintf(&out, "provider \"videoindexer\" {\n%s}\n", e.provider.lines())
	lates := map[string]late{}
	var blocks []string
	members := map[string][]*declared{}
	for _, d := range e.all {
		d.args.lates(lates)
		if members[d.block()] == nil {
			blocks = append(blocks, d.block())
		}
		members[d.block()] = append(members[d.block()], d)
	}
	for _, name := range slices.Sorted(maps.Keys(lates)) {
		fmt.Fprintf(&out, "resource \"terraform_data\" %q {\n  input = %s\n}\n", name, literal(lates[name].value))
	}
	for _, block := range blocks {
		all := members[block]
		fmt.Fprintf(&out, "resource \"videoindexer_%s\" %q {\n", all[0].kind.name, all[0].name)
		if all[0].key == "" {
			out.WriteString(all[0].args.lines())
		} else {
			forEach(&out, all)
		}
		if all[0].createFirst {
			out.WriteString("  lifecycle {\n    create_before_destroy = true\n  }\n")
		}
		out.WriteString("}\n")
	}
	return out.String()
}

// forEach writes the arguments of a block with several instances.
func forEach(out *strings.Builder, all []*declared) {
	names := map[string]bool{}
	for _, d := range all {
		for name := range d.args {
			names[name] = true
		}
	}
	out.WriteString("  for_each = {\n")
	for _, d := range all {
		fmt.Fprintf(out, "    %s = {", literal(d.key))
		for _, name := range slices.Sorted(maps.Keys(names)) {
			fmt.Fprintf(out, " %s = %s,", name, literal(d.args[name]))
		}
		out.WriteString(" }\n")
	}
	out.WriteString("  }\n")
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(out, "  %s = each.value.%s\n", name, name)
	}
}

func (a args) lines() string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if a[name] != nil {
			fmt.Fprintf(&out, "  %s = %s\n", name, literal(a[name]))
		}
	}
	return out.String()
}

func (a args) lates(found map[string]late) {
	for _, value := range a {
		switch value := value.(type) {
		case late:
			found[value.name] = value
		case args:
			value.lates(found)
		}
	}
}

// reference is an expression that is written as it is.
type reference string

func literal(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case late:
		return "terraform_data." + value.name + ".output"
	case reference:
		return string(value)
	case string:
		return string(hclwrite.TokensForValue(cty.StringVal(value)).Bytes())
	case []string:
		texts := make([]string, len(value))
		for i, text := range value {
			texts[i] = literal(text)
		}
		return "[" + strings.Join(texts, ", ") + "]"
	case args:
		var elements []string
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if value[name] != nil {
				elements = append(elements, fmt.Sprintf("%s = %s", literal(name), literal(value[name])))
			}
		}
		return "{ " + strings.Join(elements, ", ") + " }"
	}
	return fmt.Sprint(value)
}
