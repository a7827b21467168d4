// Command bench measures the provider as users meet it: its own binary, run by Terraform or OpenTofu against a simulated
// service. It prints how long it takes to create, plan, change and destroy brands. Go's own benchmarks measure what is
// inside the provider.
//
// It runs from the root of the repository.
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/cmd/internal/testbed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// configurations are what is measured, each in a file of its name. Their variables are n, the number of objects, and
// edition, which a change changes.
//
//go:embed configurations
var configurations embed.FS

// benchmarks are the names of the configurations. The first has no provider: it is the floor for as much state.
var benchmarks = []string{
	"terraform_data", "videoindexer_brand", "videoindexer_brands", "videoindexer_brand_extended", "videoindexer_brands_extended",
}

// extended are the benchmarks that create brands, with extended operations. The others adopt brands that the service has.
var extended = []string{"videoindexer_brand_extended", "videoindexer_brands_extended"}

// steps are what is measured of each configuration, in this order.
var steps = []struct {
	title, edition string
	command        []string
}{
	{"Create", "first", []string{"apply", "-auto-approve"}},
	{"Plan without changes", "first", []string{"plan", "-detailed-exitcode"}}, // fails where it has changes
	{"Change of one field in all", "second", []string{"apply", "-auto-approve"}},
	{"Destroy", "second", []string{"destroy", "-auto-approve"}},
}

// latency is how long the service takes for an answer.
const latency = 20 * time.Millisecond

// config is what the arguments say.
type config struct {
	n     int
	names []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(arguments []string, usage io.Writer) (config, error) {
	c := config{names: benchmarks}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(usage)
	f.IntVar(&c.n, "n", 1000, "`number` of brands")
	f.Usage = func() {
		fmt.Fprintf(usage, "bench [-n number] [configuration ...]\nConfigurations, all by default: %s\n", strings.Join(benchmarks, " "))
		f.PrintDefaults()
	}
	if err := f.Parse(arguments); err != nil {
		return c, err
	}
	if f.NArg() > 0 {
		c.names = f.Args()
	}
	for _, name := range c.names {
		if !slices.Contains(benchmarks, name) {
			return c, fmt.Errorf("no configuration %q: there are %s", name, strings.Join(benchmarks, " "))
		}
	}
	if c.n < 1 {
		return c, errors.New("-n must be at least 1")
	}
	return c, nil
}

// run measures what the arguments say and shows it.
func run(ctx context.Context, arguments []string) (err error) {
	c, err := parse(arguments, os.Stderr)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "videoindexer-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	e, err := newEngine(ctx, folder)
	if err != nil {
		return err
	}
	var rows [][]time.Duration
	for _, name := range c.names {
		fmt.Fprintln(os.Stderr, name, "...") // the whole takes many minutes
		row, err := e.measure(ctx, name, c.n)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rows = append(rows, row)
	}
	fmt.Printf("Measured on %s: %s, %d cores, %d ms for an answer. Seconds for %d brands:\n\n%s",
		time.Now().UTC().Format(time.DateOnly), e.version(ctx), runtime.NumCPU(), latency.Milliseconds(), c.n, table(c.names, rows))
	return nil
}

// table shows in Markdown how long the steps of each configuration took.
func table(names []string, rows [][]time.Duration) string {
	var text strings.Builder
	text.WriteString("| Resource |")
	for _, step := range steps {
		text.WriteString(" " + step.title + " |")
	}
	text.WriteString("\n|" + strings.Repeat("---|", 1+len(steps)) + "\n")
	for i, row := range rows {
		fmt.Fprintf(&text, "| `%s` |", names[i])
		for _, took := range row {
			fmt.Fprintf(&text, " %.1f |", took.Seconds())
		}
		text.WriteString("\n")
	}
	return text.String()
}

// engine is Terraform or OpenTofu, with the provider and its own configuration in a folder.
type engine struct {
	path, folder string
}

func newEngine(ctx context.Context, folder string) (*engine, error) {
	path, err := testbed.FindEngine()
	if err != nil {
		return nil, err
	}
	e := &engine{path, folder}
	// As in a release, without what a debugger needs.
	build := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o",
		filepath.Join(folder, "terraform-provider-videoindexer"), "github.com/videoindexer/terraform-provider-videoindexer")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the provider: %w\n%s", err, out)
	}
	settings := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"hashicorp/videoindexer\" = %q\n  }\n}\n", folder)
	return e, os.WriteFile(e.settings(), []byte(settings), 0o600)
}

// settings is the file of the engine's configuration.
func (e *engine) settings() string { return filepath.Join(e.folder, "settings.tfrc") }

func (e *engine) version(ctx context.Context) string {
	said, _ := testbed.Command(ctx, e.path, e.folder, nil, "version").Output()
	version, _, _ := strings.Cut(string(said), "\n")
	return version
}

// measure returns how long the steps of a configuration take, against a service of their own. It fails if a request was
// against the contract.
func (e *engine) measure(ctx context.Context, name string, n int) (row []time.Duration, err error) {
	isExtended, brands := slices.Contains(extended, name), n
	if isExtended {
		brands = 0
	}
	service, err := testbed.Serve(ctx, brands, isExtended, mockserver.Latency(latency))
	if err != nil {
		return nil, err
	}
	defer service.Stop()
	folder, err := os.MkdirTemp(e.folder, "workspace-")
	if err != nil {
		return nil, err
	}
	configuration, err := configurations.ReadFile("configurations/" + name + ".tf")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), configuration, 0o600); err != nil {
		return nil, err
	}
	for _, step := range steps {
		variables := append(service.Variables(), "TF_CLI_CONFIG_FILE="+e.settings(), fmt.Sprintf("TF_VAR_n=%d", n), "TF_VAR_edition="+step.edition)
		command := testbed.Command(ctx, e.path, folder, variables, append(slices.Clone(step.command), "-no-color")...)
		var said bytes.Buffer
		command.Stdout, command.Stderr = &said, &said
		began := time.Now()
		if err := command.Run(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", step.title, err, said.String())
		}
		row = append(row, time.Since(began))
	}
	return row, service.CheckContract()
}
