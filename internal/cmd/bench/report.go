package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// results are all that was measured in one run.
type results struct {
	Date        string   `json:"date"`
	Engine      string   `json:"engine"`
	Go          string   `json:"go"`
	Platform    string   `json:"platform"`
	Cores       int      `json:"cores"`
	BinaryBytes int64    `json:"binary_bytes"`
	Lives       []life   `json:"scale"`
	Start       *start   `json:"start"`
	Uploads     []upload `json:"uploads"`
	Faces       *faces   `json:"faces"`
	Notes       []string `json:"notes"`
	Targets     []target `json:"targets"`
}

func newResults(t *tools) *results {
	return &results{
		Date: time.Now().UTC().Format(time.DateOnly), Engine: t.engineVersion, Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(),
	}
}

// table is a table of Markdown, its header first.
type table [][]string

func (t *table) add(cells ...string) { *t = append(*t, cells) }

func (t *table) String() string {
	var out strings.Builder
	for i, row := range *t {
		out.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			out.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	return out.String()
}

// markdown is the part of the guide that the results fill.
func (r *results) markdown() string {
	var out strings.Builder
	section := func(title, text string) { fmt.Fprintf(&out, "\n### %s\n\n%s", title, text) }
	fmt.Fprintf(&out, "Measured on %s: %s, %s, %s, %d cores. The engine, the provider and the service, which takes %d ms for an answer, share these.\n",
		r.Date, r.Engine, r.Go, r.Platform, r.Cores, latency.Milliseconds())
	for _, note := range r.Notes {
		fmt.Fprintf(&out, "\n%s.\n", strings.ToUpper(note[:1])+note[1:])
	}
	if len(r.Lives) > 0 {
		section("Seconds for a number of brands", r.times())
		section("What the provider uses", r.costs())
	}
	if r.Start != nil {
		section("Start", r.starts())
	}
	if len(r.Uploads) > 0 {
		section("Upload of a language file", r.uploads())
	}
	if r.Faces != nil {
		section("A long list", r.list())
	}
	section("Targets", r.targetTable())
	return out.String()
}

func (r *results) times() string {
	rows := table{{"Brands", "Resource", "Create", "Plan without changes", "Change of one field in all", "Destroy"}}
	for _, l := range r.Lives {
		row := []string{fmt.Sprint(l.Objects), "`" + l.Kind + "`"}
		for _, step := range steps {
			row = append(row, seconds(l.Steps[step].Wall))
		}
		rows.add(row...)
	}
	return rows.String()
}

func (r *results) costs() string {
	rows := table{{"Brands", "Resource", "CPU a brand (ms)", "CPU of the engine (s)", "Requests", "Token requests", "Connections", "Peak memory (MiB)", "State a brand (bytes)"}}
	for _, l := range r.Lives {
		each := func(show func(s sample) string) string {
			var texts []string
			for _, step := range steps {
				texts = append(texts, show(l.Steps[step]))
			}
			return strings.Join(texts, " / ")
		}
		row := []string{fmt.Sprint(l.Objects), "`" + l.Kind + "`", "-", "", "-", "-", "-", "-", fmt.Sprint(l.StateBytes)}
		row[3] = each(func(s sample) string { return seconds(s.EngineCPU) })
		if l.Kind != floor {
			row[2] = each(func(s sample) string {
				return fmt.Sprintf("%.1f", milliseconds(s.Provider.CPU)/float64(l.Objects))
			})
			row[4] = each(func(s sample) string { return fmt.Sprint(s.Requests) })
			row[5] = each(func(s sample) string { return fmt.Sprint(s.Tokens) })
			row[6] = each(func(s sample) string { return fmt.Sprint(s.Connections) })
			row[7] = mebibytes(l.peakRSS())
		}
		rows.add(row...)
	}
	return "Of create, plan, change and destroy, in this order. An apply runs the provider twice, to plan and to apply; each asks for a token and opens connections of its own. " +
		"`terraform_data` is a part of the engine that does no work: the floor for as much state.\n\n" + rows.String()
}

func (r *results) starts() string {
	rows := table{{"", "This provider (ms)", "A provider of one empty resource (ms)", "Ratio"}}
	for _, row := range []struct {
		name string
		pair startedPair
	}{{"Plan with no resources", r.Start.Plan}, {"From the start of the process to its schema", r.Start.Schema}} {
		rows.add(row.name, fmt.Sprintf("%.0f", milliseconds(row.pair.Ours)), fmt.Sprintf("%.0f", milliseconds(row.pair.Empty)), fmt.Sprintf("%.2f", row.pair.Ratio))
	}
	return fmt.Sprintf("Medians of %d pairs of plans and %d of schemas, in turn. Idle, the provider takes %s MiB; its binary has %.1f MB.\n\n%s",
		r.Start.Pairs, 2*r.Start.Pairs, mebibytes(r.Start.Idle), float64(r.BinaryBytes)/1e6, rows.String())
}

func (r *results) uploads() string {
	rows := table{{"File (MiB)", "Provider (MiB/s)", "curl -F (MiB/s)", "Ratio", "Peak memory above idle (MiB)"}}
	for _, u := range r.Uploads {
		rows.add(fmt.Sprint(u.Bytes>>20), fmt.Sprintf("%.0f", u.Ours/(1<<20)), fmt.Sprintf("%.0f", u.Curl/(1<<20)), fmt.Sprintf("%.2f", u.Ratio),
			mebibytes(u.PeakRSS-u.IdleRSS))
	}
	return "From the first to the last byte of the request, as the service reads them; the service hashes what arrives.\n\n" + rows.String()
}

func (r *results) list() string {
	s := r.Faces.Sample
	rows := table{{"Faces", "A page", "Apply (s)", "Requests", "CPU (ms)", "Peak memory (MiB)"}}
	rows.add(fmt.Sprint(r.Faces.Count), fmt.Sprint(r.Faces.Page), seconds(s.Wall), fmt.Sprint(s.Requests),
		fmt.Sprintf("%.0f", milliseconds(s.Provider.CPU)), mebibytes(s.Provider.PeakRSS))
	return rows.String()
}

func (r *results) targetTable() string {
	rows := table{{"Figure", "Measured", "Target", ""}}
	for _, t := range r.Targets {
		reached := "not reached"
		if t.Reached {
			reached = "reached"
		}
		rows.add(t.What, t.Measured, t.Target, reached)
	}
	return rows.String()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) }

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func mebibytes(bytes int64) string { return fmt.Sprintf("%.0f", float64(bytes)/(1<<20)) }

// The block of the guide that belongs to the results.
const (
	blockBegin = "<!-- measured: make bench ARGS=-guide -->\n"
	blockEnd   = "<!-- end of measured -->\n"
)

// intoGuide replaces the block of the guide's template, and its plot.
func (r *results) intoGuide(template, plot string) error {
	content, err := os.ReadFile(template)
	if err != nil {
		return err
	}
	before, rest, hasBegin := strings.Cut(string(content), blockBegin)
	_, after, hasEnd := strings.Cut(rest, blockEnd)
	if !hasBegin || !hasEnd {
		return fmt.Errorf("%s has no block between %q and %q", template, blockBegin, blockEnd)
	}
	if err := os.WriteFile(plot, []byte(r.plot()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(template, []byte(before+blockBegin+"\n"+r.markdown()+"\n"+blockEnd+after), 0o644)
}
