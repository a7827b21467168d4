//go:build unix

// Package reliability runs the provider's own binary under the real engine while things go wrong: the service fails at
// random, the provider is killed, the user presses Ctrl-C, tokens are revoked. After each of these the state must say
// what the service holds, and what is printed and kept must be free of secrets.
//
// Tests that are worth more time than `make test` has take it where RELIABILITY=full is set (`make chaos`).
package reliability

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// scratch holds what is built for the tests, until they are over.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "reliability-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// isFull says that there is time for every point and for sizes as they occur.
func isFull() bool { return os.Getenv("RELIABILITY") == "full" }

// tools are the programs under test.
type tools struct {
	engine    string // Terraform or OpenTofu
	cliConfig string // has the engine take the provider from here
}

// pidFile is the variable that names a file, to which every process of the provider adds its id.
const pidFile = "RELIABILITY_PIDS"

// wrapper stands in for the provider's binary and becomes it.
const wrapper = `#!/bin/sh
[ -z "$` + pidFile + `" ] || echo $$ >>"$` + pidFile + `"
exec "%s" "$@"
`

// build makes the provider once for all tests.
var build = sync.OnceValues(func() (tools, error) {
	engine := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if engine == "" {
		var err error
		if engine, err = exec.LookPath("terraform"); err != nil {
			return tools{}, fmt.Errorf("no engine to test with: %w", err)
		}
	}
	binary, plugins := filepath.Join(scratch, "provider"), filepath.Join(scratch, "plugins")
	compile := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags", "-s -w", "-o", binary, "../..")
	if out, err := compile.CombinedOutput(); err != nil {
		return tools{}, fmt.Errorf("build the provider: %w\n%s", err, out)
	}
	if err := os.Mkdir(plugins, 0o700); err != nil {
		return tools{}, err
	}
	cliConfig := filepath.Join(scratch, "cli.tfrc")
	files := map[string]string{
		filepath.Join(plugins, "terraform-provider-videoindexer"): fmt.Sprintf(wrapper, binary),
		cliConfig: fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"videoindexer/videoindexer\" = %q\n  }\n  direct {}\n}\n", plugins),
	}
	for name, content := range files {
		if err := os.WriteFile(name, []byte(content), 0o700); err != nil {
			return tools{}, err
		}
	}
	return tools{engine: engine, cliConfig: cliConfig}, nil
})
