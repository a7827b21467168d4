// Package engine runs acceptance tests with Terraform or OpenTofu, as users run them: in a folder,
// with commands.
package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/semver"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// Engine is Terraform or OpenTofu.
type Engine struct {
	Program    string // path
	Version    string // as in v1.11.4
	IsOpenTofu bool
}

// Feature is a feature of the language that not every engine has.
type Feature struct {
	Name string
	// Terraform and OpenTofu are the first versions that have it; "" for none.
	Terraform, OpenTofu string
}

// WriteOnly are write-only arguments.
var WriteOnly = Feature{Name: "write-only arguments", Terraform: "v1.11", OpenTofu: "v1.11"}

// Has reports whether the engine has a feature.
func (e Engine) Has(f Feature) bool {
	since := f.Terraform
	if e.IsOpenTofu {
		since = f.OpenTofu
	}
	return since != "" && semver.Compare(semver.MajorMinor(e.Version), since) >= 0
}

// Need finds the engine. It skips the test if acceptance tests are not wanted, or the engine lacks
// a feature.
func Need(t testing.TB, features ...Feature) Engine {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run with TF_ACC=1, as make test sets it")
	}
	e, err := find()
	check.MustSucceed(t, err, "the engine")
	for _, f := range features {
		if !e.Has(f) {
			t.Skipf("%s has no %s", e.Version, f.Name)
		}
	}
	return e
}

// find asks the engine for its name and version, once.
var find = sync.OnceValues(func() (e Engine, err error) {
	e.Program, err = exec.LookPath(cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), os.Getenv("TERRAFORM"), "terraform"))
	if err != nil {
		return e, err // it names the program
	}
	var outputs [2][]byte
	for i, arguments := range [][]string{{"version"}, {"version", "-json"}} {
		command := exec.Command(e.Program, arguments...)
		command.Env = Environment("TF_CLI_CONFIG_FILE=" + os.DevNull)
		outputs[i], err = command.Output()
		if err != nil {
			return e, fmt.Errorf("%s version: %w", e.Program, err)
		}
	}
	var response struct {
		Version string `json:"terraform_version"`
	}
	err = json.Unmarshal(outputs[1], &response)
	e.Version = "v" + response.Version
	e.IsOpenTofu = strings.HasPrefix(string(outputs[0]), "OpenTofu")
	return e, err
})

// Environment returns the environment of the test, without the variables that change how the engine
// or the provider works. It turns off TLS between engine and provider, because the certificate
// takes most of the time of a small plan. It also turns off garbage collection, because the
// processes end before it pays.
func Environment(more ...string) []string {
	env := []string{"CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_INPUT=0", "TF_DISABLE_PLUGIN_TLS=1"}
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "TF_") && !strings.HasPrefix(variable, "VIDEOINDEXER_") {
			env = append(env, variable)
		}
	}
	return append(append(env, "GOGC=off"), more...)
}

// Build builds the provider as a release is built.
func Build(binary string) error {
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", binary,
		"github.com/videoindexer/terraform-provider-videoindexer")
	out, err := build.CombinedOutput()
	if err != nil {
		return fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return nil
}

// Overrides writes a CLI configuration. With it, an engine finds providers in folders by their
// source, without an init.
func Overrides(file string, folders map[string]string) error {
	var overrides strings.Builder
	for _, source := range slices.Sorted(maps.Keys(folders)) {
		fmt.Fprintf(&overrides, "    %q = %q\n", source, folders[source])
	}
	text := "provider_installation {\n  dev_overrides {\n" + overrides.String() + "  }\n  direct {}\n}\n"
	return os.WriteFile(file, []byte(text), 0o600)
}

// Scratch is a folder for files that the tests of a package share. Main makes and removes it.
var Scratch string

// Main runs the tests of a package, and returns the code to exit with.
func Main(m *testing.M) int {
	var err error
	Scratch, err = os.MkdirTemp("", "engine-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(Scratch) }()
	return m.Run()
}
