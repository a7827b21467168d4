package brandsettings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewListResource returns list.videoindexer_brands_model_settings: one for an account.
func NewListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: "brands_model_settings", NeedsExtended: true,
		Summary: "Lists the brand settings, which every account has once.",
	}, scaffold.NoArguments, listSettings)
}

// listSettings pushes the settings of the account (X4).
func listSettings(ctx context.Context, q scaffold.Query, fields *providerdata.AccountFields) diag.Diagnostics {
	remote, err := q.Client.GetBrandsModelSettings(ctx, q.Account)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("read", settingsSubject(q.Account), err)}
	}
	imported := resourceModel{AdoptedFields: managed.AdoptedFields{AccountFields: *fields}}
	imported.fill(remote)
	q.Push(q.ResultWith(ctx, "Brand settings", nil, imported))
	return nil
}
