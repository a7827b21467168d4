package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// actionServer validates actions with their final values.
type actionServer struct{ server }

// PlanAction validates the configuration of an action before it plans the action. An engine
// validates it only once, before variables have values, unlike those of resources and data sources.
func (s actionServer) PlanAction(
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

// InvokeAction validates the configuration of an action again, because values that were unknown in
// the plan are now known.
func (s actionServer) InvokeAction(
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
