package main

import (
	"context"
	_ "embed" // the template of the results
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"
)

// results are all that was measured in one run.
type results struct {
	Date          string         `json:"date"`
	Engine        string         `json:"engine"`
	Go            string         `json:"go"`
	Platform      string         `json:"platform"`
	Cores         int            `json:"cores"`
	BinaryBytes   int64          `json:"binary_bytes"`
	Lifecycles    []lifecycle    `json:"scale"`
	Extended      *extended      `json:"extended"`
	Customization *customization `json:"customization"`
	Start         *start         `json:"start"`
	Uploads       []upload       `json:"uploads"`
	Faces         *faces         `json:"faces"`
	Notes         []string       `json:"notes"`
	Targets       []target       `json:"targets"`
}

func newResults(t *tools) *results {
	return &results{
		Date: time.Now().UTC().Format(time.DateOnly), Engine: t.engineVersion, Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(),
	}
}

//go:embed results.md.tmpl
var resultsTemplate string

//go:embed guide.md.tmpl
var guideTemplate string

// markdown is everything, for the README.
func (r *results) markdown() (string, error) { return fill(resultsTemplate, r) }

// guide returns the text for users: the figures for the largest number of brands of each kind.
func (r *results) guide() (string, error) {
	all := r.Lifecycles
	if r.Extended != nil {
		all = slices.Concat(all, r.Extended.Lifecycles)
	}
	data := struct {
		*results
		Largest int
		Rows    []lifecycle
	}{results: r}
	for _, l := range all {
		data.Largest = max(data.Largest, l.Objects)
	}
	kinds := map[string]bool{}
	for _, l := range all {
		if l.Objects == data.Largest && !kinds[l.Kind] {
			kinds[l.Kind] = true
			data.Rows = append(data.Rows, l)
		}
	}
	return fill(guideTemplate, data)
}

func fill(text string, data any) (string, error) {
	t, err := template.New("results").Funcs(template.FuncMap{
		"latency": latency.Milliseconds, "each": each, "seconds": seconds, "milliseconds": milliseconds,
		"mebibytes": mebibytes[int64], "mebibytesASecond": mebibytes[float64],
		"megabytes": func(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/1e6) },
	}).Parse(text)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, data)
	return out.String(), err
}

// each shows a figure of every step of a lifecycle. The engine's own resource has only those of the engine.
func each(l lifecycle, separator, figure string) string {
	if l.Kind == floor && figure != "wall" && figure != "engine" {
		return "-"
	}
	var all []string
	for _, step := range steps {
		s := l.Steps[step]
		all = append(all, map[string]string{
			"wall": seconds(s.Wall), "engine": seconds(s.EngineCPU),
			"cpu":      fmt.Sprintf("%.1f", milliseconds(s.Provider.CPU)/float64(l.Objects)),
			"requests": strconv.Itoa(s.Requests), "tokens": strconv.Itoa(s.Tokens), "connections": strconv.Itoa(s.Connections),
		}[figure])
	}
	return strings.Join(all, separator)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func mebibytes[T int64 | float64](bytes T) string { return fmt.Sprintf("%.0f", float64(bytes)/(1<<20)) }

// The block of a page that belongs to the results.
const (
	blockBegin = "<!-- measured: make bench ARGS=-guide -->\n"
	blockEnd   = "<!-- end of measured -->\n"
)

// intoPages puts the results into the README and the guide.
func (r *results) intoPages(readme, guide string) error {
	for name, write := range map[string]func() (string, error){readme: r.markdown, guide: r.guide} {
		text, err := write()
		if err != nil {
			return err
		}
		if err := intoPage(name, text); err != nil {
			return err
		}
	}
	return nil
}

// intoPage replaces the block of a page.
func intoPage(name, text string) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, rest, hasBegin := strings.Cut(string(content), blockBegin)
	_, after, hasEnd := strings.Cut(rest, blockEnd)
	if !hasBegin || !hasEnd {
		return fmt.Errorf("%s has no block between %q and %q", name, blockBegin, blockEnd)
	}
	return os.WriteFile(name, []byte(before+blockBegin+"\n"+text+"\n"+blockEnd+after), 0o644)
}

// write writes the results into the folder, which it creates if needed, and returns the name of the JSON file.
func (r *results) write(folder string) (string, error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return "", err
	}
	text, err := r.markdown()
	if err != nil {
		return "", err
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, "results.json")
	return file, errors.Join(
		os.WriteFile(filepath.Join(folder, "results.md"), []byte(text), 0o644),
		os.WriteFile(file, append(data, '\n'), 0o644))
}

// draw turns results in JSON into an SVG plot. The tools module does the work, since it has a plotting library.
func draw(ctx context.Context, resultsFile, plot string) (err error) {
	in, err := os.Open(resultsFile)
	if err != nil {
		return err
	}
	defer in.Close()
	command := exec.CommandContext(ctx, "go", "-C", "tools", "run", "./plot")
	command.Stdin, command.Stderr = in, os.Stderr
	svg, err := command.Output()
	if err != nil {
		return fmt.Errorf("drawing %s: %w", plot, err)
	}
	return os.WriteFile(plot, svg, 0o644)
}
