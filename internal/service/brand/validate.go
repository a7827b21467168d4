package brand

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ValidateConfig checks the fields of each entry as the framework checks nested attributes, refuses what names the same brand twice, and an
// empty map that would delete all brands of the account.
func (r *brandResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config, diags := r.model(), &resp.Diagnostics
	diags.Append(model.Get(ctx, req.Config, config)...)
	for _, label := range config.Brands.Labels() {
		diags.Append(checkEntry(ctx, req.Config, config.layout.at(label), config.entries[label])...)
	}
	for _, label := range config.Brands.Labels() {
		if b := config.Brands[label]; b.ID == 0 && !b.IsOpen && !b.Values.IsUnknown(field.Name) {
			diags.Append(config.checkName(label, b.Values)...)
		}
	}
	diags.Append(config.checkTwice(config.Brands)...)
	if config.isEmpty() && config.Exclusive.ValueBool() && !config.DeletionPolicy.IsUnknown() && config.DeletionPolicy.ValueString() != "delete" {
		diags.AddAttributeError(path.Root(brandsName), "Every brand of the account would be deleted",
			"brands is empty and exclusive is true: the apply would delete every brand of the account. An empty map is often a file or a query that came back empty. "+
				"To delete every brand, add deletion_policy = \"delete\".")
	}
}

// entrySchema has the attributes of an entry, for their checks.
var entrySchema = entryAttributes("", "")

// checkEntry checks the fields of an entry of a map, which the framework does not look into.
func checkEntry(ctx context.Context, config tfsdk.Config, at path.Path, e entry) (diags diag.Diagnostics) {
	if e.value.Type() == nil { // a single brand
		return nil
	}
	if e.value.IsNull() {
		diags.AddAttributeError(at, "Entry without a value", fmt.Sprintf("%s is null. Leave the entry out, or write {} to manage none of its fields.", at))
	}
	for name, value := range e.attributes {
		diags.Append(model.Validate(ctx, config, entrySchema[name], at.AtName(name), value)...)
	}
	return diags
}

func (m *resourceModel) isEmpty() bool { return len(m.Brands) == 0 && !m.isUnknown }

// checkName checks the name of a brand without an id, which may come from the label.
func (m *resourceModel) checkName(label string, values field.Values) (diags diag.Diagnostics) {
	at := m.layout.at(label)
	switch wrong := validate.Name().Check(values.Name()); {
	case !values.Has(field.Name):
		diags.AddAttributeError(path.Root("name"), "Missing name", "Without brand_id, the brand is found by its name, or created, with extended_operations. Set name, or brand_id.")
	case wrong != "" && m.entries[label].attributes["name"].IsNull(): // what is configured has its own check
		diags.AddAttributeError(at, "Invalid name of a brand", fmt.Sprintf("The label %q of brands is also the name of the brand, and %s. "+
			"Set name, or correct the label. To leave out empty lines of a file, use a for expression with `if trimspace(name) != \"\"`.", label, wrong))
	}
	return diags
}

// checkTwice refuses two entries with one id or one name, and warns of names that differ in letter case alone.
func (m *resourceModel) checkTwice(wanted set.Brands) diag.Diagnostics {
	diags, names := m.checkIDs(wanted), make(map[string]string)
	for _, label := range wanted.Labels() {
		b, at := wanted[label], m.layout.at(label)
		if !b.Values.Has(field.Name) {
			continue
		}
		lower := set.Lower(b.Values.Name())
		first, isThere := names[lower]
		names[lower] = label
		switch {
		case !isThere:
		case videoindexer.SameText(wanted[first].Values.Name(), b.Values.Name()):
			diags.AddAttributeError(at, "Name in two entries", fmt.Sprintf("%s and %s have the same name, %q, and names of brands are unique. Remove one of them, or rename it.", m.layout.at(first), at, b.Values.Name()))
		default:
			diags.AddAttributeWarning(at, "Names that differ in letter case alone", fmt.Sprintf("%s and %s have the names %q and %q. "+
				"A service that ignores letter case refuses the second one at apply: if they are the same brand, remove one.", m.layout.at(first), at, wanted[first].Values.Name(), b.Values.Name()))
		}
	}
	return diags
}
