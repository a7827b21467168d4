// Package provider is the Terraform provider: its configuration, and the registry of all that it
// offers.
package provider

import (
	"context"
	"fmt"
	"runtime"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ProviderName is the prefix of every type the provider offers.
const ProviderName = "videoindexer"

var (
	_ provider.Provider                       = (*videoindexerProvider)(nil)
	_ provider.ProviderWithEphemeralResources = (*videoindexerProvider)(nil)
	_ provider.ProviderWithFunctions          = (*videoindexerProvider)(nil)
	_ provider.ProviderWithActions            = (*videoindexerProvider)(nil)
	_ provider.ProviderWithListResources      = (*videoindexerProvider)(nil)
)

type videoindexerProvider struct {
	version string
	dial    videoindexer.DialFunc // nil for the network
}

// New returns the provider's factory. The version is part of the User-Agent of every request.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &videoindexerProvider{version: version} }
}

func (p *videoindexerProvider) Metadata(
	_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse,
) {
	resp.TypeName = ProviderName
	resp.Version = p.version
}

func (p *videoindexerProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A video indexing service transcribes videos, and recognizes the brands, " +
			"people and words in them. " +
			"This provider manages what the service recognizes: brands, brand settings, language models " +
			"(texts that teach speech recognition your words), people, paid accounts, projects, " +
			"and the re-indexing of videos.",
		Attributes: configurationAttributes(),
	}
}

// Configure makes the client that all types share. It does not send requests. If an argument that
// the client needs is unknown, there is no client, and objects that need it wait for the apply.
func (p *videoindexerProvider) Configure(
	ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse,
) {
	var config configuration
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config.fillFromEnvironment(&resp.Diagnostics)
	config.refuseEmptySecrets(&resp.Diagnostics)
	config.requireComplete(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	pending := pendingArguments(req.Config)
	var client *videoindexer.Client
	switch {
	case len(pending) == 0:
		client = p.newClient(&config, req.TerraformVersion, &resp.Diagnostics)
	case req.ClientCapabilities.DeferralAllowed:
		resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
	}
	if resp.Diagnostics.HasError() {
		return
	}
	data := providerdata.NewData(client, pending, config.Location, config.AccountID)
	resp.ResourceData = data
	resp.DataSourceData = data
	resp.EphemeralResourceData = data
	resp.ActionData = data
	resp.ListResourceData = data
}

// newClient returns the client for a complete configuration, or nil after an error.
func (p *videoindexerProvider) newClient(
	config *configuration, terraformVersion string, diags *diag.Diagnostics,
) *videoindexer.Client {
	config.warnOfPlainHTTP(diags)
	client, err := config.client(p.userAgent(terraformVersion), p.dial)
	if err != nil {
		diags.AddError("Unable to configure the provider",
			fmt.Sprintf("Correct the provider's configuration: %s.", err))
		return nil
	}
	return client
}

func (p *videoindexerProvider) userAgent(terraformVersion string) string {
	return fmt.Sprintf("terraform-provider-videoindexer/%s Terraform/%s (%s; %s)", p.version, terraformVersion, runtime.GOOS, runtime.GOARCH)
}
