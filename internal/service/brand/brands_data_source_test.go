package brand_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	brandsAddress = "data.videoindexer_brands.test"
	extended      = "extended_operations = true"
)

// newBrandServer is a server with extended operations whose account has three brands, the ids of which are not in the order of
// the list.
func newBrandServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append(opts, mockserver.Extended())...)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1003, Name: "Tailspin News"})
	server.AddBrand(server.Account.ID, mockserver.Brand{
		ID: 1001, Name: "Contoso", Enabled: true, Description: "as found", ReferenceURL: new("https://example.com/found"), Tags: []string{"b", "a"},
		Create: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), LastModified: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), LastModifierUserName: "Ada",
	})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Fabrikam", Enabled: true, ReferenceURL: new("")})
	return server
}

func brandsBlock(lines string) string {
	return fmt.Sprintf("data \"videoindexer_brands\" \"test\" {\n%s\n}\n", lines)
}

// TestAccBrandsData_everyField compares each element with what data.videoindexer_brand shows of the same brand,
// although the service names the members differently in the list.
func TestAccBrandsData_everyField(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t, mockserver.CapitalBrandMembers())
	const single = `
data "videoindexer_brand" "one" {
  count    = length(data.videoindexer_brands.test.brands)
  brand_id = data.videoindexer_brands.test.brands[count.index].brand_id
}
output "differ" {
  value = [for i, b in data.videoindexer_brands.test.brands : b.brand_id if jsonencode(b) != jsonencode({
    for name, value in data.videoindexer_brand.one[i] : name => value if !contains(["location", "account_id"], name)
  })]
}`
	acctest.Run(t, resource.TestCase{ // count over what was read needs the engine
		Steps: []resource.TestStep{{
			Config: server.Config(brandsBlock("")+single, extended),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("differ", knownvalue.TupleExact(nil)),
				statecheck.ExpectKnownValue(brandsAddress, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location)),
				statecheck.ExpectKnownValue(brandsAddress, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
				statecheck.ExpectKnownValue(brandsAddress, tfjsonpath.New("brands").AtSliceIndex(0), knownvalue.ObjectExact(map[string]knownvalue.Check{
					"brand_id": knownvalue.Int64Exact(1001), "name": knownvalue.StringExact("Contoso"), "enabled": knownvalue.Bool(true),
					"description": knownvalue.StringExact("as found"), "reference_url": knownvalue.StringExact("https://example.com/found"),
					"tags":        knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("a"), knownvalue.StringExact("b")}),
					"create_time": knownvalue.StringExact("2026-01-02T03:04:05Z"), "last_modified": knownvalue.StringExact("2026-02-03T04:05:06Z"),
					"last_modifier_user_name": knownvalue.StringExact("Ada"),
				})),
			},
		}},
	})
}
