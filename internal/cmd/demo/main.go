// Command demo shows the provider at work. It starts a simulated service, and has the Terraform or OpenTofu that TERRAFORM
// names plan, apply, change and destroy examples/complete, and test examples/copy-account. It checks what each step
// promises.
//
// It runs from the root of the repository, needs no network, works in a folder of its own, and stops and removes what it
// started, also on Ctrl-C.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/cmd/internal/testbed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	// version is what the demo's build of the provider calls itself. It is no pre-release: engines select one only where
	// a configuration asks for exactly that version.
	version = "0.0.1"
	// The examples.
	complete    = "complete"
	copyAccount = "copy-account"
	// brands is how many the service has in the beginning.
	brands = 12
	// velora is the brand that somebody renames.
	velora = 1001
	// texts is the file that the demo adds a sentence to.
	texts    = "vocabulary/race-terms.txt"
	sentence = "The stagiaire takes the queen of the mountains points on her first day."
)

func main() {
	// Ctrl-C reaches the engine as well, which stops in good order by itself; this context then keeps the next step from
	// starting.
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

// run builds the provider and shows every step, in a folder that it removes.
func run(ctx context.Context) (err error) {
	started := time.Now()
	engine, err := testbed.FindEngine()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "videoindexer-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for _, part := range []string{"examples/complete", "examples/copy-account", "modules"} {
		if err := os.CopyFS(filepath.Join(folder, part), os.DirFS(part)); err != nil {
			return err
		}
	}
	service, err := testbed.Serve(ctx, brands, true)
	if err != nil {
		return err
	}
	defer service.Stop()
	d := &demo{engine: engine, mirror: filepath.Join(folder, "mirror"), folder: filepath.Join(folder, "examples"), service: service}
	for i, step := range d.steps() {
		title := fmt.Sprintf("%d. %s", i+1, step.title)
		fmt.Printf("\n%s\n%s\n\n", title, strings.Repeat("-", len(title)))
		if err := step.do(ctx); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if err := service.CheckContract(); err != nil {
		return err
	}
	fmt.Printf("\nDone in %.0f seconds. Try it by hand: examples/complete/README.md and examples/copy-account/README.md\n", time.Since(started).Seconds())
	return nil
}

// demo is what the steps work on.
type demo struct {
	engine  string // path of Terraform or OpenTofu
	mirror  string // holds the provider
	folder  string // holds the examples
	service *testbed.Service
	// sentBefore is how many requests the service had before the last run.
	sentBefore int
}

// step is a part of the demo, with the heading above what it prints.
type step struct {
	title string
	do    func(context.Context) error
}

// steps are the life of a vocabulary in one account, and then three accounts with the same one.
func (d *demo) steps() []step {
	name := strings.TrimSuffix(filepath.Base(d.engine), ".exe")
	return []step{
		{"Build the provider", d.build},
		{name + " init: the provider comes from a folder, not from a registry", d.summarize(complete, "init", "-plugin-dir="+d.mirror)},
		{
			name + ` plan: eleven brands with the values that they have until now ("overwritten"), settings, a language model of two texts`,
			d.run("plan", "-out=first.tfplan"),
		},
		{name + " apply", d.run("apply", "first.tfplan")},
		{"What the service holds now", d.show},
		{name + " plan, again: nothing is left to do", d.run("plan", "-detailed-exitcode")},
		{
			`Somebody renames a brand in the portal to "Velora Cycles"; ` + name + " apply shows that, and puts it right",
			inOrder(d.rename, d.run("apply", "-auto-approve"), d.sentOnce("/Customization/Brands/1001")),
		},
		{
			"You add a sentence to " + texts + "; " + name + " apply shows that, and sends this file alone",
			inOrder(d.edit, d.run("apply", "-auto-approve"), d.sentOnce("/Customization/Language/")),
		},
		{
			name + " destroy: the brands get back what they were, the model is deleted",
			// The plan is not shown: it would only list everything once more.
			inOrder(d.summarize(complete, "plan", "-destroy", "-out=destroy.tfplan"), d.run("apply", "destroy.tfplan"), d.checkRestored),
		},
		{"What the service holds in the end", d.show},
		{
			"Several accounts: one folder for two of them, and a third one as a copy of the first",
			inOrder(d.addAccounts, d.summarize(copyAccount, "init", "-plugin-dir="+d.mirror)),
		},
		{name + " test: examples/copy-account/tests/copy.tftest.hcl applies that, and compares the accounts", d.summarize(copyAccount, "test", "-no-color")},
	}
}

// inOrder makes one step of several.
func inOrder(steps ...func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for _, do := range steps {
			if err := do(ctx); err != nil {
				return err
			}
		}
		return nil
	}
}

// build makes the provider, into a mirror of a registry.
func (d *demo) build(ctx context.Context) error {
	install := exec.CommandContext(ctx, "scripts/install.sh", version, d.mirror)
	install.Stderr = os.Stderr
	if err := install.Run(); err != nil {
		return fmt.Errorf("building the provider: %w", err)
	}
	fmt.Printf("terraform-provider-videoindexer %s is built. The simulated service listens at %s.\n", version, d.service.URL)
	return nil
}

// run has the engine work in examples/complete, and shows what it prints.
func (d *demo) run(arguments ...string) func(context.Context) error {
	return func(ctx context.Context) error {
		d.sentBefore = len(d.service.Requests())
		command := d.command(ctx, complete, arguments...)
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		if err := command.Run(); err != nil {
			return fmt.Errorf("%s %s: %w", d.engine, strings.Join(arguments, " "), err)
		}
		return nil
	}
}

// worthReading are the lines of init and test that say how far they are, without the warnings between them.
var worthReading = regexp.MustCompile(`successfully initialized|\.tftest\.hcl|^\s+run |^Success!`)

// summarize has the engine work in the folder of an example, and shows the lines that are worth reading, or all if it fails.
func (d *demo) summarize(example string, arguments ...string) func(context.Context) error {
	return func(ctx context.Context) error {
		out, err := d.command(ctx, example, arguments...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s %s: %w\n%s", d.engine, strings.Join(arguments, " "), err, out)
		}
		for line := range strings.Lines(string(out)) {
			if worthReading.MatchString(line) {
				fmt.Print(line)
			}
		}
		return nil
	}
}

func (d *demo) command(ctx context.Context, example string, arguments ...string) *exec.Cmd {
	variables := d.service.Variables()
	if _, isPlain := os.LookupEnv("NO_COLOR"); isPlain || !isTerminal(os.Stdout) {
		variables = append(variables, "TF_CLI_ARGS=-no-color")
	}
	return testbed.Command(ctx, d.engine, filepath.Join(d.folder, example), variables, arguments...)
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// show prints what the service itself says it holds, rather than Terraform's state.
func (d *demo) show(context.Context) error {
	d.service.State().WriteText(os.Stdout)
	return nil
}

// rename does what a person at the service's portal may do.
func (d *demo) rename(context.Context) error {
	d.service.ChangeBrand(d.service.Account.ID, velora, func(b *mockserver.Brand) { b.Name = "Velora Cycles" })
	return nil
}

// edit adds the sentence to the texts.
func (d *demo) edit(context.Context) error {
	file, err := os.OpenFile(filepath.Join(d.folder, "complete", texts), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	fmt.Printf("+ %s\n\n", sentence)
	_, err = fmt.Fprintln(file, sentence)
	return errors.Join(err, file.Close())
}

// sentOnce checks that the last run sent one request that writes, to a path with this part.
func (d *demo) sentOnce(part string) func(context.Context) error {
	return func(context.Context) error {
		var sent []string
		for _, r := range d.service.Requests()[d.sentBefore:] {
			if r.Method != http.MethodGet {
				sent = append(sent, r.Method+" "+r.Path)
			}
		}
		if len(sent) != 1 || !strings.Contains(sent[0], part) {
			return fmt.Errorf("the apply sent %q, want one request to %s", sent, part)
		}
		fmt.Printf("\nChecked: of all requests one has changed something, %s\n", sent[0])
		return nil
	}
}

// checkRestored checks that the brands are as the service had them in the beginning.
func (d *demo) checkRestored(context.Context) error {
	untouched := mockserver.New()
	before := untouched.Brands(untouched.AddDefaultAccount(brands).ID)
	for i, brand := range d.service.Brands(d.service.Account.ID) {
		if brand.Name != before[i].Name {
			return fmt.Errorf("brand %d is %q after destroy, and was %q", brand.ID, brand.Name, before[i].Name)
		}
	}
	return nil
}

// addAccounts gives the service two more accounts.
func (d *demo) addAccounts(context.Context) error {
	d.service.AddFurtherAccounts(d.service.Account.Location, 2)
	return nil
}
