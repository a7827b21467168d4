package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain lets the test's own binary stand in for the provider where it is started as the provider, as main does.
func TestMain(m *testing.M) {
	if path := os.Getenv(wrappedVariable); path != "" {
		os.Exit(wrap(path))
	}
	code := m.Run()
	if scratch != "" {
		_ = os.RemoveAll(scratch)
	}
	os.Exit(code)
}

// scratch holds the tools, until the tests are over.
var scratch string

// builtTools are made once for all tests.
var builtTools = sync.OnceValues(func() (*tools, error) {
	var err error
	if scratch, err = os.MkdirTemp("", "bench-"); err != nil {
		return nil, err
	}
	return newTools(context.Background(), scratch)
})

// build returns the tools, and skips where the engine is not wanted.
func build(t *testing.T) *tools {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("it runs the engine: TF_ACC is not set")
	}
	if !canMeasure {
		t.Skip("nothing is measured on this system")
	}
	tools, err := builtTools()
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// TestAccFigures measures everything once, at its smallest, and checks the figures that are the same on every machine.
func TestAccFigures(t *testing.T) {
	t.Parallel()
	tools := build(t)
	r := newResults(tools)
	var err error
	if r.Lifecycles, err = measureScale(t.Context(), tools, []int{2}, 1); err != nil {
		t.Fatal(err)
	}
	for _, l := range r.Lifecycles {
		checkLifecycle(t, l)
	}
	if r.Start, err = measureStart(t.Context(), tools, 1); err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string]startedPair{"plan": r.Start.Plan, "schema": r.Start.Schema} {
		if pair.Ours <= 0 || pair.Empty <= 0 || pair.Ratio <= 0 {
			t.Errorf("start, %s: %+v", name, pair)
		}
	}
	if r.Faces, err = measureFaces(t.Context(), tools, 30, 10); err != nil {
		t.Fatal(err)
	}
	if r.Faces.Sample.Requests != 3 {
		t.Errorf("%d requests for three pages", r.Faces.Sample.Requests)
	}
	if r.Customization, err = measureCustomization(t.Context(), tools, estate{LanguageModels: 2, Files: 2, PersonModels: 2, Persons: 4, Faces: 2}); err != nil {
		t.Fatal(err)
	}
	if p := r.Customization.Plan; p.Requests != 6 || p.Writes != 0 {
		t.Errorf("a plan over two person models and what else there is: %d requests, %d of which write; want two pages for each model, the last one empty, and two lists", p.Requests, p.Writes)
	}
	info, err := os.Stat(tools.provider)
	if err != nil {
		t.Fatal(err)
	}
	if r.BinaryBytes = info.Size(); r.BinaryBytes == 0 || r.BinaryBytes > maxBinary {
		t.Errorf("the stripped binary has %d bytes, more than %g", r.BinaryBytes, float64(maxBinary))
	}
	r.Targets = r.targets()
	checkReport(t, r)
}

// checkLifecycle compares a lifecycle with the least that the contract needs.
func checkLifecycle(t *testing.T, l lifecycle) {
	t.Helper()
	if l.StateBytes == 0 {
		t.Errorf("%s: no bytes of state", l.Kind)
	}
	for _, step := range steps {
		s := l.Steps[step]
		writes := map[string]int{"create": l.Objects, "plan": 0, "change": l.Objects, "destroy": l.Objects}[step]
		// The process of a plan asks for tokens that read, and that of an apply for those as well and for tokens that write.
		tokens, processes := 3*maxTokensAProcess, 1
		if step == "plan" {
			tokens = maxTokensAProcess
		}
		if l.Kind == floor {
			writes, tokens, processes = 0, 0, 0
		}
		if s.Requests != l.minimum(step) || s.Writes != writes || s.Tokens > tokens {
			t.Errorf("%s, %s: %d requests, %d of which write, and %d for tokens; want %d, %d and at most %d",
				l.Kind, step, s.Requests, s.Writes, s.Tokens, l.minimum(step), writes, tokens)
		}
		if s.Wall <= 0 || s.EngineCPU <= 0 || s.Provider.Processes < processes || processes > 0 && (s.Provider.CPU <= 0 || s.Provider.PeakRSS < 1<<20 || s.Connections == 0) {
			t.Errorf("%s, %s: a figure is missing: %+v", l.Kind, step, s)
		}
	}
}

// checkReport checks that the report holds what was measured.
func checkReport(t *testing.T, r *results) {
	t.Helper()
	folder := t.TempDir()
	if _, err := r.write(folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "results.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, expect := range []string{r.Engine, "| 2 | `terraform_data` |", "| 2 | `videoindexer_brand` |", "| 2 | `videoindexer_brands` |", "### Models and persons", "### Start", "### A long list", "reached |"} {
		if !strings.Contains(string(text), expect) {
			t.Errorf("the report lacks %q:\n%s", expect, text)
		}
	}
}

// TestAccUpload sends a small file in both ways.
func TestAccUpload(t *testing.T) {
	t.Parallel()
	tools := build(t)
	const size = 1<<20 + 7
	uploads, err := measureUploads(t.Context(), tools, []int64{size}, 1)
	if errors.Is(err, errNoCurl) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if u := uploads[0]; u.Bytes != size || u.Ours <= 0 || u.Curl <= 0 || u.Ratio <= 0 || u.PeakRSS < 1<<20 || u.IdleRSS < 1<<20 {
		t.Errorf("a figure is missing: %+v", u)
	}
}

// TestMedian takes every step from the try in which it took the middle time.
func TestMedian(t *testing.T) {
	t.Parallel()
	var tries []lifecycle
	for _, wall := range []time.Duration{3, 1, 2} {
		tries = append(tries, lifecycle{Steps: map[string]sample{"create": {Wall: wall, Requests: int(wall)}, "plan": {Wall: 4 - wall, Requests: int(wall)}}})
	}
	got := median(tries)
	if got.Steps["create"].Requests != 2 || got.Steps["plan"].Requests != 2 {
		t.Errorf("got %+v", got.Steps)
	}
	if m := middle([]float64{5, 1, 4, 2}); m != 2 {
		t.Errorf("the middle of four is %g", m)
	}
}

// TestIntoPages replaces the block of a page and nothing else, also when that is done again.
func TestIntoPages(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	all, guide := filepath.Join(folder, "README.md"), filepath.Join(folder, "guide")
	for _, page := range []string{all, guide} {
		if err := os.WriteFile(page, []byte("before\n"+blockBegin+"old\n"+blockEnd+"after\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := newResults(&tools{engineVersion: "Terraform v1.2.3"})
	for _, objects := range []int{10, 1000} {
		r.Lifecycles = append(r.Lifecycles, lifecycle{Kind: floor, Objects: objects}, lifecycle{Kind: dictionary, Objects: objects})
	}
	r.Extended = &extended{Lifecycles: []lifecycle{{Kind: floor, Objects: 1000}, {Kind: namedDictionary, Objects: 1000}}}
	want, err := r.markdown()
	if err != nil {
		t.Fatal(err)
	}
	wantGuide, err := r.guide()
	if err != nil {
		t.Fatal(err)
	}
	for _, once := range []string{"| `" + floor, "| `" + dictionary + "`", "| `" + namedDictionary, "Terraform v1.2.3", "1000 brands"} {
		if strings.Count(wantGuide, once) != 1 {
			t.Errorf("the guide has not one %q:\n%s", once, wantGuide)
		}
	}
	for range 2 {
		if err := r.intoPages(all, guide); err != nil {
			t.Fatal(err)
		}
		for page, want := range map[string]string{all: want, guide: wantGuide} {
			content, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			if want := "before\n" + blockBegin + "\n" + want + "\n" + blockEnd + "after\n"; string(content) != want {
				t.Errorf("got\n%s\nwant\n%s", content, want)
			}
		}
	}
	if err := os.WriteFile(guide, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.intoPages(all, guide); err == nil {
		t.Error("a file without the block was accepted")
	}
	// The pages in the repository have such a block.
	for _, page := range []string{readme, guidePage} {
		content, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(content), blockBegin) || !strings.Contains(string(content), blockEnd) {
			t.Errorf("%s has no block for the results", page)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	c, err := parse([]string{"-only=start,faces", "-sizes", "1, 20", "-uploads=3"}, io.Discard)
	if err != nil || !slices.Equal(c.only, []string{"start", "faces"}) || !slices.Equal(c.sizes, []int{1, 20}) || !slices.Equal(c.uploadMiB, []int{3}) {
		t.Errorf("got %+v, error %v", c, err)
	}
	for _, arguments := range [][]string{{"-only=all"}, {"-sizes=0"}, {"-sizes="}, {"-repeats=0"}, {"-guide", "-only=start"}, {"extra"}} {
		if _, err := parse(arguments, io.Discard); err == nil {
			t.Errorf("%q was accepted", arguments)
		}
	}
}
