package acctest

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// ExpectChanges checks what a reader of the plan sees: exactly these values of a resource change or are known only
// after apply. A value is named by its path, with dots between the steps: "name", or "files.a.txt.content". A set or
// list counts as one value.
func ExpectChanges(address string, paths ...string) plancheck.PlanCheck {
	return changes{address: address, paths: slices.Sorted(slices.Values(paths))}
}

type changes struct {
	address string
	paths   []string
}

func (c changes) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, change := range req.Plan.ResourceChanges {
		if change.Address != c.address {
			continue
		}
		got := slices.Sorted(slices.Values(differences("", change.Change.Before, change.Change.After, change.Change.AfterUnknown)))
		if diff := cmp.Diff(c.paths, got); diff != "" {
			resp.Error = fmt.Errorf("%s changes otherwise than expected (-want +got):\n%s", c.address, diff)
		}
		return
	}
	resp.Error = fmt.Errorf("%s is not in the plan", c.address)
}

// differences are the paths below at whose values differ between before and after, or are unknown.
func differences(at string, before, after, unknown any) []string {
	if all, ok := unknown.(bool); ok && all {
		return []string{at}
	}
	inner, isObject := after.(map[string]any)
	outer, wasObject := before.(map[string]any)
	open, _ := unknown.(map[string]any)
	if !isObject && !wasObject && len(open) == 0 {
		if reflect.DeepEqual(before, after) && !holdsTrue(unknown) {
			return nil
		}
		return []string{at}
	}
	names := make(map[string]bool)
	for _, object := range []map[string]any{inner, outer, open} {
		for name := range maps.Keys(object) {
			names[name] = true
		}
	}
	var paths []string
	for name := range names {
		below := name
		if at != "" {
			below = at + "." + name
		}
		paths = append(paths, differences(below, outer[name], inner[name], open[name])...)
	}
	return paths
}

// holdsTrue reports whether anything in a list of the plan's after_unknown is unknown.
func holdsTrue(value any) bool {
	switch value := value.(type) {
	case bool:
		return value
	case []any:
		return slices.ContainsFunc(value, holdsTrue)
	case map[string]any:
		for element := range maps.Values(value) {
			if holdsTrue(element) {
				return true
			}
		}
	}
	return false
}
