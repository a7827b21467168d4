package examples_test

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// extendedCalls is the guide whose tables have the resources that call something else with extended operations.
const extendedCalls = "extended-operations.md.tmpl"

// extendedEpisodes are the lives of these resources.
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
	"videoindexer_brands_model_settings": episodes["videoindexer_brands_model_settings"],
}

// TestExtendedCalls lives through the life of every resource that has a table in the guide to extended operations, and
// compares what the server was asked with it.
func TestExtendedCalls(t *testing.T) {
	t.Parallel()
	tables := callTables(t, extendedCalls)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(extendedEpisodes)), slices.Sorted(maps.Keys(tables))); diff != "" {
		t.Errorf("resources with a table in templates/guides/%s (-extendedEpisodes +guide):\n%s", extendedCalls, diff)
	}
	compareCalls(t, tables, extendedEpisodes, true)
}

// TestExtendedGuideListsOperations compares the calls that the guide lists with those that the client can make.
func TestExtendedGuideListsOperations(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(repository, "templates", "guides", extendedCalls))
	files, err := filepath.Glob(filepath.Join(repository, "internal", "videoindexer", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no client (%v)", err)
	}
	var called []string
	for _, file := range files {
		called = append(called, submatches(read(t, file), `(?m)^\s+extended: +"(X\d+)",$`)...)
	}
	slices.Sort(called)
	listed := submatches(guide, `(?m)^\| (X\d+) \|`)
	slices.Sort(listed)
	if diff := cmp.Diff(slices.Compact(called), listed); diff != "" {
		t.Errorf("extended operations (-client +guide):\n%s", diff)
	}
}

// saysNeed is how a description says that something needs extended operations.
var saysNeed = regexp.MustCompile("(?i)needs (the provider's )?\\[?`extended_operations`")

// needsExtended says that a resource needs extended operations, whatever is configured.
func needsExtended(t *testing.T, name string) bool {
	t.Helper()
	_, isExtended := extendedEpisodes[name]
	_, isPlain := episodes[name]
	return isExtended && !isPlain && saysNeed.MatchString(registry(t).ResourceSchemas[name].Block.Description)
}

// TestExtendedGuideListsEverything looks for a row for everything whose description says that it needs extended operations.
func TestExtendedGuideListsEverything(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(repository, "templates", "guides", extendedCalls))
	all := registry(t)
	found := 0
	expect := func(row, description string) {
		if saysNeed.MatchString(description) {
			found++
			if !regexp.MustCompile("(?m)^" + row).MatchString(guide) {
				t.Errorf("templates/guides/%s has no line that begins with %s", extendedCalls, row)
			}
		}
	}
	for name, schema := range all.ResourceSchemas {
		expect("## "+name+"$", schema.Block.Description)
	}
	for name, schema := range all.DataSourceSchemas {
		expect(`\| data `+"`"+name+"`", schema.Block.Description)
	}
	for name, schema := range all.ListResourceSchemas {
		expect(`\| list `+"`"+name+"`", schema.Block.Description)
	}
	for name, schema := range all.EphemeralResourceSchemas {
		expect(`\| ephemeral `+"`"+name+"`", schema.Block.Description)
	}
	for name, schema := range all.ActionSchemas {
		expect(`\| action `+"`"+name+"`", schema.Schema.Block.Description)
	}
	if found == 0 {
		t.Error("nothing needs extended operations: this shows nothing")
	}
}
