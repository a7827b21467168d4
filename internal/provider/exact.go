package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

// precise are the versions of Terraform that count a refresh as a change where a number has another precision than in the state.
var precise = regexp.MustCompile(`^1\.1[0-4]\.`)

// storedTypes are the types of the values and identities of all resources, by resource type.
type storedTypes struct{ values, identities map[string]cty.Type }

func (s *callScoped) loadStoredTypes() (types storedTypes, err error) {
	ctx := context.Background() // the result is for all calls
	offered, err := s.server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return types, fmt.Errorf("schemas: %w", err)
	}
	identities, err := s.server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return types, fmt.Errorf("schemas of identities: %w", err)
	}
	types = storedTypes{make(map[string]cty.Type), make(map[string]cty.Type)}
	for name, schema := range offered.ResourceSchemas {
		if types.values[name], err = ctyType(schema.ValueType()); err != nil {
			return types, err
		}
	}
	for name, schema := range identities.IdentitySchemas {
		if types.identities[name], err = ctyType(schema.ValueType()); err != nil {
			return types, err
		}
	}
	return types, nil
}

func ctyType(of tftypes.Type) (cty.Type, error) {
	description, err := json.Marshal(of)
	if err != nil {
		return cty.NilType, fmt.Errorf("type: %w", err)
	}
	return ctyjson.UnmarshalType(description) //nolint:wrapcheck // says it all
}

// asStored writes what a refresh answers as the engine stores it, in JSON: numbers in MessagePack have another precision.
func (s *callScoped) asStored(typeName string, answer *tfprotov6.ReadResourceResponse) error {
	types, err := s.stored()
	if err != nil {
		return err
	}
	if err := inJSON(answer.NewState, types.values[typeName]); err != nil || answer.NewIdentity == nil {
		return err
	}
	return inJSON(answer.NewIdentity.IdentityData, types.identities[typeName])
}

func inJSON(value *tfprotov6.DynamicValue, of cty.Type) error {
	if value == nil || len(value.MsgPack) == 0 {
		return nil
	}
	decoded, err := msgpack.Unmarshal(value.MsgPack, of)
	if err != nil {
		return fmt.Errorf("answer of a refresh: %w", err)
	}
	if value.JSON, err = ctyjson.Marshal(decoded, of); err != nil {
		return fmt.Errorf("answer of a refresh: %w", err)
	}
	value.MsgPack = nil
	return nil
}
