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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// kind is that of a dictionary by name.
var kind = entries.NewKind(true)

const describeDictionary = "Manages the brands of an account's dictionary by name: creates, changes and deletes them." +
	arguments.NeedsExtended +
	"\n\n" +
	"A create, and an added entry, adopt brands that the account has under the same name, by the [rules of adoption](../guides/reliability.md#adoption): `adopted` has their names, and " +
	"a destroy leaves them.\n\n" +
	"Fields that an entry does not set are not managed. A brand that was renamed elsewhere is renamed back.\n\n" +
	"If a brand fails, the provider still writes the others. If a create fails in part, Terraform marks the resource as tainted: `terraform untaint` keeps the brands that it created.\n\n" +
	field.DescribeAliases +
	" [Brands in files](../guides/brand-dictionaries.md) has more, such as `exclusive`."

func dictionaryAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"brands": entries.Entries{MapNestedAttribute: schema.MapNestedAttribute{
			MarkdownDescription: "Brands by name: a changed name is a removed entry and a new brand. `deletion_policy` also applies to the brands of removed entries.",
			Required:            true,
			PlanModifiers:       []planmodifier.Map{entries.PlannedAtOnce{}},
			CustomType:          kind.Entry,
			NestedObject:        schema.NestedAttributeObject{Attributes: entryAttributes()},
		}},
		"exclusive": schema.BoolAttribute{
			MarkdownDescription: "Whether to delete all brands of the account that are not in `brands`, after the plan has shown each of them: see [The only source of " +
				"brands](../guides/brand-dictionaries.md#the-only-source-of-brands). No other resource can manage brands of the account. Default: `false`.",
			Optional: true, Computed: true, Default: booldefault.StaticBool(false),
		},
		"parallelism":     entries.ParallelismAttribute(),
		"deletion_policy": deletionPolicy(),
		"adopted": schema.SetAttribute{
			MarkdownDescription: "Names of the brands that existed before, imported ones included; `deletion_policy = \"delete\"` leaves them. With thousands of them, an apply takes minutes: see [Size " +
				"limits](../guides/brand-dictionaries.md#size-limits). Null if there are none.",
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

const describeOverwritten = "the values that Terraform has replaced; a plan shows them before the apply replaces them. The plan that sets `exclusive` shows here the brands that it deletes. Null if nothing was " +
	"replaced; an empty `reference_url` means none."

func deletionPolicy() schema.StringAttribute {
	return deletion.Attribute(
		deletion.Offer{Policy: deletion.Delete, Does: "deletes the brands that the dictionary created, and stops managing those in `adopted` and leaves them as they are"},
		deletion.Offer{Policy: deletion.Abandon, Does: "stops managing all of them and leaves them as they are"},
		deletion.Offer{Policy: deletion.Disable, Does: "disables all of them"},
		deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the brands that the dictionary created as they are"},
	)
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
