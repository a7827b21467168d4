package byname

import (
	"context"
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

const expectedImportID = "Expected <account_id> for all brands of the account, or <account_id>/<name>,<name>,… for some of them, with <location>/ in front if it is not that of the provider. " +
	"Write a name with a comma or a double quote as in CSV: \"Contoso, Inc.\"."

// ImportState takes <account_id>, <account_id>/<name>,<name>…, either of them with <location>/ in front, or an identity.
func (r *dictionaryResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if r.RefuseImport(&resp.Diagnostics) || !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
		return
	}
	var model dictionaryModel
	var names []string
	imported := allBrands
	if req.ID == "" && req.Identity != nil {
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("location"), &model.Location)...)
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("account_id"), &model.AccountID)...)
	} else if names = parseImportID(req.ID, &model, &resp.Diagnostics); names != nil {
		imported = namedBrands
	}
	if model.AccountID.IsNull() {
		resp.Diagnostics.AddError("Invalid import id", "It is empty. "+expectedImportID)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if _, ok := r.Account(&model.AccountFields, &resp.Diagnostics); !ok {
		return
	}
	resp.Diagnostics.Append(importid.CheckAccount(model.AccountFields)...)
	named := make(entries.Brands)
	for _, name := range names {
		named[name] = set.Brand{}
	}
	resp.Diagnostics.Append(model.set(named)...)
	if resp.Diagnostics.HasError() {
		return
	}
	model.setDefaults()
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, kept{Imported: imported})...)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	if resp.Identity != nil {
		resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("location"), model.Location)...)
		resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("account_id"), model.AccountID)...)
	}
}

// parseImportID takes the account out of an import id, and returns the names of brands; nil where it has none. Names may
// hold slashes: what follows the account is theirs.
func parseImportID(id string, model *dictionaryModel, diags *diag.Diagnostics) []string {
	account, rest, hasNames := strings.Cut(id, "/")
	if !validate.IsGUID(account) && hasNames {
		model.Location = types.StringValue(account)
		account, rest, hasNames = strings.Cut(rest, "/")
	}
	model.AccountID = types.StringValue(account)
	if !validate.IsGUID(account) || hasNames && rest == "" || model.Location.Equal(types.StringValue("")) {
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
