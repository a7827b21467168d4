package examples_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// removes are the blocks that end the management of a resource without a destroy.
var removes = feature{"removed blocks", "v1.7", "v1.7"}

const providers = `terraform {
  required_providers {
    videoindexer = { source = "videoindexer/videoindexer" }
  }
}`

// TestAccMoveToDictionary follows the section of the guide that moves brands from the resources which know them by their ids:
// the old resources go, the brands are imported by name, and nothing is written.
func TestAccMoveToDictionary(t *testing.T) {
	t.Parallel()
	e := need(t, removes)
	server := acctest.NewServer(t, mockserver.Extended())
	for id, name := range map[int32]string{1001: "Velora", 1002: "Kestrel Wheels", 1003: "Halden", 1004: "Not managed"} {
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: id, Name: name, Enabled: true})
	}
	w := begin(t, e, server, providers+`
resource "videoindexer_brand" "velora" {
  brand_id = 1001
  tags     = ["sponsor", "bikes"]
}

resource "videoindexer_brands" "sponsors" {
  brands = {
    "1002" = { tags = ["sponsor", "components"] }
    "1003" = { tags = ["sponsor", "timing"] }
  }
}
`)
	w.apply()

	const anAccount = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
	var way string
	for _, b := range blocks(t, filepath.Join(repository, "templates", "guides", "brand-dictionaries.md.tmpl")) {
		if strings.Contains(b.text, "removed {") {
			way = strings.ReplaceAll(b.text, anAccount, server.Account.ID)
		}
	}
	if !strings.Contains(way, server.Account.ID) {
		t.Fatal("the guide has no block with removed and import blocks")
	}
	w.write("main.tf", providers+"\n"+way)
	server.ResetRequests()
	out := w.apply()
	if want := "Apply complete! Resources: 1 imported, 0 added, 0 changed, 0 destroyed"; !strings.Contains(out, want) {
		t.Errorf("the apply does not end with %q:\n%s", want, out)
	}
	if n := server.Writes(); n > 0 {
		t.Errorf("%d requests that write", n)
	}
	_, dictionary, _ := strings.Cut(way, "resource ")
	w.write("main.tf", providers+"\nresource "+dictionary)
	w.nothingToDo()
	w.destroy()
	if n := len(server.Brands(server.Account.ID)); n != 4 {
		t.Errorf("%d brands are left", n)
	}
}
