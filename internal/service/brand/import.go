package brand

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// brandKeys identify a brand in its account.
var brandKeys = importid.Keys{{
	Name: brandIDName, Description: "Id of the brand.", IsInt32: true, ListedAs: "brand",
	Find: importid.ByName((*videoindexer.Client).FindBrands),
}}

// allBrands is the import id of all brands of an account.
const allBrands = "*"

// importKeys name the ids in an import id of videoindexer_brands.
var importKeys = importid.Keys{{Name: "brand_ids", Description: "Ids of the brands, separated by commas; * for all.", ListedAs: "brand"}}

// ImportState imports a single brand by its id, or a map of brands by <id>,<id>…, or all brands of
// the account by * or an identity. <location>/<account_id>/ may precede each.
func (r *brandResource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	if !r.layout.isMap() {
		r.Resource.ImportState(ctx, req, resp)
		return
	}
	diags := &resp.Diagnostics
	imported, ids := r.readImport(ctx, req, diags)
	if diags.HasError() {
		return
	}
	if ids == allBrands {
		diags.Append(r.RequireExtended(path.Empty(), "An import of all brands")...)
	} else {
		diags.Append(imported.addImportedIDs(ids)...)
	}
	if diags.HasError() {
		return
	}
	diags.Append(r.Save(ctx, imported, &resp.State, resp.Identity)...)
	r.NoteImport(ctx, resp)
}

// readImport returns a state without brands, with the account to import from, and the ids of the
// brands as users write them. An identity is that of the account: all of its brands are imported.
func (r *brandResource) readImport(
	ctx context.Context, req resource.ImportStateRequest, diags *diag.Diagnostics,
) (imported *resourceModel, ids string) {
	imported = r.newModel()
	imported.Brands = make(set.Brands)
	imported.Exclusive = types.BoolValue(false)
	imported.Parallelism = number.New(defaultParallelism)
	if importid.HasIdentity(req.Identity) && req.ID == "" {
		imported.AccountFields, _ = r.Keys.Read(ctx, r.Data, req, diags)
		return imported, allBrands
	}
	account, keys := importKeys.Read(ctx, r.Data, req, diags)
	if diags.HasError() {
		return nil, ""
	}
	imported.AccountFields = account
	return imported, keys[0]
}

// addImportedIDs adds the brands of a list of ids, or returns the error of an id.
func (m *resourceModel) addImportedIDs(ids string) (diags diag.Diagnostics) {
	for part := range strings.SplitSeq(ids, ",") {
		id, err := number.Parse(strings.TrimSpace(part))
		if err != nil {
			diags.AddError("Invalid import", fmt.Sprintf("Brand id %s.%s", err, importid.IDSourceText("brand")))
			return diags
		}
		m.addImported(id)
	}
	return nil
}

// addImported adds a brand to import. The read that follows finds its name.
func (m *resourceModel) addImported(id int32) {
	m.Brands[brandIDText(id)] = set.Brand{ID: id, IsAdopted: true}
}

// addAllImported adds the brands of an account; nil for none.
func (m *resourceModel) addAllImported(list *listing) {
	if list == nil {
		return
	}
	for _, brand := range list.all {
		m.addImported(brand.ID)
	}
}

// labelImported gives imported brands of a map their names as labels, or their ids where engines
// cannot write the name as a key. If two have the same name, the label of the second one has its id
// as well.
func (m *resourceModel) labelImported() {
	if !m.layout.isMap() {
		return
	}
	labeled := make(set.Brands, len(m.Brands))
	for _, importedLabel := range m.Brands.Labels() {
		brand := m.Brands[importedLabel]
		label := videoindexer.NormalText(brand.Values.Name())
		if !importid.IsMapKey(label) {
			label = brandIDText(brand.ID)
		}
		_, isTaken := labeled[label]
		if isTaken || label == "" {
			label = strings.TrimSpace(fmt.Sprintf("%s (%d)", label, brand.ID))
		}
		labeled[label] = brand
	}
	m.Brands = labeled
}
