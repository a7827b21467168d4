package main

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAccBenchmarks runs every benchmark at its smallest.
func TestAccBenchmarks(t *testing.T) {
	t.Parallel()
	if os.Getenv("ACCTEST_ENGINE") == "" {
		t.Skip("it runs the engine twenty times: ACCTEST_ENGINE is not set")
	}
	e, err := newEngine(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range benchmarks {
		row, err := e.measure(t.Context(), name, 2)
		if err != nil || len(row) != len(steps) || slices.Min(row) == 0 {
			t.Errorf("%s: %v, error %v", name, row, err)
		}
	}
	if !strings.Contains(e.version(t.Context()), " v1.") {
		t.Errorf("the engine is %q", e.version(t.Context()))
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	got := table([]string{"terraform_data", "videoindexer_brand"}, [][]time.Duration{{time.Second}, {1234 * time.Millisecond, time.Minute}})
	want := "| Resource | Create | Plan without changes | Change of one field in all | Destroy |\n|---|---|---|---|---|\n" +
		"| `terraform_data` | 1.0 |\n| `videoindexer_brand` | 1.2 | 60.0 |\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	c, err := parse([]string{"-n=20", "videoindexer_brand"}, io.Discard)
	if err != nil || c.n != 20 || !slices.Equal(c.names, []string{"videoindexer_brand"}) {
		t.Errorf("got %+v, error %v", c, err)
	}
	if c, err := parse(nil, io.Discard); err != nil || c.n != 1000 || len(c.names) != len(benchmarks) {
		t.Errorf("got %+v, error %v", c, err)
	}
	for _, arguments := range [][]string{{"-n=0"}, {"-n=many"}, {"videoindexer_person"}} {
		if _, err := parse(arguments, io.Discard); err == nil {
			t.Errorf("%q was accepted", arguments)
		}
	}
}
