//go:build unix

package reliability

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// estate is a configuration of many objects of every kind, and what the service must hold once it is applied.
type estate struct {
	brands, models, projects, videos, transcripts int
	// named are brands that Terraform creates by name, entries those of a dictionary: 0 without extended operations.
	named, entries int
}

const (
	filesPerModel = 3
	firstBrand    = 1001
)

func (e estate) objects() int {
	return e.brands + e.models + e.projects + e.videos + e.transcripts + e.named + e.entries
}

// seed puts into the service what the configuration adopts.
func (e estate) seed(w *workspace) {
	w.AddBrands(w.Account.ID, e.brands)
	e.seedNamed(w)
	for i := range e.projects {
		w.AddProject(w.Account.ID, mockserver.Project{
			ID: fmt.Sprintf("project%d", i), Ranges: []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: "00:01:00"}},
		})
	}
	for i := range e.videos {
		w.AddVideo(w.Account.ID, mockserver.Video{ID: fmt.Sprintf("video%d", i), Private: true})
	}
	for i := range e.transcripts {
		w.AddVideo(w.Account.ID, mockserver.Video{ID: fmt.Sprintf("spoken%d", i), Private: true})
	}
}

// configure writes the configuration. What revision changes, it changes in every object.
func (e estate) configure(w *workspace, revision int) {
	w.t.Helper()
	for name, content := range e.files(revision) {
		if name == "source.txt" {
			w.write(name, content)
		}
	}
	w.configure(fmt.Sprintf(`
resource "videoindexer_brand" "all" {
  count           = %d
  brand_id        = %d + count.index
  name            = "Brand ${count.index}"
  enabled         = count.index %% 2 == 0
  description     = "Revision %[7]d of brand ${count.index}"
  reference_url   = "https://brands.example/revision/%[7]d"
  tags            = ["managed", "r%[7]d"]
  deletion_policy = "restore"
}

resource "videoindexer_language_model" "all" {
  count    = %[3]d
  name     = "Model ${count.index}"
  language = "en-GB"
  files = {
    "inline.txt" = { content = "Inline text, revision %[7]d" }
    "kept.txt"   = { content = "The same in every revision" }
    "source.txt" = { source = "${path.module}/source.txt" }
  }
}

resource "videoindexer_project" "all" {
  count           = %[4]d
  project_id      = "project${count.index}"
  render          = true
  deletion_policy = "delete"
}

resource "videoindexer_video" "all" {
  count            = %[5]d
  video_id         = "video${count.index}"
  source_language  = "en-US"
  reindex_triggers = { revision = "%[7]d" }
}

resource "videoindexer_video_transcript" "all" {
  count    = %[6]d
  video_id = "spoken${count.index}"
  language = %[8]q
  content  = "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n%[9]s\n"
}
`, e.brands, firstBrand, e.models, e.projects, e.videos, e.transcripts, revision, german, e.spoken(revision)) + e.namedBlocks(revision))
}

func (e estate) spoken(revision int) string { return fmt.Sprintf("Fassung %d", revision) }

// files are the contents of each model's files.
func (e estate) files(revision int) map[string]string {
	return map[string]string{
		"inline.txt": fmt.Sprintf("Inline text, revision %d", revision),
		"kept.txt":   "The same in every revision",
		"source.txt": strings.Repeat(fmt.Sprintf("A line of revision %d.\n", revision), 500),
	}
}

// check compares what the service holds with the configuration: nothing lost, nothing doubled. It counts indexings and
// renders: each object had one of them for each of so many revisions. An indexing may be requested once more where the
// answer was lost and the indexing was over before the request was repeated. The provider cannot distinguish that from
// a request that never arrived.
func (e estate) check(w *workspace, revision, indexings int) {
	w.t.Helper()
	id := w.Account.ID
	var want []mockserver.Brand
	for i := range e.brands {
		address := fmt.Sprintf("https://brands.example/revision/%d", revision)
		want = append(want, mockserver.Brand{
			ID: int32(firstBrand + i), Name: fmt.Sprintf("Brand %d", i), Enabled: i%2 == 0,
			Description: fmt.Sprintf("Revision %d of brand %d", revision, i), ReferenceURL: &address,
			Tags: []string{"managed", fmt.Sprintf("r%d", revision)},
		})
	}
	ignored := cmpopts.IgnoreFields(mockserver.Brand{}, "LastModifierUserName", "Create", "LastModified")
	byID := slices.DeleteFunc(w.Brands(id), func(b mockserver.Brand) bool { return !e.isByID(b) })
	if diff := cmp.Diff(want, byID, ignored, cmpopts.SortSlices(strings.Compare)); diff != "" {
		w.t.Errorf("brands (-want +held):\n%s", diff)
	}
	e.checkNamed(w, revision)
	if diff := cmp.Diff(e.modelLines(revision), modelLines(w)); diff != "" {
		w.t.Errorf("language models and their files (-want +held):\n%s", diff)
	}
	for i := range e.projects {
		name := fmt.Sprintf("project%d", i)
		held, ok := w.Project(id, name)
		if renders := len(w.Renders(id, name)); !ok || held.Render != mockserver.RenderSucceeded || renders != 1 {
			w.t.Errorf("%s: exists %t, render %q, %d renders", name, ok, held.Render, renders)
		}
	}
	for _, r := range w.Requests() {
		if r.Endpoint == 7 && r.Fault == "reset after handling" {
			w.lostIndexings++
		}
	}
	for i := range e.videos {
		name := fmt.Sprintf("video%d", i)
		if _, ok := w.Video(id, name); !ok {
			w.t.Errorf("%s is gone", name)
		}
		if got := len(w.Reindexes(id, name)); got < indexings || got > indexings+w.lostIndexings {
			w.t.Errorf("%s was indexed %d times, want %d (the answers to %d of all were lost)", name, got, indexings, w.lostIndexings)
		}
	}
	for i := range e.transcripts {
		name := fmt.Sprintf("spoken%d", i)
		video, _ := w.Video(id, name)
		cues := video.Transcripts[german]
		if len(cues) != 1 || cues[0].Text != e.spoken(revision) {
			w.t.Errorf("%s has the transcript %v", name, cues)
		}
	}
}

func (e estate) modelLines(revision int) []string {
	var lines []string
	for i := range e.models {
		for name, content := range e.files(revision) {
			sum := sha256.Sum256([]byte(content))
			lines = append(lines, fmt.Sprintf("Model %d: %s %s", i, name, hex.EncodeToString(sum[:])))
		}
	}
	slices.Sort(lines)
	return lines
}

// modelLines are all files of all language models of the service; a model without files is a line, too.
func modelLines(w *workspace) []string {
	var lines []string
	for _, m := range w.LanguageModels(w.Account.ID) {
		if len(m.Files) == 0 {
			lines = append(lines, m.Name+" is empty")
		}
		for _, f := range m.Files {
			lines = append(lines, fmt.Sprintf("%s: %s %s", m.Name, f.Name, f.SHA256))
		}
	}
	slices.Sort(lines)
	return lines
}

// faultCounts describes the faults that requests met so far.
func faultCounts(w *workspace) string {
	counts := map[string]int{}
	for _, r := range w.Requests() {
		if r.Fault != "" {
			counts[r.Fault]++
		}
	}
	return fmt.Sprintf("%d requests, faults among them: %v; tokens issued: %d", len(w.Requests()), counts, len(w.IssuedTokens()))
}
