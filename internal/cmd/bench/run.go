package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/cmd/internal/testbed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

//go:embed configurations
var configurations embed.FS

const (
	module = "github.com/videoindexer/terraform-provider-videoindexer"
	ours   = "terraform-provider-videoindexer"
	empty  = "terraform-provider-empty"
	// The engine's configuration.
	settingsFile = "settings.tfrc"
)

// tools are the programs that are measured, in a folder that holds whatever is built and written.
type tools struct {
	engine, folder string
}

// providers is the folder with the providers.
func (t *tools) providers() string { return filepath.Join(t.folder, "providers") }

// newTools finds the engine and builds the providers, stripped as in a release.
func newTools(ctx context.Context, folder string) (*tools, error) {
	engine, err := testbed.FindEngine()
	if err != nil {
		return nil, err
	}
	t := &tools{engine: engine, folder: folder}
	wrapped := filepath.Join(folder, "wrapped")
	for _, program := range [][]string{
		{filepath.Join(t.providers(), ours), module},
		{filepath.Join(t.providers(), empty), module + "/internal/cmd/bench/empty"},
		{filepath.Join(wrapped, ours), module + "/internal/cmd/bench/wrap"},
		{filepath.Join(wrapped, empty), module + "/internal/cmd/bench/wrap"},
	} {
		build := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", program[0], program[1])
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("build %s: %w\n%s", program[1], err, out)
		}
	}
	// The engine starts the command wrap in the place of each provider. This is the source if a configuration names none.
	settings := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"hashicorp/videoindexer\" = %[1]q\n    \"hashicorp/empty\" = %[1]q\n  }\n}\n", wrapped)
	return t, os.WriteFile(filepath.Join(folder, settingsFile), []byte(settings), 0o600)
}

// sample is what one step took and used.
type sample struct {
	wall             time.Duration
	engineCPU        time.Duration // of the engine alone
	providerCPU      time.Duration
	peakMemory       int64 // of the largest process of the provider, in bytes
	requests, tokens int   // requests of the API, and those for tokens
	connections      int
	stateBytes       int64
}

// row holds what was measured of a benchmark with one number of objects: each step as often as it was run.
type row struct {
	benchmark
	n       int
	samples map[string][]sample
}

// measure runs the benchmarks of the chosen parts. Those of a part run in turn, where they run several times.
func measure(ctx context.Context, t *tools, c config) ([]row, error) {
	var all []row
	for _, part := range c.only {
		var rows []row
		for _, b := range benchmarks(c) {
			for _, n := range b.numbers {
				if b.part == part {
					rows = append(rows, row{b, n, map[string][]sample{}})
				}
			}
		}
		pairs := map[string]int{"start": c.pairs, "upload": c.pairs / 5}[part]
		for range max(pairs, c.repeats) {
			for _, r := range rows {
				fmt.Fprintf(os.Stderr, "%s: %s, %d ...\n", part, r.name, r.n) // the whole takes many minutes
				if err := r.run(ctx, t); err != nil {
					return nil, fmt.Errorf("%s, %d: %w", r.name, r.n, err)
				}
			}
		}
		all = append(all, rows...)
	}
	return all, nil
}

// run runs the steps against a service of their own. It fails if a request was against the contract.
func (r row) run(ctx context.Context, t *tools) error {
	service, err := testbed.Serve(ctx, 0, r.isExtended, mockserver.Latency(r.latency), mockserver.PageCap(facesOfAPage))
	if err != nil {
		return err
	}
	defer service.Stop()
	if r.seed != nil {
		r.seed(service, r.n)
	}
	folder, err := os.MkdirTemp(t.folder, "workspace-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // the folder above it is removed in the end
	configuration, err := configurations.ReadFile("configurations/" + r.file)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), configuration, 0o600); err != nil {
		return err
	}
	w := &workspace{tools: t, service: service, folder: folder, n: r.n, edition: "first"}
	for _, s := range r.steps {
		took, err := s.run(ctx, w)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		r.samples[s.name] = append(r.samples[s.name], took)
	}
	return service.CheckContract()
}

// workspace is a folder with the configuration of a benchmark, and the service of it.
type workspace struct {
	tools   *tools
	service *testbed.Service
	folder  string
	n       int
	edition string
}

// engine runs the engine, which must succeed.
func (w *workspace) engine(ctx context.Context, arguments ...string) (sample, error) {
	usage := filepath.Join(w.folder, "usage")
	variables := append(w.service.Variables(), "TF_CLI_CONFIG_FILE="+filepath.Join(w.tools.folder, settingsFile),
		"BENCH_PROVIDERS="+w.tools.providers(), "BENCH_USAGE="+usage, fmt.Sprintf("TF_VAR_n=%d", w.n), "TF_VAR_edition="+w.edition)
	arguments = append(arguments, "-no-color", fmt.Sprintf("-parallelism=%d", parallelism))
	command := testbed.Command(ctx, w.tools.engine, w.folder, variables, arguments...)
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	w.service.ResetRequests()
	began := time.Now()
	err := command.Run()
	took := sample{wall: time.Since(began)}
	if err != nil {
		return took, fmt.Errorf("%s: %w\n%s", strings.Join(arguments, " "), err, said.String())
	}
	if err := took.takeUsage(usage); err != nil {
		return took, err
	}
	// The kernel counts to a process what its children used.
	took.engineCPU = command.ProcessState.UserTime() + command.ProcessState.SystemTime() - took.providerCPU
	if info, err := os.Stat(filepath.Join(w.folder, "terraform.tfstate")); err == nil { // a plan of no resource writes none
		took.stateBytes = info.Size()
	}
	sources := map[string]bool{}
	for _, r := range w.service.Requests() {
		sources[r.Connection] = true
		switch r.Endpoint {
		case 1, 2, 3, mockserver.X(22):
			took.tokens++
		default:
			took.requests++
		}
	}
	took.connections = len(sources)
	return took, nil
}

// takeUsage adds up what the processes of the provider used, from the file of the command wrap, which it removes.
func (s *sample) takeUsage(name string) error {
	content, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil // no provider was started
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(content)) {
		var cpu, memory int64
		if _, err := fmt.Sscan(line, &cpu, &memory); err != nil {
			return err
		}
		s.providerCPU += time.Duration(cpu)
		s.peakMemory = max(s.peakMemory, memory)
	}
	return os.Remove(name)
}
