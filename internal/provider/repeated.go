package provider

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// repeatedServer drops the warnings of the plan that an apply repeats, because users have read
// them. Therefore a plan with an unknown value warns about everything that may happen.
type repeatedServer struct{ server }

// PlanResourceChange leaves out warnings of the second plan, which it recognizes as
// providerdata.IsRepeated does.
func (s repeatedServer) PlanResourceChange(
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
