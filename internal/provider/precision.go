package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"
)

// precisionServer answers a refresh in JSON, as the state has it, for engines that compare the
// precision of numbers.
type precisionServer struct {
	server
	needsJSON atomic.Bool
}

// comparingVersions matches the versions of Terraform for which a refresh is a change if a number
// has another precision than in the state.
var comparingVersions = regexp.MustCompile(`^1\.1[0-4]\.`)

// ConfigureProvider notes what the version of the engine needs.
func (s *precisionServer) ConfigureProvider(
	ctx context.Context, r *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	s.needsJSON.Store(comparingVersions.MatchString(r.TerraformVersion))
	return s.server.ConfigureProvider(ctx, r)
}

// ReadResource answers in the encoding that the engine needs.
func (s *precisionServer) ReadResource(
	ctx context.Context, r *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := s.server.ReadResource(ctx, r)
	if err == nil && s.needsJSON.Load() {
		err = convertToJSON(resp)
	}
	return resp, err
}

// convertToJSON converts the state and the identity of a refresh to JSON, in which the engine
// stores them: numbers in MessagePack have another precision.
func convertToJSON(resp *tfprotov6.ReadResourceResponse) error {
	values := []*tfprotov6.DynamicValue{resp.NewState}
	if resp.NewIdentity != nil {
		values = append(values, resp.NewIdentity.IdentityData)
	}
	for _, value := range values {
		attributes, err := decodeAttributes(value)
		if err != nil {
			return err
		}
		if attributes == nil {
			continue
		}
		value.JSON, err = json.Marshal(attributes)
		if err != nil {
			return fmt.Errorf("response to a refresh: %w", err)
		}
		value.MsgPack = nil
	}
	return nil
}

// decodeAttributes reads the attributes of a value that is known, nil for none.
func decodeAttributes(value *tfprotov6.DynamicValue) (attributes map[string]any, err error) {
	if value == nil || len(value.MsgPack) == 0 {
		return nil, nil
	}
	err = msgpack.Unmarshal(value.MsgPack, &attributes)
	if err != nil {
		return nil, fmt.Errorf("value of an object: %w", err)
	}
	return attributes, nil
}
