package video_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

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

// TestAccVideo_identity needs an engine that knows identity.
func TestAccVideo_identity(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{
			{
				Config: server.Config(videoBlock()),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectIdentity(address, map[string]knownvalue.Check{
					"location":   knownvalue.StringExact(server.Account.Location),
					"account_id": knownvalue.StringExact(server.Account.ID),
					"video_id":   knownvalue.StringExact(id),
				})},
			},
			{ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
		},
	})
}

// TestImportByIdentity imports each kind of object as newer engines do.
func TestImportByIdentity(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	for name, identity := range map[string]acctest.Values{
		"videoindexer_video":               {"video_id": id},
		"videoindexer_video_transcript":    {"video_id": id, "language": "en-US"},
		"videoindexer_animation_character": {"video_id": id, "character_id": 7},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state, completed, diags := server.Protocol(t, nil).ImportByIdentity(t.Context(), name, identity)
			if len(diags) > 0 {
				t.Fatal(acctest.Texts(diags))
			}
			want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "video_id": id}
			if identity["language"] != nil {
				want["language"] = "en-US"
			}
			if diff := cmp.Diff(want, completed); diff != "" {
				t.Errorf("identity (-want +got):\n%s", diff)
			}
			want = maps.Clone(want)
			want["deletion_policy"] = "abandon"
			if identity["language"] != nil {
				want["content"] = "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nWelcome.\n"
			}
			if diff := cmp.Diff(want, state); diff != "" {
				t.Errorf("state (-want +got):\n%s", diff)
			}
		})
	}
}
