package video_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	characterAddress = "videoindexer_animation_character.test"
	animationModel   = "3d9f1c52-7b80-4e0b-9a66-5c2f8d1e7a04"
)

// newAnimation is a mock server whose video has two animated characters.
func newAnimation(t *testing.T) *acctest.Server {
	t.Helper()
	server := newServer(t)
	server.AddVideo(server.Account.ID, mockserver.Video{
		ID: id, AnimationModelID: animationModel,
		Characters: []mockserver.Character{{ID: 1, Name: "Unknown #1"}, {ID: -2147483648, Name: "Villain"}},
	})
	return server
}

func characterBlock(name, lines string) string {
	return fmt.Sprintf("resource \"videoindexer_animation_character\" \"test\" {\n  video_id = %q\n  character_id = 1\n  name = %q\n%s\n}\n", id, name, lines)
}

// named checks the name of the first character on the server.
func named(server *acctest.Server, want string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		v, ok := server.Video(server.Account.ID, id)
		if !ok || v.Characters[0].Name != want {
			return fmt.Errorf("the characters are %+v, want the first to be %q", v.Characters, want)
		}
		return nil
	})
}

func TestAccCharacter_lifecycle(t *testing.T) {
	t.Parallel()
	server := newAnimation(t)
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: named(server, "Captain Marrow"), // destroy leaves the name as it is
		Steps: []resource.TestStep{
			{
				Config: server.Config(characterBlock("Hero", "")), Check: named(server, "Hero"),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(characterAddress, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location)),
					statecheck.ExpectKnownValue(characterAddress, tfjsonpath.New("character_id"), knownvalue.Int64Exact(1)),
				},
			},
			{Config: server.Config(characterBlock("Hero", "")), ConfigPlanChecks: emptyPlan},
			{Config: server.Config(characterBlock("Captain Marrow", "")), ConfigPlanChecks: updates(characterAddress), Check: named(server, "Captain Marrow")},
			{
				ResourceName: characterAddress, ImportState: true, ImportStateId: id + "/1", ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: "video_id", ImportStateVerifyIgnore: []string{"name"},
			},
			{
				ResourceName: characterAddress, ImportState: true, ImportStateVerify: true,
				ImportStateId:                        fmt.Sprintf("%s/%s/%s/1", server.Account.Location, server.Account.ID, id),
				ImportStateVerifyIdentifierAttribute: "video_id", ImportStateVerifyIgnore: []string{"name"},
			},
		},
	})
}

// TestAccCharacter_refused provokes the refusals of endpoint 10 that are about an argument: the error names it.
func TestAccCharacter_refused(t *testing.T) {
	t.Parallel()
	video := func(change func(*mockserver.Video)) func(*acctest.Server) {
		return func(s *acctest.Server) { s.ChangeVideo(s.Account.ID, id, change) }
	}
	for name, test := range map[string]struct {
		arrange func(*acctest.Server)
		name    string
		expect  string
	}{
		"not processed": {video(func(v *mockserver.Video) { v.State = mockserver.VideoUploaded }), "Hero", `INVALID_INPUT.*must be\s+processed`},
		"no character":  {video(func(v *mockserver.Video) { v.Characters = nil }), "Hero", `character_id = 1.*400 NOT_FOUND.*Check the\s+ids`},
		"derived":       {video(func(v *mockserver.Video) { v.Derived = true }), "Hero", `video_id = .*BREAKDOWN_NOT_FOUND.*base\s+playlist`},
		"bad name":      {func(*acctest.Server) {}, "He\tro", `name = .*IMAGE_MODEL_INVALID_TAG_NAME.*choose\s+another`},
		"taken":         {func(*acctest.Server) {}, "Villain", `name = .*ALREADY_EXISTS.*choose\s+another`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newAnimation(t)
			test.arrange(server)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config:      server.Config(characterBlock(test.name, "")),
					ExpectError: regexp.MustCompile(`(?s)Unable to rename animation character.*` + test.expect),
				}},
			})
		})
	}
}

func TestAccCharacter_badInput(t *testing.T) {
	t.Parallel()
	server := newAnimation(t)
	block := func(characterID, name string) string {
		return fmt.Sprintf("resource \"videoindexer_animation_character\" \"test\" {\n  video_id = %q\n  character_id = %s\n  name = %q\n}\n", id, characterID, name)
	}
	for name, test := range map[string]struct{ config, expect string }{
		"out of range": {block("2147483648", "Hero"), `(?s)character_id must be a whole number from\s+-2147483648\s+to\s+2147483647`},
		"fraction":     {block("0.5", "Hero"), `(?s)character_id must be a whole number`},
		"empty name":   {block("1", ""), `name must be a name that is not empty`},
		"policy":       {characterBlock("Hero", `deletion_policy = "delete"`), `(?s)deletion_policy.*abandon`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(test.config), PlanOnly: true, ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
	t.Run("the smallest id", func(t *testing.T) {
		t.Parallel()
		smallest := newAnimation(t)
		acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{Config: smallest.Config(block("-2147483648", "Rival"))}}})
	})
}
