package brand

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// brandKeys identify a brand in its account.
var brandKeys = importid.Keys{{
	Name: brandIDName, Description: "Id of the brand.", Int32: true, Type: "brand",
	Find: importid.ByName((*videoindexer.Client).FindBrands),
}}

// allBrands is the import id of all brands of an account.
const allBrands = "*"

// importKeys name the ids in an import id of videoindexer_brands.
var importKeys = importid.Keys{{Name: "brand_ids", Description: "Ids of the brands, separated by commas; * for all.", Type: "brand"}}

// ImportState imports a single brand by its id, or a map of brands by <id>,<id>…, or all brands of the account by * or
// an identity. <location>/<account_id>/ may precede each.
func (r *brandResource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	if !r.layout.isMap() {
		r.Resource.ImportState(ctx, req, resp)
		return
	}
	diags := &resp.Diagnostics
	var fields providerdata.AccountFields
	ids := []string{allBrands}
	if importid.HasIdentity(req.Identity) && req.ID == "" {
		fields, _ = r.Keys.Read(ctx, r.Data, req, diags)
	} else {
		fields, ids = importKeys.Read(ctx, r.Data, req, diags)
	}
	if diags.HasError() {
		return
	}
	imported := r.stateModel()
	imported.AccountFields = fields
	imported.Brands = make(set.Brands)
	imported.Exclusive = types.BoolValue(false)
	imported.Parallelism = number.New(defaultParallelism)
	if ids[0] == allBrands {
		r.RequireExtended(path.Empty(), "An import of all brands", diags)
	} else {
		for part := range strings.SplitSeq(ids[0], ",") {
			id, err := number.Parse(strings.TrimSpace(part))
			if err != nil {
				diags.AddError("Invalid import", fmt.Sprintf("Brand id %s.%s", err, importid.IDSourceText("brand")))
				return
			}
			imported.addImported(id)
		}
	}
	if !diags.HasError() {
		diags.Append(r.Save(ctx, imported, &resp.State, resp.Identity)...)
		r.NoteImport(ctx, resp)
	}
}

// addImported adds a brand to import. The read that follows finds its name.
func (m *stateModel) addImported(id int32) { m.Brands[idOf(id)] = set.Brand{ID: id, IsAdopted: true} }

func (m *stateModel) addAllImported(list *listing) {
	if list != nil {
		for _, b := range list.all {
			m.addImported(b.ID)
		}
	}
}

// labelImported gives imported brands of a map their names as labels, or their ids where engines cannot write the name
// as a key. If two have the same name, the label of the second one has its id as well.
func (m *stateModel) labelImported() {
	if !m.layout.isMap() {
		return
	}
	labeled := make(set.Brands, len(m.Brands))
	for _, label := range m.Brands.Labels() {
		brand := m.Brands[label]
		name := videoindexer.NormalText(brand.Values.Name())
		if !importid.IsMapKey(name) {
			name = idOf(brand.ID)
		}
		_, isTaken := labeled[name]
		if isTaken || name == "" {
			name = strings.TrimSpace(fmt.Sprintf("%s (%d)", name, brand.ID))
		}
		labeled[name] = brand
	}
	m.Brands = labeled
}
