package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccWorkWithToken follows the guide to authentication: one provider block makes a token with the key, and another works with
// it. Neither key nor token is kept.
func TestAccWorkWithToken(t *testing.T) {
	t.Parallel()
	e := need(t)
	var way code
	for _, b := range blocks(t, filepath.Join(repository, "templates", "guides", "authentication.md.tmpl")) {
		if strings.Contains(b.text, "keyholder") {
			way.text += b.text
		}
	}
	if !strings.Contains(way.text, "keyholder") {
		t.Fatal("the guide has no provider block that holds the key")
	}
	if lacks := way.missing(e); lacks != "" {
		t.Skipf("%s has no %s", e.version, lacks)
	}
	server := acctest.NewServer(t, mockserver.KeyOnOperations(mockserver.KeyOptional))
	env := []string{
		"VIDEOINDEXER_ENDPOINT=" + server.URL, "VIDEOINDEXER_LOCATION=" + server.Account.Location, "VIDEOINDEXER_ACCOUNT_ID=" + server.Account.ID,
		"TF_VAR_subscription_key=" + server.Key, "TF_CLI_CONFIG_FILE=" + e.settings,
	}
	w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(env...)}
	w.write("main.tf", providers+"\n"+way.text)
	out := w.run("plan", "-out=tfplan")
	out += w.run("apply", "tfplan")
	w.nothingToDo()
	if !server.BrandsModelSettings(server.Account.ID).State {
		t.Error("the settings were not written")
	}
	secrets := append(server.IssuedTokens(), server.Key)
	for _, name := range []string{"terraform.tfstate", "tfplan"} {
		content, err := os.ReadFile(filepath.Join(w.folder, name))
		if err != nil {
			t.Fatal(err)
		}
		out += string(content)
	}
	for _, secret := range secrets {
		if strings.Contains(out, secret) {
			t.Errorf("a key or token was kept or printed: %.6s…", secret)
		}
	}
}
