package examples_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccTables follows the guide to brands in files: the files that it shows, read as it says, become the brands that it means.
func TestAccTables(t *testing.T) {
	t.Parallel()
	e := need(t)
	shown := map[string][]string{}
	for _, b := range blocks(t, filepath.Join(repository, "templates", "guides", "brand-dictionaries.md.tmpl")) {
		shown[b.language] = append(shown[b.language], b.text)
	}
	if len(shown["csv"]) != 1 || len(shown["yaml"]) != 1 || len(shown["terraform"]) != 3 {
		t.Fatalf("the guide has other blocks: %v", shown)
	}
	ofTable, ofList := shown["terraform"][0], shown["terraform"][1]
	for _, step := range []struct {
		name, file, text, code string
		want                   map[string]mockserver.Brand
	}{
		{"table", "brands.csv", shown["csv"][0], ofTable, map[string]mockserver.Brand{
			"Velora":         {Enabled: true, Description: "Title sponsor of the tour.", ReferenceURL: new("https://velora.example"), Tags: []string{"bikes", "sponsor"}},
			"Kestrel Wheels": {Enabled: true, Description: "Wheels, rims and hubs.", Tags: []string{"components", "sponsor"}},
			"Halden":         {},
		}},
		{"list", "brands.yaml", shown["yaml"][0], ofList, map[string]mockserver.Brand{
			"Velora":         {Enabled: true, Description: "Title sponsor of the tour.", Tags: []string{"bikes", "sponsor"}},
			"Kestrel Wheels": {Enabled: true, Tags: []string{"components", "sponsor"}},
			"Halden":         {},
		}},
	} {
		t.Run(step.name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.Extended())
			w := begin(t, e, server, providers+"\n"+step.code)
			w.write(step.file, step.text)
			w.apply()
			got := map[string]mockserver.Brand{}
			for _, b := range server.Brands(server.Account.ID) {
				slices.Sort(b.Tags)
				got[b.Name] = mockserver.Brand{Enabled: b.Enabled, Description: b.Description, ReferenceURL: b.ReferenceURL, Tags: b.Tags}
			}
			for name, b := range got {
				if len(b.Tags) == 0 {
					b.Tags = nil
				}
				if b.ReferenceURL != nil && *b.ReferenceURL == "" {
					b.ReferenceURL = nil
				}
				got[name] = b
			}
			if diff := cmp.Diff(step.want, got); diff != "" {
				t.Errorf("brands (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("check", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t, mockserver.Extended())
		w := begin(t, e, server, providers+"\n"+ofList)
		w.write("brands.yaml", strings.Replace(shown["yaml"][0], "  tags: [sponsor, components]", "  tag: [sponsor, components]", 1))
		if out, err := w.try("plan"); err == nil || !strings.Contains(out, "nothing reads: Kestrel Wheels: tag") {
			t.Errorf("a misspelled key was not named (%v):\n%s", err, out)
		}
	})
}
