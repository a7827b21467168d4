package byname

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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// kind is that of a dictionary by name.
var kind = entries.NewKind(true)

const describeDictionary = "Brands of an account's dictionary by name. The resource creates, changes and deletes all of them.\n\n" +
	"Needs `extended_operations` in the provider's configuration. " +
	"A refresh reads any number of brands with one request.\n\n" +
	"A create, and an added entry, adopt brands that exist in the account under the same name, by the rules of [Adoption](../guides/reliability.md#adoption). " +
	field.DescribeAliases + "An exclusive dictionary deletes brands that another alias or state manages. " +
	"The plan lists their names in `adopted`, and shows the values that the apply will replace in `overwritten`. " +
	"A brand that was renamed outside of Terraform shows under its new name, and the plan renames it back, so that it keeps its id and what is not managed. " +
	"Names are compared in Unicode's normal form NFC. " +
	"Fields that an entry does not set are not managed: the service's values are read, kept and shown.\n\n" +
	"If an apply was killed, apply again: Terraform finds the brands that it had created by their names. They then count as adopted, " +
	"because Terraform cannot distinguish them from other brands, and a destroy leaves them."

func dictionaryAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"brands": entries.Entries{MapNestedAttribute: schema.MapNestedAttribute{
			MarkdownDescription: "Brands by name. If you change a name, Terraform creates a new brand and treats the old one like a removed entry. " +
				"Two names that differ only in letter case are a warning, because some services treat them as the same name; the apply fails if the service refuses one of them.",
			Required:      true,
			PlanModifiers: []planmodifier.Map{entries.PlannedAtOnce{}},
			CustomType:    kind.Entry,
			NestedObject:  schema.NestedAttributeObject{Attributes: entryAttributes()},
		}},
		"exclusive": schema.BoolAttribute{
			MarkdownDescription: "Whether to delete all brands of the account that are not in `brands`. A refresh then adds these brands as entries, and the plan shows the deletion of each of them. " +
				"A plan that sets `exclusive` shows them in `overwritten` instead, and lists them in a warning. The apply deletes only brands that the plan has shown. " +
				"It also deletes the brands of removed entries, regardless of `deletion_policy`. A destroy leaves brands that are not in `brands`. " +
				"No other resource can manage brands of the account. Default: `false`.",
			Optional: true, Computed: true, Default: booldefault.StaticBool(false),
		},
		"parallelism":     entries.ParallelismAttribute(),
		"deletion_policy": deletionPolicy(),
		"adopted": schema.SetAttribute{
			MarkdownDescription: "Names of the brands that existed before, including imported ones. `deletion_policy = \"delete\"` leaves them. Null if there are none. " +
				"With thousands of adopted brands, Terraform itself takes minutes to apply a change; see [Size limits](../guides/brand-dictionaries.md#size-limits).",
			CustomType: newNameSetType(), Computed: true,
		},
		"overwritten": entries.Entries{MapNestedAttribute: schema.MapNestedAttribute{
			MarkdownDescription: "By name of each adopted brand, " + describeOverwritten,
			Computed:            true,
			CustomType:          kind.Overwritten,
			NestedObject:        schema.NestedAttributeObject{Attributes: overwrittenAttributes()},
		}},
	}
}

const describeOverwritten = "the values that Terraform has replaced: those that the brand had when it was adopted, or when a field was first managed. " +
	"A plan shows them before the apply replaces them. If the apply deletes a brand because `exclusive` was set, all its values are shown here until the next refresh. " +
	"Null if nothing was replaced; an empty `reference_url` means none."

func deletionPolicy() schema.StringAttribute {
	attribute := deletion.Attribute(
		deletion.Offer{Policy: deletion.Delete, Does: "deletes the brands that the dictionary created, and stops managing those in `adopted` and leaves them as they are"},
		deletion.Offer{Policy: deletion.Abandon, Does: "stops managing all of them and leaves them as they are"},
		deletion.Offer{Policy: deletion.Disable, Does: "disables all of them"},
		deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the brands that the dictionary created as they are"},
	)
	attribute.MarkdownDescription += " It also applies to the brands of removed entries."
	return attribute
}

func entryAttributes() map[string]schema.Attribute {
	attributes := field.Attributes()
	delete(attributes, "name")
	attributes["brand_id"] = schema.NumberAttribute{MarkdownDescription: "Id of the brand.", CustomType: int32type.Type{}, Computed: true}
	return attributes
}

func overwrittenAttributes() map[string]schema.Attribute {
	attributes := field.OverwrittenAttributes()
	delete(attributes, "name")
	return attributes
}

// checkNames checks the keys of brands, and entries without a value.
func checkNames() func(at path.Path, name string, entry tftypes.Value, diags *diag.Diagnostics) {
	names, spellings := make(map[string]string), make(map[string]string)
	return func(at path.Path, name string, entry tftypes.Value, diags *diag.Diagnostics) {
		normal := videoindexer.NormalName(name)
		same, isSame := names[normal]
		other, isAlike := spellings[strings.ToLower(normal)]
		names[normal], spellings[strings.ToLower(normal)] = name, name
		switch wrong := validate.CheckName(name); {
		case wrong != "":
			diags.AddAttributeError(at, "Invalid name of a brand", fmt.Sprintf("The key %q of brands is the name of a brand, and %s. "+
				"Names that were read from a file often do: a for expression leaves empty ones out with `if trimspace(name) != \"\"`.", name, wrong))
		case entry.IsNull():
			diags.AddAttributeError(at, "Entry without a value", fmt.Sprintf("%s is null. Leave the entry out, or write {} to have the brand and manage nothing else of it.", at))
		case isSame:
			diags.AddAttributeError(at, "Two keys for one name", fmt.Sprintf("brands has the keys %+q and %+q, which are the same name in Unicode's normal form NFC. Remove one.", same, name))
		case isAlike:
			diags.AddAttributeWarning(at, "Names that differ in letter case alone", fmt.Sprintf("brands has the keys %q and %q. "+
				"A service that does not tell them apart refuses the second one at apply: if they are the same brand, remove one.", other, name))
		}
	}
}

// ValidateConfig checks the brands, and refuses a dictionary that would delete all brands of the account, unless that is written out.
func (r *dictionaryResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	brands, diags := entries.Validate(ctx, req.Config, entryAttributes(), checkNames())
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
