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

// TestReadmeListsEverything checks that the README links the page of every thing that the provider offers.
func TestReadmeListsEverything(t *testing.T) {
	t.Parallel()
	readme := read(t, filepath.Join(repository, "README.md"))
	for folder, names := range offered(t) {
		for _, name := range names {
			link := "(docs/" + folder + "/" + strings.TrimPrefix(name, provider.TypeName+"_") + ".md)"
			if !strings.Contains(readme, "[`"+name+"`]"+link) {
				t.Errorf("the README does not list %s with a link: [`%s`]%s", name, name, link)
			}
		}
	}
}

// TestGuideListsEverything checks that the guide to calls has a row for everything that is no resource;
// TestResourceCalls sees to the resources.
func TestGuideListsEverything(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(repository, "docs", "guides", "resource-calls.md"))
	kinds := map[string]string{
		"data-sources": "data", "ephemeral-resources": "ephemeral", "list-resources": "list", "actions": "action", "functions": "function",
	}
	for folder, names := range offered(t) {
		if folder == "resources" {
			continue
		}
		for _, name := range names {
			if row := "| " + kinds[folder] + " `" + name + "` |"; !strings.Contains(guide, row) {
				t.Errorf("templates/guides/resource-calls.md.tmpl, as \"make docs\" last wrote it, has no row under \"Everything else\" that begins with %s", row)
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
