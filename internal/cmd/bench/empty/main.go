// Command empty serves a provider without any resource: the least that a provider on the same framework can be, and so
// what the start of ours is compared with.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/hashicorp/empty", ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), func() provider.Provider { return empty{} }, options); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type empty struct{}

func (empty) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "empty"
}

func (empty) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (empty) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (empty) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (empty) Resources(context.Context) []func() resource.Resource { return nil }
