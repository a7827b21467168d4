package examples_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccOneCustomization applies the first configuration of the guide to several accounts, then the second, in which one of
// them has a brand of its own.
func TestAccOneCustomization(t *testing.T) {
	t.Parallel()
	e := need(t)
	var shown []string
	for _, b := range blocks(t, filepath.Join(repository, "templates", "guides", "several-accounts.md.tmpl")) {
		if strings.Contains(b.text, `"videoindexer_brands" "shared"`) {
			shown = append(shown, b.text)
		}
	}
	if len(shown) != 2 {
		t.Fatalf("the guide has %d configurations, want 2", len(shown))
	}
	server := acctest.NewServer(t, mockserver.Extended())
	second := mockserver.DefaultAccount()
	second.ID, second.Name = "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94", "newsroom"
	server.AddAccount(second)
	w := begin(t, e, server, providers+"\n"+shown[0])
	w.apply()
	for _, account := range []string{server.Account.ID, second.ID} {
		expectNames(t, server, account, "Kestrel Wheels", "Velora")
		if models := server.PersonModels(account); len(models) != 2 || models[0].Name != "Studio" && models[1].Name != "Studio" {
			t.Errorf("account %s has the person models %+v", account, models)
		}
	}
	w.write("main.tf", providers+"\n"+shown[1])
	w.apply()
	w.nothingToDo()
	expectNames(t, server, server.Account.ID, "Velora")
	expectNames(t, server, second.ID, "Harbor Gazette", "Velora")
}
