// Package examples_test runs what the documentation shows: every example, and every block of code in
// the guides and READMEs, with the engine on the PATH and the provider built from this checkout.
package examples_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/semver"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// repository is the root of the checkout, as seen from this package.
const repository = "../.."

// engine is Terraform or OpenTofu, with the provider where it finds it.
type engine struct {
	program  string // path
	opentofu bool
	version  string // as in v1.11.4
	mirror   string // for init -plugin-dir
	settings string // a CLI configuration that needs no init at all
}

// scratch is removed when the tests of the package have ended.
var scratch string

func TestMain(m *testing.M) {
	if isVault() {
		if err := serveVault(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if scratch, err = os.MkdirTemp("", "examples"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(scratch)
	return m.Run()
}

// prepare finds the engine and builds the provider, once.
var prepare = sync.OnceValues(func() (engine, error) {
	program, err := exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), os.Getenv("TERRAFORM"), "terraform"))
	if err != nil {
		return engine{}, err
	}
	e := engine{program: program, mirror: filepath.Join(scratch, "mirror"), settings: filepath.Join(scratch, "overrides.tfrc")}
	if err := e.ask(); err != nil {
		return engine{}, err
	}
	var folder string
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		link := folder
		folder = filepath.Join(e.mirror, registry, "videoindexer", "videoindexer", "0.0.1", runtime.GOOS+"_"+runtime.GOARCH)
		if link != "" {
			if err := os.CopyFS(folder, os.DirFS(link)); err != nil {
				return engine{}, err
			}
			continue
		}
		binary := filepath.Join(folder, "terraform-provider-videoindexer_v0.0.1"+suffix())
		build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", binary, ".")
		build.Dir = repository
		if out, err := build.CombinedOutput(); err != nil {
			return engine{}, fmt.Errorf("building the provider: %w\n%s", err, out)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return engine{}, err
	}
	others := filepath.Join(scratch, "others")
	if err := os.Mkdir(others, 0o750); err != nil {
		return engine{}, err
	}
	if err := os.Symlink(self, filepath.Join(others, vaultBinary+suffix())); err != nil {
		return engine{}, err
	}
	overrides := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"videoindexer/videoindexer\" = %q\n    \"hashicorp/vault\" = %q\n  }\n  direct {}\n}\n", folder, others)
	return e, os.WriteFile(e.settings, []byte(overrides), 0o600)
})

// ask has the engine say what it is.
func (e *engine) ask() error {
	command := exec.Command(e.program, "version", "-json")
	command.Env = environment("TF_CLI_CONFIG_FILE=" + os.DevNull)
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s version: %w", e.program, err)
	}
	var answer struct {
		Version string `json:"terraform_version"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return err
	}
	command = exec.Command(e.program, "version")
	command.Env = environment("TF_CLI_CONFIG_FILE=" + os.DevNull)
	text, err := command.Output()
	e.version, e.opentofu = "v"+answer.Version, bytes.HasPrefix(text, []byte("OpenTofu"))
	return err
}

func suffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// need returns the engine, and skips where acceptance tests are not wanted, or the engine lacks a feature.
func need(t *testing.T, features ...feature) engine {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run with TF_ACC=1, as make test sets it")
	}
	e, err := prepare()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range features {
		if !e.has(f) {
			t.Skipf("%s has no %s", e.version, f.name)
		}
	}
	return e
}

// environment is that of the test without what would change the engine's or the provider's ways. An engine makes a
// certificate for each start of a provider, which takes most of the time of a small plan: here it makes none. The
// processes end before it would pay for them to collect garbage.
func environment(more ...string) []string {
	env := []string{"CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_DISABLE_PLUGIN_TLS=1"}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "TF_") && !strings.HasPrefix(variable, "VIDEOINDEXER_") {
			env = append(env, variable)
		}
	}
	return append(append(env, "GOGC=off"), more...)
}

// variables point the provider at a server; there is no default account among them.
func variables(s *acctest.Server) []string {
	return []string{
		"VIDEOINDEXER_ENDPOINT=" + s.URL, "VIDEOINDEXER_LOCATION=" + s.Account.Location, "VIDEOINDEXER_SUBSCRIPTION_KEY=" + s.Key,
	}
}

// inAccount are the variables with the server's account as default, and with extended operations.
func inAccount(s *acctest.Server) []string {
	return append(variables(s), "VIDEOINDEXER_ACCOUNT_ID="+s.Account.ID, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
}

// begin is an empty folder with a configuration, which the engine does not have to initialize.
func begin(t *testing.T, e engine, server *acctest.Server, configuration string) workspace {
	t.Helper()
	w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(append(inAccount(server), "TF_CLI_CONFIG_FILE="+e.settings)...)}
	w.write("main.tf", configuration)
	return w
}

// workspace is a folder that the engine works in.
type workspace struct {
	t      *testing.T
	engine engine
	folder string
	env    []string
}

// open copies an example, or a module, into a folder of its own and initializes it there. The modules of the repository are
// where examples look for them.
func open(t *testing.T, e engine, path string, env ...string) workspace {
	t.Helper()
	root := t.TempDir()
	for _, folder := range []string{"modules", path} {
		err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join(repository, folder)))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
	}
	w := workspace{t: t, engine: e, folder: filepath.Join(root, path), env: environment(append(env, "TF_CLI_CONFIG_FILE="+e.settings)...)}
	w.run("get")
	return w
}

// in is the workspace of a folder below, with its modules.
func (w workspace) in(folder string) workspace {
	w.t.Helper()
	w.folder = filepath.Join(w.folder, folder)
	w.run("get")
	return w
}

// try runs the engine; it returns all that was printed.
func (w workspace) try(arguments ...string) (string, error) {
	command := exec.CommandContext(w.t.Context(), w.engine.program, append(arguments, "-no-color")...)
	command.Dir, command.Env = w.folder, w.env
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	out, err := command.CombinedOutput()
	return string(out), err
}

// apply applies, without a question.
func (w workspace) apply(arguments ...string) string {
	w.t.Helper()
	return w.run(append([]string{"apply", "-auto-approve"}, arguments...)...)
}

// destroy destroys, without a question.
func (w workspace) destroy(arguments ...string) {
	w.t.Helper()
	w.run(append([]string{"destroy", "-auto-approve"}, arguments...)...)
}

// run runs the engine, which must succeed.
func (w workspace) run(arguments ...string) string {
	w.t.Helper()
	out, err := w.try(arguments...)
	if err != nil {
		w.t.Fatalf("%s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return out
}

// nothingToDo plans, and wants the plan to be empty.
func (w workspace) nothingToDo(arguments ...string) {
	w.t.Helper()
	if out, err := w.try(append([]string{"plan", "-detailed-exitcode"}, arguments...)...); err != nil {
		w.t.Fatalf("the plan after apply is not empty: %v\n%s", err, out)
	}
}

// show is what the engine shows of a plan, as JSON.
func (w workspace) show(plan string) []byte {
	w.t.Helper()
	command := exec.CommandContext(w.t.Context(), w.engine.program, "show", "-json", plan)
	command.Dir, command.Env = w.folder, w.env
	out, err := command.Output()
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// resourceChange is a change of a plan.
type resourceChange struct {
	Address string
	Change  struct {
		Actions       []string
		Before, After map[string]any
	}
}

// planned plans into tfplan, and returns what changes.
func (w workspace) planned(arguments ...string) []resourceChange {
	w.t.Helper()
	w.run(append([]string{"plan", "-out=tfplan"}, arguments...)...)
	var plan struct {
		ResourceChanges []resourceChange `json:"resource_changes"`
	}
	if err := json.Unmarshal(w.show("tfplan"), &plan); err != nil {
		w.t.Fatal(err)
	}
	return slices.DeleteFunc(plan.ResourceChanges, func(c resourceChange) bool { return slices.Equal(c.Change.Actions, []string{"no-op"}) })
}

// changes plans, and returns the addresses of the resources that the plan changes, each with its action.
func (w workspace) changes(arguments ...string) map[string]string {
	w.t.Helper()
	changes := map[string]string{}
	for _, c := range w.planned(arguments...) {
		changes[c.Address] = strings.Join(c.Change.Actions, ", ")
	}
	return changes
}

// feature is something of the language that not every engine has.
type feature struct {
	name string
	// terraform and opentofu are the first versions that have it; "" for none.
	terraform, opentofu string
}

// has reports whether the engine has a feature.
func (e engine) has(f feature) bool {
	since := f.terraform
	if e.opentofu {
		since = f.opentofu
	}
	return since != "" && semver.Compare(semver.MajorMinor(e.version), since) >= 0
}
