package brand_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccBrand_new walks brands that Terraform creates through the engine: create, no change, update, replacement, a
// resource that gets another name with a moved block, brand_id taken out and put in, create_before_destroy, destroy.
func TestAccBrand_new(t *testing.T) {
	t.Parallel()
	server := newExtended(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: id, Name: "Found", Enabled: true})
	config := func(body string) string { return server.Config(body, "extended_operations = true") }
	has := func(want string) resource.TestCheckFunc {
		return acctest.Remote(func() error {
			if got := names(server); got != want {
				return fmt.Errorf("the account has %q, want %q", got, want)
			}
			return nil
		})
	}
	action := func(address string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
	}
	const found = "resource \"videoindexer_brand\" \"found\" {\n  %s\n  name = \"Found\"\n}\n"
	with, without := fmt.Sprintf(found, "brand_id = 1001"), fmt.Sprintf(found, "")
	block := func(label, lines string) string {
		return "resource \"videoindexer_brand\" " + label + " {\n" + lines + "\n}\n"
	}
	acctest.Run(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error { return has("Found")(nil) }, // it existed before
		Steps: []resource.TestStep{
			{
				Config: config(with + block(`"test"`, `name = "New"`)),
				Check:  has("Found, New"),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("delete")),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("brand_id"), knownvalue.NotNull()),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("enabled"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("overwritten"), knownvalue.Null()),
				},
			},
			{
				Config: config(without + block(`"moved"`, "name = \"New\"\ndescription = \"text\"") + "moved {\n  from = videoindexer_brand.test\n  to   = videoindexer_brand.moved\n}\n"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction("videoindexer_brand.found", plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction("videoindexer_brand.moved", plancheck.ResourceActionUpdate),
				}},
			},
			{
				Config:           config(without + block(`"moved"`, `name = "Other"`)),
				ConfigPlanChecks: action("videoindexer_brand.moved", plancheck.ResourceActionDestroyBeforeCreate),
				Check:            has("Found, Other"),
			},
			{
				Config: config(without + block(`"moved"`, `name = "Other"`)), Taint: []string{"videoindexer_brand.moved"},
				Check: has("Found, Other"),
			},
			{
				Config:           config(without + block(`"moved"`, "name = \"Third\"\nlifecycle {\n    create_before_destroy = true\n  }")),
				ConfigPlanChecks: action("videoindexer_brand.moved", plancheck.ResourceActionCreateBeforeDestroy),
				Check:            has("Found, Third"),
			},
			{
				ResourceName: "videoindexer_brand.moved", ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "brand_id",
				ImportStateIdFunc: func(state *terraform.State) (string, error) {
					return state.RootModule().Resources["videoindexer_brand.moved"].Primary.Attributes["brand_id"], nil
				},
				ImportStateVerifyIgnore: []string{"deletion_policy", "description"}, // no text and an empty one are the same; an imported brand counts as one that existed before
			},
			{ // the name is not free yet; the destroy that ends the test takes the old brand away
				Config: config(without + block(`"moved"`, "name = \"Third\"\nlifecycle {\n    create_before_destroy = true\n  }")), Taint: []string{"videoindexer_brand.moved"},
				ExpectError: regexp.MustCompile(`(?s)Brand name is taken.*create_before_destroy`),
			},
		},
	})
}
