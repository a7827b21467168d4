package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// lastEndpoint is the highest number of the contract.
const lastEndpoint = 22

// TestAccEveryEndpoint has one configuration reach all of the contract, and an account that is made
// in the same apply as what is in it.
func TestAccEveryEndpoint(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Fabrikam"})
	server.AddSampleMedia(server.Account.ID)
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "v9"})

	newAccount := func() (mockserver.Account, error) {
		for _, account := range server.Accounts() {
			if account.ID != server.Account.ID {
				return account, nil
			}
		}
		return mockserver.Account{}, fmt.Errorf("no account was created")
	}
	acctest.RunInProcess(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		CheckDestroy: acctest.Remote(func() error {
			for number := 1; number <= lastEndpoint; number++ {
				if server.Count(number) == 0 {
					return fmt.Errorf("endpoint %d was never asked", number)
				}
			}
			return nil
		}),
		Steps: []resource.TestStep{
			{
				Config: server.Config(everything),
				Check: acctest.Remote(func() error {
					created, err := newAccount()
					if err != nil {
						return err
					}
					if got := server.BrandsModelSettings(created.ID); got.State || !got.UseBuiltIn {
						return fmt.Errorf("settings of the new account: %+v", got)
					}
					if models := server.LanguageModels(created.ID); len(models) != 1 || len(models[0].Files) != 2 {
						return fmt.Errorf("language models of the new account: %+v", models)
					}
					if got := server.BrandsModelSettings(server.Account.ID); !got.State || got.UseBuiltIn {
						return fmt.Errorf("settings of the first account: %+v", got)
					}
					return nil
				}),
			},
			{ // a file less, which is a call of its own
				Config: server.Config(strings.Replace(everything, `"b.txt" = { content = "beta" }`, "", 1)),
				Check: acctest.Remote(func() error {
					created, err := newAccount()
					if err != nil {
						return err
					}
					if models := server.LanguageModels(created.ID); len(models) != 1 || len(models[0].Files) != 1 {
						return fmt.Errorf("language models of the new account: %+v", models)
					}
					return nil
				}),
			},
		},
	})
}

// everything works on two accounts; the second is not known before apply.
var everything = fmt.Sprintf(`
resource "videoindexer_paid_account" "new" {
  subscription_id     = "5b1d3f6a-2222-4c3d-8e4f-111122223333"
  resource_group      = "media"
  media_resource      = "newmedia"
  directory_tenant_id = "6c2e4a7b-3333-4d4e-9f5a-222233334444"
  directory_connection = {
    application_id             = "7d3f5b8c-4444-4e5f-8a6b-333344445555"
    application_key_wo         = "an application key"
    application_key_wo_version = 1
  }
  deletion_policy = "abandon"
}
resource "videoindexer_brands_model_settings" "new" {
  account_id   = videoindexer_paid_account.new.account_id
  enabled      = false
  use_built_in = true
}
resource "videoindexer_language_model" "new" {
  account_id = videoindexer_paid_account.new.account_id
  name       = "Terms"
  language   = "en-US"
  files = {
    "a.txt" = { content = "alpha" }
    "b.txt" = { content = "beta" }
  }
}
resource "videoindexer_brands_model_settings" "first" {
  enabled      = true
  use_built_in = false
}
resource "videoindexer_brand" "one" {
  brand_id = 1001
  name     = "Contoso Ltd"
}
resource "videoindexer_project" "rendered" {
  project_id      = %[1]q
  render          = true
  deletion_policy = "delete"
}
resource "videoindexer_video" "indexed" {
  video_id        = "v9"
  indexing_preset = "Default"
  deletion_policy = "delete"
}
resource "videoindexer_video_transcript" "spanish" {
  video_id = %[2]q
  language = "es-ES"
  content  = "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nhola\n"
}
resource "videoindexer_animation_character" "hero" {
  video_id     = %[3]q
  character_id = 1
  name         = "Hero"
}
data "videoindexer_account" "first" {}
data "videoindexer_accounts" "all" {}
data "videoindexer_image_model" "connected" {}
data "videoindexer_faces" "all" {
  person_model_id = %[4]q
  person_id       = %[5]q
}
data "videoindexer_captions" "english" {
  video_id = %[2]q
}
data "videoindexer_insights_widget" "widget" {
  video_id = %[2]q
}
data "videoindexer_source_file" "file" {
  video_id = %[2]q
}
`, mockserver.SampleProjectID, mockserver.SampleVideoID, mockserver.SampleAnimatedVideoID, mockserver.SamplePersonModelID, mockserver.SamplePersonID)
