package inprocess

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

// apply carries a plan out, in a process of its own: first what is destroyed, then what is made and changed. As an engine
// does, it plans each instance once more with what is known by then.
func (e *engine) apply(ctx context.Context, c configuration, changes []change) (err error) {
	r, err := e.open(ctx, c, true)
	if err != nil {
		return err
	}
	planned := map[string]change{}
	for _, change := range changes {
		planned[change.address] = change
		if change.after.IsNull() {
			err = both(err, e.destroy(ctx, r, change.address, change.private))
		}
	}
	_, failed := r.walk(c, func(b block, address string, s *schema, config cty.Value) (cty.Value, error) {
		if b.isData {
			return e.readData(ctx, r, b, address, s, config)
		}
		first := planned[address]
		if first.isNoOp() {
			return first.after, nil
		}
		if first.isReplacement {
			if err := e.destroy(ctx, r, address, first.private); err != nil {
				return cty.NilVal, err
			}
		}
		return e.write(ctx, r, s, first, config)
	})
	return both(err, failed)
}

func (e *engine) destroy(ctx context.Context, r *run, address string, private []byte) error {
	left, err := r.destroy(ctx, address, e.state[address], private)
	if left == nil {
		delete(e.state, address)
	} else {
		e.state[address] = left
	}
	return err
}

// destroy destroys an object, and returns what is left of it.
func (r *run) destroy(ctx context.Context, address string, o *object, private []byte) (left *object, err error) {
	s := r.resources[o.kind]
	packed, err := s.pack(o.value)
	if err != nil {
		return o, err
	}
	nothing, err := s.pack(cty.NullVal(s.kind))
	if err != nil {
		return o, err
	}
	applied, err := r.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: o.kind, PriorState: packed, PlannedState: nothing, Config: nothing, PlannedPrivate: private,
	})
	if err != nil {
		return o, err
	}
	value, err := s.unpack(applied.NewState)
	if err != nil {
		return o, err
	}
	failed := check(address, applied.Diagnostics)
	switch {
	case value.IsNull():
		return nil, failed
	case failed == nil:
		return o, failure{fmt.Sprintf("Error: Provider returned invalid result object after apply\n\n%s is still there after its destroy", address)}
	}
	return &object{kind: o.kind, value: value, private: applied.Private, isTainted: o.isTainted, needs: o.needs}, failed
}

// write creates or updates an instance.
func (e *engine) write(ctx context.Context, r *run, s *schema, first change, config cty.Value) (cty.Value, error) {
	prior, private := cty.NullVal(s.kind), []byte(nil)
	if o := e.state[first.address]; o != nil {
		prior, private = o.value, o.private
	}
	after, planned, err := r.planOnce(ctx, &first, s, prior, config, private)
	if err != nil {
		return cty.NilVal, err
	}
	if wrong := conforms("", first.after, after); wrong != "" {
		return cty.NilVal, failure{fmt.Sprintf("Error: Provider produced inconsistent final plan\n\n%s%s", first.address, wrong)}
	}
	packedPrior, err := s.pack(prior)
	if err != nil {
		return cty.NilVal, err
	}
	packedConfig, err := s.pack(config)
	if err != nil {
		return cty.NilVal, err
	}
	applied, err := r.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: first.kind, PriorState: packedPrior, PlannedState: planned.PlannedState, Config: packedConfig, PlannedPrivate: planned.PlannedPrivate,
	})
	if err != nil {
		return cty.NilVal, err
	}
	value, err := s.unpack(applied.NewState)
	if err != nil {
		return cty.NilVal, err
	}
	failed := checkAt(first.address, config, applied.Diagnostics)
	if !value.IsNull() {
		e.state[first.address] = &object{kind: first.kind, value: cty.UnknownAsNull(value), private: applied.Private, isTainted: failed != nil && prior.IsNull()}
	}
	if !value.IsWhollyKnown() { // Terraform says so after an error of the provider as well
		unknown := failure{fmt.Sprintf("Error: Provider returned invalid result object after apply\n\n%s has unknown values", first.address)}
		return cty.NilVal, both(failed, unknown)
	}
	switch {
	case failed != nil:
		return cty.NilVal, failed
	case value.IsNull():
		return cty.NilVal, failure{fmt.Sprintf("Error: Provider produced inconsistent result after apply\n\n%s: root object was present, but now absent", first.address)}
	}
	if wrong := conforms("", after, value); wrong != "" {
		return cty.NilVal, failure{fmt.Sprintf("Error: Provider produced inconsistent result after apply\n\n%s%s", first.address, wrong)}
	}
	return value, nil
}

// imported imports an instance in a process of its own.
func (e *engine) imported(ctx context.Context, c configuration, kind, id string) (*object, error) {
	r, err := e.open(ctx, c, false)
	if err != nil {
		return nil, err
	}
	return r.imported(ctx, kind, id)
}

// imported imports an instance and reads it.
func (r *run) imported(ctx context.Context, kind, id string) (*object, error) {
	s := r.resources[kind]
	answer, err := r.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: kind, ID: id})
	if err != nil {
		return nil, err
	}
	if err := check(kind, answer.Diagnostics); err != nil {
		return nil, err
	}
	found := answer.ImportedResources[0]
	read, err := r.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: kind, CurrentState: found.State, Private: found.Private})
	if err != nil {
		return nil, err
	}
	if err := check(kind, read.Diagnostics); err != nil {
		return nil, err
	}
	value, err := s.unpack(read.NewState)
	if err != nil {
		return nil, err
	}
	if value.IsNull() {
		return nil, failure{"Error: Cannot import non-existent remote object"}
	}
	return &object{kind: kind, value: value, private: read.Private}, nil
}
