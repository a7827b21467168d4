package examples_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestTokenScript runs the program of the guide "Authentication and secrets" that obtains tokens
// from the management interface of a cloud, as the provider runs it.
func TestTokenScript(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"sh", "curl", "jq"} {
		_, err := exec.LookPath(program)
		if err != nil {
			t.Skipf("no %s here", program)
		}
	}
	var got []string
	cloud := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, fmt.Sprintf(
			"%s %s %q %q %s", r.Method, r.URL, r.Header.Get("Metadata"), r.Header.Get("Authorization"), body,
		))
		_, _ = fmt.Fprint(w, `{"access_token": "id-1", "accessToken": "token-1"}`)
	}))
	t.Cleanup(cloud.Close)
	script := ""
	for _, b := range blocks(t, filepath.Join(repository, "docs", "guides", "authentication.md")) {
		if b.language == "sh" {
			script = strings.NewReplacer("http://169.254.169.254", cloud.URL, "https://management.cloud.example", cloud.URL).Replace(b.text)
		}
	}
	program := filepath.Join(t.TempDir(), "get-token.sh")
	err := os.WriteFile(program, []byte(script), 0o600)
	check.MustSucceed(t, err, "the program")
	for _, allowEdit := range []string{"false", "true"} {
		command := exec.CommandContext(t.Context(), "sh", program)
		command.Env = append(os.Environ(), "VIDEOINDEXER_ALLOW_EDIT="+allowEdit)
		out, err := command.CombinedOutput()
		check.MustSucceed(t, err, "allow_edit %s: the program, which prints %q", allowEdit, out)
		check.Equal(t, "token-1\n", string(out), "allow_edit %s: what the program prints", allowEdit)
	}
	const identity, token = `GET /identity/token "true" "" `, `POST /accounts/newsroom/generateAccessToken "" "Bearer id-1" `
	want := []string{
		identity, token + `{"permissionType": "Reader", "scope": "Account"}`,
		identity, token + `{"permissionType": "Contributor", "scope": "Account"}`,
	}
	check.Equal(t, want, got, "requests")
}

// TestAccWorkWithToken applies an example of account tokens: one provider block makes a token with
// the key, and another works with it. Neither key nor token is kept.
func TestAccWorkWithToken(t *testing.T) {
	t.Parallel()
	e := need(t)
	example := code{text: read(t, filepath.Join(repository, "examples", "ephemeral-resources", "videoindexer_account_access_token", "ephemeral-resource_provider.tf"))}
	lacks := example.missing(e)
	if lacks != "" {
		t.Skipf("%s has no %s", e.Version, lacks)
	}
	server := acctest.NewServer(t, mockserver.WithKeyRule(mockserver.KeyOptional))
	env := []string{
		"VIDEOINDEXER_ENDPOINT=" + server.URL, "VIDEOINDEXER_LOCATION=" + server.Account.Location,
		"VIDEOINDEXER_ACCOUNT_ID=" + server.Account.ID,
		"TF_VAR_subscription_key=" + server.Key,
	}
	w := e.at(t, env...)
	w.Write("main.tf", providers+"\n"+example.text)
	out := w.Run("plan", "-out=tfplan")
	out += w.Run("apply", "tfplan")
	w.mustPlanNothing()
	if !server.BrandsModelSettings(server.Account.ID).State {
		t.Error("the brands model is switched off, want the settings of the configuration")
	}
	w.Write("printed", out)
	for _, name := range []string{"terraform.tfstate", "tfplan", "printed"} {
		w.wantNoSecrets(name, append(server.IssuedTokens(), server.Key))
	}
}
