package examples_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

func resourceSchemas(t *testing.T) map[string]*tfprotov6.Schema {
	t.Helper()
	return acctest.Schema(t).ResourceSchemas
}

// TestIndexListsEverything checks that the index links the page of every thing that the provider offers.
func TestIndexListsEverything(t *testing.T) {
	t.Parallel()
	index := read(t, filepath.Join(repository, "templates", "index.md.tmpl"))
	for folder, names := range offered(t) {
		for _, name := range names {
			link := "(" + folder + "/" + strings.TrimPrefix(name, provider.TypeName+"_") + ".md)"
			if !strings.Contains(index, "[`"+name+"`]"+link) {
				t.Errorf("the index does not list %s with a link: [`%s`]%s", name, name, link)
			}
		}
	}
}

// TestPageListsEverything checks that the page of calls has a row for everything that is not a resource; TestResourceCalls
// checks the resources.
func TestPageListsEverything(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, filepath.FromSlash(callsPage)))
	kinds := map[string]string{
		"data-sources": "data", "ephemeral-resources": "ephemeral", "list-resources": "list", "actions": "action", "functions": "function",
	}
	for folder, names := range offered(t) {
		if folder == "resources" {
			continue
		}
		for _, name := range names {
			if row := "| " + kinds[folder] + " `" + name + "` |"; !strings.Contains(page, row) {
				t.Errorf("%s has no row under \"Everything else\" that begins with %s", callsPage, row)
			}
		}
	}
}

// offered are the names of everything that the registry offers, by the folder of their pages.
func offered(t *testing.T) map[string][]string {
	t.Helper()
	all := acctest.Schema(t)
	return map[string][]string{
		"resources":           slices.Collect(maps.Keys(all.ResourceSchemas)),
		"data-sources":        slices.Collect(maps.Keys(all.DataSourceSchemas)),
		"ephemeral-resources": slices.Collect(maps.Keys(all.EphemeralResourceSchemas)),
		"list-resources":      slices.Collect(maps.Keys(all.ListResourceSchemas)),
		"actions":             slices.Collect(maps.Keys(all.ActionSchemas)),
		"functions":           slices.Collect(maps.Keys(all.Functions)),
	}
}
