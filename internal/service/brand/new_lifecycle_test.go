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

// has checks the names of all brands of the account.
func has(server *acctest.Server, want string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		if got := names(server); got != want {
			return fmt.Errorf("the account has %q, want %q", got, want)
		}
		return nil
	})
}

func plansFor(address string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

// newBlock is a brand that Terraform creates.
func newBlock(label, lines string) string {
	return fmt.Sprintf("resource \"videoindexer_brand\" %q {\n%s\n}\n", label, lines)
}

// TestAccBrand_new walks brands that Terraform creates through the engine: create, update, a resource that gets another
// name with a moved block, brand_id taken out, create_before_destroy, import, destroy.
func TestAccBrand_new(t *testing.T) {
	t.Parallel()
	server := newExtended(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: id, Name: "Found", Enabled: true})
	config := func(body string) string { return server.Config(body, "extended_operations = true") }
	const moved = "videoindexer_brand.moved"
	found := newBlock("found", `name = "Found"`)
	third := config(found + newBlock("moved", "name = \"Third\"\nlifecycle {\n    create_before_destroy = true\n  }"))
	acctest.Run(t, resource.TestCase{
		CheckDestroy: has(server, "Found"), // it existed before
		Steps: []resource.TestStep{
			{
				Config: config(newBlock("found", "brand_id = 1001\nname = \"Found\"") + newBlock("test", `name = "New"`)),
				Check:  has(server, "Found, New"),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("delete")),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("brand_id"), knownvalue.NotNull()),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("enabled"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("overwritten"), knownvalue.Null()),
				},
			},
			{
				Config: config(found + newBlock("moved", "name = \"New\"\ndescription = \"text\"") + "moved {\n  from = videoindexer_brand.test\n  to   = videoindexer_brand.moved\n}\n"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction("videoindexer_brand.found", plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction(moved, plancheck.ResourceActionUpdate),
				}},
			},
			{Config: third, ConfigPlanChecks: plansFor(moved, plancheck.ResourceActionCreateBeforeDestroy), Check: has(server, "Found, Third")},
			{
				ResourceName: moved, ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "brand_id",
				ImportStateIdFunc: func(state *terraform.State) (string, error) {
					return state.RootModule().Resources[moved].Primary.Attributes["brand_id"], nil
				},
				ImportStateVerifyIgnore: []string{"deletion_policy", "description"}, // no text and an empty one are the same; an imported brand counts as one that existed before
			},
			{ // the name is not free yet; the destroy that ends the test takes the old brand away
				Config: third, Taint: []string{moved}, ExpectError: regexp.MustCompile(`(?s)Brand name is taken.*create_before_destroy`),
			},
		},
	})
}

// TestAccBrand_newReplaced replaces a brand that Terraform created, because of its name and because it is tainted.
func TestAccBrand_newReplaced(t *testing.T) {
	t.Parallel()
	server := newExtended(t)
	config := func(lines string) string { return server.Config(newBlock("test", lines), "extended_operations = true") }
	replaces := plansFor(address, plancheck.ResourceActionDestroyBeforeCreate)
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: has(server, ""),
		Steps: []resource.TestStep{
			{Config: config("name = \"New\"\ndescription = \"text\""), Check: has(server, "New")},
			{Config: config(`name = "Other"`), ConfigPlanChecks: replaces, Check: has(server, "Other")},
			{Config: config(`name = "Other"`), Taint: []string{address}, ConfigPlanChecks: replaces, Check: has(server, "Other")},
		},
	})
}
