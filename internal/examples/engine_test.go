// Package examples_test runs what the documentation shows: every example, and every block of code
// in the guides and READMEs, with the engine on the PATH and the provider built from this checkout.
package examples_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// repository is the root of the checkout, as seen from this package.
const repository = "../.."

// inRepository returns the absolute path of a file or folder of the checkout.
func inRepository(t *testing.T, path ...string) string {
	t.Helper()
	absolute, err := filepath.Abs(filepath.Join(append([]string{repository}, path...)...))
	check.MustSucceed(t, err, "the path %q", path)
	return absolute
}

// tools are the engine, with the provider where it finds it.
type tools struct {
	engine.Engine
	mirror   string // for init -plugin-dir
	settings string // the variable of a CLI configuration that needs no init at all
}

func TestMain(m *testing.M) {
	if isVault() {
		err := serveVault()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(engine.Main(m))
}

// prepare builds the provider, once.
var prepare = sync.OnceValues(func() (made tools, err error) {
	made.mirror = filepath.Join(engine.Scratch, "mirror")
	folder := func(registry string) string {
		return filepath.Join(
			made.mirror, registry, "videoindexer", "videoindexer", "0.0.1", runtime.GOOS+"_"+runtime.GOARCH,
		)
	}
	built := folder("registry.terraform.io")
	others := filepath.Join(engine.Scratch, "others")
	overrides := filepath.Join(engine.Scratch, "overrides.tfrc")
	made.settings = "TF_CLI_CONFIG_FILE=" + overrides
	self, err := os.Executable()
	for _, step := range []func() error{
		func() error {
			return engine.Build(filepath.Join(built, "terraform-provider-videoindexer_v0.0.1"+suffix()))
		},
		func() error { return os.CopyFS(folder("registry.opentofu.org"), os.DirFS(built)) },
		func() error { return os.Mkdir(others, 0o750) },
		func() error { return os.Symlink(self, filepath.Join(others, vaultBinary+suffix())) },
		func() error {
			return engine.Overrides(overrides, map[string]string{
				"videoindexer/videoindexer": built, "hashicorp/vault": others,
			})
		},
	} {
		if err == nil {
			err = step()
		}
	}
	return made, err
})

func suffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// need returns the engine, and skips where acceptance tests are not wanted, or the engine lacks a
// feature.
func need(t *testing.T, features ...engine.Feature) tools {
	t.Helper()
	found := engine.Need(t, features...)
	made, err := prepare()
	if err != nil {
		t.Fatalf("want the provider built: %v", inprocess.Excerpt(err))
	}
	made.Engine = found
	return made
}

// variables point the provider at a server; there is no default account among them.
func variables(s *acctest.Server) []string {
	return []string{
		"VIDEOINDEXER_ENDPOINT=" + s.URL, "VIDEOINDEXER_LOCATION=" + s.Account.Location,
		"VIDEOINDEXER_SUBSCRIPTION_KEY=" + s.Key,
	}
}

// inAccount returns the variables with the server's account as default, and with extended
// operations.
func inAccount(s *acctest.Server) []string {
	return append(variables(s), "VIDEOINDEXER_ACCOUNT_ID="+s.Account.ID, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
}

// workspace is a folder that the engine works in.
type workspace struct {
	*engine.Directory
	t *testing.T
}

// at returns an empty folder in which the engine finds the provider without an init.
func (e tools) at(t *testing.T, env ...string) workspace {
	t.Helper()
	return workspace{e.In(t, t.TempDir(), append(env, e.settings)...), t}
}

// begin returns an empty folder with a configuration for a server's account.
func begin(t *testing.T, e tools, server *acctest.Server, configuration string) workspace {
	t.Helper()
	w := e.at(t, inAccount(server)...)
	w.Write("main.tf", configuration)
	return w
}

// open copies an example, or a module, into a folder of its own and initializes it there. The
// modules of the repository are where examples look for them.
func open(t *testing.T, e tools, path string, env ...string) workspace {
	t.Helper()
	root := e.at(t, env...)
	for _, folder := range []string{"modules", path} {
		err := os.CopyFS(filepath.Join(root.Folder, folder), os.DirFS(filepath.Join(repository, folder)))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
	}
	return root.in(path)
}

// below returns the workspace of a folder below.
func (w workspace) below(folder string) workspace {
	directory := *w.Directory
	directory.Folder = filepath.Join(w.Folder, folder)
	return workspace{&directory, w.t}
}

// in returns the workspace of a folder below, with its modules.
func (w workspace) in(folder string) workspace {
	w.t.Helper()
	w = w.below(folder)
	w.Run("get")
	return w
}

// apply applies, without a question.
func (w workspace) apply(arguments ...string) string {
	w.t.Helper()
	return w.Run(append([]string{"apply", "-auto-approve"}, arguments...)...)
}

// destroy destroys, without a question.
func (w workspace) destroy(arguments ...string) {
	w.t.Helper()
	w.Run(append([]string{"destroy", "-auto-approve"}, arguments...)...)
}

// mustPlanNothing plans, and wants the plan to be empty.
func (w workspace) mustPlanNothing(arguments ...string) {
	w.t.Helper()
	r := w.Try(append([]string{"plan", "-detailed-exitcode"}, arguments...)...)
	if r.Code != 0 {
		w.t.Fatalf("want an empty plan after the apply: %s", r)
	}
}

// planned plans into tfplan, and returns what changes.
func (w workspace) planned(arguments ...string) []inprocess.Change {
	w.t.Helper()
	w.Run(append([]string{"plan", "-out=tfplan"}, arguments...)...)
	return slices.DeleteFunc(w.Changes("tfplan"), func(c inprocess.Change) bool { return c.Action == "no-op" })
}

// wantChanges plans into tfplan, and compares the addresses of the resources that the plan changes,
// each with its action.
func (w workspace) wantChanges(want map[string]string, arguments ...string) {
	w.t.Helper()
	changes := map[string]string{}
	for _, c := range w.planned(arguments...) {
		changes[c.Address] = c.Action
	}
	if len(want) > 0 || len(changes) > 0 {
		check.Equal(w.t, want, changes, "changes")
	}
}

// wantImports wants what a plan printed to say that it imports so many objects, and does nothing
// else.
func (w workspace) wantImports(printed string, n int) {
	w.t.Helper()
	want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", n)
	if !strings.Contains(printed, want) {
		w.t.Errorf("the plan must say %q. It says: %v", want, acctest.Messages(planSummary.FindAllString(printed, -1)))
	}
}

// planSummary finds what a plan says of each object that it does not import, and of all.
var planSummary = regexp.MustCompile(`(?m)^ *# [^( ]+ (will|must) be [^i].*|^Plan: .*`)

// mustRefuse runs a command that must fail with a text. It returns all that is printed, in one line
// without frames.
func (w workspace) mustRefuse(text string, arguments ...string) string {
	w.t.Helper()
	r := w.Try(arguments...)
	output := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "╷", " ", "╵", " ").Replace(r.Output)), " ")
	if r.Code == 0 || !strings.Contains(output, text) {
		w.t.Fatalf("want %q refused with %q, got %s", arguments, text, r)
	}
	return output
}

// edit replaces a text of a file, which must be there.
func (w workspace) edit(name, old, by string) {
	w.t.Helper()
	w.Write(name, replaced(w.t, read(w.t, filepath.Join(w.Folder, name)), old, by))
}

// add adds lines to a file.
func (w workspace) add(name, lines string) {
	w.t.Helper()
	w.Write(name, read(w.t, filepath.Join(w.Folder, name))+lines)
}
