package inprocess

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Ignore returns the configuration that an engine hands to a plan, in which what ignore_changes names has its prior value. An
// engine hands the configuration to an apply as it is written.
func Ignore(prior, config tftypes.Value, names []string) (tftypes.Value, error) {
	if prior.IsNull() {
		return config, nil
	}
	for _, name := range names {
		ignored, err := attributePath(name)
		if err != nil {
			return config, err
		}
		before, _, err := tftypes.WalkAttributePath(prior, ignored)
		if err != nil {
			continue // such an entry of a map is new
		}
		config, err = tftypes.Transform(config, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
			if was, ok := before.(tftypes.Value); ok && at.Equal(ignored) {
				return was, nil
			}
			return value, nil
		})
		if err != nil {
			return config, fmt.Errorf("ignore_changes = [%s]: %w", name, err)
		}
	}
	return config, nil
}

// attributePath is a path such as brands["Contoso"].description.
func attributePath(name string) (*tftypes.AttributePath, error) {
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(name), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	at := tftypes.NewAttributePath()
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			at = at.WithAttributeName(step.Name)
		case hcl.TraverseAttr:
			at = at.WithAttributeName(step.Name)
		case hcl.TraverseIndex:
			at = at.WithElementKeyString(step.Key.AsString())
		}
	}
	return at, nil
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

// ignore is Ignore for a configuration as it travels.
func (s *schema) ignore(prior, config *tfprotov6.DynamicValue, names []string) (*tfprotov6.DynamicValue, error) {
	var values [2]tftypes.Value
	for i, packed := range []*tfprotov6.DynamicValue{prior, config} {
		var err error
		if values[i], err = packed.Unmarshal(s.ValueType()); err != nil {
			return nil, fmt.Errorf("a value as it travels: %w", err)
		}
	}
	filtered, err := Ignore(values[0], values[1], names)
	if err != nil {
		return nil, err
	}
	packed, err := tfprotov6.NewDynamicValue(s.ValueType(), filtered)
	return &packed, err
}
