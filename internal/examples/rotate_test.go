package examples_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// rotateGuide is the guide that TestAccRotateAKey follows.
const rotateGuide = "rotate-a-key.md.tmpl"

// TestAccRotateAKey follows the guide: its configuration with keys from a secret store, each of the keys rotated, and
// the plans that it shows. No key is in the state, nor in a plan.
func TestAccRotateAKey(t *testing.T) {
	t.Parallel()
	e := need(t, engine.WriteOnly)
	guide := blocks(t, filepath.Join(repository, "templates", "guides", rotateGuide))
	configuration := guide[slices.IndexFunc(guide, func(b block) bool { return saveAs.MatchString(b.before) })].text
	var shown []string // the plans
	for _, b := range guide {
		if strings.Contains(b.text, "1 to change") {
			shown = append(shown, b.text)
		}
	}
	if len(shown) != 2 {
		t.Fatalf("the guide shows %d plans, want that of the account and that of the image model", len(shown))
	}
	server := acctest.NewServer(t, mockserver.Extended())
	store := filepath.Join(t.TempDir(), "secrets.json")
	secrets := map[string]map[string]string{
		"video-indexer": {"subscription_key": server.Key},
		"newsroom": {
			"application_key": "the first application key",
			"training_key":    "the first training key",
			"prediction_key":  "the first prediction key",
		},
	}
	var known []string // all keys that there ever were
	put := func(secret, name, value string) {
		secrets[secret][name] = value
		content, err := json.Marshal(secrets)
		if err == nil {
			err = os.WriteFile(store, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		known = append(known, value)
	}
	for secret, values := range secrets {
		for name, value := range values {
			put(secret, name, value)
		}
	}
	env := []string{
		"VAULT_ADDR=" + store, "VIDEOINDEXER_ENDPOINT=" + server.URL,
		"VIDEOINDEXER_LOCATION=" + server.Account.Location,
	}
	w := e.at(t, env...)
	w.Write("main.tf", configuration)
	w.apply()
	account := server.Accounts()[1].ID
	expectKeys := func(reconnections []mockserver.MediaConnection, training, prediction string) {
		t.Helper()
		check.Equal(t, reconnections, server.MediaConnections(account), "changes of the connection")
		m, _ := server.ImageModel(account)
		if m.TrainingKey != training || m.PredictionKey != prediction {
			t.Errorf("the image model has the keys %q and %q, want %q and %q",
				m.TrainingKey, m.PredictionKey, training, prediction)
		}
	}
	expectKeys(nil, "the first training key", "the first prediction key")

	// raise has the version of a key raised, and the plan applied that the guide shows.
	raise := func(version, plan string) {
		t.Helper()
		w.nothingToDo() // no version tells that the store has another key
		configuration = strings.Replace(configuration, version+" = 1", version+" = 2", 1)
		w.Write("main.tf", configuration)
		printed := w.Run("plan", "-out=tfplan")
		for line := range strings.Lines(plan) {
			line = strings.TrimSpace(line)
			if !strings.Contains(printed, line) {
				t.Errorf("the guide says that %q is printed, and it was not: %v", line, inprocess.Excerpt(printed))
			}
		}
		w.hasNone("tfplan", known)
		w.apply("tfplan")
	}
	put("newsroom", "application_key", "the second application key")
	raise("application_key_wo_version", shown[0])
	rotated := []mockserver.MediaConnection{
		{ApplicationID: "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a", ApplicationKey: "the second application key"},
	}
	expectKeys(rotated, "the first training key", "the first prediction key")

	put("newsroom", "training_key", "the second training key")
	put("newsroom", "prediction_key", "the second prediction key")
	raise("keys_wo_version", shown[1])
	expectKeys(rotated, "the second training key", "the second prediction key")

	put("video-indexer", "subscription_key", "anotherSubscriptionKey")
	server.SetKey("anotherSubscriptionKey")
	w.nothingToDo()
	w.hasNone("terraform.tfstate", known)
	accounts := server.Accounts()
	if len(accounts) != 2 {
		t.Errorf("the service has %d accounts, want 2", len(accounts))
	}

	// A plan that was saved takes the key that the store has when it is applied.
	configuration = strings.Replace(configuration, "keys_wo_version = 2", "keys_wo_version = 3", 1)
	w.Write("main.tf", configuration)
	w.Run("plan", "-out=tfplan")
	put("newsroom", "training_key", "the third training key")
	w.apply("tfplan")
	expectKeys(rotated, "the third training key", "the second prediction key")
}

// hasNone looks for secrets in a file of the workspace, as it is and, a plan, as the engine shows it.
func (w workspace) hasNone(file string, secrets []string) {
	w.t.Helper()
	text := read(w.t, filepath.Join(w.Folder, file))
	if strings.HasSuffix(file, "plan") {
		text += w.Run("show", "-json", file)
	}
	for _, secret := range secrets {
		if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%q", secret)) {
			w.t.Errorf("%s must not hold %q", file, secret)
		}
	}
}

// TestAccWorkWithToken applies an example of account tokens: one provider block makes a token with the key, and another
// works with it. Neither key nor token is kept.
func TestAccWorkWithToken(t *testing.T) {
	t.Parallel()
	e := need(t)
	way := code{text: read(t, filepath.Join(repository, "examples", "ephemeral-resources", "videoindexer_account_access_token", "ephemeral-resource_provider.tf"))}
	lacks := way.missing(e)
	if lacks != "" {
		t.Skipf("%s has no %s", e.Version, lacks)
	}
	server := acctest.NewServer(t, mockserver.KeyOnOperations(mockserver.KeyOptional))
	env := []string{
		"VIDEOINDEXER_ENDPOINT=" + server.URL, "VIDEOINDEXER_LOCATION=" + server.Account.Location,
		"VIDEOINDEXER_ACCOUNT_ID=" + server.Account.ID,
		"TF_VAR_subscription_key=" + server.Key,
	}
	w := e.at(t, env...)
	w.Write("main.tf", providers+"\n"+way.text)
	out := w.Run("plan", "-out=tfplan")
	out += w.Run("apply", "tfplan")
	w.nothingToDo()
	if !server.BrandsModelSettings(server.Account.ID).State {
		t.Error("the brands model is switched off, want the settings of the configuration")
	}
	w.Write("printed", out)
	for _, name := range []string{"terraform.tfstate", "tfplan", "printed"} {
		w.hasNone(name, append(server.IssuedTokens(), server.Key))
	}
}

// vaultBinary is the name under which this test's own binary is the provider of a secret store.
const vaultBinary = "terraform-provider-vault"

// isVault reports whether an engine has started the binary as that provider.
func isVault() bool { return filepath.Base(os.Args[0]) == vaultBinary+suffix() }

func serveVault() error {
	return providerserver.Serve(context.Background(), func() provider.Provider { return vault{} },
		providerserver.ServeOpts{Address: "registry.terraform.io/hashicorp/vault"})
}

// vault stands in for the provider of HashiCorp Vault where the documentation takes secrets from there. It has the one
// ephemeral resource that the documentation uses. VAULT_ADDR names a file with the secrets: an object by name.
type vault struct{}

func (vault) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "vault"
}

func (vault) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (vault) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (vault) Resources(context.Context) []func() resource.Resource { return nil }

func (vault) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (vault) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return vaultSecret{} }}
}

// vaultSecret is ephemeral.vault_kv_secret_v2.
type vaultSecret struct{}

func (vaultSecret) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "vault_kv_secret_v2"
}

func (vaultSecret) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"mount": schema.StringAttribute{Required: true},
		"name":  schema.StringAttribute{Required: true},
		"data":  schema.MapAttribute{ElementType: types.StringType, Computed: true, Sensitive: true},
	}}
}

func (vaultSecret) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var secret struct {
		Mount types.String `tfsdk:"mount"`
		Name  types.String `tfsdk:"name"`
		Data  types.Map    `tfsdk:"data"`
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &secret)...)
	if resp.Diagnostics.HasError() {
		return
	}
	var held map[string]map[string]string
	content, err := os.ReadFile(os.Getenv("VAULT_ADDR"))
	if err == nil {
		err = json.Unmarshal(content, &held)
	}
	if err == nil && held[secret.Name.ValueString()] == nil {
		err = errors.New("there is no such secret")
	}
	if err != nil {
		resp.Diagnostics.AddError("Unable to read secret "+secret.Name.ValueString(), err.Error())
		return
	}
	data, diags := types.MapValueFrom(ctx, types.StringType, held[secret.Name.ValueString()])
	resp.Diagnostics.Append(diags...)
	secret.Data = data
	resp.Diagnostics.Append(resp.Result.Set(ctx, secret)...)
}
