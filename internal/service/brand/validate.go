package brand

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ValidateConfig checks the fields of each entry as the framework checks nested attributes. It
// refuses two entries for one brand, and an empty map that would delete all brands of the account.
func (r *brandResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	config := r.newModel()
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.Config, config)...)
	for _, label := range config.Brands.Labels() {
		argument := r.layout.entryPath(label)
		raw := config.raw[label]
		diags.Append(entryErrors(ctx, req.Config, argument, raw)...)
		brand := config.Brands[label]
		if brand.IsWithoutID() && !brand.Values.IsNameUnknown() {
			isConfigured := !raw.attributes["name"].IsNull()
			diags.Append(nameErrors(argument, label, brand.Values, isConfigured)...)
		}
	}
	diags.Append(config.duplicateDiagnostics()...)
	diags.Append(config.deletesAllErrors()...)
}

// deletesAllErrors refuses an empty map that would delete all brands of the account, unless
// deletion_policy shows that this is intended.
func (m *resourceModel) deletesAllErrors() (diags diag.Diagnostics) {
	if m.areBrandsUnknown || len(m.Brands) > 0 {
		return nil
	}
	isIntended := m.DeletionPolicy.IsUnknown() || m.DeletionPolicy.ValueString() == string(managed.PolicyDelete)
	if isIntended || !m.Exclusive.ValueBool() {
		return nil
	}
	diags.AddAttributeError(path.Root(brandsName), "Every brand of the account would be deleted",
		"brands is empty and exclusive is true, so the apply would delete every brand of the account. "+
			"An empty map is often a file or a query that came back empty. "+
			"To delete every brand, add deletion_policy = \"delete\".")
	return diags
}

// entrySchema has the validators of an entry.
var entrySchema = entryAttributes("", "")

// entryErrors checks the fields of an entry of a map, which the framework does not visit. It visits
// the arguments of a single brand.
func entryErrors(
	ctx context.Context, config tfsdk.Config, argument path.Path, raw rawEntry,
) (diags diag.Diagnostics) {
	isSingle := raw.value.Type() == nil
	if isSingle {
		return nil
	}
	if raw.value.IsNull() {
		diags.AddAttributeError(argument, "Entry without a value", fmt.Sprintf(
			"%s is null. Leave the entry out, or write {} to keep all values of the brand.", argument))
	}
	for _, name := range slices.Sorted(maps.Keys(raw.attributes)) {
		value := raw.attributes[name]
		diags.Append(model.Validate(ctx, config, entrySchema[name], argument.AtName(name), value)...)
	}
	return diags
}

// nameErrors checks the name of a brand without an id, which may come from the label.
func nameErrors(
	argument path.Path, label string, values field.Values, isConfigured bool,
) (diags diag.Diagnostics) {
	if !values.HasName() {
		diags.AddAttributeError(path.Root("name"), "Missing name",
			"Without brand_id, the brand is found by its name, or created, with extended_operations. "+
				"Set name, or brand_id.")
		return diags
	}
	// A configured name has its own check.
	if isConfigured {
		return nil
	}
	problem := validate.Name().Check(values.Name())
	if problem != "" {
		diags.AddAttributeError(argument, "Invalid name of a brand", fmt.Sprintf(
			"The label %q of brands is also the name of the brand, and %s. Set name, or correct the label. "+
				"To leave out empty lines of a file, use a for expression with `if trimspace(name) != \"\"`.",
			label, problem))
	}
	return diags
}

// duplicateDiagnostics refuses two entries with one id or one name, and warns of names that differ
// only in letter case.
func (m *resourceModel) duplicateDiagnostics() diag.Diagnostics {
	diags := m.sharedIDErrors(m.Brands)
	labels := make(map[string]string)
	for _, label := range m.Brands.Labels() {
		name := m.Brands[label].Values.Name()
		if name == "" {
			continue
		}
		otherLabel, isDuplicate := labels[set.FoldName(name)]
		labels[set.FoldName(name)] = label
		if !isDuplicate {
			continue
		}
		entry := m.layout.entryPath(label)
		other := m.layout.entryPath(otherLabel)
		otherName := m.Brands[otherLabel].Values.Name()
		if videoindexer.IsSameText(otherName, name) {
			diags.AddAttributeError(entry, "Name in two entries", fmt.Sprintf(
				"%s and %s have the same name, %q, and names of brands are unique. "+
					"Remove one of them, or rename it.", other, entry, name))
			continue
		}
		diags.AddAttributeWarning(entry, "Names that differ in letter case alone", fmt.Sprintf(
			"%s and %s have the names %q and %q. "+
				"A service that ignores letter case refuses the second one at apply. "+
				"If they are the same brand, remove one.", other, entry, otherName, name))
	}
	return diags
}

// sharedIDErrors returns an error for each entry whose id an entry before it has.
func (m *resourceModel) sharedIDErrors(entries set.Brands) (diags diag.Diagnostics) {
	labels := make(map[int32]string, len(entries))
	for _, label := range entries.Labels() {
		entry := entries[label]
		if entry.ID == 0 {
			continue
		}
		otherLabel, isShared := labels[entry.ID]
		labels[entry.ID] = label
		if isShared {
			argument := m.layout.entryPath(label)
			diags.AddAttributeError(argument, "Brand in two entries", fmt.Sprintf(
				"%s and %s are the same brand, %s. Remove one of them.",
				m.layout.entryPath(otherLabel), argument, titleOf(entry)))
		}
	}
	return diags
}

// notAllowedErrors refuses a configuration that asks for what the provider may not do.
func (r *brandResource) notAllowedErrors(config *resourceModel) (diags diag.Diagnostics) {
	argument := path.Root(exclusiveName)
	if config.Exclusive.IsUnknown() {
		diags.AddAttributeError(argument, "The plan cannot show what would be deleted",
			"exclusive is known only after apply. Set it to a value that is known while planning.")
	}
	diags.Append(r.withoutIDErrors(config)...)
	diags.Append(r.RequireExtendedIfTrue(argument, config.Exclusive)...)
	if config.DeletionPolicy.ValueString() == string(managed.PolicyDelete) {
		diags.Append(r.RequireExtended(path.Root(policyName), `deletion_policy = "delete"`)...)
	}
	return diags
}

// withoutIDErrors refuses entries without an id where extended operations are off: their brands can
// be neither found nor created.
func (r *brandResource) withoutIDErrors(config *resourceModel) diag.Diagnostics {
	labels := slices.DeleteFunc(config.Brands.Labels(), func(label string) bool {
		return !config.Brands[label].IsWithoutID()
	})
	if len(labels) == 0 {
		return nil
	}
	missingIDs := make([]string, len(labels))
	for i, label := range labels {
		missingIDs[i] = config.layout.entryPath(label).AtName(brandIDName).String()
	}
	feature := "Finding or creating a brand without " + apidiag.ListUpTo(maxNamed, missingIDs)
	return r.RequireExtended(config.layout.entryPath(labels[0]), feature)
}

// deletionErrors refuses tasks that delete brands where extended operations are off.
func (r *brandResource) deletionErrors(owner *resourceModel, tasks []set.Task) diag.Diagnostics {
	deleted := priorBrands(tasks, set.Delete)
	if len(deleted) == 0 {
		return nil
	}
	feature := "Deleting " + owner.subject(deleted...).String()
	return r.RequireExtended(path.Empty(), feature)
}
