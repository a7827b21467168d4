package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// files has the configuration, in the folder example, in which the engine works on a copy.
//
//go:embed first
var files embed.FS

const example = "first"

// velora and halden are two brands that exist in the account at the start.
const velora, halden = 1001, 1004

// first shows the short demo: a configuration, its plan, the changes at the service, an empty
// second plan, the plan of a change, and the same brands in a table.
func (d *demo) first() {
	d.begin()
	beginning := d.contents()
	fmt.Println("A simulated service on this machine has an account with two brands, " +
		"Velora and Halden. This is main.tf:")
	fmt.Println()
	d.do(func() error { return show(files, "main.tf") })

	d.title("terraform plan: existing brands are adopted, and overwritten has the previous values (⋮: lines are cut)")
	d.excerpt(d.plan(), heading, adopted, model, summary)
	d.title("terraform apply: what has changed at the service")
	d.quietly("apply", "first.tfplan")
	d.compare(beginning)
	d.title("terraform plan, again: no changes")
	d.excerpt(d.quietly("plan", "-detailed-exitcode"), noChanges)

	d.title("A colleague edits Velora in the portal, and you edit Halden in main.tf: the next plan")
	d.change(velora, func(b *mockserver.Brand) { b.Description = "Left the tour." })
	d.replace("main.tf", `halden = { brand_id = 1004, tags = ["sponsor", "timing"] }`, `halden = { brand_id = 1004, tags = ["sponsor", "timing", "partner"] }`)
	_, changes, _ := strings.Cut(d.plan(), "will perform the following actions:\n\n")
	d.excerpt(changes, wholePlan)
	d.quietly("apply", "first.tfplan")

	d.title("The brands move into a table, sponsors.csv, which people edit with a spreadsheet: no changes")
	d.do(func() error { return show(files, "sponsors.csv") })
	fmt.Println()
	d.replace("main.tf", d.configured(), `brands = provider::videoindexer::parse_brands(file("${path.module}/sponsors.csv"), "Csv")`)
	d.excerpt(d.quietly("plan", "-detailed-exitcode"), noChanges)

	d.title("terraform destroy: the brands get their previous values back, the model is deleted")
	lines := strings.Split(strings.TrimSpace(d.quietly("destroy", "-auto-approve")), "\n")
	if d.failed == nil {
		fmt.Println("The service has:\n  " + strings.Join(d.contents(), "\n  "))
		fmt.Printf("%s\n\nBy hand: docs/guides/getting-started.md\n", lines[len(lines)-1])
	}
}

// configured returns the map of brands in main.tf.
func (d *demo) configured() (text string) {
	d.do(func() error {
		configuration, err := os.ReadFile(d.path("main.tf"))
		text = brandsMap.FindString(string(configuration))
		return err
	})
	return text
}

// brandsMap matches a map of brands in a configuration.
var brandsMap = regexp.MustCompile(`(?s)brands = \{\n.*?\n {2}\}`)

// begin prepares an account with two brands, and a folder with the configuration.
func (d *demo) begin() {
	account := d.account.ID
	d.service.AddBrand(account, mockserver.Brand{ID: velora, Name: "Velora", Enabled: true, Description: "Bicycles."})
	d.service.AddBrand(account, mockserver.Brand{
		ID: halden, Name: "Halden", Enabled: true, Description: "Watches.", Tags: []string{"sponsor", "timing"},
	})
	d.do(func() error { return os.CopyFS(d.folder, files) })
	d.quietly("init", "-plugin-dir="+d.mirror())
}

// The parts of plans that the demo and the picture show.
var (
	heading   = regexp.MustCompile(`(?m)^.*# videoindexer_brands\.sponsors.*\n.*$`)
	adopted   = regexp.MustCompile(`(?m)^.*"velora" = \{\n(?: {13,}.*\n)*.*\},`)
	model     = regexp.MustCompile(`(?m)^.*# videoindexer_language_model\.racing.*\n.*$`)
	summary   = regexp.MustCompile(`(?m)^.*Plan:.*$`)
	noChanges = regexp.MustCompile(`(?m)^No changes\..*$`)
	wholePlan = regexp.MustCompile(`(?s)^.+\nPlan: [^\n]*`)
)

// picture prints a part of the plan in the colors of a terminal.
func (d *demo) picture() {
	d.begin()
	d.plan()
	command := d.command("show", "first.tfplan")
	command.Env = append(command.Env, "TF_CLI_ARGS=") // in colors, although no terminal shows them
	d.excerpt(d.output(command), heading, adopted, model, summary)
}

func (d *demo) plan() string { return d.quietly("plan", "-out=first.tfplan") }

// excerpt prints parts of a plan.
func (d *demo) excerpt(plan string, parts ...*regexp.Regexp) {
	for i, part := range parts {
		d.do(func() error {
			text := part.FindString(plan)
			if text == "" {
				return fmt.Errorf("the plan has nothing like %s", part)
			}
			fmt.Println(text)
			if i < len(parts)-1 {
				fmt.Println("      ⋮")
			}
			return nil
		})
	}
}

// show prints a file of the configuration.
func show(from fs.FS, name string) error {
	text, err := fs.ReadFile(from, path.Join(example, name))
	fmt.Println("    " + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n    "))
	return err
}
