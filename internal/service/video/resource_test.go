package video_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// videoBlock is a videoindexer_video with its id and the given lines.
func videoBlock(lines ...string) string {
	return fmt.Sprintf("resource \"videoindexer_video\" \"test\" {\n  video_id = %q\n%s\n}\n", id, strings.Join(lines, "\n"))
}

// emptyPlan expects that nothing would change.
var emptyPlan = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

func updates(address string, checks ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: append(checks, plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate))}
}

// indexings checks how often the video was indexed for its clients.
func indexings(server *acctest.Server, want int) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		if got := len(server.Reindexes(server.Account.ID, id)); got != want {
			return fmt.Errorf("indexed %d times, want %d", got, want)
		}
		return nil
	})
}

// lastIndexed checks the parameters of the last indexing, and how many there were.
func lastIndexed(server *acctest.Server, count int, want url.Values) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		all := server.Reindexes(server.Account.ID, id)
		if len(all) != count {
			return fmt.Errorf("indexed %d times, want %d", len(all), count)
		}
		if diff := cmp.Diff(want, all[count-1].Parameters); diff != "" {
			return fmt.Errorf("parameters of the last indexing (-want +got):\n%s", diff)
		}
		return nil
	})
}

// exists checks whether the video is there.
func exists(server *acctest.Server, want bool) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		if _, got := server.Video(server.Account.ID, id); got != want {
			return fmt.Errorf("the video exists: %t, want %t", got, want)
		}
		return nil
	})
}

// setting is an argument with two values, and the parameter that it becomes.
type setting struct{ argument, parameter, first, second string }

var settings = []setting{
	{"indexing_preset", "indexingPreset", `"Default"`, `"AdvancedVideo"`},
	{"streaming_preset", "streamingPreset", `"NoStreaming"`, `"AdaptiveBitrate"`},
	{"source_language", "sourceLanguage", `"auto"`, `"en-GB"`},
	{"linguistic_model_id", "linguisticModelId", `"lm-1"`, `"lm-2"`},
	{"person_model_id", "personModelId", `"pm-1"`, `"pm-2"`},
	{"animation_model_id", "animationModelId", `"am-1"`, `"am-2"`},
	{"priority", "priority", `"Low"`, `"High"`},
	{"brands_categories", "brandsCategories", `["drinks"]`, `["food"]`},
	{"callback_url", "callbackUrl", `"http://127.0.0.1:1/a?b=c&d=e"`, `"http://127.0.0.1:1/b"`},
	{"send_success_email", "sendSuccessEmail", `true`, `false`},
}

// configured are the lines of all settings, those named in changed with their second value.
func configured(changed map[string]bool) (lines []string, parameters url.Values) {
	parameters = url.Values{}
	for _, s := range settings {
		value := s.first
		if changed[s.argument] {
			value = s.second
		}
		lines = append(lines, fmt.Sprintf("  %s = %s", s.argument, value))
		parameters.Set(s.parameter, strings.Trim(value, `"[]`))
	}
	return lines, parameters
}

// TestAccVideo_lifecycle walks a video from adoption through every change to its end.
func TestAccVideo_lifecycle(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	lines, parameters := configured(nil)
	steps := []resource.TestStep{
		{
			Config: server.Config(videoBlock(lines...)),
			Check:  lastIndexed(server, 1, parameters),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("abandon")),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("reindex_triggers"), knownvalue.Null()),
			},
		},
		{Config: server.Config(videoBlock(lines...)), ConfigPlanChecks: emptyPlan},
	}
	changed := map[string]bool{}
	for i, s := range settings {
		changed[s.argument] = true
		lines, parameters := configured(changed)
		steps = append(steps, resource.TestStep{
			Config:           server.Config(videoBlock(lines...)),
			ConfigPlanChecks: updates(address),
			Check:            lastIndexed(server, i+2, parameters),
		})
	}
	n := len(settings) + 1
	unset := url.Values{"indexingPreset": {"AdvancedVideo"}}
	steps = append(steps,
		resource.TestStep{ // all but one unset: indexed with what is left
			Config:           server.Config(videoBlock(`indexing_preset = "AdvancedVideo"`)),
			ConfigPlanChecks: updates(address),
			Check:            lastIndexed(server, n+1, unset),
		},
		resource.TestStep{ // nothing is left: nothing to ask for
			PreConfig:        server.ResetRequests,
			Config:           server.Config(videoBlock()),
			ConfigPlanChecks: updates(address),
			Check:            server.WritesNothing(),
		},
		resource.TestStep{Config: server.Config(videoBlock()), ConfigPlanChecks: emptyPlan},
		resource.TestStep{
			ResourceName: address, ImportState: true, ImportStateId: id, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "video_id",
		},
		resource.TestStep{
			ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "video_id",
			ImportStateId: fmt.Sprintf("%s/%s/%s", server.Account.Location, server.Account.ID, id),
		},
	)
	acctest.RunInProcess(t, resource.TestCase{CheckDestroy: exists(server, true), Steps: steps})
}
