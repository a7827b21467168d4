package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// brandNames finds the names in the brands of examples/complete, which are in the order of their ids.
var brandNames = regexp.MustCompile(`(?m)^\s+name: (.*)$`)

// The examples.
const complete, copied = "examples/complete", "examples/copy-account"

// full shows a vocabulary in one account from its plan to its destroy, and then three accounts with the same one.
func (d *demo) full() {
	d.example = complete
	d.do(func() error {
		text, err := os.ReadFile(filepath.Join(complete, "brands.yaml"))
		for i, name := range brandNames.FindAllStringSubmatch(string(text), -1) {
			d.service.AddBrand(d.account.ID, mockserver.Brand{ID: int32(velora + i), Name: name[1], Enabled: true, Description: "As found in the account"})
		}
		return err
	})
	d.title("Initialize " + complete)
	for _, part := range []string{complete, copied, "modules"} {
		d.do(func() error { return os.CopyFS(filepath.Join(d.folder, part), os.DirFS(part)) })
	}
	d.summarize("init", "-plugin-dir="+d.mirror())

	d.title(`plan: eleven brands with their previous values ("overwritten"), settings, a language model of two texts`)
	d.terraform("plan", "-out=first.tfplan")
	d.title("apply")
	d.terraform("apply", "first.tfplan")
	d.show()
	d.title("plan, again: nothing is left to do")
	d.terraform("plan", "-detailed-exitcode")

	d.title("Somebody changes the description of Velora in the portal; apply shows that, and puts it right")
	d.change(velora, func(b *mockserver.Brand) { b.Description = "Left the tour." })
	d.terraform("apply", "-auto-approve")
	d.title("You add a sentence to a text; apply shows that, and sends this file alone")
	d.replace("vocabulary/race-terms.txt", "The peloton", "The stagiaire takes the queen of the mountains points on her first day.\nThe peloton")
	d.terraform("apply", "-auto-approve")

	d.title("destroy: the brands get their previous values back, the model is deleted")
	d.summarize("destroy", "-auto-approve")
	d.show()

	d.title("Several accounts: " + copied + "/tests/copy.tftest.hcl makes two of them like the first, and compares them")
	d.example = copied
	d.service.AddFurtherAccounts(d.account.Location, 2)
	d.summarize("init", "-plugin-dir="+d.mirror())
	d.summarize("test")
	if d.failed == nil {
		fmt.Println("\nTry it by hand: examples/complete/README.md and examples/copy-account/README.md")
	}
}

// terraform has the engine work, and shows what it prints and which requests changed something.
func (d *demo) terraform(arguments ...string) {
	d.do(func() error {
		d.service.ResetRequests()
		command := d.command(arguments...)
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

// worthReading are the lines of init, test and destroy that say how far they are, without the plan and the warnings between them.
var worthReading = regexp.MustCompile(`(?m)^(?:.*(?:successfully initialized|\.tftest\.hcl|: Destr)|  run |Success!|Destroy complete!).*$`)

// summarize has the engine work, and shows the lines that are worth reading, or all if it fails.
func (d *demo) summarize(arguments ...string) {
	for _, line := range worthReading.FindAllString(d.quietly(arguments...), -1) {
		fmt.Println(line)
	}
}

// show prints what the service itself says it holds, rather than Terraform's state.
func (d *demo) show() {
	d.title("What the service holds now")
	d.do(func() error {
		d.service.State().WriteText(os.Stdout)
		return nil
	})
}
