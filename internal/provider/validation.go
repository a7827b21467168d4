package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// validatingServer accepts values that are not known yet, and validates actions with the values
// that they get.
type validatingServer struct{ server }

// ValidateResourceConfig leaves out the diagnostics about what is inside of a value that is not
// known yet. The framework takes the required arguments of such an object for missing, also when an
// engine validates a variable before it has a value.
func (s validatingServer) ValidateResourceConfig(
	ctx context.Context, r *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.server.ValidateResourceConfig(ctx, r)
	if err == nil {
		resp.Diagnostics = s.withoutUnknown(ctx, r, resp.Diagnostics)
	}
	return resp, err
}

func (s validatingServer) withoutUnknown(
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

// PlanAction validates the configuration of an action before it plans the action. An engine
// validates it only once, before variables have values, unlike those of resources and data sources.
func (s validatingServer) PlanAction(
	ctx context.Context, r *tfprotov6.PlanActionRequest,
) (*tfprotov6.PlanActionResponse, error) {
	validated, err := s.ValidateActionConfig(
		ctx, &tfprotov6.ValidateActionConfigRequest{ActionType: r.ActionType, Config: r.Config},
	)
	if err != nil {
		return nil, err
	}
	if hasErrors(validated.Diagnostics) {
		return &tfprotov6.PlanActionResponse{Diagnostics: validated.Diagnostics}, nil
	}
	return s.server.PlanAction(ctx, r)
}

// InvokeAction validates the configuration of an action once more, since what was unknown in the
// plan has values now.
func (s validatingServer) InvokeAction(
	ctx context.Context, r *tfprotov6.InvokeActionRequest,
) (*tfprotov6.InvokeActionServerStream, error) {
	validated, err := s.ValidateActionConfig(
		ctx, &tfprotov6.ValidateActionConfigRequest{ActionType: r.ActionType, Config: r.Config},
	)
	if err != nil {
		return nil, err
	}
	if !hasErrors(validated.Diagnostics) {
		return s.server.InvokeAction(ctx, r)
	}
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		yield(tfprotov6.InvokeActionEvent{
			Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: validated.Diagnostics},
		})
	}}, nil
}

func hasErrors(diags []*tfprotov6.Diagnostic) bool { return slices.ContainsFunc(diags, isError) }

func isError(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError }

// isNested says whether a diagnostic is about something inside of an argument.
func isNested(d *tfprotov6.Diagnostic) bool {
	return d.Attribute != nil && len(d.Attribute.Steps()) > 1
}

// isInUnknown says whether a path leads through a value that is not known.
func isInUnknown(config tftypes.Value, at *tftypes.AttributePath) bool {
	for n := range at.Steps() {
		found, _, _ := tftypes.WalkAttributePath(config, tftypes.NewAttributePathWithSteps(at.Steps()[:n]))
		value, isValue := found.(tftypes.Value) // none where there is nothing
		if isValue && !value.IsKnown() {
			return true
		}
	}
	return false
}
