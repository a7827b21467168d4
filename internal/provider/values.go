package provider

import (
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// precise are the versions of Terraform that count a refresh as a change where a number has another precision than in the state.
var precise = regexp.MustCompile(`^1\.1[0-4]\.`)

// asStored writes what a refresh answers as the engine stores it, in JSON: numbers in MessagePack have another precision.
func asStored(answer *tfprotov6.ReadResourceResponse) error {
	values := []*tfprotov6.DynamicValue{answer.NewState}
	if answer.NewIdentity != nil {
		values = append(values, answer.NewIdentity.IdentityData)
	}
	for _, value := range values {
		attributes, err := decode(value)
		switch {
		case err != nil:
			return err
		case attributes == nil:
			continue
		}
		if value.JSON, err = json.Marshal(attributes); err != nil {
			return fmt.Errorf("answer of a refresh: %w", err)
		}
		value.MsgPack = nil
	}
	return nil
}

// decode reads the attributes of a value that is known, nil for none.
func decode(value *tfprotov6.DynamicValue) (attributes map[string]any, err error) {
	if value == nil || len(value.MsgPack) == 0 {
		return nil, nil
	}
	if err := msgpack.Unmarshal(value.MsgPack, &attributes); err != nil {
		return nil, fmt.Errorf("value of an object: %w", err)
	}
	return attributes, nil
}

// opaqueMaps are the attributes, by resource type, that a resource plans from the configuration and the state (model.OpaqueMap).
var opaqueMaps = map[string]string{"videoindexer_brands": "brands"}

// unknown is a value that is not known yet, as the protocol has it.
var unknown = msgpack.RawMessage{0xd4, 0, 0}

// withoutOpaque leaves out, as not known yet, the map that nobody reads there. The framework would visit each value of it ten times.
func withoutOpaque(typeName string, value *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	if name, has := opaqueMaps[typeName]; has && value != nil {
		if without, err := with(value, name, unknown); err == nil {
			return without
		}
	}
	return value
}

// withHidden puts the map into a state that was written without it.
func withHidden(hidden model.Hidden, state *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	value, err := tfprotov6.NewDynamicValue(hidden.Value.Type(), hidden.Value)
	if err != nil {
		return nil, fmt.Errorf("value of %s: %w", hidden.Name, err)
	}
	return with(state, hidden.Name, value.MsgPack)
}

// with is an object with another value of an attribute. Null stays null.
func with(object *tfprotov6.DynamicValue, name string, value msgpack.RawMessage) (*tfprotov6.DynamicValue, error) {
	var attributes map[string]msgpack.RawMessage
	err := msgpack.Unmarshal(object.MsgPack, &attributes)
	if err != nil || attributes == nil {
		return object, err //nolint:wrapcheck // which an object of the framework does not have
	}
	attributes[name] = value
	changed, err := msgpack.Marshal(attributes)
	return &tfprotov6.DynamicValue{MsgPack: changed}, err //nolint:wrapcheck // which an object of the framework does not have
}
