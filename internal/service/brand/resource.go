package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
)

var (
	_ managed.Interface                   = (*brandResource)(nil)
	_ resource.ResourceWithValidateConfig = (*brandResource)(nil)
)

// keys name a brand inside its account.
var keys = importid.Keys{{Name: "brand_id", Description: "Id of the brand.", Int32: true, Noun: "brand"}}

type brandResource struct{ entries.Resource }

// NewResource is videoindexer_brand: it is planned and applied as a dictionary of one.
func NewResource() resource.Resource {
	return &brandResource{entries.New("brand", entries.Single, keys, entries.NoDeletion)}
}

func (r *brandResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
	}
}
