package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// reviewedServer has an apply repeat no warning of the plan: users have read it. So a plan that does not know a value
// yet warns of all that may follow from it.
type reviewedServer struct{ server }

// PlanResourceChange leaves out warnings of the second plan. Terraform shows that it is one by allowing deferral, which
// it does in a plan only for an experiment; OpenTofu does not show it.
func (s reviewedServer) PlanResourceChange(
	ctx context.Context, r *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := s.server.PlanResourceChange(ctx, r)
	isRepeated := r.ClientCapabilities != nil && r.ClientCapabilities.DeferralAllowed
	if err == nil && isRepeated {
		resp.Diagnostics = slices.DeleteFunc(resp.Diagnostics, func(d *tfprotov6.Diagnostic) bool {
			return d.Severity == tfprotov6.DiagnosticSeverityWarning
		})
	}
	return resp, err
}
