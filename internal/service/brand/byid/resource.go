// Package byid is videoindexer_brands: many brands of an account in one resource, by their ids.
package byid

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

var (
	_ managed.Interface                   = (*dictionaryResource)(nil)
	_ resource.ResourceWithValidateConfig = (*dictionaryResource)(nil)
)

type dictionaryResource struct{ entries.Resource }

// NewResource is videoindexer_brands.
func NewResource() resource.Resource {
	return &dictionaryResource{entries.New("brands", entries.ByID, importid.Keys{})}
}

const describeDictionary = "Manages many existing brands of an account's dictionary, by id.\n\n" +
	"The resource adopts brands by the [rules of adoption](../guides/reliability.md#adoption), and creates none: if a brand is missing, the plan fails. " +
	"[`videoindexer_brand_dictionary`](brand_dictionary.md) creates brands by name.\n\n" +
	"Fields that an entry does not set are not managed: the service's values are read, kept and shown.\n\n" +
	"If a brand fails, the provider still writes the others, and the next apply does the rest. If a create fails in part, the next apply adopts the brands again and keeps `overwritten`.\n\n" +
	field.DescribeAliases +
	"\n\n" +
	"With `deletion_policy = \"delete\"`, an apply deletes the brand of a removed entry, and a destroy all brands, although Terraform did not create them."

// Metadata names the type, and lets its identity change.
func (r *dictionaryResource) Metadata(ctx context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	r.Resource.Metadata(ctx, req, resp)
	resp.ResourceBehavior.MutableIdentity = true // see IdentitySchema
}

func (r *dictionaryResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := entries.Attributes(entries.ByID,
		"Brands by id: a key is an int32 in plain decimal, such as `\"1001\"`. `deletion_policy` also applies to the brands of removed entries.",
		"By brand id, the values that Terraform has replaced since it adopted the brand; a plan shows them before the apply replaces them. `deletion_policy = \"restore\"` writes them back. "+
			"Null if nothing was replaced; an empty `reference_url` means none.")
	maps.Copy(attributes, map[string]schema.Attribute{
		"deletion_policy": deletion.Attribute(
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the brands and leaves them as they are"},
			deletion.Offer{Policy: deletion.Disable, Does: "disables them"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the other fields as they are"},
			deletion.Offer{Policy: deletion.Delete, Does: "deletes them, even if Terraform did not create them, which needs [`extended_operations`](../guides/extended-operations.md)"},
		),
	})
	resp.Schema = schema.Schema{Attributes: providerdata.ResourceAttributes(attributes), MarkdownDescription: describeDictionary}
}

// keys are the ids that the dictionary has. In its identity they follow the entries as these come and go
// (ResourceBehavior.MutableIdentity): otherwise, the identity could not import the same brands again.
var keys = importid.Keys{{
	Name: "brand_ids", Description: "Ids of the brands in ascending order, separated by commas. They follow the entries of the resource.", Noun: "brand",
}}

// IdentitySchema is the account and the ids.
func (r *dictionaryResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = keys.Schema()
}

// ImportState takes <id>,<id>… or <location>/<account_id>/<id>,<id>…, or an identity.
func (r *dictionaryResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	account, values := keys.Read(ctx, r.Data, req, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var ids []string
	for text := range strings.SplitSeq(values[0], ",") {
		id, err := number.Parse(strings.TrimSpace(text))
		if err != nil {
			resp.Diagnostics.AddError("Invalid import", fmt.Sprintf("Brand id %s. brand_ids are the ids of brands, separated by commas.%s", err, importid.Shown("brand")))
		}
		ids = append(ids, fmt.Sprint(id))
	}
	r.Import(ctx, account, ids, resp)
}
