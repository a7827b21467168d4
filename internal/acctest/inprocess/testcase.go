package inprocess

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// Run runs a test case as the engine's test framework does: every step is planned, applied and planned again, and in
// the end everything is destroyed. A case that needs anything that this package does not support fails the test. start starts
// a process of the provider; offered is what it has, the same in each.
func Run(t *testing.T, test resource.TestCase, start func() (tfprotov6.ProviderServer, error), offered *tfprotov6.GetProviderSchemaResponse) {
	t.Helper()
	e := newEngine(start, offered)
	var last configuration
	for i, step := range test.Steps {
		if step.PreConfig != nil {
			step.PreConfig()
		}
		if step.Config != "" {
			parsed, err := parse(step.Config)
			if err != nil {
				t.Fatalf("step %d: %v", i+1, err)
			}
			last = parsed
		}
		for _, address := range step.Taint {
			o, ok := e.state[address]
			if !ok {
				t.Fatalf("step %d: %s is not in the state to be tainted", i+1, address)
			}
			o.isTainted = true
		}
		err := e.step(t.Context(), last, step)
		switch {
		case errors.Is(err, errNeedsEngine):
			t.Fatalf("step %d: %v", i+1, err)
		case step.ExpectError != nil && err == nil:
			t.Fatalf("step %d: no error, want one that matches %q", i+1, step.ExpectError)
		case step.ExpectError != nil && !step.ExpectError.MatchString(err.Error()):
			t.Fatalf("step %d: the error does not match %q:\n%v", i+1, step.ExpectError, err)
		case step.ExpectError == nil && err != nil:
			t.Fatalf("step %d: %v", i+1, err)
		}
	}
	if err := e.destroyAll(t.Context(), last); err != nil {
		t.Fatalf("the destroy after the test: %v", err)
	}
	if test.CheckDestroy != nil {
		if err := test.CheckDestroy(e.checked()); err != nil {
			t.Fatalf("after the destroy: %v", err)
		}
	}
}

func (e *engine) destroyAll(ctx context.Context, last configuration) error {
	if len(e.state) == 0 {
		return nil
	}
	nothing := configuration{provider: last.provider}
	changes, err := e.plan(ctx, nothing)
	if err != nil {
		return err
	}
	return e.apply(ctx, nothing, changes)
}

// step is one step of a test case.
func (e *engine) step(ctx context.Context, c configuration, step resource.TestStep) error {
	if isForEngine(step) || slices.ContainsFunc(c.blocks, func(b block) bool { return b.createsFirst }) {
		return errNeedsEngine
	}
	switch {
	case step.ImportState:
		return e.importStep(ctx, c, step)
	case step.RefreshState:
		changes, err := e.plan(ctx, c)
		if err != nil {
			return err
		}
		if step.Check != nil {
			if err := step.Check(e.checked()); err != nil {
				return err
			}
		}
		return errors.Join(e.checkPlan(ctx, changes, step.RefreshPlanChecks.PostRefresh), e.mustBeEmpty(changes, step))
	case step.Destroy:
		return e.destroyAll(ctx, c)
	}
	changes, err := e.plan(ctx, c)
	if err != nil {
		return err
	}
	if err := e.checkPlan(ctx, changes, step.ConfigPlanChecks.PreApply); err != nil {
		return err
	}
	if step.PlanOnly {
		return e.mustBeEmpty(changes, step)
	}
	if err := e.apply(ctx, c, changes); err != nil {
		return err
	}
	if step.Check != nil {
		if err := step.Check(e.checked()); err != nil {
			return err
		}
	}
	if err := e.checkState(ctx, step.ConfigStateChecks); err != nil {
		return err
	}
	if changes, err = e.plan(ctx, c); err != nil {
		return err
	}
	after := append(slices.Clone(step.ConfigPlanChecks.PostApplyPreRefresh), step.ConfigPlanChecks.PostApplyPostRefresh...)
	return errors.Join(e.checkPlan(ctx, changes, after), e.mustBeEmpty(changes, step))
}

// isForEngine reports whether a step needs something that this package does not support.
func isForEngine(step resource.TestStep) bool {
	return step.ConfigDirectory != nil || step.ConfigFile != nil || step.ConfigVariables != nil || step.SkipFunc != nil ||
		step.ImportStateKind != resource.ImportCommandWithID || step.PostApplyFunc != nil || step.Query
}

func (e *engine) mustBeEmpty(changes []change, step resource.TestStep) error {
	isEmpty := !slices.ContainsFunc(changes, func(c change) bool { return !c.isNoOp() })
	if !isEmpty && !step.ExpectNonEmptyPlan {
		var texts []string
		for _, c := range changes {
			if !c.isNoOp() {
				texts = append(texts, fmt.Sprintf("%s: %#v -> %#v", c.address, c.before, c.after))
			}
		}
		return fmt.Errorf("the plan is not empty:\n%s", strings.Join(texts, "\n"))
	}
	if isEmpty && step.ExpectNonEmptyPlan {
		return errors.New("the plan is empty")
	}
	return nil
}

func (e *engine) importStep(ctx context.Context, c configuration, step resource.TestStep) error {
	kind, _, _ := strings.Cut(step.ResourceName, ".")
	id := step.ImportStateId
	if step.ImportStateIdFunc != nil {
		var err error
		if id, err = step.ImportStateIdFunc(e.checked()); err != nil {
			return err
		}
	}
	imported, err := e.imported(ctx, c, kind, id)
	if err != nil {
		return err
	}
	if step.ImportStateCheck != nil {
		if err := step.ImportStateCheck([]*terraform.InstanceState{imported.instance()}); err != nil {
			return err
		}
	}
	if step.ImportStatePersist {
		e.state[step.ResourceName] = imported
	}
	if !step.ImportStateVerify {
		return nil
	}
	held, ok := e.state[step.ResourceName]
	if !ok {
		return fmt.Errorf("%s is not in the state", step.ResourceName)
	}
	want, _ := plain(held.value)
	got, _ := plain(imported.value)
	wanted, _ := want.(map[string]any)
	gotten, _ := got.(map[string]any)
	if id := cmp.Or(step.ImportStateVerifyIdentifierAttribute, "id"); gotten[id] == nil { // as terraform-plugin-testing asks
		return fmt.Errorf("no attribute %q identifies what was imported: set ImportStateVerifyIdentifierAttribute", id)
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		isIgnored := slices.ContainsFunc(step.ImportStateVerifyIgnore, func(i string) bool { return i == name || strings.HasPrefix(i, name+".") })
		if !isIgnored && !reflect.DeepEqual(wanted[name], gotten[name]) {
			return fmt.Errorf("%s was imported as %v, and is %v", name, gotten[name], wanted[name])
		}
	}
	return nil
}

func (e *engine) checkPlan(ctx context.Context, changes []change, checks []plancheck.PlanCheck) error {
	plan := &tfjson.Plan{}
	for _, c := range changes {
		before, _ := plain(c.before)
		after, unknown := plain(c.after)
		plan.ResourceChanges = append(plan.ResourceChanges, &tfjson.ResourceChange{
			Address: c.address, Type: c.kind, Mode: tfjson.ManagedResourceMode,
			Change: &tfjson.Change{Actions: c.actions(), Before: before, After: after, AfterUnknown: unknown, AfterSensitive: e.schemas[false][c.kind].sensitive()},
		})
	}
	var errs []error
	for _, check := range checks {
		var resp plancheck.CheckPlanResponse
		check.CheckPlan(ctx, plancheck.CheckPlanRequest{Plan: plan}, &resp)
		errs = append(errs, resp.Error)
	}
	return errors.Join(errs...)
}

func (c *change) actions() tfjson.Actions {
	switch {
	case c.isReplacement:
		return tfjson.Actions{tfjson.ActionDelete, tfjson.ActionCreate}
	case c.isNoOp():
		return tfjson.Actions{tfjson.ActionNoop}
	case c.before.IsNull():
		return tfjson.Actions{tfjson.ActionCreate}
	case c.after.IsNull():
		return tfjson.Actions{tfjson.ActionDelete}
	}
	return tfjson.Actions{tfjson.ActionUpdate}
}

func (e *engine) checkState(ctx context.Context, checks []statecheck.StateCheck) error {
	root := &tfjson.StateModule{}
	for mode, objects := range map[tfjson.ResourceMode]map[string]*object{tfjson.ManagedResourceMode: e.state, tfjson.DataResourceMode: e.data} {
		for _, address := range slices.Sorted(maps.Keys(objects)) {
			values, _ := plain(objects[address].value)
			attributes, _ := values.(map[string]any)
			secrets, err := json.Marshal(e.schemas[mode == tfjson.DataResourceMode][objects[address].kind].sensitive())
			if err != nil {
				return err
			}
			root.Resources = append(root.Resources, &tfjson.StateResource{
				Address: address, Mode: mode, Type: objects[address].kind, AttributeValues: attributes, SensitiveValues: secrets,
			})
		}
	}
	state := &tfjson.State{Values: &tfjson.StateValues{RootModule: root}}
	var errs []error
	for _, check := range checks {
		var resp statecheck.CheckStateResponse
		check.CheckState(ctx, statecheck.CheckStateRequest{State: state}, &resp)
		errs = append(errs, resp.Error)
	}
	return errors.Join(errs...)
}
