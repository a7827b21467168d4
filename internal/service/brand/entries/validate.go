package entries

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ValidateConfig checks the keys and entries of brands, the fields of each entry as the framework checks nested attributes,
// and refuses a dictionary that would delete all brands of the account, unless that is written out.
func (r *Resource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config Model
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.Config, &config)...)
	c := &config.Contents
	if one := c.Brands[One]; r.Layout == Single && !one.IsAdopted && !one.Values.Has(field.Name) && !one.Values.IsUnknown(field.Name) {
		diags.Append(nameMissing())
	}
	names := make(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(c.entries)) {
		at := atBrands.AtMapKey(key)
		if r.Layout == ByName {
			checkName(at, key, names, diags)
		} else if _, err := number.Parse(key); err != nil { // which also refuses a second spelling of an id
			diags.AddAttributeError(at, "Invalid brand id", fmt.Sprintf("The key of %s must be the id of a brand in plain decimal; %s.", at, err))
		}
		if c.entries[key].IsNull() {
			diags.AddAttributeError(at, "Entry without a value", fmt.Sprintf("%s is null. Leave the entry out, or write {} to manage none of its fields.", at))
		}
		for name, value := range elements(c.entries[key]) {
			diags.Append(model.Validate(ctx, req.Config, r.entry[name], at.AtName(name), value)...)
		}
	}
	if len(c.entries) == 0 && !c.IsUnknown && c.Exclusive.ValueBool() && !diags.HasError() &&
		!config.DeletionPolicy.IsUnknown() && config.DeletionPolicy.ValueString() != string(deletion.Delete) {
		diags.AddAttributeError(atBrands, "Every brand of the account would be deleted",
			"brands is empty and exclusive is true: the apply would delete every brand of the account. An empty map is often a file or a query that came back empty. "+
				"If it is meant, add deletion_policy = \"delete\".")
	}
}

// checkName checks a name. Names are those that came before, by lower case. An engine hands over texts in normal form, so that no
// two of them are the same name.
func checkName(at path.Path, name string, names map[string]string, diags *diag.Diagnostics) {
	lower := strings.ToLower(videoindexer.NormalName(name))
	other, isAlike := names[lower]
	names[lower] = name
	switch wrong := validate.CheckName(name); {
	case wrong != "":
		diags.AddAttributeError(at, "Invalid name of a brand", fmt.Sprintf("The key %q of brands is the name of a brand, and %s. "+
			"Names that were read from a file often do: a for expression leaves empty ones out with `if trimspace(name) != \"\"`.", name, wrong))
	case isAlike:
		diags.AddAttributeWarning(at, "Names that differ in letter case alone", fmt.Sprintf("brands has the keys %q and %q. "+
			"A service that does not tell them apart refuses the second one at apply: if they are the same brand, remove one.", other, name))
	}
}
