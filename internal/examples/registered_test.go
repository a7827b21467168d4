package examples_test

import (
	"path/filepath"
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

// TestIndexListsEverything checks that the index links the page of every thing that the provider offers, and every guide.
func TestIndexListsEverything(t *testing.T) {
	t.Parallel()
	index := read(t, filepath.Join(repository, "templates", "index.md.tmpl"))
	for folder, all := range offered(t) {
		for name := range all {
			short := strings.TrimPrefix(name, provider.TypeName+"_")
			if link := "[`" + short + "`](" + folder + "/" + short + ".md)"; !strings.Contains(index, link) {
				t.Errorf("the index does not list %s with a link: %s", name, link)
			}
		}
	}
	for _, guide := range filesIn(t, "templates/guides", ".md.tmpl") {
		if link := "](guides/" + strings.TrimSuffix(filepath.Base(guide), ".tmpl") + ")"; !strings.Contains(index, link) {
			t.Errorf("the index does not list a guide: %s", link)
		}
	}
}

// TestPageListsEverything checks that the page of calls has a row for everything that is not a resource, which TestResourceCalls
// checks, and a table for resources whose description says that they need extended operations.
func TestPageListsEverything(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, filepath.FromSlash(callsPage)))
	kinds := map[string]string{
		"data-sources": "data", "ephemeral-resources": "ephemeral", "list-resources": "list", "actions": "action", "functions": "function",
	}
	for folder, all := range offered(t) {
		for name, description := range all {
			row := "\n| " + kinds[folder] + " `" + name + "` |"
			if folder == "resources" {
				row = "\n## " + name + withExtended + "\n"
			}
			if (folder != "resources" || saysNeed.MatchString(description)) && !strings.Contains(page, row) {
				t.Errorf("%s has no line that begins with %s", callsPage, row)
			}
		}
	}
}

// offered are the descriptions of everything that the registry offers, by the folder of their pages and name.
func offered(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := acctest.Schema(t)
	found := map[string]map[string]string{"resources": {}, "data-sources": {}, "ephemeral-resources": {}, "list-resources": {}, "actions": {}, "functions": {}}
	for folder, schemas := range map[string]map[string]*tfprotov6.Schema{
		"resources": all.ResourceSchemas, "data-sources": all.DataSourceSchemas, "ephemeral-resources": all.EphemeralResourceSchemas, "list-resources": all.ListResourceSchemas,
	} {
		for name, schema := range schemas {
			found[folder][name] = schema.Block.Description
		}
	}
	for name, schema := range all.ActionSchemas {
		found["actions"][name] = schema.Schema.Block.Description
	}
	for name := range all.Functions {
		found["functions"][name] = ""
	}
	return found
}
