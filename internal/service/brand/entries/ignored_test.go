package entries_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccBrandDictionary_ignoredBrands adds and changes brands elsewhere where an exclusive dictionary ignores changes of
// brands: an apply of another argument leaves them.
func TestAccBrandDictionary_ignoredBrands(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	config := func(parallelism, description string) string {
		return server.Config(`
resource "videoindexer_brand_dictionary" "all" {
  exclusive   = true
  parallelism = `+parallelism+`
  brands      = { Mine = { description = "`+description+`" } }
  lifecycle { ignore_changes = [brands] }
}`, "extended_operations = true")
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config("3", "one")},
			{
				PreConfig: func() {
					server.AddBrand(server.Account.ID, mockserver.Brand{Name: "Foreign"})
					for _, b := range server.Brands(server.Account.ID) {
						server.ChangeBrand(server.Account.ID, b.ID, func(b *mockserver.Brand) { b.Description = "by hand" })
					}
					server.ResetRequests()
				},
				Config: config("4", "two"),
				Check:  server.WritesNothing(),
			},
			{Config: config("4", "two"), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}},
		},
	})
}
