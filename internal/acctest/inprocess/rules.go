package inprocess

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// proposed returns the new state that an engine proposes: the configuration, and the prior values
// of attributes that are computed and not configured.
func proposed(attributes []*tfprotov6.SchemaAttribute, prior, config cty.Value) cty.Value {
	if config.IsNull() || !config.IsKnown() {
		return config
	}
	before := parts(prior)
	values := config.AsValueMap()
	for _, a := range attributes {
		was, isThere := before[a.Name]
		if !isThere {
			was = cty.NullVal(values[a.Name].Type())
		}
		values[a.Name] = proposedAttribute(a, was, values[a.Name])
	}
	return cty.ObjectVal(values)
}

// isNullOrUnknown reports whether a value is null or unknown.
func isNullOrUnknown(value cty.Value) bool { return value.IsNull() || !value.IsKnown() }

func proposedAttribute(attribute *tfprotov6.SchemaAttribute, prior, config cty.Value) cty.Value {
	switch {
	case config.IsNull() && attribute.Computed:
		return prior
	case attribute.NestedType == nil || isNullOrUnknown(config):
		return config
	}
	switch attribute.NestedType.Nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return proposed(attribute.NestedType.Attributes, prior, config)
	case tfprotov6.SchemaObjectNestingModeMap:
		before := parts(prior)
		elements := config.AsValueMap()
		for key, element := range elements {
			was, isThere := before[key]
			if !isThere {
				was = cty.NullVal(element.Type())
			}
			elements[key] = proposed(attribute.NestedType.Attributes, was, element)
		}
		if len(elements) > 0 {
			return cty.MapVal(elements)
		}
	}
	return config
}

// parts returns the attributes of an object, the elements of a map, or those of a list by their
// index. A null or unknown value has none.
func parts(of cty.Value) map[string]cty.Value {
	all := map[string]cty.Value{}
	if of == cty.NilVal || isNullOrUnknown(of) {
		return all
	}
	switch {
	case of.Type().IsObjectType() || of.Type().IsMapType():
		maps.Copy(all, of.AsValueMap())
	case of.Type().IsListType():
		for i, element := range of.AsValueSlice() {
			all[strconv.Itoa(i)] = element
		}
	}
	return all
}

// Violations returns where and how actual breaks promises of planned, or nil if it keeps all of
// them.
func Violations(planned, actual cty.Value) []string { return violations("", planned, actual) }

func violations(attribute string, planned, actual cty.Value) (problems []string) {
	differ := func() []string { return []string{fmt.Sprintf("%s: was %#v, but now %#v", attribute, planned, actual)} }
	switch {
	case !planned.IsKnown():
		return nil
	case !actual.IsKnown():
		return []string{attribute + ": was known, but now unknown"}
	case planned.IsNull() && actual.IsNull():
		return nil
	case planned.IsNull() || actual.IsNull():
		return differ()
	}
	planType := planned.Type()
	hasNames := planType.IsObjectType() || planType.IsMapType()
	if !hasNames && !planType.IsListType() {
		if planned.IsWhollyKnown() && !planned.RawEquals(actual) {
			return differ()
		}
		return nil
	}
	step := ".%s"
	if !planType.IsObjectType() {
		step = "[%q]"
	}
	were := parts(planned)
	are := parts(actual)
	for _, name := range slices.Sorted(maps.Keys(were)) {
		here := attribute + fmt.Sprintf(step, name)
		now, isThere := are[name]
		if isThere {
			problems = append(problems, violations(here, were[name], now)...)
		} else {
			problems = append(problems, here+": element has vanished")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(are)) {
		_, wasThere := were[name]
		if !wasThere {
			problems = append(problems, attribute+fmt.Sprintf(step, name)+": element has appeared")
		}
	}
	return problems
}

// invalidPlan returns where and why an engine refuses a plan, or "" if it accepts the plan. The
// plan of a configured attribute must be the configured or the prior value. An attribute that is
// not configured must stay null unless it is computed.
func invalidPlan(attributes []*tfprotov6.SchemaAttribute, prior, config, planned cty.Value) string {
	before := parts(prior)
	set := parts(config)
	plan := parts(planned)
	for _, a := range attributes {
		problem := invalidValue(a, before[a.Name], set[a.Name], plan[a.Name])
		if problem != "" {
			return "." + a.Name + problem
		}
	}
	return ""
}

// unrefined removes refinements from unknown values.
func unrefined(v cty.Value) cty.Value {
	if v.IsWhollyKnown() {
		return v
	}
	plain, _ := cty.Transform(v, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if !v.IsKnown() {
			return cty.UnknownVal(v.Type()), nil
		}
		return v, nil
	})
	return plain
}

func invalidValue(attribute *tfprotov6.SchemaAttribute, prior, config, planned cty.Value) string {
	if prior == cty.NilVal {
		prior = cty.NullVal(config.Type())
	}
	isComputed := config.IsNull() && attribute.Computed
	isWhole := attribute.NestedType == nil || isNullOrUnknown(config)
	mayStay := !config.IsNull() && !prior.IsNull()
	switch {
	case isComputed || attribute.WriteOnly:
		return ""
	case planned.RawEquals(config):
		return ""
	case mayStay && planned.RawEquals(prior):
		return ""
	case isWhole || isNullOrUnknown(planned):
		return fmt.Sprintf(": planned %#v, configured %#v", planned, config)
	}
	nested := attribute.NestedType.Attributes
	switch attribute.NestedType.Nesting {
	case tfprotov6.SchemaObjectNestingModeSingle:
		return invalidPlan(nested, prior, config, planned)
	case tfprotov6.SchemaObjectNestingModeMap, tfprotov6.SchemaObjectNestingModeList:
		return invalidElements(nested, parts(prior), parts(config), parts(planned))
	}
	return ""
}

// invalidElements applies invalidPlan to the elements of a map or list.
func invalidElements(nested []*tfprotov6.SchemaAttribute, prior, config, planned map[string]cty.Value) string {
	if len(config) != len(planned) {
		return fmt.Sprintf(": planned %d elements, configured %d", len(planned), len(config))
	}
	isObject := func(v cty.Value) bool { return v.IsKnown() && !v.IsNull() }
	for _, key := range slices.Sorted(maps.Keys(config)) {
		configured := config[key]
		element := planned[key]
		problem := ""
		switch {
		case element == cty.NilVal:
			problem = ": configured, and not planned"
		case isObject(configured) && isObject(element):
			problem = invalidPlan(nested, prior[key], configured, element)
		case !element.RawEquals(configured):
			problem = fmt.Sprintf(": planned %#v, configured %#v", element, configured)
		}
		if problem != "" {
			return fmt.Sprintf("[%q]%s", key, problem)
		}
	}
	return ""
}

// ignore returns the configuration that an engine passes to a plan: attributes in ignore_changes
// have their prior values. An apply receives the configuration as written.
func ignore(prior, config cty.Value, names []hcl.Traversal) cty.Value {
	if prior.IsNull() || config.IsNull() {
		return config
	}
	for _, name := range names {
		var ignored cty.Path
		for _, step := range name {
			switch step := step.(type) {
			case hcl.TraverseRoot:
				ignored = ignored.GetAttr(step.Name)
			case hcl.TraverseAttr:
				ignored = ignored.GetAttr(step.Name)
			case hcl.TraverseIndex:
				ignored = ignored.Index(step.Key)
			}
		}
		was, err := ignored.Apply(prior)
		if err != nil {
			continue // such an entry of a map is new
		}
		config, _ = cty.Transform(config, func(at cty.Path, value cty.Value) (cty.Value, error) {
			if at.Equals(ignored) {
				return was, nil
			}
			return value, nil
		})
	}
	return config
}
