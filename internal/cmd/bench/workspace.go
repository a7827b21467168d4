package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	module = "github.com/videoindexer/terraform-provider-videoindexer"
	// parallelism is how many objects the engine, and a dictionary, work on at a time.
	parallelism = 10
)

// tools are the programs that are measured.
type tools struct {
	engine        string
	engineVersion string
	folder        string // everything that is built, written and measured
	provider      string // our provider, stripped as in a release
	empty         string // the empty provider
}

// Names of the engine's settings: which binary a provider's name leads to.
const (
	measured = "measured.tfrc" // to a process that notes what the provider uses
	direct   = "direct.tfrc"   // to the provider itself
)

// newTools finds the engine that TERRAFORM names and builds the providers into the folder.
func newTools(ctx context.Context, folder string) (*tools, error) {
	engine, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), os.Getenv("TERRAFORM"), "terraform"))
	if err != nil {
		return nil, fmt.Errorf("the whole-process benchmarks need Terraform or OpenTofu on the PATH, or named by TERRAFORM: %w", err)
	}
	if engine, err = filepath.Abs(engine); err != nil {
		return nil, err
	}
	plugins, wrapped := filepath.Join(folder, "plugins"), filepath.Join(folder, "wrapped")
	t := &tools{
		engine: engine, folder: folder,
		provider: filepath.Join(plugins, "terraform-provider-videoindexer"),
		empty:    filepath.Join(plugins, "terraform-provider-empty"),
	}
	for binary, source := range map[string]string{t.provider: module, t.empty: module + "/internal/cmd/bench/empty"} {
		build := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", binary, source)
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("build %s: %w\n%s", source, err, out)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(wrapped, 0o700); err != nil {
		return nil, err
	}
	if err := os.Symlink(self, filepath.Join(wrapped, "terraform-provider-videoindexer")); err != nil {
		return nil, err
	}
	for name, plugins := range map[string]string{measured: wrapped, direct: plugins} {
		settings := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"videoindexer/videoindexer\" = %q\n    \"videoindexer/empty\" = %q\n  }\n  direct {}\n}\n",
			plugins, plugins)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(settings), 0o600); err != nil {
			return nil, err
		}
	}
	version := exec.CommandContext(ctx, engine, "version")
	version.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+os.DevNull, "CHECKPOINT_DISABLE=1")
	said, err := version.Output()
	t.engineVersion, _, _ = strings.Cut(string(said), "\n")
	return t, err
}

// sample is what one run of the engine took and used.
type sample struct {
	Wall        time.Duration `json:"wall"`
	EngineCPU   time.Duration `json:"engine_cpu"` // of the engine alone
	Provider    usage         `json:"provider"`
	Requests    int           `json:"requests"`       // of the API, tokens left out
	Writes      int           `json:"writes"`         // those of them that are not GET
	Tokens      int           `json:"token_requests"` // for each process of the provider, at most two
	Connections int           `json:"connections"`
}

// workspace is a folder with a configuration, and a service of its own.
type workspace struct {
	tools    *tools
	service  *service
	settings string // measured or direct
	dir      string
}

func newWorkspace(t *tools, s *service, settings string) (*workspace, error) {
	dir, err := os.MkdirTemp(t.folder, "workspace-")
	return &workspace{tools: t, service: s, settings: settings, dir: dir}, err
}

func (w *workspace) remove() { _ = os.RemoveAll(w.dir) }

// configure writes the configuration, for a provider of the given name or, with "", for none.
func (w *workspace) configure(provider, body string) error {
	if provider != "" {
		body = fmt.Sprintf("terraform {\n  required_providers {\n    %[1]s = { source = \"videoindexer/%[1]s\" }\n  }\n}\n\n%[2]s", provider, body)
	}
	return os.WriteFile(filepath.Join(w.dir, "main.tf"), []byte(body), 0o600)
}

// run runs the engine, which must succeed.
func (w *workspace) run(ctx context.Context, arguments ...string) (sample, error) {
	usageFile := filepath.Join(w.dir, "usage")
	command := exec.CommandContext(ctx, w.tools.engine, append(arguments, "-input=false", "-no-color")...)
	command.Dir = w.dir
	// The engine hands its interrupt on to the provider, and both end in good order.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 20 * time.Second
	command.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + w.dir, "TMPDIR=" + os.TempDir(),
		"TF_CLI_CONFIG_FILE=" + filepath.Join(w.tools.folder, w.settings), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1",
		wrappedVariable + "=" + w.tools.provider, usageVariable + "=" + usageFile,
	}
	if w.service != nil {
		w.service.forget()
		command.Env = append(command.Env, w.service.variables()...)
	}
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	began := time.Now()
	err := command.Run()
	took := sample{Wall: time.Since(began)}
	if err != nil {
		return took, fmt.Errorf("%s %s: %w\n%s", w.tools.engine, strings.Join(arguments, " "), err, said.String())
	}
	if w.service != nil {
		w.service.count(&took)
	}
	if took.Provider, err = takeUsage(usageFile); err != nil {
		return took, err
	}
	// The kernel counts to a process what its children used.
	took.EngineCPU = usageOf(command.ProcessState).CPU - took.Provider.CPU
	return took, nil
}

func (w *workspace) apply(ctx context.Context) (sample, error) {
	return w.run(ctx, "apply", "-auto-approve", fmt.Sprintf("-parallelism=%d", parallelism))
}

// planNothing plans, and fails where the plan has changes.
func (w *workspace) planNothing(ctx context.Context) (sample, error) {
	return w.run(ctx, "plan", "-detailed-exitcode", fmt.Sprintf("-parallelism=%d", parallelism))
}

// settle has an apply keep what it reads once the service's times tell it from what was written: until then, plans read
// the faces of each person that was written.
func (w *workspace) settle(ctx context.Context) error {
	select {
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
		return ctx.Err()
	}
	_, err := w.run(ctx, "apply", "-refresh-only", "-auto-approve")
	return err
}

func (w *workspace) destroy(ctx context.Context) (sample, error) {
	return w.run(ctx, "destroy", "-auto-approve", fmt.Sprintf("-parallelism=%d", parallelism))
}

// stateBytes is the size of the state file.
func (w *workspace) stateBytes() (int64, error) {
	info, err := os.Stat(filepath.Join(w.dir, "terraform.tfstate"))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// output reads a number that the configuration puts out.
func (w *workspace) output(name string) (float64, error) {
	content, err := os.ReadFile(filepath.Join(w.dir, "terraform.tfstate"))
	if err != nil {
		return 0, err
	}
	var state struct {
		Outputs map[string]struct{ Value float64 }
	}
	err = json.Unmarshal(content, &state)
	return state.Outputs[name].Value, err
}
