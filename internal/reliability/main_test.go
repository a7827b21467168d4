//go:build unix

// Package reliability runs the provider's own binary under the real engine while things go wrong: the service fails at
// random, the provider is killed, the user presses Ctrl-C, tokens are revoked. After each of these the state must say
// what the service holds, and what is printed and kept must be free of secrets.
//
// Tests that are worth more time than `make test` has take it where RELIABILITY=full is set (`make chaos`).
package reliability

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
)

func TestMain(m *testing.M) { os.Exit(engine.Main(m)) }

// isFull says that there is time for every point and for sizes as they occur.
func isFull() bool { return os.Getenv("RELIABILITY") == "full" }

// pidFile is the variable that names a file, to which every process of the provider adds its id.
const pidFile = "RELIABILITY_PIDS"

// wrapper stands in for the provider's binary and becomes it.
const wrapper = `#!/bin/sh
[ -z "$` + pidFile + `" ] || echo $$ >>"$` + pidFile + `"
exec "%s" "$@"
`

// build makes the provider once for all tests, and a CLI configuration that has the engine take it.
var build = sync.OnceValues(func() (settings string, err error) {
	binary, plugins := filepath.Join(engine.Scratch, "provider"), filepath.Join(engine.Scratch, "plugins")
	settings = filepath.Join(engine.Scratch, "cli.tfrc")
	if err := engine.Build(binary); err != nil {
		return "", err
	}
	return settings, errors.Join(
		os.Mkdir(plugins, 0o700),
		os.WriteFile(filepath.Join(plugins, "terraform-provider-videoindexer"), fmt.Appendf(nil, wrapper, binary), 0o700),
		engine.Overrides(settings, map[string]string{"videoindexer/videoindexer": plugins}),
	)
})
