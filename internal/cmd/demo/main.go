// Command demo shows the provider at work: it starts a simulated service, then
// plans, applies, changes and destroys examples/complete with the Terraform or
// OpenTofu that TERRAFORM names, and copies an account with examples/copy-account.
// It checks what each step promises.
//
// It runs from the root of the repository, needs no network, works in a folder
// of its own, and stops and removes what it started, also on Ctrl-C.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// edited is the text file that the demo adds a sentence to.
const (
	edited   = "race-terms.txt"
	sentence = "The stagiaire takes the queen of the mountains points on her first day.\n"
)

func main() {
	// Ctrl-C reaches the engine as well, which stops in good order by itself;
	// this context then keeps the next step from starting.
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

// run shows every step.
func run(ctx context.Context) (err error) {
	started := time.Now()
	program, err := findEngine()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "videoindexer-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()

	heading("Build the provider and the simulated service")
	mirror := filepath.Join(folder, "mirror")
	serviceBinary := filepath.Join(folder, "mockserver")
	if err := build(ctx, mirror, serviceBinary); err != nil {
		return err
	}

	heading("Start the service on a free port of this machine")
	service, err := startService(ctx, serviceBinary, folder)
	if err != nil {
		return err
	}
	defer service.stop()
	fmt.Println(service)

	for _, part := range []string{"examples/complete", "examples/copy-account", "modules"} {
		if err := os.CopyFS(filepath.Join(folder, part), os.DirFS(part)); err != nil {
			return err
		}
	}
	tf := engine{program: program, folder: filepath.Join(folder, "examples", "complete"), variables: service.variables, mirror: mirror}
	if err := complete(ctx, tf, service); err != nil {
		return err
	}
	tf.folder = filepath.Join(folder, "examples", "copy-account")
	if err := copyAccount(ctx, tf, service); err != nil {
		return err
	}
	fmt.Printf("\nDone in %.0f seconds. Try it by hand: examples/complete/README.md and examples/copy-account/README.md\n", time.Since(started).Seconds())
	return nil
}

// complete shows the life of a vocabulary in one account.
func complete(ctx context.Context, tf engine, service *service) error {
	account := service.variable("VIDEOINDEXER_ACCOUNT_ID")
	heading("%s init: the provider comes from a folder, not from a registry", tf.name())
	if err := tf.lastLine(ctx, "init", "-input=false", "-plugin-dir="+tf.mirror); err != nil {
		return err
	}

	heading("%s plan: eleven brands from brands.yaml, the brand settings, a language model with two texts", tf.name())
	if err := tf.run(ctx, "plan", "-input=false", "-out=first.tfplan"); err != nil {
		return err
	}
	if err := showOverwritten(ctx, tf); err != nil {
		return err
	}

	heading("%s apply", tf.name())
	if err := tf.run(ctx, "apply", "-input=false", "first.tfplan"); err != nil {
		return err
	}

	heading("What the service holds now")
	if err := service.show(ctx, account); err != nil {
		return err
	}

	heading("%s plan, again: nothing is left to do", tf.name())
	if err := tf.run(ctx, "plan", "-input=false", "-detailed-exitcode"); err != nil {
		return fmt.Errorf("the second plan is not empty: %w", err)
	}

	heading("Add a sentence to vocabulary/%s: the plan is exactly that change", edited)
	fmt.Printf("+ %s\n", sentence)
	if err := appendTo(filepath.Join(tf.folder, "vocabulary", edited), sentence); err != nil {
		return err
	}
	if err := tf.run(ctx, "plan", "-input=false", "-out=edit.tfplan"); err != nil {
		return err
	}
	if err := checkEdit(ctx, tf); err != nil {
		return err
	}

	heading("%s apply: one file is sent, the other is left alone", tf.name())
	if err := tf.run(ctx, "apply", "-input=false", "edit.tfplan"); err != nil {
		return err
	}

	heading("%s destroy: the brands get back what they were, the model is emptied", tf.name())
	// The plan is not shown: it would only list everything once more.
	if _, err := tf.output(ctx, "plan", "-destroy", "-input=false", "-out=destroy.tfplan"); err != nil {
		return err
	}
	if err := tf.run(ctx, "apply", "-input=false", "destroy.tfplan"); err != nil {
		return err
	}

	heading("What the service holds in the end")
	return service.show(ctx, account)
}

// showOverwritten says which names of brands the first plan replaces, and fails when it does not show them.
func showOverwritten(ctx context.Context, tf engine) error {
	raw, err := tf.output(ctx, "show", "-json", "first.tfplan")
	if err != nil {
		return err
	}
	names, err := replacedNames(raw)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return errors.New("the plan shows no name of a brand that will be replaced")
	}
	fmt.Printf("\nThe plan has looked at the brands. These names will be replaced:\n\n")
	for _, name := range names {
		fmt.Println("  " + name)
	}
	return nil
}

// checkEdit reads the plan after the edit, says what it changes, and fails
// when that is anything else than the edited file.
func checkEdit(ctx context.Context, tf engine) error {
	raw, err := tf.output(ctx, "show", "-json", "edit.tfplan")
	if err != nil {
		return err
	}
	changes, err := planChanges(raw)
	if err != nil {
		return err
	}
	for _, change := range changes {
		fmt.Printf("\nThe plan is an %s\n", change)
	}
	if err := onlyFile(changes, edited); err != nil {
		return err
	}
	fmt.Printf("\nChecked: of all resources one changes, and in it %s alone.\n", edited)
	return nil
}

var step int

// heading begins a step.
func heading(format string, arguments ...any) {
	step++
	title := fmt.Sprintf("%d. ", step) + fmt.Sprintf(format, arguments...)
	fmt.Printf("\n%s\n%s\n\n", title, strings.Repeat("-", len(title)))
}

// appendTo adds text at the end of the file.
func appendTo(path, text string) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
