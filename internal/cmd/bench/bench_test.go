package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAccBenchmarks runs every benchmark at its smallest, and checks that nothing is left unmeasured and that the numbers of
// requests, which are the same on every machine, are as the contract needs them.
func TestAccBenchmarks(t *testing.T) {
	t.Parallel()
	if os.Getenv("ACCTEST_ENGINE") == "" {
		t.Skip("it runs the engine forty times: ACCTEST_ENGINE is not set")
	}
	c := config{only: parts, sizes: []int{2}, large: []int{3}, uploads: []int{1}, persons: 4, faces: 200, repeats: 1, pairs: 1}
	if _, err := exec.LookPath("curl"); err != nil {
		c.only = slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return part == "upload" })
	}
	tools, err := newTools(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	rows, err := measure(t.Context(), tools, c)
	if err != nil {
		t.Fatal(err)
	}
	text := results(rows)
	for _, r := range rows {
		if strings.Count(text, "| `"+r.name+"` |") < 1 {
			t.Errorf("the results lack %s:\n%s", r.name, text)
		}
		for _, step := range r.steps {
			if step.name != preparation && r.value(step.name, wall) == 0 {
				t.Errorf("%s, %s has no time", r.name, step.name)
			}
		}
		usesProvider := r.name != "terraform_data" && r.name != "curl -F" && !strings.HasPrefix(r.name, "schema")
		for _, f := range []figure{engineCPU, providerCPU, memory} {
			if usesProvider && r.value("", f) == 0 {
				t.Errorf("%s has no %s", r.name, f.title)
			}
		}
		for _, target := range r.targets {
			limit, measured := 0.0, r.value(target.step, target.figure)
			if target.figure.title == requests.title {
				limit = target.limit(r.n, row{})
			}
			if limit > 0 && (measured > limit || r.part == "scale" && measured < limit) {
				t.Errorf("%s, %s: %g requests, want %g", r.name, target.step, measured, limit)
			}
		}
	}
	if info, err := os.Stat(filepath.Join(tools.providers(), ours)); err != nil || info.Size() > maxBinary {
		t.Errorf("the binary has more than %g bytes, or is not there: %+v, %v", maxBinary, info, err)
	}
}

// TestResults: a figure is that of the run with the middle time, and stands next to the target for the largest number.
func TestResults(t *testing.T) {
	t.Parallel()
	b := benchmark{name: "brands", part: "scale", numbers: []int{10, 1000}, base: "floor", targets: []target{
		{"plan", wall, func(_ int, base row) float64 { return 2 * base.value("plan", wall) }},
		{"", requests, atMost(3)},
	}}
	runs := []sample{{wall: 3 * time.Second, requests: 5}, {wall: time.Second, requests: 9}, {wall: 2 * time.Second, requests: 4}}
	floor := benchmark{name: "floor", part: "scale", numbers: b.numbers}
	rows := []row{
		{b, 10, map[string][]sample{"plan": runs[:1], "destroy": runs[:1]}},
		{b, 1000, map[string][]sample{"plan": runs, "destroy": runs[1:2]}},
		{floor, 1000, map[string][]sample{"plan": runs[1:2]}},
	}
	text := results(rows)
	for _, want := range []string{
		"| `brands` | 10 | - | 3 | - | - | 3 |", "| `brands` | 1000 | - | 2 | - | - | 1 |",
		"| `brands` | 1000 | plan: Time (s) | 2 | 2 | reached |", "| `brands` | 1000 | Requests | 9 | 3 | not reached |",
	} {
		if strings.Count(text, want) != 1 {
			t.Errorf("not one %q in\n%s", want, text)
		}
	}
	if text := summary(rows); strings.Contains(text, "| 10 |") || !strings.Contains(text, "| `brands` | 1000 |") || strings.Contains(text, "floor") {
		t.Errorf("the summary is to show lifecycles of the largest number:\n%s", text)
	}
}

// TestIntoPage replaces the block of a page and nothing else. The pages in the repository have one.
func TestIntoPage(t *testing.T) {
	t.Parallel()
	for _, page := range []string{readme, guidePage} {
		content, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		before, rest, hasBegin := strings.Cut(string(content), blockBegin)
		_, after, hasEnd := strings.Cut(rest, blockEnd)
		if !hasBegin || !hasEnd {
			t.Fatalf("%s has no block for the figures", page)
		}
		copied := filepath.Join(t.TempDir(), "page")
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := intoPage(copied, "figures\n"); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(copied)
		if want := before + blockBegin + "\nfigures\n\n" + blockEnd + after; err != nil || string(got) != want {
			t.Errorf("%s became, error %v:\n%s", page, err, got)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	c, err := parse([]string{"-only=start,faces", "-sizes", "1, 20", "-uploads=3"}, io.Discard)
	if err != nil || !slices.Equal(c.only, []string{"start", "faces"}) || !slices.Equal(c.sizes, []int{1, 20}) || !slices.Equal(c.uploads, []int{3}) {
		t.Errorf("got %+v, error %v", c, err)
	}
	for _, arguments := range [][]string{{"-only=all"}, {"-sizes=0"}, {"-sizes="}, {"-repeats=0"}, {"-guide", "-only=start"}, {"extra"}} {
		if _, err := parse(arguments, io.Discard); err == nil {
			t.Errorf("%q was accepted", arguments)
		}
	}
}
