package video_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccVideo_importedSettings imports a video and then configures it: an update in place.
func TestAccVideo_importedSettings(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	config := server.Config(videoBlock(`indexing_preset = "Default"`, `brands_categories = ["b", "a"]`))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config, ResourceName: address, ImportState: true, ImportStateId: id, ImportStatePersist: true},
			{
				Config:           config,
				ConfigPlanChecks: updates(address),
				Check: acctest.Remote(func() error {
					all := server.Reindexes(server.Account.ID, id)
					if len(all) != 1 {
						return fmt.Errorf("indexed %d times, want once", len(all))
					}
					categories := strings.Split(all[0].Parameters.Get("brandsCategories"), ",")
					if slices.Sort(categories); !slices.Equal(categories, []string{"a", "b"}) {
						return fmt.Errorf("brandsCategories %v", categories)
					}
					return nil
				}),
			},
		},
	})
}

func TestAccVideo_badInput(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ line, expect string }{
		"preset":             {`indexing_preset = "Best"`, `(?s)indexing_preset.*AdvancedVideo`},
		"streaming":          {`streaming_preset = "4k"`, `(?s)streaming_preset.*SingleBitrate`},
		"language":           {`source_language = "ar-BH"`, `(?s)source_language.*multi`},
		"priority":           {`priority = "Urgent"`, `(?s)priority.*High`},
		"empty model":        {`linguistic_model_id = ""`, `linguistic_model_id`},
		"callback":           {`callback_url = "example.com/hook"`, `(?s)callback_url must be an absolute\s+http or https URL`},
		"callback with user": {`callback_url = "https://me:pw@example.com"`, `(?s)callback_url.*user name`},
		"category":           {`brands_categories = ["a,b"]`, `(?s)Invalid brand category.*"a,b"`},
		"empty category":     {`brands_categories = [""]`, `Invalid brand category`},
		"no category":        {`brands_categories = []`, `(?s)brands_categories.*at least 1`},
		"policy":             {`deletion_policy = "restore"`, `(?s)deletion_policy.*abandon`},
		"timeout":            {"timeouts {\n  create = \"soon\"\n}", `(?s)create.*soon`},
		"account":            {`account_id = "mine"`, `account_id must be a GUID`},
	}
	server := newServer(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(videoBlock(test.line)), PlanOnly: true, ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
	t.Run("id", func(t *testing.T) {
		t.Parallel()
		for _, bad := range []string{"../x", "..", "", "a/b"} {
			config := strings.Replace(server.Config(videoBlock()), `"`+id+`"`, `"`+bad+`"`, 1)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: config, PlanOnly: true, ExpectError: regexp.MustCompile(`video_id must be an identifier`)}},
			})
		}
	})
}

// TestAccVideo_oddIDs are ids that would break a path that was put together carelessly.
func TestAccVideo_oddIDs(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	for _, odd := range []string{"a?b=c", "a%2Fb", "a b#c", "ä;é"} {
		server.AddVideo(server.Account.ID, mockserver.Video{ID: odd})
		config := strings.Replace(server.Config(videoBlock(`priority = "Low"`)), `"`+id+`"`, fmt.Sprintf("%q", odd), 1)
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{{
				Config: config,
				Check: acctest.Remote(func() error {
					if n := len(server.Reindexes(server.Account.ID, odd)); n != 1 {
						return fmt.Errorf("%q was indexed %d times", odd, n)
					}
					return nil
				}),
			}},
		})
	}
}
