package examples_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// brokenFiles are changes of the folder that the module reads, each with what the plan says of it.
// What functions refuse is tested with them.
var brokenFiles = []struct {
	file, content string // "" deletes the file
	says          string
}{
	{"brands.csv", "name,enabled\nVelora,yes,no\n", "row 2: the row ends at column C"},
	{"brands.csv", "name\nVel\xf6ra\n", `contents of "vocabulary/brands.csv" are not valid UTF-8`},
	{"brands.csv", "", `no file exists at "vocabulary/brands.csv"`},
	{"brands.yaml", "Velora: {tags: []}\n", `Two different items produced the key "Velora"`},
	{"brands.yaml", "Quay Radio: {page: x}\n", `line 1, column 14 (Quay Radio): the key "page" is unknown`},
	{"settings.json", "{}", "settings.yaml and settings.json: keep one of them"},
	{"settings.yaml", "enabled: true\n", "use_built_in is missing"},
	{"people.yaml", "guests: [Cleo Hart]\n", "line 1, column 9 (guests): a person model is a list"},
	{"people.yaml", "a: {persons: {b/c: }}\na/b: {persons: {c: }}\n", `Two different items produced the key "a/b/c"`},
	{"models.yaml", "Commentary: {}\n", `the key "Commentary" must be the folder and language of a model`},
	{"models.yaml", "Commentary/en-GB: {files: {climbs.txt: {name: riders.txt}}}\n", `Two different items produced the key "riders.txt"`},
	{"models.yaml", "Commentary/en-GB: {files: {missing.txt: {enabled: false}}}\n", "vocabulary/models/Commentary/en-GB/missing.txt: no such file"},
	{"models/loose.txt", "Riders.\n", `no file exists at "vocabulary/models/<name>/<language>/loose.txt"`},
}

const folderOfFiles = providers + `
module "customization" {
  source         = "../../modules/customization"
  folder         = "vocabulary"
  required_files = ["brands.csv", "models/Commentary/en-GB"]
}
`

// remove deletes a file.
func (w workspace) remove(name string) {
	w.t.Helper()
	err := os.Remove(filepath.Join(w.Folder, name))
	check.MustSucceed(w.t, err, "the file to remove")
}

// TestAccBrokenFiles applies a folder, and then has a mistake in each of its files, one after the
// other: nothing changes at the service, be the module a target or not. TestMistakes has the
// mistakes of each kind of file.
func TestAccBrokenFiles(t *testing.T) {
	t.Parallel()
	e := need(t)
	server := acctest.NewServer(t, mockserver.WithExtended())
	w := open(t, e, "modules/customization", inAccount(server)...)
	w.Write("root/main.tf", strings.ReplaceAll(folderOfFiles, "../../modules/customization", "../"))
	root := w.in("root")
	const text = "vocabulary/models/Commentary/en-GB/"
	valid := map[string]string{
		"vocabulary/brands.csv": "name\nVelora\n", "vocabulary/settings.yaml": "{enabled: true, use_built_in: false}\n",
		"vocabulary/people.yaml": "guests: {persons: {Cleo Hart: }}\n", "vocabulary/brands.yaml": "Quay Radio: {}\n", "vocabulary/models.yaml": "{}\n",
		text + "riders.txt": "Zofia\n", text + "climbs.txt": "Halden\n",
	}
	for name, content := range valid {
		root.Write(name, content)
	}
	root.apply()
	server.ResetRequests()
	for _, broken := range brokenFiles {
		name := filepath.Join("vocabulary", broken.file)
		root.Write(name, broken.content)
		if broken.content == "" {
			root.remove(name)
		}
		root.mustRefuse(broken.says, "apply", "-auto-approve", "-target=module.customization")
		content, isValid := valid[filepath.ToSlash(name)]
		if isValid {
			root.Write(name, content)
		} else {
			root.remove(name)
		}
	}
	link := filepath.Join(root.Folder, text, "terms.txt")
	err := os.Symlink("nowhere.txt", link)
	if err == nil { // not every system has links
		root.mustRefuse(`failed to stat "`+text+`terms.txt"`, "apply", "-auto-approve", "-target=module.customization")
		root.remove(filepath.Join(text, "terms.txt"))
	}
	for _, broken := range brokenFiles[4:] { // in all files
		root.Write(filepath.Join("vocabulary", broken.file), broken.content)
	}
	root.remove("vocabulary/settings.json")
	everything := root.mustRefuse("", "apply", "-auto-approve")
	root.mustRefuse("", "destroy", "-auto-approve")
	for _, want := range []string{"page", "use_built_in is missing", `"a/b/c"`, "loose.txt"} {
		if !strings.Contains(everything, want) {
			t.Errorf("the plan must say %q. Got: %v", want, inprocess.Excerpt(everything))
		}
	}
	check.Equal(t, nil, submatches(everything, `# (\S+) will be destroyed`), "the plan destroys")
	server.WantNoWrites(t, "an apply of broken files")
	root.destroy("-refresh=false")
	check.Equal(t, 0, len(server.Brands(server.Account.ID)), "brands that the destroy left")
}

// TestAccModuleOnEveryService applies brands by id, settings and a language model without extended
// operations.
func TestAccModuleOnEveryService(t *testing.T) {
	t.Parallel()
	e := need(t)
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Velora", Enabled: true})
	w := open(t, e, "modules/customization", append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID)...)
	w.Write("files/brands.csv", "brand_id,tags\n1001,bikes\n")
	w.Write("files/settings.yaml", "{enabled: true, use_built_in: false}\n")
	w.Write("files/models/Commentary/en-GB/riders.txt", "Zofia\n")
	w.apply("-var=folder=files")
	w.mustPlanNothing("-var=folder=files")
	models := server.LanguageModels(server.Account.ID)
	if len(models) != 1 || len(models[0].Files) != 1 {
		t.Errorf("the account has %d models, want one with a file", len(models))
	}
	settings := server.BrandsModelSettings(server.Account.ID)
	check.Equal(t, (mockserver.BrandsModelSettings{State: true}), settings, "the account has the brand settings")
	brands := server.Brands(server.Account.ID)
	if len(brands) != 1 || !slices.Equal(brands[0].Tags, []string{"bikes"}) {
		t.Errorf("the account has the brands %+v, want one with the tag bikes", brands)
	}
}
