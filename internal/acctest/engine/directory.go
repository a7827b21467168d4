package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// Directory is a working directory of an engine. Its steps are those of inprocess.Directory.
type Directory struct {
	Engine
	Folder string
	Env    []string
	// Served starts the provider that the test itself serves. It is nil if the environment names
	// the provider for the engine.
	Served func() tfprotov6.ProviderServer
	// Prepare, if it is not nil, prepares a command before it starts.
	Prepare func(*exec.Cmd)
	t       testing.TB
	last    Result // of a plan or an apply
}

// In returns a working directory in a folder, with variables in addition to the usual environment.
func (e Engine) In(t testing.TB, folder string, env ...string) *Directory {
	t.Helper()
	return &Directory{Engine: e, Folder: folder, Env: Environment(append(env, "TF_CLI_ARGS=-no-color")...), t: t}
}

// Open makes an empty working directory for a provider that the test serves. Each command gets its
// own process of the provider.
func Open(t testing.TB, served func() tfprotov6.ProviderServer) *Directory {
	t.Helper()
	d := Need(t).In(t, t.TempDir(), "TF_CLI_CONFIG_FILE="+os.DevNull)
	d.Served = served
	return d
}

// Result is the result of a command.
type Result struct {
	Code   int
	Output string // all that was printed
	Took   time.Duration
	// Diagnostics, and what a plan says of each of its changes, are there with -json.
	Diagnostics []Diagnostic
	changes     inprocess.Messages
}

// Diagnostic is an error or a warning as the engine prints it with -json.
type Diagnostic struct {
	Severity, Summary, Detail string
	Address                   string // of the resource
}

func (d Diagnostic) String() string { return d.Address + ": " + d.Summary + ": " + d.Detail }

// Errors returns the diagnostics that are errors.
func (r Result) Errors() []Diagnostic {
	return slices.DeleteFunc(slices.Clone(r.Diagnostics), func(d Diagnostic) bool { return d.Severity != "error" })
}

// Says reports whether any diagnostic contains all of the texts.
func (r Result) Says(texts ...string) bool {
	return slices.ContainsFunc(r.Diagnostics, func(d Diagnostic) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(d.String(), text) })
	})
}

// String returns how the command ended, and what matters of its output: the first errors, or the
// first changes of a plan.
func (r Result) String() string {
	ended := fmt.Sprintf("exit code %d after %s", r.Code, r.Took.Round(time.Millisecond))
	var messages inprocess.Messages
	for _, d := range r.Errors() {
		messages = append(messages, d.String())
	}
	switch {
	case r.Code == 0:
		return ended
	case len(messages) == 0 && len(r.changes) > 0:
		messages = r.changes
	case len(messages) == 0:
		messages = inprocess.Excerpt(r.Output)
	}
	return fmt.Sprintf("%s: %v", ended, messages)
}

// err returns the error of the command in the form of an in-process error.
func (r Result) err() error {
	if r.Code == 0 {
		return nil
	}
	var errs []error
	for _, d := range r.Errors() {
		errs = append(errs, fmt.Errorf("Error: %s\n\n%s: %s", d.Summary, d.Address, d.Detail)) //nolint:staticcheck // as an engine writes it
	}
	if len(errs) == 0 {
		return errors.New(r.String())
	}
	return errors.Join(errs...)
}

// Try runs a command of the engine.
func (d *Directory) Try(arguments ...string) Result {
	d.t.Helper()
	command := exec.CommandContext(d.t.Context(), d.Program, arguments...)
	command.Dir = d.Folder
	command.Env = d.Env
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	if d.Served != nil {
		variable, stop := serve(d.t, d.Served())
		defer stop()
		command.Env = append(slices.Clip(d.Env), variable)
	}
	if d.Prepare != nil {
		d.Prepare(command)
	}
	var printed bytes.Buffer
	command.Stdout = &printed
	command.Stderr = &printed
	began := time.Now()
	err := command.Run()
	if command.ProcessState == nil || !command.ProcessState.Exited() {
		d.t.Fatalf("want %q to end by itself: %v%v", arguments, err, inprocess.Excerpt(&printed))
	}
	r := Result{Code: command.ProcessState.ExitCode(), Output: printed.String(), Took: time.Since(began)}
	for line := range bytes.Lines(printed.Bytes()) {
		var message struct {
			Diagnostic *Diagnostic
			Type       string
			Message    string `json:"@message"`
		}
		if json.Unmarshal(line, &message) != nil {
			continue
		}
		if message.Diagnostic != nil {
			r.Diagnostics = append(r.Diagnostics, *message.Diagnostic)
		}
		if message.Type == "planned_change" {
			r.changes = append(r.changes, message.Message)
		}
	}
	return r
}

// Run runs a command of the engine, which must succeed, and returns its output.
func (d *Directory) Run(arguments ...string) string {
	d.t.Helper()
	r := d.Try(arguments...)
	if r.Code != 0 {
		d.t.Fatalf("want %q to succeed: %s", strings.Join(arguments, " "), r)
	}
	return r.Output
}

// Address is Terraform's name of a provider whose source no configuration names. addresses are the
// names that all engines use.
const Address = "registry.terraform.io/hashicorp/videoindexer"

var addresses = []string{Address, "registry.opentofu.org/hashicorp/videoindexer"}

// serve serves a process of the provider to an engine with such a variable, until stop is called.
func serve(t testing.TB, process tfprotov6.ProviderServer) (variable string, stop func()) {
	t.Helper()
	sink, _ := t.(*testing.T)
	ctx, cancel := context.WithCancel(context.Background())
	started := make(chan *plugin.ReattachConfig)
	ended := make(chan struct{})
	failed := make(chan error, 1)
	factory := func() tfprotov6.ProviderServer { return process }
	go func() {
		failed <- tf6server.Serve(
			Address, factory,
			tf6server.WithDebug(ctx, started, ended),
			tf6server.WithLoggingSink(sink),
			tf6server.WithGoPluginLogger(hclog.NewNullLogger()),
			tf6server.WithoutLogStderrOverride(),
		)
	}()
	var config *plugin.ReattachConfig
	select {
	case config = <-started:
	case err := <-failed:
		cancel()
		t.Fatalf("the provider cannot be served: %v", err)
	}
	type address struct{ Network, String string }
	type reattach struct {
		Protocol             string
		ProtocolVersion, Pid int
		Test                 bool
		Addr                 address
	}
	to := map[string]reattach{}
	for _, name := range addresses {
		to[name] = reattach{
			Protocol: string(config.Protocol), ProtocolVersion: config.ProtocolVersion,
			Pid: config.Pid, Test: config.Test,
			Addr: address{config.Addr.Network(), config.Addr.String()},
		}
	}
	text, err := json.Marshal(to)
	check.ErrorSays(t, "", err, "the addresses of the provider as JSON")
	return "TF_REATTACH_PROVIDERS=" + string(text), func() { cancel(); <-ended }
}
