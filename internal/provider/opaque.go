package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// opaqueServer hides a large map from the framework, where no code reads it.
type opaqueServer struct{ server }

// ReadResource passes the state without the map to the framework, and puts the map into the
// response.
func (s opaqueServer) ReadResource(
	ctx context.Context, r *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	hidden := model.Hidden{Name: opaqueMaps[r.TypeName]}
	resp, err := s.server.ReadResource(hidden.In(ctx), r)
	if err == nil && !hidden.Value.IsNull() {
		resp.NewState, err = withHidden(hidden, resp.NewState)
	}
	return resp, err
}

// PlanResourceChange hides the map in the proposed state, because the plan is made from the
// configuration and the state.
func (s opaqueServer) PlanResourceChange(
	ctx context.Context, r *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	proposed := *r
	proposed.ProposedNewState = withoutOpaque(r.TypeName, r.ProposedNewState)
	return s.server.PlanResourceChange(ctx, &proposed)
}

// ApplyResourceChange hides the map in the configuration, because the plan has the map.
func (s opaqueServer) ApplyResourceChange(
	ctx context.Context, r *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	planned := *r
	planned.Config = withoutOpaque(r.TypeName, r.Config)
	return s.server.ApplyResourceChange(ctx, &planned)
}

// opaqueMaps are the attributes, by resource type, that a resource plans from the configuration and
// the state (model.OpaqueMap).
var opaqueMaps = map[string]string{"videoindexer_brands": "brands"}

// unknown is a value that is not known yet, as the protocol has it.
var unknown = msgpack.RawMessage{0xd4, 0, 0}

// withoutOpaque replaces the map by an unknown value where no code reads it, because the framework
// would visit each value of it ten times.
func withoutOpaque(typeName string, value *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	name, isOpaque := opaqueMaps[typeName]
	if !isOpaque || value == nil {
		return value
	}
	without, err := withAttribute(value, name, unknown)
	if err != nil {
		return value
	}
	return without
}

// withHidden puts the map into a state that was written without it.
func withHidden(hidden model.Hidden, state *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	value, err := tfprotov6.NewDynamicValue(hidden.Value.Type(), hidden.Value)
	if err != nil {
		return nil, fmt.Errorf("value of %s: %w", hidden.Name, err)
	}
	return withAttribute(state, hidden.Name, value.MsgPack)
}

// withAttribute replaces the value of an attribute in an object. Null stays null.
func withAttribute(
	object *tfprotov6.DynamicValue, name string, value msgpack.RawMessage,
) (*tfprotov6.DynamicValue, error) {
	var attributes map[string]msgpack.RawMessage
	err := msgpack.Unmarshal(object.MsgPack, &attributes)
	if err != nil || attributes == nil {
		return object, err
	}
	attributes[name] = value
	changed, err := msgpack.Marshal(attributes)
	return &tfprotov6.DynamicValue{MsgPack: changed}, err
}
