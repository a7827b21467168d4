package examples_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// vaultBinary is the name under which this test's own binary is the provider of a secret store.
const vaultBinary = "terraform-provider-vault"

// isVault reports whether an engine has started the binary as that provider.
func isVault() bool { return filepath.Base(os.Args[0]) == vaultBinary+suffix() }

func serveVault() error {
	return providerserver.Serve(context.Background(), func() provider.Provider { return vault{} },
		providerserver.ServeOpts{Address: "registry.terraform.io/hashicorp/vault"})
}

// vault stands in for the provider of HashiCorp Vault where the documentation takes secrets from
// there. It has the one ephemeral resource that the documentation uses. VAULT_ADDR names a file
// with the secrets: an object by name.
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
