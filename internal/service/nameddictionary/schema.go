package nameddictionary

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
)

const describeDictionary = "Brands of an account's dictionary by name, all in one resource, which creates, changes and deletes them.\n\n" +
	"Needs `extended_operations` in the provider's configuration. " +
	"A refresh reads all brands with one request, whatever their number.\n\n" +
	"The plan of a create, and of an entry that is added, looks which names the account has already: these brands are adopted, and not created. " +
	"`adopted` names them, and `overwritten` shows the values that the apply will replace. " +
	"A brand that was renamed outside of Terraform shows under its new name; no brand is ever renamed by this resource. " +
	"What an entry does not set is not managed: the service's value is read, kept and shown.\n\n" +
	"After an apply that was killed, apply again: brands that it had created and that did not reach the state are found by their names. They then count as adopted, " +
	"since nothing distinguishes them from brands of others: a destroy leaves them."

func dictionaryAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"brands": manybrands.Entries{MapNestedAttribute: schema.MapNestedAttribute{
			MarkdownDescription: "The brands by name. A name that is changed makes a new brand, and the old one goes as if its entry was removed. " +
				"Some services may take names that differ only in letter case for the same: two such keys are a warning, and what the service then refuses is an error of the apply.",
			Required:      true,
			PlanModifiers: []planmodifier.Map{manybrands.PlannedAtOnce{}},
			CustomType:    brandsType,
			NestedObject:  schema.NestedAttributeObject{CustomType: entryType, Attributes: entryAttributes()},
		}},
		"exclusive": schema.BoolAttribute{
			MarkdownDescription: "Whether the account is to have no brands but those in `brands`. A refresh then shows the others as entries, and the plan deletes these one by one; " +
				"when `exclusive` has just been set, they are in `overwritten` instead, and a warning of the plan lists them. Only what the plan has shown is deleted. " +
				"An entry that is removed is deleted as well, whatever `deletion_policy` says; a destroy leaves what is not in `brands`. " +
				"No other resource may manage brands of the account. Default: `false`.",
			Optional: true, Computed: true, Default: booldefault.StaticBool(false),
		},
		"parallelism":     manybrands.ParallelismAttribute(),
		"deletion_policy": deletionPolicy(),
		"adopted": schema.SetAttribute{
			MarkdownDescription: "Names of the brands that the dictionary has found rather than created, those of an import among them. `deletion_policy = \"delete\"` leaves them. Null where there are none. " +
				"With thousands of them Terraform itself takes minutes to apply a change; see [how many](../guides/brand-dictionaries.md#size-limits).",
			CustomType: newNameSetType(), Computed: true,
		},
		"overwritten": manybrands.Entries{MapNestedAttribute: schema.MapNestedAttribute{
			MarkdownDescription: "By name, of brands that were adopted: " + describeOverwritten,
			Computed:            true,
			CustomType:          types.MapType{ElemType: overwrittenType},
			NestedObject:        schema.NestedAttributeObject{CustomType: overwrittenType, Attributes: overwrittenAttributes()},
		}},
	}
}

const describeOverwritten = "the values that Terraform has replaced, for those fields where it replaced one: what the brand held when it was adopted, or when a field was first managed. " +
	"A plan shows them before they are overwritten. A brand that the apply deletes because `exclusive` was set is in it with all its values, until the next refresh. " +
	"Null where nothing was replaced; an empty `reference_url` stands for none."

func deletionPolicy() schema.StringAttribute {
	attribute := deletion.Attribute(
		deletion.Offer{Policy: deletion.Delete, Does: "deletes the brands that the dictionary has created, stops managing those in `adopted` and leaves them as they are"},
		deletion.Offer{Policy: deletion.Abandon, Does: "stops managing all of them and leaves them as they are"},
		deletion.Offer{Policy: deletion.Disable, Does: "switches all of them off"},
	)
	attribute.MarkdownDescription += " The same becomes of a brand whose entry is removed."
	return attribute
}

func entryAttributes() map[string]schema.Attribute {
	attributes := managedbrand.Attributes()
	delete(attributes, "name")
	attributes["brand_id"] = schema.NumberAttribute{MarkdownDescription: "Id of the brand.", CustomType: int32type.Type{}, Computed: true}
	return attributes
}

func overwrittenAttributes() map[string]schema.Attribute {
	attributes := managedbrand.OverwrittenAttributes()
	delete(attributes, "name")
	return attributes
}

// checkNames is what there is to say of the keys of brands and of entries without a value.
func checkNames() func(at path.Path, name string, entry tftypes.Value, diags *diag.Diagnostics) {
	spellings := make(map[string]string)
	return func(at path.Path, name string, entry tftypes.Value, diags *diag.Diagnostics) {
		lower := strings.ToLower(name)
		other, isSpelledTwice := spellings[lower]
		spellings[lower] = name
		switch {
		case strings.TrimSpace(name) == "":
			diags.AddAttributeError(at, "Empty name", fmt.Sprintf("The key %q of brands is the name of a brand, which cannot be empty. "+
				"Leave the entry out: in a for expression, with `if trimspace(name) != \"\"`.", name))
		case strings.TrimSpace(name) != name:
			diags.AddAttributeError(at, "Name with white space around it", fmt.Sprintf("The key %q of brands begins or ends with white space, which is not part of a name. "+
				"Names that were read from a file often do: trimspace removes it.", name))
		case entry.IsNull():
			diags.AddAttributeError(at, "Entry without a value", fmt.Sprintf("%s is null. Leave the entry out, or write {} to have the brand and manage nothing else of it.", at))
		case isSpelledTwice:
			diags.AddAttributeWarning(at, "Names that differ in letter case alone", fmt.Sprintf("brands has the keys %q and %q. "+
				"A service that does not tell them apart refuses the second one at apply: if they are the same brand, remove one.", other, name))
		}
	}
}

// ValidateConfig checks the brands, and refuses a dictionary that would delete all brands of the account, unless that is written out.
func (r *dictionaryResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	brands, diags := manybrands.Validate(ctx, req.Config, entryAttributes(), checkNames())
	resp.Diagnostics.Append(diags...)
	var exclusive types.Bool
	var policy types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("exclusive"), &exclusive)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("deletion_policy"), &policy)...)
	if resp.Diagnostics.HasError() || brands.IsNull() || brands.IsUnknown() || len(brands.Entries()) > 0 || !exclusive.ValueBool() || policy.IsUnknown() {
		return
	}
	if policy.ValueString() != string(deletion.Delete) {
		resp.Diagnostics.AddAttributeError(path.Root("brands"), "Every brand of the account would be deleted",
			"brands is empty and exclusive is true: the apply would delete every brand of the account. An empty map is often a file or a query that came back empty. "+
				"If it is meant, write deletion_policy = \"delete\" beside it.")
	}
}
