package examples_test

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withExtended ends the headings of resources that call something else with extended operations.
const withExtended = " with extended operations"

// noPolicy stands for a resource without deletion_policy.
var noPolicy = []string{""}

// TestExtendedCalls lives through the life of every resource with extended operations, and compares what the server was asked with the
// table for that, or with the resource's only table.
func TestExtendedCalls(t *testing.T) {
	t.Parallel()
	tables := callTables(t, "")
	maps.Copy(tables, callTables(t, withExtended))
	if diff := cmp.Diff(slices.Sorted(maps.Keys(resourceSchemas(t))), slices.Sorted(maps.Keys(tables))); diff != "" {
		t.Errorf("resources with a table in %s (-registered +page):\n%s", callsPage, diff)
	}
	compareCalls(t, tables, nil, true)
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
