package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// willLeave is what a plan says of an object that its apply leaves, with the sentence that says what would end it.
var willLeave = regexp.MustCompile(`(?s) will be left as (?:it is|they are):.* in the service as (?:it is|they are)\.(?: (.+?\.)\n|)`)

// TestLeftObjectsAreExplained destroys every resource by each deletion_policy. Where the destroy sends no write, the plan says so, with what would
// end the object, unless the user has chosen it, and the apply says nothing more.
func TestLeftObjectsAreExplained(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		for _, config := range withPolicies(t, name, configuration) {
			server := museum(t)
			settings := acctest.Values{"extended_operations": true}
			instance := created(t, server.Protocol(t, settings), name, config)
			instance.Protocol = server.Protocol(t, settings)
			server.ResetRequests()
			plan := instance.Plan(t.Context(), nil)
			if config["deletion_policy"] == "prevent" {
				continue // refused
			}
			acctest.Succeeds(t, plan.Diagnostics)
			said := willLeave.FindStringSubmatch(strings.Join(acctest.Texts(plan.Diagnostics), "\n") + "\n")
			diags := instance.Apply(t.Context(), plan)
			acctest.Succeeds(t, diags)
			switch policy := config["deletion_policy"]; {
			case said != nil && server.Writes() > 0, said == nil && policy == "abandon":
				t.Errorf("policy %v: the plan says %q, and the apply sends %d writes", policy, said, server.Writes())
			case said != nil && policy == nil && said[1] == "", said != nil && policy != nil && strings.Contains(said[1], "deletion_policy"):
				t.Errorf("policy %v: advice %q", policy, said[1])
			case len(diags) > 0:
				t.Errorf("policy %v: the apply says %q", policy, acctest.Texts(diags))
			}
		}
	})
}
