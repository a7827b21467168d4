package provider_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var plans = flag.String("plans", "", "`folder` that TestPlannedDeletions writes plans to")

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
	"map replaced":        {before: brands("", twoBrands), after: brands("", twoBrands), replace: []string{"videoindexer_brands.all"}},
	"map tainted":         {before: brands("", twoBrands), after: brands("", twoBrands), between: taint("videoindexer_brands.all")},
	"map by ids replaced": {before: brands("", "A = { brand_id = 1001 }"), after: brands("", "A = { brand_id = 1001 }"), replace: []string{"videoindexer_brands.all"}},
	"adopted map replaced": {
		before: brands(`deletion_policy = "delete"`, "Contoso = {}"), after: brands(`deletion_policy = "delete"`, "Contoso = {}"),
		replace: []string{"videoindexer_brands.all"},
	},
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

// planned is a plan, for which the policy of examples/ci says how many objects it deletes.
type planned struct {
	// Deletes is how many objects the service had before the apply, and has no more.
	Deletes         int              `json:"deletes"`
	ResourceChanges []map[string]any `json:"resource_changes"` // as terraform show -json has them
}

// TestPlannedDeletions applies plans, and counts what the service deletes, for the policy's tests
// in tools/ci, which run it: the policy has to count the same.
func TestPlannedDeletions(t *testing.T) {
	t.Parallel()
	if *plans == "" {
		t.Skip("make workflows runs it")
	}
	for name, d := range deletions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := json.Marshal(d.run(t))
			if err == nil {
				err = os.WriteFile(filepath.Join(*plans, name+".json"), text, 0o600)
			}
			check.MustSucceed(t, err, "the file of the plan")
		})
	}
}

func (d deletion) run(t *testing.T) (p planned) {
	t.Helper()
	server := seededServer(t)
	dir := server.Open(t, nil)
	config := func(text string) string { return server.Config(text, "extended_operations = true") }
	acctest.PlanAndApply(t, dir, config(d.before), inprocess.Options{})
	if d.between != nil {
		d.between(server, dir)
	}
	before := belongings(server)
	saved, err := dir.Plan(t.Context(), config(d.after), inprocess.Options{Replace: d.replace})
	if err == nil {
		err = dir.Apply(t.Context(), saved)
	}
	if err != nil {
		t.Fatalf("want no error of the plan and the apply. Got: %v", inprocess.Excerpt(err.Error()))
	}
	for _, c := range saved.Changes {
		p.ResourceChanges = append(p.ResourceChanges, shown(c))
	}
	after := belongings(server)
	for id := range before {
		if !after[id] {
			p.Deletes++
		}
	}
	p.Deletes += server.Count(mockserver.DeleteProject) // which no list shows
	return p
}

// shown returns a change as terraform show -json has it.
func shown(c inprocess.Change) map[string]any {
	actions := []string{c.Action}
	if c.Action == "replace" {
		actions = []string{"delete", "create"}
	}
	change := map[string]any{"actions": actions, "before": c.Before, "after": c.After, "after_unknown": c.Unknown}
	return map[string]any{"address": c.Address, "mode": "managed", "type": c.Type, "change": change}
}
