package examples_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// registry asks the provider what it offers.
func registry(t *testing.T) *tfprotov6.GetProviderSchemaResponse {
	t.Helper()
	offers, err := providerserver.NewProtocol6(provider.New("test")())().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return offers
}

func resourceSchemas(t *testing.T) map[string]*tfprotov6.Schema {
	t.Helper()
	return registry(t).ResourceSchemas
}

// TestReadmeListsEverything checks that the README links the page of every thing that the provider offers.
func TestReadmeListsEverything(t *testing.T) {
	t.Parallel()
	readme := read(t, filepath.Join(repository, "README.md"))
	offers := registry(t)
	list := func(folder, name string) {
		link := "(docs/" + folder + "/" + strings.TrimPrefix(name, provider.TypeName+"_") + ".md)"
		if !strings.Contains(readme, "[`"+name+"`]"+link) {
			t.Errorf("the README does not list %s with a link: [`%s`]%s", name, name, link)
		}
	}
	for name := range offers.ResourceSchemas {
		list("resources", name)
	}
	for name := range offers.DataSourceSchemas {
		list("data-sources", name)
	}
	for name := range offers.EphemeralResourceSchemas {
		list("ephemeral-resources", name)
	}
	for name := range offers.ListResourceSchemas {
		list("list-resources", name)
	}
	for name := range offers.ActionSchemas {
		list("actions", name)
	}
	for name := range offers.Functions {
		list("functions", name)
	}
}

// TestGuideListsEverything checks that the guide to calls has a row for everything that is no resource;
// TestAccResourceCalls sees to the resources.
func TestGuideListsEverything(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(repository, "docs", "guides", "resource-calls.md"))
	offers := registry(t)
	list := func(kind, name string) {
		if row := "| " + kind + " `" + name + "` |"; !strings.Contains(guide, row) {
			t.Errorf("templates/guides/resource-calls.md.tmpl, as \"make docs\" last wrote it, has no row under \"Everything else\" that begins with %s", row)
		}
	}
	for name := range offers.DataSourceSchemas {
		list("data", name)
	}
	for name := range offers.EphemeralResourceSchemas {
		list("ephemeral", name)
	}
	for name := range offers.ListResourceSchemas {
		list("list", name)
	}
	for name := range offers.ActionSchemas {
		list("action", name)
	}
	for name := range offers.Functions {
		list("function", name)
	}
}
