// Package byname is videoindexer_brand_dictionary: the brands of an account by name, in one resource that creates and deletes them.
package byname

import (
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

var (
	_ managed.Interface                   = (*dictionaryResource)(nil)
	_ resource.ResourceWithValidateConfig = (*dictionaryResource)(nil)
)

type dictionaryResource struct{ entries.Resource }

// NewResource is videoindexer_brand_dictionary. Its identity is the account alone: names come and go with the entries.
func NewResource() resource.Resource {
	return &dictionaryResource{entries.New("brand_dictionary", entries.ByName, importid.Keys{})}
}

const describeDictionary = "Manages the brands of an account's dictionary by name: creates, changes and deletes them." +
	arguments.NeedsExtended +
	"\n\n" +
	"A create, and an added entry, adopt brands that the account has under the same name, by the [rules of adoption](../guides/reliability.md#adoption): `adopted` has their names, and " +
	"a destroy leaves them.\n\n" +
	"Fields that an entry does not set are not managed. A brand that was renamed elsewhere is renamed back.\n\n" +
	"If a brand fails, the provider still writes the others. If a create fails in part, the next apply keeps what was created, and does the rest.\n\n" +
	field.DescribeAliases +
	" [Brands in files](../guides/brand-dictionaries.md) has more, such as `exclusive`."

func (r *dictionaryResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := entries.Attributes(entries.ByName,
		"Brands by name: a changed name is a removed entry and a new brand. `deletion_policy` also applies to the brands of removed entries.",
		"By name of each adopted brand, the values that Terraform has replaced; a plan shows them before the apply replaces them. The plan that sets `exclusive` shows here the brands that it deletes. Null if nothing was "+
			"replaced; an empty `reference_url` means none.")
	maps.Copy(attributes, map[string]schema.Attribute{
		"exclusive": schema.BoolAttribute{
			MarkdownDescription: "Whether to delete all brands of the account that are not in `brands`, after the plan has shown each of them: see [The only source of " +
				"brands](../guides/brand-dictionaries.md#the-only-source-of-brands). No other resource can manage brands of the account. Default: `false`.",
			Optional: true, Computed: true, Default: booldefault.StaticBool(false),
		},
		"deletion_policy": deletion.Attribute(
			deletion.Offer{Policy: deletion.Delete, Does: "deletes the brands that the dictionary created, and stops managing those in `adopted` and leaves them as they are"},
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing all of them and leaves them as they are"},
			deletion.Offer{Policy: deletion.Disable, Does: "disables all of them"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the brands that the dictionary created as they are"},
		),
		"adopted": model.NewOpaqueSet("Names of the brands that existed before, imported ones included; `deletion_policy = \"delete\"` leaves them. With thousands of them, an apply takes minutes: see [Size " +
			"limits](../guides/brand-dictionaries.md#size-limits). Null if there are none."),
	})
	resp.Schema = schema.Schema{MarkdownDescription: describeDictionary, Attributes: providerdata.ResourceAttributes(attributes)}
}

const expectedImportID = "Expected <account_id> for all brands, or <account_id>/<name>,<name>,… for some, with <location>/ in front if it is not the provider's. " +
	"Write a name with a comma or a double quote as in CSV: \"Contoso, Inc.\"."

// ImportState takes <account_id>, <account_id>/<name>,<name>…, either of them with <location>/ in front, or an identity.
func (r *dictionaryResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if r.RefuseImport(&resp.Diagnostics) || !r.RequireExtended(path.Empty(), "videoindexer_"+r.Name, &resp.Diagnostics) {
		return
	}
	var account providerdata.AccountFields
	var names []string
	if req.ID == "" && req.Identity != nil && !req.Identity.Raw.IsFullyNull() {
		account, _ = r.Keys.Read(ctx, r.Data, req, &resp.Diagnostics)
	} else {
		names = parseImportID(req.ID, &account, &resp.Diagnostics)
	}
	r.Import(ctx, account, names, resp)
}

// parseImportID takes the account out of an import id, and returns the names of brands; nil where it has none. Names may
// hold slashes: what follows the account is theirs.
func parseImportID(id string, fields *providerdata.AccountFields, diags *diag.Diagnostics) []string {
	account, rest, hasNames := strings.Cut(id, "/")
	if !validate.IsGUID(account) && hasNames {
		fields.Location = types.StringValue(account)
		account, rest, hasNames = strings.Cut(rest, "/")
	}
	fields.AccountID = types.StringValue(account)
	if !validate.IsGUID(account) || hasNames && rest == "" || fields.Location.Equal(types.StringValue("")) {
		diags.AddError("Invalid import id", fmt.Sprintf("%q cannot be read. %s%s", id, expectedImportID, importid.Shown("account")))
		return nil
	}
	if !hasNames || strings.EqualFold(rest, account) { // some write the id of an account twice, as for what has an id of its own
		return nil
	}
	reader := csv.NewReader(strings.NewReader(rest))
	reader.TrimLeadingSpace = true
	names, err := reader.Read()
	if err != nil || reader.InputOffset() != int64(len(rest)) {
		diags.AddError("Invalid import id", fmt.Sprintf("The names in %q cannot be read. %s", id, expectedImportID))
		return nil
	}
	for i, name := range names {
		if names[i] = strings.TrimSpace(name); names[i] == "" {
			diags.AddError("Invalid import id", fmt.Sprintf("%q has an empty name. %s", id, expectedImportID))
			return nil
		}
	}
	return names
}
