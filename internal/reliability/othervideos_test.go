//go:build unix

package reliability

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// otherPage is the most that the other service lists at a time, whatever it is asked for.
const otherPage = 3

// otherVideo is a video of the other service. Each look at its state brings an indexing nearer to its end.
type otherVideo struct {
	name, preset string
	looksLeft    int
	outcome      string // "" is Processed
	isProject    bool
}

func (v *otherVideo) state() string {
	switch {
	case v.looksLeft > 0:
		return "processing"
	case v.outcome != "":
		return v.outcome
	}
	return "processed"
}

func (s *otherService) videoRoutes(account string) map[string]func(*otherCall) {
	s.videos = map[string]*otherVideo{}
	one := account + "/Videos/{video}"
	return map[string]func(*otherCall){
		"GET " + account + "/Videos":       s.listVideos,
		"GET " + one + "/Index":            s.videoIndex,
		"GET " + one + "/Captions":         s.captions,
		"PUT " + one + "/ReIndex":          s.reindex,
		"GET /auth" + one + "/AccessToken": s.videoToken,
	}
}

// video is the one of the path; nil after it was answered that there is none.
func (s *otherService) video(c *otherCall) *otherVideo {
	v := s.videos[c.r.PathValue("video")]
	if v == nil {
		c.refuse(http.StatusNotFound, "VIDEO_NOT_FOUND", "")
	}
	return v
}

// listVideos is X34, in the order of the ids: an empty page alone says that it is done. A project is among the videos.
func (s *otherService) listVideos(c *otherCall) {
	skip, _ := strconv.Atoi(c.r.URL.Query().Get("skip"))
	results := []any{}
	for i := skip; i < len(s.videos) && len(results) < otherPage; i++ {
		id := fmt.Sprintf("v%d", i)
		v := s.videos[id]
		results = append(results, map[string]any{
			"accountId": otherAccount, "partition": nil, "id": id, "name": v.name, "state": v.state(), "isBase": !v.isProject,
			"created": "2026-01-02T03:04:05.1234567", "durationInSeconds": 60.5, "sourceLanguages": []string{"en-US"}, "externalId": 17,
		})
	}
	c.answer(http.StatusOK, map[string]any{"results": results, "nextPage": map[string]any{"pageSize": otherPage, "skip": skip, "done": len(results) == 0}})
}

// videoIndex is X35: the state comes last, after a byte order mark and much else; brands are in the summary alone.
func (s *otherService) videoIndex(c *otherCall) {
	v := s.video(c)
	if v == nil {
		return
	}
	state := v.state()
	v.looksLeft--
	_, _ = io.WriteString(c, "\ufeff{\r\n \"videos\": [ { \"state\": \"none\", \"insights\": { \"ocr\": ["+strings.Repeat("{\"text\": \"]}\\\"\"}, ", 10_000)+"null], "+
		"\"transcript\": [ { \"id\": 1, \"text\": "+strconv.Quote(v.preset)+", \"speakerId\": 2, \"instances\": [] } ] } } ], "+
		"\"summarizedInsights\": { \"duration\": { \"time\": \"0:01:00.5\", \"seconds\": 60.5 }, \"brands\": [ { \"name\": \"Contoso\", "+
		"\"appearances\": [ { \"startTime\": \"0:00:01\", \"endTime\": \"0:00:02\" } ] } ] }, \"state\": "+strconv.Quote(state)+" }\r\n")
}

// captions is endpoint 8.
func (s *otherService) captions(c *otherCall) {
	if v := s.video(c); v != nil {
		_, _ = io.WriteString(c, "WEBVTT\r\n")
	}
}

// reindex is endpoint 7: a bare conflict while an indexing runs.
func (s *otherService) reindex(c *otherCall) {
	v := s.video(c)
	switch {
	case v == nil:
	case v.looksLeft > 0:
		c.WriteHeader(http.StatusConflict)
	default:
		v.preset, v.looksLeft = c.r.URL.Query().Get("indexingPreset"), 2
		c.WriteHeader(http.StatusNoContent)
	}
}

// videoToken is X23.
func (s *otherService) videoToken(c *otherCall) {
	if v := s.video(c); v != nil {
		_, _ = io.WriteString(c, strconv.Quote(s.token("video", c.r))+"\n")
	}
}

func otherVideos(t *testing.T) {
	t.Parallel()
	s := newOtherService(t)
	for i := range 7 {
		s.videos[fmt.Sprintf("v%d", i)] = &otherVideo{name: fmt.Sprintf("Talk %d", i), isProject: i == 4}
	}
	s.videos["v5"].outcome = "failed"
	indexed := func(preset string) string {
		return fmt.Sprintf("resource \"videoindexer_video\" \"it\" {\n  video_id = \"v1\"\n  indexing_preset = %q\n  wait_for_indexing = true\n}\n", preset)
	}
	const data = `data "videoindexer_video_index" "it" {
  video_id   = videoindexer_video.it.video_id
  depends_on = [videoindexer_video.it]
}
data "videoindexer_videos" "all" {}
data "videoindexer_videos" "failed" {
  state = "Failed"
}
`
	holds := func(preset string) []statecheck.StateCheck {
		index := func(name string, check knownvalue.Check) statecheck.StateCheck {
			return statecheck.ExpectKnownValue("data.videoindexer_video_index.it", tfjsonpath.New(name), check)
		}
		return []statecheck.StateCheck{
			index("state", knownvalue.StringExact("processed")), index("duration", knownvalue.Float64Exact(60.5)), index("faces", knownvalue.Null()),
			index("transcript", knownvalue.ListExact([]knownvalue.Check{knownvalue.ObjectPartial(map[string]knownvalue.Check{
				"text": knownvalue.StringExact(preset), "speaker_id": knownvalue.StringExact("2"), "start": knownvalue.Null(),
			})})),
			index("brands", knownvalue.ListExact([]knownvalue.Check{knownvalue.ObjectPartial(map[string]knownvalue.Check{"name": knownvalue.StringExact("Contoso")})})),
			statecheck.ExpectKnownValue("data.videoindexer_videos.all", tfjsonpath.New("videos"), knownvalue.ListSizeExact(6)), // without the project
			statecheck.ExpectKnownValue("data.videoindexer_videos.failed", tfjsonpath.New("videos"), knownvalue.ListExact([]knownvalue.Check{
				knownvalue.ObjectPartial(map[string]knownvalue.Check{
					"video_id": knownvalue.StringExact("v5"), "created": knownvalue.StringExact("2026-01-02T03:04:05.1234567Z"), "external_id": knownvalue.StringExact("17"),
				}),
			})),
		}
	}
	isIdle := acctest.Remote(func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if left := s.videos["v1"].looksLeft; left > 0 {
			return fmt.Errorf("the indexing was not waited for: %d more looks", left)
		}
		return nil
	})
	acctest.Run(t, s.story(isIdle, []resource.TestStep{ // depends_on is the engine's
		{Config: indexed("AudioOnly") + data, Check: isIdle, ConfigStateChecks: holds("AudioOnly")},
		{Config: indexed("VideoOnly") + data, Check: isIdle, ConfigStateChecks: holds("VideoOnly")},
	}))
	ends := func(outcome string) func() {
		return func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.videos["v1"].outcome = outcome
		}
	}
	isDefault := acctest.Remote(func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if preset := s.videos["v1"].preset; preset != "Default" {
			return fmt.Errorf("the video was indexed with %s", preset)
		}
		return nil
	})
	s.lives(t, isIdle,
		resource.TestStep{Config: indexed("AudioOnly"), Check: isIdle},
		resource.TestStep{PreConfig: ends("Failed"), Config: indexed("Default"), ExpectError: regexp.MustCompile(`(?s)Video was not indexed.*in state Failed`)},
		resource.TestStep{PreConfig: ends(""), Config: indexed("Default"), Check: resource.ComposeAggregateTestCheckFunc(isIdle, isDefault)},
		resource.TestStep{
			ResourceName: "videoindexer_video.it", ImportState: true, ImportStateId: "v1", ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "video_id",
			ImportStateVerifyIgnore: []string{"indexing_preset", "wait_for_indexing"},
		},
	)
}
