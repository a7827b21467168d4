package examples_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var (
	// importsEach are the import blocks for many objects at once.
	importsEach = engine.Feature{Name: "import blocks with for_each", Terraform: "v1.7", OpenTofu: "v1.7"}
	// queries are the lists of existing objects, and the configuration that they generate.
	queries = engine.Feature{Name: "list blocks", Terraform: "v1.14"}
)

const (
	adoptGuide    = "templates/guides/adopt-an-account.md.tmpl"
	byQuery       = "### With terraform query"
	byData        = "### With data sources"
	afterAdoption = "## What is left out"
)

// TestAccAdopt follows the guide word by word, in both ways, on an account as people leave it.
// Nothing is written on the way.
func TestAccAdopt(t *testing.T) {
	t.Parallel()
	e := need(t)
	for name, test := range map[string]struct {
		other   string
		needs   engine.Feature
		program string // that the guide runs
	}{"query": {byData, queries, "bash"}, "data sources": {byQuery, importsEach, "jq"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !e.Has(test.needs) {
				t.Skipf("%s has no %s", e.Version, test.needs.Name)
			}
			_, err := exec.LookPath(test.program)
			if err != nil {
				t.Skipf("the guide needs %s: %v", test.program, err)
			}
			server := acctest.NewServer(t, mockserver.WithExtended())
			draw(t, server, server.Account.ID, 7)
			before := server.State().Accounts
			home := t.TempDir()
			env := append(
				variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID,
				"TF_CLI_ARGS_init=-plugin-dir="+e.mirror,
			)
			followAtHome(t, e, withoutSection(t, adoptGuide, test.other), afterAdoption, home, ".", env...)
			server.WantNoWrites(t, "the guide")
			check.Equal(t, before, server.State().Accounts, "what the service holds")
		})
	}
}

// withoutSection returns a copy of a page without one of its sections.
func withoutSection(t *testing.T, page, heading string) string {
	before, after, found := strings.Cut(read(t, filepath.Join(repository, filepath.FromSlash(page))), heading+"\n")
	next := regexp.MustCompile(`(?m)^###? `).FindStringIndex(after)
	if !found || next == nil {
		t.Fatalf("%s has no section %q", page, heading)
	}
	copied := filepath.Join(t.TempDir(), "page.md")
	err := os.WriteFile(copied, []byte(before+after[next[0]:]), 0o600)
	check.MustSucceed(t, err, "the copy of the page")
	return copied
}

// accountsAtOnce is how many drawn accounts share a run of the engine.
const accountsAtOnce = 20

// TestAccAdoptDrawn takes accounts that seeds draw through the steps of the guide, many of them in
// one configuration: all that can be managed is imported, the rest is named, and the plan is empty.
func TestAccAdoptDrawn(t *testing.T) {
	t.Parallel()
	e := need(t, importsEach)
	for seeds := range slices.Chunk(drawnSeeds(t), accountsAtOnce) {
		t.Run(fmt.Sprintf("%d to %d", seeds[0], seeds[len(seeds)-1]), func(t *testing.T) {
			t.Parallel()
			adoptDrawn(t, e, seeds)
		})
	}
}

func adoptDrawn(t *testing.T, e tools, seeds []uint64) {
	server := acctest.NewServer(t, mockserver.WithExtended())
	var accounts []string
	for _, seed := range seeds {
		account := mockserver.DefaultAccount()
		account.ID = fmt.Sprintf("ad0970ac-0000-4000-8000-%012d", seed)
		account.Name = fmt.Sprintf("account %d", seed)
		server.AddAccount(account)
		draw(t, server, account.ID, seed)
		accounts = append(accounts, account.ID)
	}
	server.ResetRequests()
	before := server.State().Accounts
	root := e.at(t, append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID)...)
	leftOut := exportAll(t, root.below("export"), accounts, root)
	root.Run("get")
	root.wantChanges(nil)
	root.apply("tfplan")
	server.WantNoWrites(t, "the adoption")
	check.Equal(t, before, server.State().Accounts, "what the service holds")
	wantManagedOrNamed(t, server, accounts, managedObjects(root.Instances()), leftOut)
}

// replaced replaces something that must be there.
func replaced(t testing.TB, text, old, by string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("there is no %q in %v", old, inprocess.Excerpt(text))
	}
	return strings.ReplaceAll(text, old, by)
}

// exportAll does step 1 of the guide for all accounts at once. It returns the lines about what was
// left out.
func exportAll(t *testing.T, export workspace, accounts []string, root workspace) []string {
	modules := inRepository(t, "modules")
	const settings = providers + "\n\nprovider \"videoindexer\" {\n  extended_operations = true\n}\n"
	export.Write("main.tf", settings+fmt.Sprintf(`
module "export" {
  source     = %q
  for_each   = toset(["%s"])
  account_id = each.key
}

output "files" {
  value     = { for id, account in module.export : id => account.files }
  sensitive = true
}

output "left_out" {
  value = flatten(values(module.export)[*].left_out)
}
`, modules+"/export", strings.Join(accounts, `", "`)))
	export.Run("get")
	export.apply()
	var files map[string]map[string]string
	export.Output("files", &files)
	var leftOut []string
	export.Output("left_out", &leftOut)
	for account, texts := range files {
		for name, text := range texts {
			code := escaped.FindString(text)
			if code != "" && path.Ext(name) == ".tf" {
				t.Errorf("%s of account %s must not have %s", name, account, code)
			}
			switch name {
			case "imports.tf":
				root.Write(account+"-imports.tf", strings.ReplaceAll(text, "module.customization.", moduleOf(account)+"."))
			case "media.tf":
				root.Write(account+"-media.tf", text)
			default:
				root.Write(path.Join(account, name), text)
			}
		}
	}
	main := settings
	for _, account := range accounts {
		main += fmt.Sprintf("\nmodule %q {\n  source     = %q\n  folder     = \"${path.module}/%s/customization\"\n  account_id = %q\n}\n",
			strings.TrimPrefix(moduleOf(account), "module."), modules+"/customization", account, account)
	}
	root.Write("main.tf", main)
	return leftOut
}

// moduleOf returns the module of an account. (With for_each, Terraform 1.17 would use the import
// blocks of one account only.)
func moduleOf(account string) string { return "module.account-" + account }

// managedObjects returns the managed objects of a state, by type and id. Brands are entries of
// others.
func managedObjects(state []engine.Instance) map[string]bool {
	objects := map[string]bool{}
	for _, instance := range state {
		if instance.Mode != "managed" {
			continue
		}
		kind := strings.TrimPrefix(instance.Type, "videoindexer_")
		attributes := instance.Values()
		objects[fmt.Sprint(kind, " ", cmp.Or(attributes[kind+"_id"], attributes["model_id"], attributes["account_id"]))] = true
		brands, _ := attributes["brands"].(map[string]any)
		for _, entry := range brands {
			brand, _ := entry.(map[string]any)
			objects[fmt.Sprint("brand ", brand["brand_id"])] = true
		}
	}
	return objects
}

// escaped finds the ampersands and angle brackets that jsonencode writes as for a web page.
var escaped = regexp.MustCompile(`(^|[^\\])(\\\\)*\\u00(26|3c|3e)`)

// reasoned matches a line that gives a reason.
var reasoned = regexp.MustCompile(`^.*, because .*$`)

// wantManagedOrNamed wants each object of the accounts either managed or named as left out.
func wantManagedOrNamed(t *testing.T, server *acctest.Server, accounts []string, managed map[string]bool, leftOut []string) {
	wantEither := func(kind, id string) {
		t.Helper()
		isNamed := slices.ContainsFunc(leftOut, func(line string) bool {
			return strings.HasPrefix(line, "Left out: "+strings.ReplaceAll(kind, "_", " ")+" "+id+" ")
		})
		isManaged := managed[kind+" "+id]
		if isManaged == isNamed {
			t.Errorf("%s %s: managed: %t, named as left out: %t, want one of the two", kind, id, isManaged, isNamed)
		}
	}
	for _, account := range accounts {
		for _, b := range server.Brands(account) {
			wantEither("brand", strconv.Itoa(int(b.ID)))
		}
		for _, model := range server.LanguageModels(account) {
			if !model.AutoGenerated {
				wantEither("language_model", model.ID)
			}
		}
		for _, model := range server.PersonModels(account) {
			isNamed := slices.ContainsFunc(leftOut, func(line string) bool {
				return strings.HasPrefix(line, "Left out: person model "+model.ID+" ")
			})
			if !model.IsDefault {
				wantEither("person_model", model.ID)
			}
			for _, person := range server.Persons(account, model.ID) {
				if !isNamed {
					wantEither("person", person.ID)
				}
			}
		}
	}
	for _, line := range leftOut {
		if !reasoned.MatchString(line) || escaped.MatchString(line) {
			t.Errorf("%q, want one line with a reason (because …), and nothing escaped", line)
		}
	}
}
