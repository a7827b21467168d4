package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// unknownServer accepts unknown objects.
type unknownServer struct{ server }

// ValidateResourceConfig drops diagnostics about arguments inside an unknown value. The framework
// reports the required arguments of an unknown object as missing, even when an engine validates a
// variable before it has a value.
func (s unknownServer) ValidateResourceConfig(
	ctx context.Context, r *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.server.ValidateResourceConfig(ctx, r)
	if err == nil {
		resp.Diagnostics = s.withoutUnknown(ctx, r, resp.Diagnostics)
	}
	return resp, err
}

func (s unknownServer) withoutUnknown(
	ctx context.Context, r *tfprotov6.ValidateResourceConfigRequest, diags []*tfprotov6.Diagnostic,
) []*tfprotov6.Diagnostic {
	if !slices.ContainsFunc(diags, isNested) {
		return diags
	}
	offered, err := s.server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return diags
	}
	config, err := r.Config.Unmarshal(offered.ResourceSchemas[r.TypeName].ValueType())
	if err != nil {
		return diags
	}
	return slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		return isNested(d) && isInUnknown(config, d.Attribute)
	})
}

// isNested reports whether a diagnostic is about a value inside an argument.
func isNested(d *tfprotov6.Diagnostic) bool {
	return d.Attribute != nil && len(d.Attribute.Steps()) > 1
}

// isInUnknown reports whether a path leads through an unknown value.
func isInUnknown(config tftypes.Value, at *tftypes.AttributePath) bool {
	for n := range at.Steps() {
		outer := tftypes.NewAttributePathWithSteps(at.Steps()[:n])
		found, _, _ := tftypes.WalkAttributePath(config, outer)
		value, isConfigured := found.(tftypes.Value)
		if isConfigured && !value.IsKnown() {
			return true
		}
	}
	return false
}
