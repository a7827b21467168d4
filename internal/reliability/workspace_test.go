//go:build unix

// Package reliability runs the provider's own binary under the real engine while things go wrong:
// the service fails at random, the provider is killed, the user presses Ctrl-C, tokens are revoked.
// After each of these the state must say what the service holds, and what is printed and kept must
// be free of secrets.
//
// Tests that are worth more time than `make test` has take it where RELIABILITY=full is set (`make
// chaos`).
package reliability

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// workspace is a folder with a configuration and its state, and a service of its own.
type workspace struct {
	t testing.TB
	*acctest.Server
	*engine.Directory
	command *exec.Cmd // the latest one; it has a process group of its own
	// lostIndexings counts the responses to re-index requests that were lost after the service had
	// acted on them.
	lostIndexings int
}

// newWorkspace makes a folder and a service. The engine runs with no other environment than what is
// given here, and the provider is configured by variables: no credential is in the configuration.
func newWorkspace(t testing.TB, opts ...mockserver.Option) *workspace {
	t.Helper()
	found := engine.Need(t)
	settings, err := build()
	if err != nil {
		t.Fatalf("want the provider built: %v", inprocess.Excerpt(err))
	}
	w := without(t, opts...)
	w.Engine = found
	w.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + w.Folder, "TMPDIR=" + w.Folder,
		"TF_CLI_CONFIG_FILE=" + settings, pidFile + "=" + filepath.Join(w.Folder, "pids"),
		"CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_INPUT=0", "TF_DISABLE_PLUGIN_TLS=1", "GOGC=off",
		"VIDEOINDEXER_ENDPOINT=" + w.URL, "VIDEOINDEXER_LOCATION=" + w.Account.Location,
		"VIDEOINDEXER_ACCOUNT_ID=" + w.Account.ID,
		"VIDEOINDEXER_SUBSCRIPTION_KEY=" + w.Key,
	}
	// A signal to the group reaches what Ctrl-C in a terminal reaches: the engine and the provider.
	w.Prepare = func(command *exec.Cmd) {
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		w.command = command
		command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	}
	return w
}

// without returns a workspace without an engine.
func without(t testing.TB, opts ...mockserver.Option) *workspace {
	t.Helper()
	return &workspace{t: t, Server: acctest.NewServer(t, opts...), Directory: engine.Engine{}.In(t, t.TempDir())}
}

// setenv adds to the environment of the engine and the provider, or replaces what is there.
func (w *workspace) setenv(name, value string) {
	w.Env = slices.DeleteFunc(w.Env, func(e string) bool { return strings.HasPrefix(e, name+"=") })
	w.Env = append(w.Env, name+"="+value)
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
	w.Write("main.tf", header+body)
}

func (w *workspace) apply() engine.Result {
	w.t.Helper()
	return w.run("apply", "-json", "-auto-approve")
}

func (w *workspace) destroy() engine.Result {
	w.t.Helper()
	return w.run("destroy", "-json", "-auto-approve")
}

// mustApply expects an apply to succeed.
func (w *workspace) mustApply() {
	w.t.Helper()
	r := w.apply()
	if r.Code != 0 {
		w.t.Fatalf("want the apply to succeed: %s", r)
	}
}

// mustBeClean expects a plan without changes.
func (w *workspace) mustBeClean() {
	w.t.Helper()
	r := w.run("plan", "-json", "-detailed-exitcode")
	if r.Code != 0 {
		w.t.Fatalf("want an empty plan, got %s", r)
	}
}

// run runs the engine, and reports it.
func (w *workspace) run(arguments ...string) engine.Result {
	w.t.Helper()
	r := w.Try(arguments...)
	w.t.Logf("%s: exit code %d after %s, %d requests so far",
		arguments[0], r.Code, r.Took.Round(time.Millisecond), len(w.Requests()))
	return r
}

// killProvider ends every process of the provider at once, as the kernel does when memory runs out.
func (w *workspace) killProvider(signal syscall.Signal) {
	content, err := os.ReadFile(filepath.Join(w.Folder, "pids"))
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
		group, err := syscall.Getpgid(pid)
		if err != nil || group != w.command.Process.Pid {
			continue
		}
		err = syscall.Kill(pid, signal)
		if err == nil {
			killed++
		}
	}
	if killed == 0 {
		w.t.Error("no process of the provider runs, want one to kill")
	}
}

// mustHaveNothingTainted expects every instance in the state to be sound.
func (w *workspace) mustHaveNothingTainted() {
	w.t.Helper()
	for _, i := range w.Instances() {
		check.Equal(w.t, "", i.Status, "the mark of %s", i.Address)
	}
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	check.MustSucceed(t, err, "the file")
	return string(content)
}

func TestMain(m *testing.M) { os.Exit(engine.Main(m)) }

// pidFile is the variable that names a file, to which every process of the provider adds its id.
const pidFile = "RELIABILITY_PIDS"

// wrapper stands in for the provider's binary and becomes it.
const wrapper = `#!/bin/sh
[ -z "$` + pidFile + `" ] || echo $$ >>"$` + pidFile + `"
exec "%s" "$@"
`

// build makes the provider once for all tests, and a CLI configuration that has the engine take it.
var build = sync.OnceValues(func() (settings string, err error) {
	binary := filepath.Join(engine.Scratch, "provider")
	plugins := filepath.Join(engine.Scratch, "plugins")
	settings = filepath.Join(engine.Scratch, "cli.tfrc")
	err = engine.Build(binary)
	if err != nil {
		return "", err
	}
	return settings, errors.Join(
		os.Mkdir(plugins, 0o700),
		os.WriteFile(filepath.Join(plugins, "terraform-provider-videoindexer"), fmt.Appendf(nil, wrapper, binary), 0o700),
		engine.Overrides(settings, map[string]string{"videoindexer/videoindexer": plugins}),
	)
})
