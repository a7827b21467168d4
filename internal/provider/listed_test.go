package provider_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestListedIsImported lists the objects of every list resource with their resources. Every value of the object that
// the import id names must be what an import and a read make of it, since configuration is generated from both. (Only
// the files of a language model differ, on purpose: a list gives each of them one origin. This test's model has none.)
func TestListedIsImported(t *testing.T) {
	t.Parallel()
	server := museum(t)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
		ID: testAccount, Name: "Found", Language: "en-US",
	})
	for name := range acctest.Schema(t).ListResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol := server.Protocol(t, acctest.Values{"extended_operations": true})
			instance := protocol.Instance(name)
			if diags := acctest.Errors(instance.Import(t.Context(), lives.All[name].ID(server.Account.ID))); len(diags) > 0 {
				t.Fatal(acctest.Texts(diags))
			}
			if !instance.Exists() {
				t.Fatalf("this test's server has no %s", lives.All[name].ID(server.Account.ID))
			}
			imported := instance.State()
			keys := append(slices.Collect(maps.Keys(lives.All[name].Identity())), "account_id")
			var found []map[string]tftypes.Value
			for _, one := range protocol.List(t.Context(), name, uses["list-resources/"+name], true, 0) {
				if !slices.ContainsFunc(keys, func(key string) bool { return !one.Values[key].Equal(imported[key]) }) {
					found = append(found, one.Values)
				}
			}
			if len(found) != 1 {
				t.Fatalf("%d of the list are %s", len(found), lives.All[name].ID(server.Account.ID))
			}
			for attribute, value := range imported {
				if got := found[0][attribute]; !got.Equal(value) {
					t.Errorf("%s is imported as %s, and listed as %s", attribute, value, got)
				}
			}
		})
	}
}
