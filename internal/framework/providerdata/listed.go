package providerdata

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Listed begins a result of a list resource: the name that users are shown, and the identity, which is the account and the
// object's own keys by name.
func Listed(ctx context.Context, req list.ListRequest, name string, account videoindexer.AccountRef, keys map[string]any) list.ListResult {
	result := req.NewListResult(ctx)
	result.DisplayName = name
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, locationArgument.path, account.Location)...)
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, accountIDArgument.path, account.ID)...)
	for key, value := range keys {
		result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root(key), value)...)
	}
	return result
}

// ListedAs is Listed with the resource, which is what an import and a read make of the object. Without IncludeResource the
// framework drops it, so that it is not made.
func ListedAs(ctx context.Context, req list.ListRequest, name string, account videoindexer.AccountRef, keys map[string]any, from any) list.ListResult {
	result := Listed(ctx, req, name, account, keys)
	if req.IncludeResource {
		result.Diagnostics.Append(model.SetResource(ctx, result.Resource, from)...)
	}
	return result
}
