package acctest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// ApplyAsPlanned applies a plan and nothing else. A test that chooses the order of an engine's calls must itself plan
// a create once more.
func (i *Instance) ApplyAsPlanned(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	prior := i.state
	if !plan.Planned.IsNull() && (i.Tainted || plan.IsReplacement) {
		prior = tftypes.NewValue(i.schema.ValueType(), nil)
	}
	diags := i.apply(ctx, prior, plan)
	i.Tainted = len(Errors(diags)) > 0 && prior.IsNull() && i.Exists()
	return diags
}

// ApplyDestroy applies the destroy of a planned replacement, which is handed the private data of that plan.
func (i *Instance) ApplyDestroy(ctx context.Context, plan *Plan) []*tfprotov6.Diagnostic {
	i.t.Helper()
	nothing := tftypes.NewValue(i.schema.ValueType(), nil)
	return i.apply(ctx, i.state, &Plan{Planned: nothing, config: nothing, private: plan.private})
}

// PlanCreate plans the instance as one that does not exist: what an engine does with the second half of a replacement,
// and when it applies a create.
func (i *Instance) PlanCreate(ctx context.Context, config Values) *Plan {
	i.t.Helper()
	value, err := typed(i.schema.ValueType(), config)
	if err != nil {
		i.t.Fatal(err)
	}
	return i.plan(ctx, tftypes.NewValue(i.schema.ValueType(), nil), value, nil)
}

// Forget makes the instance one that does not exist.
func (i *Instance) Forget() {
	i.state, i.private, i.identity, i.Tainted = tftypes.NewValue(i.schema.ValueType(), nil), nil, nil, false
}

// Contradictions returns the paths at which a later value differs from an earlier one that was already known there.
func Contradictions(earlier, later tftypes.Value) []string {
	differences, err := earlier.Diff(later)
	if err != nil {
		return []string{err.Error()}
	}
	var paths []string
	for _, difference := range differences {
		if hasVanished(earlier, difference) || !isOpen(earlier, difference.Path) {
			paths = append(paths, difference.Path.String())
		}
	}
	return paths
}

// hasVanished says whether an element of a map is no longer there, which must not be even if its value was unknown.
func hasVanished(earlier tftypes.Value, difference tftypes.ValueDiff) bool {
	if _, isElement := difference.Path.LastStep().(tftypes.ElementKeyString); !isElement || difference.Value2 != nil {
		return false
	}
	all, _, err := tftypes.WalkAttributePath(earlier, difference.Path.WithoutLastStep())
	known, isValue := all.(tftypes.Value)
	return err == nil && isValue && known.IsKnown()
}

// isOpen says whether a value is unknown at a path, or anywhere on the way there or below. An element of a set is named by its
// value, so that a set with one unknown element is open as a whole.
func isOpen(value tftypes.Value, at *tftypes.AttributePath) bool {
	for steps := at.Steps(); ; steps = steps[:len(steps)-1] {
		found, _, err := tftypes.WalkAttributePath(value, tftypes.NewAttributePathWithSteps(steps))
		if inner, ok := found.(tftypes.Value); err == nil && ok {
			isWhole := len(steps) == len(at.Steps()) || inner.Type().Is(tftypes.Set{})
			if !inner.IsKnown() || isWhole && !inner.IsFullyKnown() {
				return true
			}
		}
		if len(steps) == 0 {
			return false
		}
	}
}
