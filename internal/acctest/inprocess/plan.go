package inprocess

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// plan refreshes the state and plans a configuration; the empty one plans the destroy of everything.
func (e *engine) plan(ctx context.Context, c configuration) (changes []change, err error) {
	if err := e.validate(ctx, c); err != nil {
		return nil, err
	}
	r, err := e.open(ctx, c, false)
	if err != nil {
		return nil, err
	}
	clear(e.data) // what the configuration no longer reads
	seen, err := r.walk(c, func(b block, address string, s *schema, config cty.Value) (cty.Value, error) {
		if b.isData {
			return e.readData(ctx, r, b, address, s, config)
		}
		if err := e.refresh(ctx, r, address); err != nil {
			return cty.NilVal, err
		}
		planned, err := r.planInstance(ctx, address, b, s, e.state[address], config, false)
		if err != nil {
			return cty.NilVal, err
		}
		changes = append(changes, planned)
		return planned.after, nil
	})
	for _, address := range slices.Sorted(maps.Keys(e.state)) {
		if seen[address] {
			continue
		}
		if failed := e.refresh(ctx, r, address); failed != nil {
			err = both(err, failed)
			continue
		}
		if o, remains := e.state[address]; remains {
			planned, failed := r.planDestroy(ctx, address, o)
			err = both(err, failed)
			changes = append(changes, planned)
		}
	}
	return changes, err
}

// refresh reads an instance of the state.
func (e *engine) refresh(ctx context.Context, r *run, address string) error {
	o, ok := e.state[address]
	if !ok {
		return nil
	}
	s := r.resources[o.kind]
	packed, err := s.pack(o.value)
	if err != nil {
		return err
	}
	read, err := r.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: o.kind, CurrentState: packed, Private: o.private})
	if err != nil {
		return err
	}
	if err := check(address, read.Diagnostics); err != nil {
		return err
	}
	value, err := s.unpack(read.NewState)
	if err != nil {
		return err
	}
	if value.IsNull() {
		delete(e.state, address)
		return nil
	}
	e.state[address] = &object{kind: o.kind, value: value, private: read.Private, isTainted: o.isTainted, needs: o.needs}
	return nil
}

func (e *engine) readData(ctx context.Context, r *run, b block, address string, s *schema, config cty.Value) (cty.Value, error) {
	packed, err := s.pack(config)
	if err != nil {
		return cty.NilVal, err
	}
	if !config.IsWhollyKnown() {
		return cty.UnknownVal(s.kind), nil // read by the apply
	}
	read, err := r.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: b.kind, Config: packed})
	if err != nil {
		return cty.NilVal, err
	}
	if err := checkAt(address, config, read.Diagnostics); err != nil {
		return cty.NilVal, err
	}
	value, err := s.unpack(read.State)
	if err != nil {
		return cty.NilVal, err
	}
	e.data[address] = &object{kind: b.kind, value: value}
	return value, nil
}

// planInstance plans a create, update or replacement. A replacement can be forced, as with -replace.
func (r *run) planInstance(ctx context.Context, address string, b block, s *schema, o *object, config cty.Value, isForced bool) (change, error) {
	before, prior, private := cty.NullVal(s.kind), cty.NullVal(s.kind), []byte(nil)
	isReplacement := false
	if o != nil {
		before = o.value
		if isReplacement = o.isTainted; !isReplacement {
			prior, private = o.value, o.private
		}
	}
	result := change{address: address, kind: b.kind, before: before, config: config, createsFirst: b.createsFirst, ignored: b.ignored}
	after, planned, err := r.planOnce(ctx, &result, s, prior, config, private)
	if err != nil {
		return change{}, err
	}
	if (isForced || len(planned.RequiresReplace) > 0) && !prior.IsNull() {
		isReplacement = true
		if after, planned, err = r.planOnce(ctx, &result, s, cty.NullVal(s.kind), config, planned.PlannedPrivate); err != nil {
			return change{}, err
		}
	}
	result.after, result.private, result.isReplacement = after, planned.PlannedPrivate, isReplacement
	return result, nil
}

func (r *run) planOnce(ctx context.Context, of *change, s *schema, prior, config cty.Value, private []byte) (cty.Value, *tfprotov6.PlanResourceChangeResponse, error) {
	packedPrior, err := s.pack(prior)
	if err != nil {
		return cty.NilVal, nil, err
	}
	packedConfig, err := s.pack(config)
	if err != nil {
		return cty.NilVal, nil, err
	}
	if len(of.ignored) > 0 {
		if packedConfig, err = s.ignore(packedPrior, packedConfig, of.ignored); err != nil {
			return cty.NilVal, nil, err
		}
		if config, err = s.unpack(packedConfig); err != nil {
			return cty.NilVal, nil, err
		}
	}
	proposed, err := s.pack(s.proposed(prior, config))
	if err != nil {
		return cty.NilVal, nil, err
	}
	planned, err := r.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: of.kind, PriorState: packedPrior, ProposedNewState: proposed, Config: packedConfig, PriorPrivate: private,
	})
	if err != nil {
		return cty.NilVal, nil, err
	}
	if err := checkAt(of.address, config, planned.Diagnostics); err != nil {
		return cty.NilVal, nil, err
	}
	after, err := s.unpack(planned.PlannedState)
	if err != nil {
		return cty.NilVal, nil, err
	}
	wrong, err := s.invalidPlan(packedPrior, packedConfig, planned.PlannedState)
	if err != nil {
		return cty.NilVal, nil, err
	}
	if wrong != "" {
		return cty.NilVal, nil, failure{fmt.Sprintf("Error: Provider produced invalid plan\n\n%s%s", of.address, wrong)}
	}
	return after, planned, nil
}

func (r *run) planDestroy(ctx context.Context, address string, o *object) (change, error) {
	s := r.resources[o.kind]
	gone := cty.NullVal(s.kind)
	result := change{address: address, kind: o.kind, before: o.value, after: gone, config: gone}
	packed, err := s.pack(o.value)
	if err != nil {
		return result, err
	}
	nothing, err := s.pack(gone)
	if err != nil {
		return result, err
	}
	planned, err := r.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{
		TypeName: o.kind, PriorState: packed, ProposedNewState: nothing, Config: nothing, PriorPrivate: o.private,
	})
	if err != nil {
		return result, err
	}
	result.private = planned.PlannedPrivate
	return result, check(address, planned.Diagnostics)
}
