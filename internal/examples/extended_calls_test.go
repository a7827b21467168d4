package examples_test

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// withExtended ends the headings of resources that call something else with extended operations.
const withExtended = " with extended operations"

// extendedEpisodes are those of these resources that make more calls than the lives that all tests share.
var extendedEpisodes = map[string]episode{
	"videoindexer_brand_dictionary": {
		created:  acctest.Values{"brands": acctest.Values{"Ashgrove": acctest.Values{"description": "A"}, "New": acctest.Values{"tags": []string{"a"}}}},
		updated:  acctest.Values{"brands": acctest.Values{"Ashgrove": acctest.Values{"description": "B"}, "Newer": acctest.Values{}}},
		policies: []string{"delete", "abandon", "disable"},
	},
	"videoindexer_brand": { // by name
		created: acctest.Values{"name": "A"}, updated: acctest.Values{"name": "A", "description": "B"},
		id: "1001", policies: []string{"delete", "abandon", "disable"},
	},
	"videoindexer_brands": {
		created: episodes["videoindexer_brands"].created, updated: episodes["videoindexer_brands"].updated,
		id: "1001,1002", policies: []string{"abandon", "disable", "restore", "delete"},
	},
	"videoindexer_language_model": {
		created: acctest.Values{
			"name": "A", "language": "en-US", "train": true, "files": map[string]acctest.Values{"a.txt": {"content": "a"}, "b.txt": {"content": "b", "enabled": false}},
		},
		updated: acctest.Values{
			"name": "B", "language": "en-US", "train": true, "files": map[string]acctest.Values{"b.txt": {"content": "b"}, "c.txt": {"content": "c"}},
		},
		id: lives.ModelID, policies: []string{"delete", "empty", "abandon"},
	},
	"videoindexer_person": {
		created: acctest.Values{"person_model_id": mockserver.SamplePersonModelID, "name": "A", "faces": pictures("1", "2")},
		updated: acctest.Values{"person_model_id": mockserver.SamplePersonModelID, "name": "B", "faces": pictures("1", "3")},
		id:      mockserver.SamplePersonModelID + "/" + mockserver.SamplePersonID, policies: []string{"delete", "abandon"},
	},
	"videoindexer_video": {
		created: lives.All["videoindexer_video"].Arguments.With(acctest.Values{"wait_for_indexing": true}), updated: acctest.Values{"video_id": mockserver.SampleVideoID, "indexing_preset": "Advanced"}.With(acctest.Values{"wait_for_indexing": true}),
		id: "a1b2c3d4e5", policies: []string{"abandon", "delete"},
	},
	"videoindexer_project": { // created
		created: acctest.Values{"name": "A", "video_ranges": lives.Ranges("00:00:02"), "render": true},
		updated: acctest.Values{"name": "B", "video_ranges": lives.Ranges("00:00:03"), "render": true},
		id:      mockserver.SampleProjectID, policies: []string{"delete", "abandon"},
	},
	"videoindexer_paid_account": {
		created:  paidAccount,
		updated:  paidAccount.With(acctest.Values{"directory_connection": acctest.Values{"application_id": "7d3f5b8c-4444-4e5f-8a6b-333344445555", "application_key": "rotated"}}),
		policies: []string{"abandon"},
	},
}

// noPolicy stands for a resource without deletion_policy.
var noPolicy = []string{""}

// pictures are faces, by labels.
func pictures(names ...string) map[string]acctest.Values {
	faces := map[string]acctest.Values{}
	for i, name := range names {
		faces[string(rune('a'+i))] = acctest.Values{"url": "https://pictures.example/" + name + ".jpg"}
	}
	return faces
}

// TestExtendedCalls lives through the life of every resource with extended operations, and compares what the server was asked with the
// table for that, or with the resource's only table.
func TestExtendedCalls(t *testing.T) {
	t.Parallel()
	tables := callTables(t, "")
	maps.Copy(tables, callTables(t, withExtended))
	if diff := cmp.Diff(slices.Sorted(maps.Keys(resourceSchemas(t))), slices.Sorted(maps.Keys(tables))); diff != "" {
		t.Errorf("resources with a table in %s (-registered +page):\n%s", callsPage, diff)
	}
	compareCalls(t, tables, extendedEpisodes, true)
}

// TestPageListsExtendedOperations compares the calls that the page lists with those that the client can make.
func TestPageListsExtendedOperations(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, filepath.FromSlash(callsPage)))
	files, err := filepath.Glob(filepath.Join(repository, "internal", "videoindexer", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no client (%v)", err)
	}
	var called []string
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			called = append(called, submatches(read(t, file), `(?m)^\t[^/\n]*"(X\d+)"`)...)
		}
	}
	slices.Sort(called)
	listed := submatches(page, `(?m)^\| (X\d+) \|`)
	slices.Sort(listed)
	if diff := cmp.Diff(slices.Compact(called), listed); diff != "" {
		t.Errorf("extended operations (-client +page):\n%s", diff)
	}
}

// saysNeed is how a description says that something needs extended operations.
var saysNeed = regexp.MustCompile("(?i)needs (the provider's )?\\[?`extended_operations`")
