// Command demo shows the provider at work. It starts a simulated service, and has the Terraform or OpenTofu that TERRAFORM
// names plan, apply, change and destroy examples/complete, and test examples/copy-account.
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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/cmd/internal/testbed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	// version is no pre-release: engines select one only where a configuration asks for exactly that version.
	version = "0.0.1"
	// brands is how many the service has in the beginning.
	brands = 12
	// velora is the brand that somebody renames.
	velora = 1001
	// texts is the file that the demo adds a sentence to.
	texts    = "vocabulary/race-terms.txt"
	sentence = "The stagiaire takes the queen of the mountains points on her first day."
	// The examples.
	complete, copied = "examples/complete", "examples/copy-account"
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

// run shows the life of a vocabulary in one account, and then three accounts with the same one.
func run(ctx context.Context) (err error) {
	folder, err := os.MkdirTemp("", "videoindexer-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	d := &demo{ctx: ctx, folder: folder}
	if d.engine, err = testbed.FindEngine(); err != nil {
		return err
	}
	if d.service, err = testbed.Serve(ctx, brands, true); err != nil {
		return err
	}
	defer d.service.Stop()
	mirror, account := filepath.Join(folder, "mirror"), d.service.Account

	d.title("Build the provider, and initialize " + complete)
	for _, part := range []string{complete, copied, "modules"} {
		d.do(func() error { return os.CopyFS(filepath.Join(folder, part), os.DirFS(part)) })
	}
	d.do(func() error {
		install := exec.CommandContext(ctx, "scripts/install.sh", version, mirror)
		install.Stderr = os.Stderr
		return install.Run()
	})
	d.summarize(complete, "init", "-plugin-dir="+mirror)

	d.title(`plan: eleven brands with the values that they have until now ("overwritten"), settings, a language model of two texts`)
	d.terraform("plan", "-out=first.tfplan")
	d.title("apply")
	d.terraform("apply", "first.tfplan")
	d.show()
	d.title("plan, again: nothing is left to do")
	d.terraform("plan", "-detailed-exitcode")

	d.title(`Somebody renames a brand in the portal to "Velora Cycles"; apply shows that, and puts it right`)
	d.service.ChangeBrand(account.ID, velora, func(b *mockserver.Brand) { b.Name = "Velora Cycles" })
	d.terraform("apply", "-auto-approve")
	d.title("You add a sentence to " + texts + "; apply shows that, and sends this file alone")
	d.do(func() error { return appendTo(filepath.Join(folder, complete, texts), sentence) })
	d.terraform("apply", "-auto-approve")

	d.title("destroy: the brands get back what they were, the model is deleted")
	d.summarize(complete, "plan", "-destroy", "-out=destroy.tfplan") // which would only list everything once more
	d.terraform("apply", "destroy.tfplan")
	d.show()

	d.title("Several accounts: " + copied + "/tests/copy.tftest.hcl makes two of them like the first, and compares them")
	d.service.AddFurtherAccounts(account.Location, 2)
	d.summarize(copied, "init", "-plugin-dir="+mirror)
	d.summarize(copied, "test", "-no-color")
	d.do(d.service.CheckContract)
	if d.failed == nil {
		fmt.Println("\nTry it by hand: examples/complete/README.md and examples/copy-account/README.md")
	}
	return d.failed
}

// demo is what the steps work on. After one has failed, no other one starts.
type demo struct {
	ctx            context.Context //nolint:containedctx // of the one run
	engine, folder string
	service        *testbed.Service
	failed         error
}

func (d *demo) do(step func() error) {
	if d.failed == nil {
		d.failed = errors.Join(step(), d.ctx.Err())
	}
}

func (d *demo) title(text string) {
	if d.failed == nil {
		fmt.Printf("\n%s\n%s\n\n", text, strings.Repeat("-", len(text)))
	}
}

// terraform has the engine work in examples/complete, and shows what it prints and which requests changed something.
func (d *demo) terraform(arguments ...string) {
	d.do(func() error {
		d.service.ResetRequests()
		command := d.command(complete, arguments...)
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		if err := command.Run(); err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
		for _, r := range d.service.Requests() {
			if r.Method != http.MethodGet {
				fmt.Println("The service was sent", r.Method, r.Path)
			}
		}
		return nil
	})
}

// worthReading are the lines of init and test that say how far they are, without the warnings between them.
var worthReading = regexp.MustCompile(`successfully initialized|\.tftest\.hcl|^\s+run |^Success!`)

// summarize has the engine work in the folder of an example, and shows the lines that are worth reading, or all if it fails.
func (d *demo) summarize(example string, arguments ...string) {
	d.do(func() error {
		command := d.command(example, arguments...)
		out, err := command.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", command, err, out)
		}
		for line := range strings.Lines(string(out)) {
			if worthReading.MatchString(line) {
				fmt.Print(line)
			}
		}
		return nil
	})
}

func (d *demo) command(example string, arguments ...string) *exec.Cmd {
	variables := d.service.Variables()
	if info, err := os.Stdout.Stat(); os.Getenv("NO_COLOR") != "" || err != nil || info.Mode()&os.ModeCharDevice == 0 {
		variables = append(variables, "TF_CLI_ARGS=-no-color")
	}
	return testbed.Command(d.ctx, d.engine, filepath.Join(d.folder, example), variables, arguments...)
}

// show prints what the service itself says it holds, rather than Terraform's state.
func (d *demo) show() {
	d.title("What the service holds now")
	d.do(func() error {
		d.service.State().WriteText(os.Stdout)
		return nil
	})
}

// appendTo adds a line to a file, and shows it.
func appendTo(name, line string) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	fmt.Printf("+ %s\n\n", line)
	_, err = fmt.Fprintln(file, line)
	return errors.Join(err, file.Close())
}
