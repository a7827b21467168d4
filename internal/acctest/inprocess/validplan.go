package inprocess

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// InvalidPlan returns where and why an engine refuses a plan, "" when it does not. What is configured must be planned
// as it is configured or as it was, and what is not configured must stay null unless it is computed.
func InvalidPlan(attributes []*tfprotov6.SchemaAttribute, prior, config, planned tftypes.Value) string {
	before, set, plan := parts(prior), parts(config), parts(planned)
	for _, a := range attributes {
		if wrong := invalidValue(a, before[a.Name], set[a.Name], plan[a.Name]); wrong != "" {
			return "." + a.Name + wrong
		}
	}
	return ""
}

// invalidPlan is InvalidPlan for encoded values.
func (s *schema) invalidPlan(prior, config, planned *tfprotov6.DynamicValue) (string, error) {
	var values [3]tftypes.Value
	for i, packed := range []*tfprotov6.DynamicValue{prior, config, planned} {
		var err error
		if values[i], err = packed.Unmarshal(s.ValueType()); err != nil {
			return "", fmt.Errorf("a value as it travels: %w", err)
		}
	}
	return InvalidPlan(s.Block.Attributes, values[0], values[1], values[2]), nil
}

func invalidValue(a *tfprotov6.SchemaAttribute, prior, config, planned tftypes.Value) string {
	switch {
	case planned.Equal(config), a.WriteOnly, config.IsNull() && a.Computed:
		return ""
	case !config.IsNull() && !prior.IsNull() && planned.Equal(prior):
		return ""
	case a.NestedType == nil || config.IsNull() || planned.IsNull() || !config.IsKnown() || !planned.IsKnown():
		return fmt.Sprintf(": planned %s, configured %s", planned, config)
	}
	nested := a.NestedType.Attributes
	switch a.NestedType.Nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return InvalidPlan(nested, prior, config, planned)
	case tfprotov6.SchemaObjectNestingModeMap, tfprotov6.SchemaObjectNestingModeList:
		before, set, plan := parts(prior), parts(config), parts(planned)
		if len(set) != len(plan) {
			return fmt.Sprintf(": planned %d elements, configured %d", len(plan), len(set))
		}
		for _, key := range slices.Sorted(maps.Keys(set)) {
			element, isPlanned := plan[key]
			if !isPlanned {
				return fmt.Sprintf("[%q]: configured, and not planned", key)
			}
			if !set[key].IsKnown() || set[key].IsNull() || !element.IsKnown() || element.IsNull() {
				if !element.Equal(set[key]) {
					return fmt.Sprintf("[%q]: planned %s, configured %s", key, element, set[key])
				}
				continue
			}
			if wrong := InvalidPlan(nested, before[key], set[key], element); wrong != "" {
				return fmt.Sprintf("[%q]%s", key, wrong)
			}
		}
	}
	return ""
}

// parts are the attributes of an object, the elements of a map, or those of a list by their index. A null or unknown
// value has none.
func parts(of tftypes.Value) map[string]tftypes.Value {
	byName := map[string]tftypes.Value{}
	if of.IsNull() || !of.IsKnown() || of.As(&byName) == nil {
		return byName
	}
	var elements []tftypes.Value
	if of.As(&elements) == nil {
		for i, element := range elements {
			byName[strconv.Itoa(i)] = element
		}
	}
	return byName
}
