//go:build unix

package reliability

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// longestRun bounds a run of the engine, so that one that hangs fails its test alone.
const longestRun = 15 * time.Minute

// workspace is a folder with a configuration and its state, and a service of its own.
type workspace struct {
	t *testing.T
	*acctest.Server
	tools  tools
	dir    string
	env    []string
	silent bool // runs are not reported
	group  int  // process group of the latest run
	// lostIndexings counts the answers to re-index requests that were lost after the service had acted on them.
	lostIndexings int
}

// newWorkspace makes a folder and a service. The engine runs with no other environment than what is given here, and
// the provider is configured by variables: no credential is in the configuration.
func newWorkspace(t *testing.T, opts ...mockserver.Option) *workspace {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set")
	}
	built, err := build()
	if err != nil {
		t.Fatal(err)
	}
	server := acctest.NewServer(t, opts...)
	dir := t.TempDir()
	return &workspace{t: t, Server: server, tools: built, dir: dir, env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir,
		"TF_CLI_CONFIG_FILE=" + built.cliConfig, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_INPUT=0",
		// A certificate for each start of the provider would take most of the time of a small plan, and processes that
		// end soon need not collect garbage.
		"TF_DISABLE_PLUGIN_TLS=1", "GOGC=off",
		pidFile + "=" + filepath.Join(dir, "pids"),
		"VIDEOINDEXER_ENDPOINT=" + server.URL,
		"VIDEOINDEXER_LOCATION=" + server.Account.Location,
		"VIDEOINDEXER_ACCOUNT_ID=" + server.Account.ID,
		"VIDEOINDEXER_SUBSCRIPTION_KEY=" + server.Key,
	}}
}

// needsEngine skips the test where the engine is older.
func (w *workspace) needsEngine(major, minor int) {
	w.t.Helper()
	var version struct {
		Number string `json:"terraform_version"`
	}
	var have [2]int
	err := json.Unmarshal([]byte(w.run("version", "-json").output), &version)
	if err == nil {
		_, err = fmt.Sscanf(version.Number, "%d.%d", &have[0], &have[1])
	}
	if err != nil {
		w.t.Fatalf("the version of the engine: %v", err)
	}
	if slices.Compare(have[:], []int{major, minor}) < 0 {
		w.t.Skipf("the engine is %s, older than %d.%d", version.Number, major, minor)
	}
}

// setenv adds to the environment of the engine and the provider, or replaces what is there.
func (w *workspace) setenv(name, value string) {
	w.env = slices.DeleteFunc(w.env, func(e string) bool { return strings.HasPrefix(e, name+"=") })
	w.env = append(w.env, name+"="+value)
}

const header = `terraform {
  required_providers {
    videoindexer = {
      source = "videoindexer/videoindexer"
    }
  }
}
`

// configure writes the configuration.
func (w *workspace) configure(body string) {
	w.t.Helper()
	w.write("main.tf", header+body)
}

func (w *workspace) write(name, content string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// report is what came of a run of the engine.
type report struct {
	code   int
	output string // all that was printed
	took   time.Duration
	diags  []diagnostic
}

// diagnostic is an error or a warning as the engine prints it with -json.
type diagnostic struct {
	Severity string `json:"severity"`
	Summary  string `json:"summary"`
	Detail   string `json:"detail"`
	Address  string `json:"address"` // of the resource
}

func (d diagnostic) String() string { return d.Address + ": " + d.Summary + ": " + d.Detail }

// errors are the diagnostics that are errors.
func (r report) errors() []diagnostic {
	return slices.DeleteFunc(slices.Clone(r.diags), func(d diagnostic) bool { return d.Severity != "error" })
}

// says reports whether any diagnostic holds all of the texts.
func (r report) says(texts ...string) bool {
	return slices.ContainsFunc(r.diags, func(d diagnostic) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(d.String(), text) })
	})
}

func (r report) String() string {
	text := fmt.Sprintf("exit code %d after %s", r.code, r.took.Round(time.Millisecond))
	for _, d := range r.errors() {
		text += "\n  " + d.String()
	}
	if r.code != 0 && len(r.errors()) == 0 {
		text += "\n" + r.output
	}
	return text
}

func (w *workspace) apply() report {
	w.t.Helper()
	return w.run("apply", "-json", "-auto-approve")
}

func (w *workspace) destroy() report {
	w.t.Helper()
	return w.run("destroy", "-json", "-auto-approve")
}

// mustApply expects an apply to succeed.
func (w *workspace) mustApply() {
	w.t.Helper()
	if r := w.apply(); r.code != 0 {
		w.t.Fatalf("apply failed: %s", r)
	}
}

// mustBeClean expects a plan without changes.
func (w *workspace) mustBeClean() {
	w.t.Helper()
	if r := w.run("plan", "-json", "-detailed-exitcode"); r.code != 0 {
		w.t.Fatalf("a plan is not clean: %s\n%s", r, r.changes())
	}
}

// changes are the messages of what a plan would do.
func (r report) changes() string {
	var lines []string
	for line := range strings.Lines(r.output) {
		if strings.Contains(line, `"type":"planned_change"`) || strings.Contains(line, `"type":"resource_drift"`) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// run runs the engine, in a group of its own, so that a signal reaches what Ctrl-C in a terminal reaches: the engine and the provider.
func (w *workspace) run(command string, arguments ...string) report {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), longestRun)
	defer cancel()
	process := exec.CommandContext(ctx, w.tools.engine, append([]string{command}, arguments...)...)
	process.Dir, process.Env, process.SysProcAttr = w.dir, w.env, &syscall.SysProcAttr{Setpgid: true}
	process.Cancel = func() error { return syscall.Kill(-process.Process.Pid, syscall.SIGKILL) }
	var printed bytes.Buffer
	process.Stdout, process.Stderr = &printed, &printed
	began := time.Now()
	if err := process.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.group = process.Process.Pid
	err := process.Wait()
	out := report{output: printed.String(), took: time.Since(began), code: process.ProcessState.ExitCode()}
	if ctx.Err() != nil || err != nil && !process.ProcessState.Exited() {
		w.t.Fatalf("%s did not end by itself within %s: %v\n%s", command, longestRun, err, out.output)
	}
	for line := range strings.Lines(out.output) {
		var message struct{ Diagnostic *diagnostic }
		if json.Unmarshal([]byte(line), &message) == nil && message.Diagnostic != nil {
			out.diags = append(out.diags, *message.Diagnostic)
		}
	}
	if !w.silent {
		w.t.Logf("%s: exit code %d after %s, %d requests so far", command, out.code, out.took.Round(time.Millisecond), len(w.Requests()))
	}
	return out
}

// killProvider ends every process of the provider at once, as the kernel does when memory runs out.
func (w *workspace) killProvider(signal syscall.Signal) {
	content, err := os.ReadFile(filepath.Join(w.dir, "pids"))
	if err != nil {
		w.t.Error(err)
		return
	}
	killed := 0
	for line := range strings.Lines(string(content)) {
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			continue
		}
		// The id of a process that has ended may be somebody else's by now.
		if group, err := syscall.Getpgid(pid); err == nil && group == w.group && syscall.Kill(pid, signal) == nil {
			killed++
		}
	}
	if killed == 0 {
		w.t.Error("no process of the provider runs")
	}
}

// instance is one instance of a resource in the state.
type instance struct {
	Address    string
	Status     string
	Attributes map[string]any
}

// state reads the state file.
func (w *workspace) state() []instance {
	w.t.Helper()
	content, err := os.ReadFile(filepath.Join(w.dir, "terraform.tfstate"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		w.t.Fatal(err)
	}
	var file struct {
		Resources []struct {
			Mode, Type, Name string
			Instances        []struct {
				IndexKey   any `json:"index_key"`
				Status     string
				Attributes map[string]any
			}
		}
	}
	if err := json.Unmarshal(content, &file); err != nil {
		w.t.Fatal(err)
	}
	var all []instance
	for _, r := range file.Resources {
		for _, i := range r.Instances {
			address := r.Type + "." + r.Name
			if i.IndexKey != nil {
				key, err := json.Marshal(i.IndexKey)
				if err != nil {
					w.t.Fatal(err)
				}
				address += "[" + string(key) + "]"
			}
			if r.Mode == "managed" {
				all = append(all, instance{Address: address, Status: i.Status, Attributes: i.Attributes})
			}
		}
	}
	return all
}

// mustHaveNothingTainted expects every instance in the state to be sound.
func (w *workspace) mustHaveNothingTainted() {
	w.t.Helper()
	for _, i := range w.state() {
		if i.Status != "" {
			w.t.Errorf("%s is %s", i.Address, i.Status)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
