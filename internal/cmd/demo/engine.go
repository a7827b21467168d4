package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// version is what the demo's build of the provider calls itself. It is no pre-release: engines select one only where a
// configuration asks for exactly that version.
const version = "0.0.1"

const missingEngine = `%q is not on the PATH, and the demo needs Terraform or OpenTofu:

  Terraform 1.8 or later:  https://developer.hashicorp.com/terraform/install
  OpenTofu 1.8 or later:   https://opentofu.org/docs/intro/install/

Installed elsewhere, or under another name? Say so:  TERRAFORM=/path/to/it make demo  or  TERRAFORM=tofu make demo`

// engine runs one Terraform or OpenTofu in one configuration's folder.
type engine struct {
	program   string   // path of the binary
	folder    string   // holds the configuration, a plan and the state
	mirror    string   // holds the provider
	variables []string // added to the environment, NAME=value
}

// findEngine looks up the program that TERRAFORM names, "terraform" by default.
func findEngine() (string, error) {
	name := os.Getenv("TERRAFORM")
	if name == "" {
		name = "terraform"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf(missingEngine, name)
	}
	// The engine runs in another folder, where a relative path leads nowhere.
	return filepath.Abs(path)
}

// build makes the provider, into a plugin mirror, and the simulated service.
func build(ctx context.Context, mirror, serviceBinary string) error {
	steps := [][]string{
		{"scripts/install.sh", version, mirror},
		{"go", "build", "-buildvcs=false", "-o", serviceBinary, "./internal/cmd/mockserver"},
	}
	for _, arguments := range steps {
		command := exec.CommandContext(ctx, arguments[0], arguments[1:]...)
		command.Stderr = os.Stderr
		if err := command.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(arguments, " "), err)
		}
	}
	fmt.Printf("terraform-provider-videoindexer %s and the service are built.\n", version)
	return nil
}

// name is what the engine is called in headings.
func (e engine) name() string {
	return strings.TrimSuffix(filepath.Base(e.program), ".exe")
}

// run runs the engine and shows what it prints.
func (e engine) run(ctx context.Context, arguments ...string) error {
	command := e.command(ctx, arguments)
	command.Stdout = os.Stdout
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", e.name(), arguments[0], err)
	}
	return nil
}

// output runs the engine and returns what it prints.
func (e engine) output(ctx context.Context, arguments ...string) ([]byte, error) {
	out, err := e.command(ctx, arguments).Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", e.name(), arguments[0], err, out)
	}
	return out, nil
}

// lastLine runs the engine and shows only the end of what it prints, or everything when it fails.
func (e engine) lastLine(ctx context.Context, arguments ...string) error {
	out, err := e.output(ctx, arguments...)
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	fmt.Println(lines[len(lines)-1])
	return nil
}

func (e engine) command(ctx context.Context, arguments []string) *exec.Cmd {
	if _, plain := os.LookupEnv("NO_COLOR"); plain || !isTerminal(os.Stdout) {
		arguments = append(arguments, "-no-color")
	}
	command := exec.CommandContext(ctx, e.program, arguments...)
	command.Dir = e.folder
	command.Env = append(cleanEnvironment(os.Environ()), e.variables...)
	command.Stderr = os.Stderr
	// Ctrl-C goes to the engine from the terminal, and a second interrupt from
	// here would make it drop everything. So the demo only waits for the engine
	// to end its requests and write its state, and kills one that hangs.
	command.Cancel = func() error { return nil }
	command.WaitDelay = 20 * time.Second
	return command
}

// cleanEnvironment leaves out the variables that would change how the engine or the provider works, so that the demo
// is the same on every machine.
func cleanEnvironment(environment []string) []string {
	clean := []string{"TF_CLI_CONFIG_FILE=" + os.DevNull, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1"}
	for _, variable := range environment {
		if strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "VIDEOINDEXER_") ||
			strings.HasPrefix(variable, "CHECKPOINT_") {
			continue
		}
		clean = append(clean, variable)
	}
	return clean
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
