// Command empty serves a provider of one resource without attributes but its id: the least that a provider on the
// same framework can be, and so what the start of ours is compared with.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/videoindexer/empty", ProtocolVersion: 6}
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

func (empty) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing{} }}
}

// thing is a resource that does nothing.
type thing struct{}

func (thing) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "empty_thing"
}

func (thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{"id": schema.StringAttribute{Computed: true}}}
}

func (thing) Create(context.Context, resource.CreateRequest, *resource.CreateResponse) {}

func (thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (thing) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}

func (thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
