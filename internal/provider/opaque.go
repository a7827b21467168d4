package provider

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"
)

// opaqueMaps are the attributes, by resource type, that a resource plans from the configuration and the state (model.OpaqueMap).
var opaqueMaps = map[string]string{"videoindexer_brands": "brands"}

// unknown is a value that is not known yet, as the protocol has it.
var unknown = msgpack.RawMessage{0xd4, 0, 0}

// withoutOpaque leaves out, as not known yet, the map that nobody reads there. The framework would visit each value of it ten times.
func withoutOpaque(typeName string, value *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	var attributes map[string]msgpack.RawMessage
	name, has := opaqueMaps[typeName]
	if !has || value == nil || msgpack.Unmarshal(value.MsgPack, &attributes) != nil || attributes == nil {
		return value
	}
	attributes[name] = unknown
	without, err := msgpack.Marshal(attributes)
	if err != nil {
		return value
	}
	return &tfprotov6.DynamicValue{MsgPack: without}
}
