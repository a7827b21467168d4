package examples_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// removes are the blocks that end the management of a resource without a destroy.
var removes = engine.Feature{Name: "removed blocks", Terraform: "v1.7", OpenTofu: "v1.7"}

const providers = `terraform {
  required_providers {
    videoindexer = { source = "videoindexer/videoindexer" }
  }
}`

// brandsGuide has the blocks of the guide to brands in files, by their languages.
func brandsGuide(t *testing.T) map[string][]string {
	t.Helper()
	root := inRepository(t)
	shown := map[string][]string{}
	for _, b := range blocks(t, filepath.Join(repository, "templates", "guides", "brands-in-files.md.tmpl")) {
		text := strings.ReplaceAll(
			b.text, "github.com/videoindexer/terraform-provider-videoindexer//", filepath.ToSlash(root)+"/",
		)
		shown[b.language] = append(shown[b.language], text)
	}
	for language, n := range map[string]int{"csv": 1, "yaml": 2, "terraform": 3} {
		if len(shown[language]) != n {
			t.Fatalf("the guide shows %d blocks of %s, want %d", len(shown[language]), language, n)
		}
	}
	return shown
}

// TestAccBrandsInFiles follows the guide: the files that it shows, read as it says, become the
// brands that it means.
func TestAccBrandsInFiles(t *testing.T) {
	t.Parallel()
	e := need(t)
	shown := brandsGuide(t)
	found := mockserver.Brand{ID: 1001, Name: "Velora", Description: "as found", Tags: []string{"found"}}
	halden := mockserver.Brand{
		ID: 1003, Name: "Halden", Enabled: true, Description: "as found", Tags: []string{"found"},
	}
	for _, step := range []struct {
		name, file, text, code string
		want                   acctest.Messages
	}{
		{
			name: "list", file: "brands.yaml", text: shown["yaml"][0], code: shown["terraform"][0],
			want: []string{
				`brand Halden: false "as found"  [found]`,
				`brand Kestrel Wheels: true ""  [components sponsor]`,
				`brand Velora: false "Title sponsor of the tour."  [bikes sponsor]`,
			},
		},
		{
			name: "table", file: "brands.csv", text: shown["csv"][0], code: shown["terraform"][1],
			want: []string{
				`brand Halden: false ""  [found]`,
				`brand Kestrel Wheels: true "Wheels, rims and hubs."  [components sponsor]`,
				`brand Velora: true "Title sponsor of the tour." https://velora.example [bikes sponsor]`,
			},
		},
	} {
		t.Run(step.name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.WithExtended())
			server.AddBrand(server.Account.ID, found)
			server.AddBrand(server.Account.ID, halden)
			w := begin(t, e, server, providers+"\n"+step.code)
			w.Write(step.file, step.text)
			w.Run("get")
			if step.file == "brands.yaml" {
				w.Write("outputs.tf", shown["hcl"][0])
				w.wantOutput(`{ adopted = 2 created = 1 replaced = 3 }`)
			}
			w.apply()
			w.mustPlanNothing()
			check.Equal(t, step.want, brandsOf(server, server.Account.ID), "brands")
			if step.file == "brands.csv" {
				w.Write(step.file, step.text+"Quay Radio,perhaps,,,\n")
				w.mustRefuse(`row 5, column B (Quay Radio, enabled): "perhaps" is neither yes nor no; write yes or no, or leave the cell empty.`, "destroy", "-auto-approve")
				w.Write("main.tf", providers)
				w.apply()
				check.Equal(t, 2, len(server.Brands(server.Account.ID)), "brands that are left, which were found")
				return
			}
			w.Write(step.file, strings.ReplaceAll(step.text, "Velora:\n", shown["yaml"][1]))
			w.apply()
			brand, _ := server.Brand(server.Account.ID, found.ID)
			check.Equal(t, "Velora Cycles", brand.Name, "the renamed brand")
		})
	}
}

// wantOutput plans, and wants the plan to end with the value of an output. Blanks, line ends and
// signs of changes do not count.
func (w workspace) wantOutput(want string) {
	w.t.Helper()
	_, outputs, _ := strings.Cut(w.Run("plan"), "Changes to Outputs:")
	got := strings.Join(strings.Fields(strings.ReplaceAll(outputs, "+", "")), " ")
	check.Contains(w.t, want, got, "the end of the plan")
}

// TestAccFromBrandToBrands follows the section of the guide that moves brands into a map: the old
// resources go, and nothing is written.
func TestAccFromBrandToBrands(t *testing.T) {
	t.Parallel()
	e := need(t, removes)
	server := acctest.NewServer(t, mockserver.WithExtended())
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Velora", Enabled: true})
	server.AddBrand(server.Account.ID, mockserver.Brand{
		ID: 1003, Name: "Halden", Enabled: true, Tags: []string{"sponsor", "timing"},
	})
	w := begin(t, e, server, providers+`
resource "videoindexer_brand" "velora" {
  brand_id        = 1001
  tags            = ["sponsor", "bikes"]
  deletion_policy = "disable"
}
`)
	w.apply()
	moving := brandsGuide(t)["terraform"][2]
	w.Write("main.tf", providers+"\n"+moving)
	server.ResetRequests()
	warned := submatches(w.apply(), `(.*(?:another address|two addresses).*)`)
	if warned != nil {
		t.Errorf("want no warning of an address that another resource has. Got: %v", acctest.Messages(warned))
	}
	server.WantNoWrites(t, "the apply")
	_, brands, _ := strings.Cut(moving, "resource ")
	w.Write("main.tf", providers+"\nresource "+brands)
	w.mustPlanNothing()
	w.destroy()
	server.WantNoWrites(t, "the destroy")
}
