//go:build unix

package reliability

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// workload is a configuration of many objects of every kind.
type workload struct {
	brands, models, projects, videos, transcripts int
	// named are brands that Terraform creates by name, entries those of a map: 0 without extended
	// operations.
	named, entries int
}

const (
	firstBrand = 1001
	projectID  = "d3adb33f"
	videoID    = "a1b2c3d4e5"
)

// isExtended reports whether the workload has brands by name, which need the extended operations.
func (load workload) isExtended() bool { return load.named > 0 }

func (load workload) options() []mockserver.Option {
	if load.isExtended() {
		return []mockserver.Option{mockserver.WithExtended()}
	}
	return nil
}

// seed puts into a service what the configuration adopts. Of the entries of a map it finds every
// fourth.
func (load workload) seed(s *acctest.Server) {
	id := s.Account.ID
	s.AddBrands(id, load.brands)
	for i := 0; i < load.entries; i += 4 {
		s.AddBrand(id, mockserver.Brand{Name: fmt.Sprintf("Entry %d", i), Description: "As found in the account"})
	}
	for i := range load.projects {
		s.AddProject(id, mockserver.Project{
			ID: fmt.Sprintf("project%d", i), Name: fmt.Sprint(i),
			Ranges: []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: "00:01:00"}},
		})
	}
	for i := range load.videos {
		s.AddVideo(id, mockserver.Video{ID: fmt.Sprintf("video%d", i), Private: true})
	}
	for i := range load.transcripts {
		s.AddVideo(id, mockserver.Video{ID: fmt.Sprintf("spoken%d", i), Private: true})
	}
}

// blocks returns the configuration. What revision changes, it changes in every object. Each
// revision gives a fourth of the brands by name another name, and removes and adds a fourth of the
// map's entries.
func (load workload) blocks(revision int) string {
	named := fmt.Sprintf(`
resource "videoindexer_brand" "named" {
  for_each    = { for i in range(%[1]d) : "${i}" => i }
  name        = each.value %% 4 == 0 ? "Named ${each.key}, revision %[3]d" : "Named ${each.key}"
  description = "Revision %[3]d"
}

resource "videoindexer_brands" "all" {
  brands = { for i in range(%[4]d, %[4]d + %[2]d) : "Entry ${i}" => { enabled = true, description = "Revision %[3]d" } }
}
`, load.named, load.entries, revision, (revision-1)*load.entries/4)
	if !load.isExtended() {
		named = ""
	}
	return fmt.Sprintf(`
resource "videoindexer_brand" "all" {
  for_each        = { for i in range(%d) : "${i}" => i }
  brand_id        = %d + each.value
  name            = "Brand ${each.key}"
  enabled         = each.value %% 2 == 0
  description     = "Revision %[7]d of brand ${each.key}"
  reference_url   = "https://brands.example/revision/%[7]d"
  tags            = ["managed", "r%[7]d"]
  deletion_policy = "restore"
}

resource "videoindexer_language_model" "all" {
  for_each = { for i in range(%[3]d) : "${i}" => i }
  name     = "Model ${each.key}"
  language = "en-GB"
  files = {
    "inline.txt" = { content = "Inline text, revision %[7]d" }
    "kept.txt"   = { content = "The same in every revision" }
    "source.txt" = { source = "source.txt" }
  }
}

resource "videoindexer_project" "all" {
  for_each        = { for i in range(%[4]d) : "${i}" => i }
  project_id      = "project${each.key}"
  render          = true
  deletion_policy = "delete"
}

resource "videoindexer_video" "all" {
  for_each         = { for i in range(%[5]d) : "${i}" => i }
  video_id         = "video${each.key}"
  source_language  = "en-US"
  reindex_triggers = { revision = "%[7]d" }
}

resource "videoindexer_video_transcript" "all" {
  for_each = { for i in range(%[6]d) : "${i}" => i }
  video_id = "spoken${each.key}"
  language = "de-DE"
  content  = "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nFassung %[7]d\n"
}
`, load.brands, firstBrand, load.models, load.projects, load.videos, load.transcripts, revision) + named
}

// configure writes the configuration, and a file that it names.
func (load workload) configure(w *workspace, revision int) {
	w.t.Helper()
	w.Write("source.txt", strings.Repeat(fmt.Sprintf("A line of revision %d.\n", revision), 500))
	w.configure(load.blocks(revision))
	if load.isExtended() {
		allowExtended(w)
	}
}

// wanted returns what a service holds where nothing goes wrong: after each of two revisions, and
// after a destroy.
func (load workload) wanted(t *testing.T) (revisions [3][]string) {
	t.Helper()
	acctest.InBubble(t, func(t *testing.T) {
		w := without(t, load.options()...)
		load.seed(w.Server)
		dir := inprocess.Open(w.Provider(t), rand.New(rand.NewPCG(1, 1)))
		for i := range revisions {
			revision := min(i+1, 2)
			load.configure(w, revision)
			acctest.PlanAndApply(t, dir, w.configured(load.blocks(revision)), inprocess.Options{IsDestroy: i == 2})
			revisions[i] = heldBy(w.Server.Server)
		}
	})
	return revisions
}

// wantHeld expects the service to hold what is wanted: nothing lost, nothing doubled. Each video
// was indexed so many times; an indexing may be requested once more where the response was lost and
// the indexing was over before the request was repeated. The provider cannot distinguish that from
// a request that never arrived.
func (load workload) wantHeld(w *workspace, want []string, indexings int) {
	w.t.Helper()
	more := w.mustHold(want)
	if len(more) > 0 {
		w.t.Errorf("the service must not hold: %v", acctest.Messages(more))
	}
	for _, r := range w.Requests() {
		if r.Operation == mockserver.ReindexVideo && r.Fault == "reset after handling" {
			w.lostIndexings++
		}
	}
	for i := range load.videos {
		got := len(w.Reindexes(w.Account.ID, fmt.Sprintf("video%d", i)))
		if got < indexings || got > indexings+w.lostIndexings {
			w.t.Errorf("video%d was indexed %d times, want %d (the responses to %d of all were lost)",
				i, got, indexings, w.lostIndexings)
		}
	}
}

// faultCounts describes the faults that requests met so far.
func faultCounts(w *workspace) string {
	counts := map[string]int{}
	for _, r := range w.Requests() {
		if r.Fault != "" {
			counts[r.Fault]++
		}
	}
	return fmt.Sprintf(
		"%d requests, faults among them: %v; tokens issued: %d", len(w.Requests()), counts, len(w.IssuedTokens()),
	)
}
