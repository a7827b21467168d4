package brand_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/querycheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

var extendedProvider = acctest.Values{"extended_operations": true}

// displayed returns the names of what was listed; an error gives its text instead.
func displayed(listed []acctest.Listed) []string {
	names := make([]string, len(listed))
	for i, l := range listed {
		names[i] = l.DisplayName
		if len(l.Diagnostics) > 0 {
			names[i] = strings.Join(acctest.Texts(l.Diagnostics), "; ")
		}
	}
	return names
}

func TestBrandList_identities(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	listed := server.Protocol(t, extendedProvider).List(t.Context(), single, nil, false, 0)
	if diff := cmp.Diff([]string{"Contoso", "Fabrikam", "Tailspin News"}, displayed(listed)); diff != "" {
		t.Fatalf("listed (-want +got):\n%s", diff)
	}
	for i, l := range listed {
		want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID}
		if diff := cmp.Diff(want, l.Identity); diff != "" || l.Resource != nil {
			t.Errorf("result %d: resource %v, identity (-want +got):\n%s", i, l.Resource, diff)
		}
	}
}

// TestBrandList_resources compares each resource with what its import and read make of it. A configuration that is
// generated from it plans empty.
func TestBrandList_resources(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	protocol := server.Protocol(t, extendedProvider)
	listed := protocol.List(t.Context(), single, nil, true, 0)
	if len(listed) != 3 || server.Count(16) != 0 {
		t.Fatalf("listed %q with %d reads of single brands", displayed(listed), server.Count(16))
	}
	attributes := acctest.Schema(t).ResourceSchemas[single].Block.Attributes
	for i, l := range listed {
		instance := server.Protocol(t, extendedProvider).Instance(single)
		acctest.Succeeds(t, instance.Import(t.Context(), strconv.Itoa(1001+i)))
		if diff := cmp.Diff(instance.State(), l.Values); diff != "" {
			t.Errorf("%s (-imported +listed):\n%s", l.DisplayName, diff)
		}
		generated := acctest.Values{}
		for _, a := range attributes {
			if a.Optional || a.Required {
				generated[a.Name] = l.Values[a.Name]
			}
		}
		plan := instance.Plan(t.Context(), generated)
		if plan.IsUpdate || plan.IsReplacement || len(plan.Diagnostics) > 0 {
			t.Errorf("%s: update %t, replacement %t: %q", l.DisplayName, plan.IsUpdate, plan.IsReplacement, acctest.Texts(plan.Diagnostics))
		}
	}
}

// TestAccBrandList_query needs an engine that knows lists.
func TestAccBrandList_query(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	const all = single + ".all"
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_14_0)},
		Steps: []resource.TestStep{{
			Query:  true,
			Config: server.Config(fmt.Sprintf("list %q \"all\" {\n  provider = videoindexer\n  include_resource = true\n  config {\n    enabled = true\n  }\n}\n", single), "extended_operations = true"),
			QueryResultChecks: []querycheck.QueryResultCheck{
				querycheck.ExpectLength(all, 2),
				querycheck.ExpectIdentity(all, map[string]knownvalue.Check{
					"location": knownvalue.StringExact(server.Account.Location), "account_id": knownvalue.StringExact(server.Account.ID),
					"brand_id": knownvalue.Int64Exact(1001),
				}),
			},
		}},
	})
}
