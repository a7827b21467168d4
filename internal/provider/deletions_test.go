package provider_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var update = flag.Bool("update", false, "rewrite the plans in tools/ci/testdata")

// deletion is a plan that may delete something.
type deletion struct {
	before, after string
	// between changes the service, or the directory, before the plan.
	between func(*acctest.Server, acctest.Runner)
	replace []string
}

func brands(arguments, entries string) string {
	return fmt.Sprintf("resource \"videoindexer_brands\" \"all\" {\n%s\nbrands = {\n%s\n}\n}\n", arguments, entries)
}

const (
	sixBrands = "A = {}\nB = {}\nC = {}\nD = {}\nE = {}\nF = {}"
	twoBrands = "Contoso = {}\nNew = {}" // the first one exists
	people    = `
resource "videoindexer_person_model" "all" {
  name = "Presenters"
}
resource "videoindexer_person" "ada" {
  person_model_id = videoindexer_person_model.all.person_model_id
  name            = "Ada"
}
resource "videoindexer_person" "ben" {
  person_model_id = videoindexer_person_model.all.person_model_id
  name            = "Ben"
}
`
	model = `
resource "videoindexer_language_model" "all" {
  name     = "Race"
  language = "en-US"
  files    = { "a.txt" = { content = "a" } }
}
`
	media = `
resource "videoindexer_project" "all" {
  name = "Cut"
}
resource "videoindexer_video" "all" {
  video_id        = "` + mockserver.SampleVideoID + `"
  deletion_policy = "delete"
}
`
)

func brand(arguments string) string {
	return "resource \"videoindexer_brand\" \"one\" {\n" + arguments + "\n}\n"
}

func addPerson(server *acctest.Server, _ acctest.Runner) {
	for _, m := range server.PersonModels(server.Account.ID) {
		if m.Name == "Presenters" {
			server.AddPerson(server.Account.ID, m.ID, mockserver.Person{Name: "Of others"})
		}
	}
}

var onePerson, _, _ = strings.Cut(people, `resource "videoindexer_person" "ben"`)

var deletions = map[string]deletion{
	"map replaced":               {before: brands("", sixBrands), after: brands("", sixBrands), replace: []string{"videoindexer_brands.all"}},
	"map tainted":                {before: brands("", twoBrands), after: brands("", twoBrands), between: taint("videoindexer_brands.all")},
	"map by ids replaced":        {before: brands("", "A = { brand_id = 1001 }"), after: brands("", "A = { brand_id = 1001 }"), replace: []string{"videoindexer_brands.all"}},
	"map removed":                {before: brands("", twoBrands)},
	"map removed, to be left":    {before: brands(`deletion_policy = "abandon"`, twoBrands)},
	"map removed, to be deleted": {before: brands(`deletion_policy = "delete"`, twoBrands)},
	"map removed, to restore":    {before: brands(`deletion_policy = "restore"`, twoBrands)},
	"map removed, to disable":    {before: brands(`deletion_policy = "disable"`, twoBrands)},
	"entries leave":              {before: brands("", twoBrands), after: brands("", "Fabrikam = {}")},
	"entries leave, to be deleted from now on": {
		before: brands("", twoBrands), after: brands(`deletion_policy = "delete"`, "Fabrikam = {}"),
	},
	"entries leave, to be left from now on": {
		before: brands(`deletion_policy = "delete"`, twoBrands), after: brands(`deletion_policy = "abandon"`, "Fabrikam = {}"),
	},
	"entry leaves an exclusive map": {
		before: brands("exclusive = true", twoBrands+"\nFabrikam = {}"), after: brands("exclusive = true", "New = {}\nFabrikam = {}"),
	},
	"exclusive from the beginning": {after: brands("exclusive = true", "New = {}")},
	"exclusive from now on":        {before: brands("", "New = {}"), after: brands("exclusive = true", "New = {}")},
	"exclusive, and others appear": {
		before: brands("exclusive = true", "New = {}"), after: brands("exclusive = true", "New = {}"),
		between: func(server *acctest.Server, _ acctest.Runner) {
			server.AddBrand(server.Account.ID, mockserver.Brand{Name: "Other"})
		},
	},
	"exclusive map replaced": {
		before: brands("exclusive = true", "New = {}"), after: brands("exclusive = true", "New = {}"), replace: []string{"videoindexer_brands.all"},
		between: func(server *acctest.Server, _ acctest.Runner) {
			server.AddBrand(server.Account.ID, mockserver.Brand{Name: "Other"})
		},
	},
	"labels change":           {before: brands("", twoBrands), after: brands("", "one = { name = \"New\" }\ntwo = { name = \"Contoso\" }")},
	"brand removed":           {before: brand(`name = "New"`)},
	"brand replaced":          {before: brand(`name = "New"`), after: brand(`name = "New"`), replace: []string{"videoindexer_brand.one"}},
	"brand by id replaced":    {before: brand("brand_id = 1001\ndeletion_policy = \"delete\""), after: brand("brand_id = 1001\ndeletion_policy = \"delete\""), replace: []string{"videoindexer_brand.one"}},
	"entry becomes a brand":   {before: brands("", twoBrands), after: brands("", "Contoso = {}") + brand(`name = "New"`)},
	"people removed":          {before: people + model, between: addPerson},
	"people abandoned":        {before: strings.ReplaceAll(people, "name            =", "deletion_policy = \"abandon\"\nname            ="), between: addPerson},
	"person removed":          {before: people, after: onePerson},
	"people replaced":         {before: people, after: people, replace: []string{"videoindexer_person_model.all"}},
	"language model replaced": {before: model, after: model, replace: []string{"videoindexer_language_model.all"}},
	"language model tainted":  {before: model, after: model, between: taint("videoindexer_language_model.all")},
	"project and video":       {before: media},
}

func taint(address string) func(*acctest.Server, acctest.Runner) {
	return func(_ *acctest.Server, dir acctest.Runner) { dir.Taint(address) }
}

// planned is a plan in tools/ci/testdata, where the policy of examples/ci says how many objects it deletes.
type planned struct {
	// Deletes is how many objects the service had before the apply, and has no more.
	Deletes         int              `json:"deletes"`
	ResourceChanges []map[string]any `json:"resource_changes"` // as terraform show -json has them
}

// TestPlannedDeletions applies plans, and counts what the service deletes. The policy's tests have the same plans, with
// these numbers.
func TestPlannedDeletions(t *testing.T) {
	t.Parallel()
	for name, d := range deletions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := d.run(t)
			file := filepath.Join(repository, "tools", "ci", "testdata", "plans", strings.ReplaceAll(name, " ", "_")+".json")
			if *update {
				if err := os.WriteFile(file, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("(-%s +got):\n%s", file, diff)
			}
		})
	}
}

func (d deletion) run(t *testing.T) []byte {
	t.Helper()
	server := museum(t)
	dir := server.Open(t, nil)
	config := func(text string) string { return server.Config(text, "extended_operations = true") }
	plan := func(text string, how inprocess.Options) *inprocess.Plan {
		plan, err := dir.Plan(t.Context(), config(text), how)
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	apply := func(plan *inprocess.Plan) {
		if err := dir.Apply(t.Context(), plan); err != nil {
			t.Fatal(err)
		}
	}
	apply(plan(d.before, inprocess.Options{}))
	if d.between != nil {
		d.between(server, dir)
	}
	p, unread := planned{}, unreadByPolicy(t)
	saved := plan(d.after, inprocess.Options{Replace: d.replace})
	for _, c := range saved.Changes {
		p.ResourceChanges = append(p.ResourceChanges, shown(c, unread))
	}
	before := objects(server)
	apply(saved)
	after := objects(server)
	for id := range before {
		if !after[id] {
			p.Deletes++
		}
	}
	p.Deletes += server.Count(15) // which no list shows
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return masked(append(text, '\n'))
}

// unreadByPolicy are the attributes of all resources that the policy of examples/ci does not name.
func unreadByPolicy(t *testing.T) map[string]bool {
	policy, err := os.ReadFile(filepath.Join(repository, "examples", "ci", "policy", "videoindexer.rego"))
	if err != nil {
		t.Fatal(err)
	}
	unread := map[string]bool{}
	for _, s := range acctest.Schema(t).ResourceSchemas {
		for _, name := range namesOf(s.Block.Attributes) {
			unread[name] = !bytes.Contains(policy, []byte(name))
		}
	}
	return unread
}

// namesOf are the names of attributes, and of those inside of them.
func namesOf(attributes []*tfprotov6.SchemaAttribute) (names []string) {
	for _, a := range attributes {
		names = append(names, a.Name)
		if a.NestedType != nil {
			names = append(names, namesOf(a.NestedType.Attributes)...)
		}
	}
	return names
}

// onlyRead are the values of an object without some attributes.
func onlyRead(values map[string]any, unread map[string]bool) map[string]any {
	rest := map[string]any{}
	for name, value := range values {
		inner, isObject := value.(map[string]any)
		if isObject {
			value = onlyRead(inner, unread)
		}
		if !unread[name] {
			rest[name] = value
		}
	}
	return rest
}

// shown is a change as terraform show -json has it, without attributes that nobody reads.
func shown(c inprocess.Change, unread map[string]bool) map[string]any {
	actions := map[string][]string{"replace": {"delete", "create"}}[c.Action]
	if actions == nil {
		actions = []string{c.Action}
	}
	change := map[string]any{"actions": actions, "before": nil, "after": nil, "after_unknown": map[string]any{}}
	for name, values := range map[string]map[string]any{"before": c.Before, "after": c.After, "after_unknown": c.Unknown} {
		if values != nil {
			change[name] = onlyRead(values, unread)
		}
	}
	return map[string]any{"address": c.Address, "mode": "managed", "type": c.Type, "change": change}
}

// objects are the ids of all that a plan can delete, but projects.
func objects(server *acctest.Server) map[string]bool {
	account, ids := server.Account.ID, map[string]bool{}
	for _, b := range server.Brands(account) {
		ids[fmt.Sprint("brand ", b.ID)] = true
	}
	for _, m := range server.LanguageModels(account) {
		ids[m.ID] = true
	}
	for _, m := range server.PersonModels(account) {
		ids[m.ID] = true
		for _, p := range server.Persons(account, m.ID) {
			ids[p.ID] = true
		}
	}
	if _, exists := server.Video(account, mockserver.SampleVideoID); exists {
		ids[mockserver.SampleVideoID] = true
	}
	return ids
}

// made are values that the service makes up.
var made = regexp.MustCompile(`"[0-9a-f]{8}-[0-9a-f-]{27}"|"\d{4}-\d\d-\d\dT[^"]*"`)

// masked numbers made-up values in the order of their appearance.
func masked(text []byte) []byte {
	numbers := map[string]int{}
	return made.ReplaceAllFunc(text, func(value []byte) []byte {
		if _, isKnown := numbers[string(value)]; !isKnown {
			numbers[string(value)] = len(numbers) + 1
		}
		return fmt.Appendf(nil, "%q", fmt.Sprint("value ", numbers[string(value)]))
	})
}
