package provider_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// lastEndpoint is the highest number of the contract.
const lastEndpoint = 22

// reach says which thing that the provider offers calls an endpoint, and which acceptance test proves
// what it does there, beside TestAccEveryEndpoint.
type reach struct {
	thing, proof string
}

// endpoints maps each endpoint of the contract, and each extended operation that is used, to what reaches it.
var endpoints = map[int][]reach{
	1:  {{"videoindexer_project", "TestAccProject_lifecycle"}, {"videoindexer_project_access_token", "TestAccTokens"}},
	2:  {{"videoindexer_user_access_token", "TestAccTokens"}},
	3:  {{"videoindexer_accounts", "TestAccAccounts_list"}, {"videoindexer_account_access_token", "TestAccTokens"}},
	4:  {{"videoindexer_paid_account", "TestAccPaidAccount_lifecycle"}},
	5:  {{"videoindexer_account", "TestAccAccount_everyField"}, {"videoindexer_paid_account", "TestAccPaidAccount_lifecycle"}, {"videoindexer_reindex_videos", "TestReindexVideosAction_quota"}},
	6:  {{"videoindexer_image_model", "TestAccImageModel_read"}},
	7:  {{"videoindexer_video", "TestAccVideo_lifecycle"}, {"videoindexer_reindex_video", "TestReindexAction"}, {"videoindexer_reindex_videos", "TestReindexVideosAction"}},
	8:  {{"videoindexer_captions", "TestAccCaptions"}, {"videoindexer_video", "TestAccVideo_lifecycle"}},
	9:  {{"videoindexer_video_transcript", "TestAccTranscript_lifecycle"}, {"videoindexer_update_transcript", "TestTranscriptAction"}},
	10: {{"videoindexer_animation_character", "TestAccCharacter_lifecycle"}},
	11: {{"videoindexer_video", "TestDestroyWarns"}},
	12: {{"videoindexer_source_file", "TestAccSourceFile"}},
	13: {{"videoindexer_insights_widget", "TestAccInsightsWidget"}},
	14: {{"videoindexer_project", "TestAccProject_lifecycle"}, {"videoindexer_render_project", "TestRenderAction"}},
	15: {{"videoindexer_project", "TestAccProject_delete"}},
	16: {{"videoindexer_brand", "TestAccBrand_lifecycle"}, {"videoindexer_brands", "TestAccBrands_lifecycle"}},
	17: {{"videoindexer_brand", "TestAccBrand_lifecycle"}, {"videoindexer_brands", "TestAccBrands_lifecycle"}},
	18: {{"videoindexer_brands_model_settings", "TestAccBrandsModelSettings_lifecycle"}},
	19: {{"videoindexer_language_model", "TestAccLanguageModel_lifecycle"}},
	20: {{"videoindexer_language_model", "TestAccLanguageModel_lifecycle"}},
	21: {{"videoindexer_language_model", "TestAccLanguageModel_lifecycle"}},
	22: {{"videoindexer_faces", "TestAccFaces_pages"}, {"videoindexer_person", "TestPerson_facesAreReadWhereModified"}},

	mockserver.X(1):  {{"videoindexer_brands", "TestAccBrandsData_filters"}, {"videoindexer_brand", "TestBrandList_resources"}},
	mockserver.X(2):  {{"videoindexer_brand", "TestNew"}},
	mockserver.X(3):  {{"videoindexer_brand", "TestDelete"}, {"videoindexer_brands", "TestDictionary_deletes"}},
	mockserver.X(4):  {{"videoindexer_brands_model_settings", "TestRefreshReads"}},
	mockserver.X(5):  {{"videoindexer_language_models", "TestAccLanguageModels_list"}, {"videoindexer_language_model", "TestExtended_drift"}},
	mockserver.X(6):  {{"videoindexer_language_models", "TestLanguageModels_requests"}, {"videoindexer_language_model", "TestExtended_drift"}},
	mockserver.X(8):  {{"videoindexer_train_language_model", "TestTrainAction"}, {"videoindexer_language_model", "TestExtended_life"}},
	mockserver.X(10): {{"videoindexer_language_models", "TestLanguageModels_requests"}, {"videoindexer_language_model", "TestExtended_import"}},
	mockserver.X(7):  {{"videoindexer_language_model", "TestExtended_life"}},
	mockserver.X(9):  {{"videoindexer_language_model", "TestExtended_changeWhileTraining"}},
	mockserver.X(11): {{"videoindexer_language_model", "TestExtended_life"}},
	mockserver.X(12): {{"videoindexer_person_model", "TestAccPersonModel_lifecycle"}},
	mockserver.X(13): {{"videoindexer_person_model", "TestPersonModel_readsAndPlans"}, {"videoindexer_person_models", "TestAccPersonModels_list"}},
	mockserver.X(14): {{"videoindexer_person_model", "TestAccPersonModel_lifecycle"}},
	mockserver.X(15): {{"videoindexer_person_model", "TestAccPersonModel_lifecycle"}},
	mockserver.X(16): {{"videoindexer_person", "TestAccPerson_lifecycle"}},
	mockserver.X(17): {{"videoindexer_person", "TestPerson_noChangeCostsListsAlone"}, {"videoindexer_persons", "TestAccPersons_list"}},
	mockserver.X(18): {{"videoindexer_person", "TestAccPerson_lifecycle"}},
	mockserver.X(19): {{"videoindexer_person", "TestAccPerson_lifecycle"}},
	mockserver.X(20): {{"videoindexer_person", "TestPerson_faces"}},
	mockserver.X(21): {{"videoindexer_person", "TestPerson_faces"}},
	mockserver.X(23): {{"videoindexer_video_access_token", "TestAccTokens"}},
	mockserver.X(24): {{"videoindexer_paid_account", "TestAccPaidAccount_reconnects"}},
	mockserver.X(25): {{"videoindexer_image_model", "TestAccImageModel_lifecycle"}},
	mockserver.X(26): {{"videoindexer_image_model", "TestAccImageModel_lifecycle"}},
	mockserver.X(34): {{"videoindexer_videos", "TestAccVideos_list"}, {"videoindexer_video", "TestVideoList"}, {"videoindexer_project", "TestVideosAreLookedFor"}, {"videoindexer_reindex_videos", "TestReindexVideosAction"}},
	mockserver.X(35): {
		{"videoindexer_video_index", "TestAccVideoIndex"},
		{"videoindexer_video", "TestWaitEnds"},
		{"videoindexer_reindex_video", "TestReindexActionWaits"},
		{"videoindexer_reindex_videos", "TestReindexVideosAction_cutOff"},
	},
	mockserver.X(27): {{"videoindexer_project", "TestAccProject_new"}},
	mockserver.X(28): {{"videoindexer_project", "TestAccProject_new"}},
	mockserver.X(29): {{"videoindexer_project", "TestAccProject_new"}},
	mockserver.X(30): {{"videoindexer_project", "TestRefreshByOneList"}, {"videoindexer_projects", "TestAccProjects_list"}},
	mockserver.X(31): {{"videoindexer_project", "TestAccProject_new"}, {"videoindexer_render_project", "TestRenderActionWatches"}},
	mockserver.X(32): {{"videoindexer_project", "TestCancelOnInterrupt"}, {"videoindexer_cancel_render", "TestCancelAction"}},
	mockserver.X(33): {{"videoindexer_rendered_file", "TestRenderedFile"}},
}

// TestEndpoints compares the table above with the registry and with the existing tests.
func TestEndpoints(t *testing.T) {
	t.Parallel()
	var offered []string
	for _, o := range registered(t) {
		offered = append(offered, o.name)
	}
	tests := testFunctions(t)
	for number := 1; number <= lastEndpoint; number++ {
		if len(endpoints[number]) == 0 {
			t.Errorf("nothing reaches endpoint %d", number)
		}
	}
	for number, reached := range endpoints {
		for _, r := range reached {
			if !slices.Contains(offered, r.thing) {
				t.Errorf("endpoint %d: the provider does not offer %s", number, r.thing)
			}
			if !slices.Contains(tests, r.proof) {
				t.Errorf("endpoint %d: there is no test %s", number, r.proof)
			}
		}
	}
	for number := range endpoints {
		if number < 1 || number > lastEndpoint && number < mockserver.X(1) || number > mockserver.X(35) {
			t.Errorf("the contract has no endpoint %d", number)
		}
	}
}

// testFunctions are the names of all tests of this package and of the services.
func testFunctions(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*_test.go", "../service/*/*_test.go", "../service/*/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files like %s (%v)", pattern, err)
		}
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, declaration := range parsed.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && strings.HasPrefix(function.Name.Name, "Test") {
					names = append(names, function.Name.Name)
				}
			}
		}
	}
	return names
}

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
	acctest.Run(t, resource.TestCase{
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
