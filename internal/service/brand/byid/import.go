package byid

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

// IdentitySchema is the account and the ids of its brands that the dictionary has. The ids follow the dictionary as
// entries come and go (ResourceBehavior.MutableIdentity): otherwise, the identity could not import the same brands
// again.
func (r *dictionaryResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	attributes := importid.AccountAttributes()
	attributes["brand_ids"] = identityschema.StringAttribute{
		RequiredForImport: true,
		Description:       "Ids of the brands in ascending order, separated by commas. They follow the entries of the resource.",
	}
	resp.IdentitySchema = identityschema.Schema{Attributes: attributes}
}

// identify sets the identity of a response to that of the dictionary.
func (m *dictionaryModel) identify(ctx context.Context, identity *tfsdk.ResourceIdentity) diag.Diagnostics {
	if identity == nil {
		return nil
	}
	ids := kind.Of(m.Brands).Keys()
	diags := identity.SetAttribute(ctx, path.Root("location"), m.Location)
	diags.Append(identity.SetAttribute(ctx, path.Root("account_id"), m.AccountID)...)
	diags.Append(identity.SetAttribute(ctx, path.Root("brand_ids"), strings.Join(ids, separator))...)
	return diags
}

// ImportState takes <id>,<id>… or <location>/<account_id>/<id>,<id>…, or an identity.
func (r *dictionaryResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if r.RefuseImport(&resp.Diagnostics) {
		return
	}
	var model dictionaryModel
	var brandIDs string
	if req.ID == "" && req.Identity != nil {
		brandIDs = identified(ctx, req.Identity, &model, &resp.Diagnostics)
	} else {
		brandIDs = parseImportID(req.ID, &model, &resp.Diagnostics)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if _, ok := r.Account(&model.AccountFields, &resp.Diagnostics); !ok {
		return
	}
	resp.Diagnostics.Append(importid.CheckAccount(model.AccountFields)...)
	brands := make(entries.Brands)
	for text := range strings.SplitSeq(brandIDs, separator) {
		id, err := int32type.Parse(strings.TrimSpace(text))
		if err != nil {
			resp.Diagnostics.AddError("Invalid import", fmt.Sprintf("Brand id %s. %s", err, expectedImportID))
			continue
		}
		brands[fmt.Sprint(id)] = set.Brand{}
	}
	resp.Diagnostics.Append(kind.Set(&model.Model, brands)...)
	if resp.Diagnostics.HasError() {
		return
	}
	model.setDefaults()
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, kept{IsImported: true})...)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	resp.Diagnostics.Append(model.identify(ctx, resp.Identity)...)
}

// separator stands between the ids of brands, in import ids and identities.
const separator = ","

var expectedImportID = "Expected the ids of the brands, separated by commas, in the account of the provider's configuration, or <location>/<account_id>/<id>,<id>,…" + importid.Shown("brand")

// parseImportID takes the account out of an import id, where it names one, and leaves the ids of brands.
func parseImportID(id string, model *dictionaryModel, diags *diag.Diagnostics) string {
	parts := strings.Split(id, "/")
	switch {
	case len(parts) == 1:
	case len(parts) == 3 && parts[0] != "" && parts[1] != "":
		model.Location, model.AccountID = types.StringValue(parts[0]), types.StringValue(parts[1])
	default:
		diags.AddError("Invalid import id", fmt.Sprintf("%q cannot be read. %s", id, expectedImportID))
	}
	return parts[len(parts)-1]
}

// identified reads the account and the ids of brands from an identity.
func identified(ctx context.Context, identity *tfsdk.ResourceIdentity, model *dictionaryModel, diags *diag.Diagnostics) string {
	var brandIDs types.String
	diags.Append(identity.GetAttribute(ctx, path.Root("location"), &model.Location)...)
	diags.Append(identity.GetAttribute(ctx, path.Root("account_id"), &model.AccountID)...)
	diags.Append(identity.GetAttribute(ctx, path.Root("brand_ids"), &brandIDs)...)
	return brandIDs.ValueString()
}
