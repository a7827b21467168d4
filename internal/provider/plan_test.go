package provider_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccPlanQuality reads the plans of the three main resources as a person would: what cannot
// change is not "known after apply", and a change shows as that change alone.
func TestAccPlanQuality(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso", Description: "as found", Tags: []string{"found"}})
	config := func(description string, builtIn bool, text string) string {
		return server.Config(fmt.Sprintf(`
resource "videoindexer_brand" "test" {
  brand_id    = 1001
  description = %q
}
resource "videoindexer_brands_model_settings" "test" {
  enabled      = true
  use_built_in = %t
}
resource "videoindexer_language_model" "test" {
  name     = "Terms"
  language = "en-US"
  files = {
    "a.txt" = { content = "alpha" }
    "b.txt" = { content = %q }
  }
}`, description, builtIn, text))
	}
	plan := func(brand, settings, model []string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			acctest.ExpectChanges("videoindexer_brand.test", brand...),
			acctest.ExpectChanges("videoindexer_brands_model_settings.test", settings...),
			acctest.ExpectChanges("videoindexer_language_model.test", model...),
		}}
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: config("one", false, "beta"),
				ConfigPlanChecks: plan(
					[]string{
						"account_id", "brand_id", "create_time", "deletion_policy", "description", "enabled",
						"location", "name", "overwritten.description", "reference_url", "tags",
					},
					[]string{"account_id", "deletion_policy", "enabled", "location", "use_built_in"},
					[]string{
						"account_id", "deletion_policy", "enabled", "files.a.txt.content", "files.a.txt.content_sha256", "files.a.txt.enabled",
						"files.a.txt.file_id", "files.b.txt.content", "files.b.txt.content_sha256", "files.b.txt.enabled", "files.b.txt.file_id", "language",
						"linguistic_model_id", "location", "model_id", "name", "state", "train", "wait_for_training",
					},
				),
			},
			{Config: config("one", false, "beta"), ConfigPlanChecks: plan(nil, nil, nil)},
			{
				Config: config("two", true, "gamma"),
				ConfigPlanChecks: plan(
					[]string{"description"},
					[]string{"use_built_in"},
					[]string{"files.b.txt.content", "files.b.txt.content_sha256", "files.b.txt.file_id", "state"},
				),
			},
		},
	})
}
