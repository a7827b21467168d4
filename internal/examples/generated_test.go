package examples_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// generates are the import blocks that make the engine write a configuration.
var generates = feature{"generated configuration", "v1.5", "v1.6"}

// TestAccGeneratedConfiguration has the engine write the configuration of brands from import blocks, as the guide to extended
// operations shows it: the plan imports them and changes nothing.
func TestAccGeneratedConfiguration(t *testing.T) {
	t.Parallel()
	e := need(t)
	if !e.has(generates) {
		t.Skipf("%s has no %s", e.version, generates.name)
	}
	server := acctest.NewServer(t, mockserver.Extended())
	env := append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
	brands := []mockserver.Brand{
		{ID: 1001, Name: `A "quoted" ${name}`, Enabled: true, Description: "of\ntwo lines", ReferenceURL: new("https://example.com/?a=b&c"), Tags: []string{"b", "a"}},
		{ID: 1002, Name: "Nothing else"},
		{ID: 1003, Name: "Empty", ReferenceURL: new(""), Tags: []string{}},
	}
	var blocks strings.Builder
	for _, b := range brands {
		server.AddBrand(server.Account.ID, b)
		fmt.Fprintf(&blocks, "import {\n  to = videoindexer_brand.b%d\n  id = \"%d\"\n}\n", b.ID, b.ID)
	}
	w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(append(env, "TF_CLI_CONFIG_FILE="+e.settings)...)}
	w.write("main.tf", providers+"\n"+blocks.String())
	out := w.run("plan", "-generate-config-out=generated.tf", "-out=tfplan")
	if want := "Plan: 3 to import, 0 to add, 0 to change, 0 to destroy."; !strings.Contains(out, want) {
		t.Errorf("the plan is not %q:\n%s\n%s", want, out, read(t, filepath.Join(w.folder, "generated.tf")))
	}
	w.run("apply", "-auto-approve", "tfplan")
	w.nothingToDo()
	if server.Writes() > 0 {
		t.Errorf("%d requests that write", server.Writes())
	}
}
