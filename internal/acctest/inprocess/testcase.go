package inprocess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// Run runs a test case as the engine's test framework does: every step is planned, applied and planned again, and in
// the end everything is destroyed. A case that needs anything that this package does not support fails the test.
func Run(t *testing.T, test resource.TestCase, p *Provider) {
	t.Helper()
	d := Open(p, nil)
	var last configuration
	for i, step := range test.Steps {
		if step.PreConfig != nil {
			step.PreConfig()
		}
		if step.Config != "" {
			parsed, err := p.parse(step.Config)
			if err != nil {
				t.Fatalf("step %d: %v", i+1, err)
			}
			last = parsed
		}
		for _, address := range step.Taint {
			if d.Taint(address); !d.IsTainted(address) {
				t.Fatalf("step %d: %s is not in the state to be tainted", i+1, address)
			}
		}
		err := d.step(t.Context(), last, step)
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
	if err := d.destroyAll(t.Context(), last); err != nil {
		t.Fatalf("the destroy after the test: %v", err)
	}
	if test.CheckDestroy != nil {
		if err := test.CheckDestroy(d.checked()); err != nil {
			t.Fatalf("after the destroy: %v", err)
		}
	}
}

// destroyAll destroys everything. The configuration may be one that was refused: its provider is enough.
func (d *Directory) destroyAll(ctx context.Context, last configuration) error {
	if len(d.state) == 0 {
		return nil
	}
	plan, err := d.plan(ctx, configuration{provider: last.provider}, Options{})
	if err != nil {
		return err
	}
	return d.Apply(ctx, plan)
}

// step is one step of a test case.
func (d *Directory) step(ctx context.Context, c configuration, step resource.TestStep) error {
	switch {
	case isForEngine(step):
		return errNeedsEngine
	case step.ImportState:
		return d.importStep(ctx, c, step)
	case step.Destroy:
		return d.destroyAll(ctx, c)
	}
	plan, err := d.plan(ctx, c, Options{})
	if err != nil {
		return err
	}
	before, after := step.ConfigPlanChecks.PreApply, append(slices.Clone(step.ConfigPlanChecks.PostApplyPreRefresh), step.ConfigPlanChecks.PostApplyPostRefresh...)
	if step.RefreshState {
		d.state, before, after = plan.state, nil, step.RefreshPlanChecks.PostRefresh
	}
	if err := d.checkPlan(ctx, plan, before); err != nil {
		return err
	}
	if step.PlanOnly {
		return mustBeEmpty(plan, step)
	}
	if !step.RefreshState {
		if err := d.Apply(ctx, plan); err != nil {
			return err
		}
	}
	if step.Check != nil {
		if err := step.Check(d.checked()); err != nil {
			return err
		}
	}
	if err := d.checkState(ctx, step.ConfigStateChecks); err != nil {
		return err
	}
	if !step.RefreshState {
		if plan, err = d.plan(ctx, c, Options{}); err != nil {
			return err
		}
	}
	return errors.Join(d.checkPlan(ctx, plan, after), mustBeEmpty(plan, step))
}

// errNeedsEngine means that a step has something that only an engine knows.
var errNeedsEngine = errors.New("this needs the engine: use acctest.Run")

// isForEngine reports whether a step needs something that this package does not support.
func isForEngine(step resource.TestStep) bool {
	return step.ConfigDirectory != nil || step.ConfigFile != nil || step.ConfigVariables != nil || step.SkipFunc != nil ||
		step.ImportStateKind != resource.ImportCommandWithID || step.PostApplyFunc != nil || step.Query
}

func mustBeEmpty(plan *Plan, step resource.TestStep) error {
	switch {
	case !plan.IsEmpty() && !step.ExpectNonEmptyPlan:
		return fmt.Errorf("the plan is not empty:\n%s", plan)
	case plan.IsEmpty() && step.ExpectNonEmptyPlan:
		return errors.New("the plan is empty")
	}
	return nil
}

func (d *Directory) importStep(ctx context.Context, c configuration, step resource.TestStep) error {
	kind, _, _ := strings.Cut(step.ResourceName, ".")
	id := step.ImportStateId
	if step.ImportStateIdFunc != nil {
		var err error
		if id, err = step.ImportStateIdFunc(d.checked()); err != nil {
			return err
		}
	}
	imported, err := d.imported(ctx, c, kind, id)
	if err != nil {
		return err
	}
	if step.ImportStateCheck != nil {
		if err := step.ImportStateCheck([]*terraform.InstanceState{imported.instance()}); err != nil {
			return err
		}
	}
	if step.ImportStatePersist {
		d.state[step.ResourceName] = imported
	}
	if !step.ImportStateVerify {
		return nil
	}
	held, ok := d.state[step.ResourceName]
	if !ok {
		return fmt.Errorf("%s is not in the state", step.ResourceName)
	}
	wanted, gotten := values(held.Value), values(imported.Value)
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

func (d *Directory) checkPlan(ctx context.Context, p *Plan, checks []plancheck.PlanCheck) error {
	plan := &tfjson.Plan{}
	for _, c := range p.changes {
		before, _ := plain(c.before)
		after, unknown := plain(c.After)
		plan.ResourceChanges = append(plan.ResourceChanges, &tfjson.ResourceChange{
			Address: c.address, Type: c.kind, Mode: tfjson.ManagedResourceMode,
			Change: &tfjson.Change{Actions: c.actions(), Before: before, After: after, AfterUnknown: unknown},
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
	case c.IsReplacement && c.createsFirst:
		return tfjson.Actions{tfjson.ActionCreate, tfjson.ActionDelete}
	case c.IsReplacement:
		return tfjson.Actions{tfjson.ActionDelete, tfjson.ActionCreate}
	case c.isNoOp():
		return tfjson.Actions{tfjson.ActionNoop}
	case c.before.IsNull():
		return tfjson.Actions{tfjson.ActionCreate}
	case c.After.IsNull():
		return tfjson.Actions{tfjson.ActionDelete}
	}
	return tfjson.Actions{tfjson.ActionUpdate}
}

func (d *Directory) checkState(ctx context.Context, checks []statecheck.StateCheck) error {
	root := &tfjson.StateModule{}
	add := func(mode tfjson.ResourceMode, objects map[string]*Object) {
		for _, address := range slices.Sorted(maps.Keys(objects)) {
			o := objects[address]
			root.Resources = append(root.Resources, &tfjson.StateResource{Address: address, Mode: mode, Type: o.Kind, AttributeValues: values(o.Value)})
		}
	}
	add(tfjson.ManagedResourceMode, d.state)
	add(tfjson.DataResourceMode, d.data)
	state := &tfjson.State{Values: &tfjson.StateValues{RootModule: root}}
	var errs []error
	for _, check := range checks {
		var resp statecheck.CheckStateResponse
		check.CheckState(ctx, statecheck.CheckStateRequest{State: state}, &resp)
		errs = append(errs, resp.Error)
	}
	return errors.Join(errs...)
}
