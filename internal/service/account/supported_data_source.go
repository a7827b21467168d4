package account

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewSupportedDataSource is data.videoindexer_supported_operations.
func NewSupportedDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    "supported_operations",
		Summary: "Asks the service which extended operations it has.",
		Notes:   "Use it to decide whether to set the provider's [`extended_operations`](../guides/extended-operations.md). It only reads, with a read token, and works whatever `extended_operations` is.",
	}, supportedAttributes, readSupported)
}

type supportedModel struct {
	providerdata.AccountFields
	Operations  map[string]string `tfsdk:"operations"`
	Recommended types.Bool        `tfsdk:"extended_operations_recommended"`
}

func supportedAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"operations": schema.MapAttribute{
			MarkdownDescription: fmt.Sprintf("Support of each operation by its name, such as `list_brands`: `%s`, `%s` (the service does not have it), `%s` (the credentials may not use it) or `%s` "+
				"(it was not asked, because it writes, or because the account has no object to ask about).", videoindexer.Offered, videoindexer.Missing, videoindexer.Refused, videoindexer.Unknown),
			ElementType: types.StringType,
			Computed:    true,
		},
		"extended_operations_recommended": schema.BoolAttribute{
			MarkdownDescription: "Whether `extended_operations = true` is recommended: the service offers `list_brands`, `list_language_models` and `list_videos`.",
			Computed:            true,
		},
	}
}

// readSupported asks each operation that only reads (X1, X4, X5, X6, X13, X17, X22, X29, X30, X34, X35).
func readSupported(ctx context.Context, from providerdata.Target, model *supportedModel, diags *diag.Diagnostics) {
	support, err := from.Client.SupportedOperations(ctx, from.Account)
	if err != nil {
		apidiag.Add(diags, "ask for", apidiag.Subject{Noun: "supported operations", Account: from.Account}, err)
		return
	}
	model.Operations = make(map[string]string, len(support))
	for name, one := range support {
		model.Operations[name] = string(one)
	}
	model.Recommended = types.BoolValue(videoindexer.RecommendsExtended(support))
}
