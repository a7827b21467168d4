package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/cmd/internal/testbed"
)

// figure is something that is measured of each step.
type figure struct {
	title string
	of    func(s sample, n float64) float64
}

var (
	wall        = figure{"Time (s)", func(s sample, _ float64) float64 { return s.wall.Seconds() }}
	engineCPU   = figure{"CPU of the engine (s)", func(s sample, _ float64) float64 { return s.engineCPU.Seconds() }}
	providerCPU = figure{"CPU of the provider (ms for each)", func(s sample, n float64) float64 { return 1000 * s.providerCPU.Seconds() / n }}
	requests    = figure{"Requests", func(s sample, _ float64) float64 { return float64(s.requests) }}
	tokens      = figure{"Token requests", func(s sample, _ float64) float64 { return float64(s.tokens) }}
	connections = figure{"Connections", func(s sample, _ float64) float64 { return float64(s.connections) }}
	memory      = figure{"Memory (MiB)", func(s sample, _ float64) float64 { return float64(s.peakMemory) / (1 << 20) }}
	state       = figure{"State (bytes for each)", func(s sample, n float64) float64 { return float64(s.stateBytes) / n }}
)

// steps are the names of the steps, in their order, with the titles of their columns.
var steps = []struct{ name, title string }{
	{"create", "Create"},
	{"plan", "Plan without changes"},
	{"limited", "Plan under limits"},
	{"change", "Change of one field in all"},
	{"destroy", "Destroy"},
}

// value is a figure of a step, of the run that took the middle time. With "" it is the largest of all steps.
func (r row) value(step string, f figure) float64 {
	most := 0.0
	for name, runs := range r.samples {
		if step == "" || step == name {
			inOrder := slices.SortedFunc(slices.Values(runs), func(a, b sample) int { return cmp.Compare(a.wall, b.wall) })
			most = max(most, f.of(inOrder[(len(inOrder)-1)/2], float64(max(r.n, 1))))
		}
	}
	return most
}

// short shows a number with three digits, or more if it has them before the point.
func short(x float64) string {
	switch {
	case x == 0:
		return "-"
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// column is a column of a table of results.
type column struct {
	title string
	cell  func(row) string
}

// columnsOf are the columns of a table: name, number, the time of each step, figures of all steps after each other, and the
// largest of others.
func columnsOf(each, largest []figure) []column {
	columns := []column{
		{"", func(r row) string { return "`" + r.name + "`" }},
		{"Number", func(r row) string { return fmt.Sprint(r.n) }},
	}
	for _, step := range steps {
		columns = append(columns, column{step.title, func(r row) string { return short(r.value(step.name, wall)) }})
	}
	for _, f := range each {
		columns = append(columns, column{f.title, func(r row) string {
			if r.value("", f) == 0 {
				return "-"
			}
			var all []string
			for _, step := range steps {
				if _, isRun := r.samples[step.name]; isRun {
					all = append(all, short(r.value(step.name, f)))
				}
			}
			return strings.Join(all, " / ")
		}})
	}
	for _, f := range largest {
		columns = append(columns, column{f.title, func(r row) string { return short(r.value("", f)) }})
	}
	return columns
}

// table shows rows in Markdown.
func table(columns []column, rows []row) string {
	var header, body strings.Builder
	for _, c := range columns {
		header.WriteString("| " + c.title + " ")
	}
	for _, r := range rows {
		for _, c := range columns {
			body.WriteString("| " + c.cell(r) + " ")
		}
		body.WriteString("|\n")
	}
	return header.String() + "|\n" + strings.Repeat("|---", len(columns)) + "|\n" + body.String()
}

// results shows all figures, and the targets next to those that have one.
func results(rows []row) string {
	var text strings.Builder
	text.WriteString("Seconds of each step. Further figures are those of these steps, in the same order; of memory and state, the largest.\n\n")
	text.WriteString(table(columnsOf([]figure{engineCPU, providerCPU, requests, tokens, connections}, []figure{memory, state}), rows))
	text.WriteString("\n|  | Number | Figure | Measured | At most |  |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		if r.n != slices.Max(r.numbers) {
			continue // targets are for the largest number
		}
		var base row
		for _, other := range rows {
			if other.part == r.part && other.name == r.base && other.n == r.n {
				base = other
			}
		}
		for _, t := range r.targets {
			measured, limit, reached := r.value(t.step, t.figure), t.limit(r.n, base), "reached"
			if measured > limit {
				reached = "not reached"
			}
			fmt.Fprintf(&text, "| `%s` | %d | %s | %s | %s | %s |\n", r.name, r.n, strings.TrimPrefix(t.step+": "+t.figure.title, ": "), short(measured), short(limit), reached)
		}
	}
	return text.String()
}

// summary shows users the times and the memory of the largest number of brands.
func summary(rows []row) string {
	var shown []row
	for _, r := range rows {
		isRepeated := slices.ContainsFunc(shown, func(other row) bool { return other.name == r.name })
		if _, isLifecycle := r.samples["destroy"]; isLifecycle && r.n == slices.Max(r.numbers) && !isRepeated {
			shown = append(shown, r)
		}
	}
	return "Seconds of each step:\n\n" + table(columnsOf(nil, []figure{memory}), shown)
}

// maxBinary is the target for the provider's binary, in bytes.
const maxBinary = 25e6

// circumstances say what was measured, where and when.
func (t *tools) circumstances() string {
	version, _ := testbed.Command(context.Background(), t.engine, t.folder, nil, "version").Output()
	engine, _, _ := strings.Cut(string(version), "\n")
	binary, _ := os.ReadFile(filepath.Join(t.providers(), ours))
	return fmt.Sprintf("Measured on %s: %s, %s, %s/%s, %d cores, %d ms for an answer. The provider's binary has %.1f MB (at most %.0f).",
		time.Now().UTC().Format(time.DateOnly), engine, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		usual.Milliseconds(), float64(len(binary))/1e6, maxBinary/1e6)
}

// Where -guide writes, and the block there that it replaces.
const (
	guidePage  = "templates/guides/limits.md.tmpl"
	readme     = "internal/cmd/bench/README.md"
	blockBegin = "<!-- measured: make bench ARGS=-guide -->\n"
	blockEnd   = "<!-- end of measured -->\n"
)

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
