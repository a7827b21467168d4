// Command demo shows the provider at work. It starts a simulated service. The Terraform or OpenTofu
// that TERRAFORM names then plans, applies, changes and destroys two brands and a text. With
// DEMO=picture, it prints the part of the first plan that "make pictures" draws.
//
// Run it from the root of the repository. It needs no network, and works in a folder of its own. At
// the end, and on Ctrl-C, it stops and removes everything that it started.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// version is not a pre-release, because engines select a pre-release only if a configuration
// requires exactly that version.
const version = "0.0.1"

func main() {
	// Ctrl-C reaches the engine as well, which stops in good order. This context then prevents the
	// next step.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	interrupted := ctx.Err() != nil
	stop()
	switch {
	case interrupted:
		fmt.Fprintln(os.Stderr, "\nInterrupted. Everything that the demo started is stopped and removed.")
		os.Exit(130)
	case err != nil:
		fmt.Fprintf(os.Stderr, "\nThe demo failed: %v\n", err)
		os.Exit(1)
	}
}

// run builds the provider, starts a service, and shows a demo with both.
func run(ctx context.Context) (err error) {
	folder, err := os.MkdirTemp("", "videoindexer-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	demonstration := &demo{ctx: ctx, folder: folder}
	demonstration.engine, err = exec.LookPath(cmp.Or(os.Getenv("TERRAFORM"), "terraform"))
	if err == nil {
		demonstration.engine, err = filepath.Abs(demonstration.engine) // it runs in another folder
	}
	if err != nil {
		return err
	}
	show := demonstration.first
	if os.Getenv("DEMO") == "picture" {
		show = demonstration.picture
	}
	demonstration.service = mockserver.New(mockserver.WithExtended())
	demonstration.account = demonstration.service.AddDefaultAccount(0)
	listener := httptest.NewServer(demonstration.service)
	defer listener.Close()
	defer demonstration.service.Close()
	demonstration.endpoint = listener.URL
	demonstration.do(func() error {
		install := exec.CommandContext(ctx, "scripts/install.sh", version, demonstration.mirror())
		install.Stderr = os.Stderr
		return install.Run()
	})
	show()
	demonstration.do(func() error {
		all := demonstration.service.Violations()
		if len(all) > 0 {
			return fmt.Errorf("%d requests were against the contract, the first one: %s", len(all), all[0])
		}
		return nil
	})
	return demonstration.failed
}

// demo is the state of the steps. After a step has failed, no other step starts.
type demo struct {
	ctx            context.Context // of the one run
	engine, folder string
	service        *mockserver.Server
	account        mockserver.Account
	endpoint       string
	failed         error
}

func (d *demo) do(step func() error) {
	if d.failed == nil {
		d.failed = errors.Join(step(), d.ctx.Err())
	}
}

func (d *demo) title(text string) {
	if d.failed == nil {
		fmt.Printf("\n== %s ==\n\n", text)
	}
}

func (d *demo) mirror() string { return filepath.Join(d.folder, "mirror") }

func (d *demo) path(name string) string { return filepath.Join(d.folder, example, name) }

// quietly runs the engine, and returns its output. An error contains the whole output.
func (d *demo) quietly(arguments ...string) string {
	return d.output(d.command(append(arguments, "-no-color")...))
}

func (d *demo) output(command *exec.Cmd) (text string) {
	d.do(func() error {
		out, err := command.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", command, err, out)
		}
		text = string(out)
		return nil
	})
	return text
}

// command prepares a run of the engine. It omits the environment variables that would change how
// the engine or the provider works.
func (d *demo) command(arguments ...string) *exec.Cmd {
	command := exec.CommandContext(d.ctx, d.engine, arguments...)
	command.Dir = filepath.Join(d.folder, example)
	command.Env = append(slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "VIDEOINDEXER_")
	}), "TF_CLI_CONFIG_FILE="+os.DevNull, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_INPUT=0",
		"VIDEOINDEXER_ENDPOINT="+d.endpoint, "VIDEOINDEXER_LOCATION="+d.account.Location,
		"VIDEOINDEXER_ACCOUNT_ID="+d.account.ID,
		"VIDEOINDEXER_SUBSCRIPTION_KEY="+mockserver.DefaultSubscriptionKey, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
	info, err := os.Stdout.Stat()
	isTerminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	if !isTerminal || os.Getenv("NO_COLOR") != "" {
		command.Env = append(command.Env, "TF_CLI_ARGS=-no-color")
	}
	// The terminal sends Ctrl-C to the engine. A second interrupt from here would stop the engine
	// at once. So the demo only waits until the engine has ended its requests and written its
	// state, and kills an engine that hangs.
	command.Cancel = func() error { return nil }
	command.WaitDelay = 20 * time.Second
	return command
}

// contents returns the objects of the demo's account at the service, one on each line.
func (d *demo) contents() (lines []string) {
	for _, b := range d.service.Brands(d.account.ID) {
		lines = append(lines, fmt.Sprintf("brand %d  %s  tags %q  %q", b.ID, b.Name, b.Tags, b.Description))
	}
	for _, m := range d.service.LanguageModels(d.account.ID) {
		for _, f := range m.Files {
			lines = append(lines, fmt.Sprintf("language model %q  %s  %d bytes", m.Name, f.Name, len(f.Content)))
		}
	}
	return lines
}

// compare shows the changes at the service.
func (d *demo) compare(before []string) {
	after := d.contents()
	for _, line := range before {
		if !slices.Contains(after, line) {
			fmt.Println("-", line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			fmt.Println("+", line)
		}
	}
}

// replace changes a text in a file, and shows the line.
func (d *demo) replace(name, old, by string) {
	d.do(func() error {
		text, err := os.ReadFile(d.path(name))
		if err != nil {
			return err
		}
		if !bytes.Contains(text, []byte(old)) {
			return fmt.Errorf("%s does not have %q", name, old)
		}
		fmt.Printf("%s: %s\n\n", name, by)
		text = bytes.Replace(text, []byte(old), []byte(by), 1)
		return os.WriteFile(d.path(name), text, 0o600) //nolint:gosec // a file of the demo's own folder
	})
}

// change changes a brand as a user of the portal does.
func (d *demo) change(id int32, how func(*mockserver.Brand)) {
	if d.failed == nil {
		d.service.ChangeBrand(d.account.ID, id, how)
	}
}
