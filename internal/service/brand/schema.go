package brand

import (
	"fmt"
	"maps"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

// How many requests of one resource may be in flight at a time.
const (
	defaultParallelism = 10
	maxParallelism     = 64
)

const (
	needsExtended = "needs [`extended_operations`](../guides/extended-operations.md)"

	describeUnmanaged = "If a field is omitted, the remote value is kept.\n\n"
	describeAliases   = "If two states manage the same brand, they overwrite each other's values, " +
		"and a destroy of one disables, restores or deletes it for both."

	describeBrandID    = "Id of the brand, an int32."
	describeCreateTime = "Creation time of the brand (RFC 3339, UTC)."
)

var brandInfo = managed.ResourceInfo{
	Name: "brand", Keys: brandKeys, AdoptsExisting: true, Summary: "Manages a brand of an account.",
	Notes: "The resource adopts an existing brand by `brand_id` or by `name`, or creates a brand: " +
		"see [Adoption](../guides/reliability.md#adoption). Without " +
		"[`extended_operations`](../guides/extended-operations.md), " +
		"it needs the [`brand_id`](../guides/where-values-come-from.md#ids-of-objects).\n\n" +
		describeUnmanaged + describeAliases +
		"\n\nFor many brands, use [`videoindexer_brands`](brands.md).",
}

var brandsInfo = managed.ResourceInfo{
	Name: brandsName, AdoptsExisting: true, Summary: "Manages many brands of an account.",
	Notes: "Each entry is a brand, with its `brand_id` or `name`. " +
		"The resource adopts existing brands, and creates the others: " +
		"see [Adoption](../guides/reliability.md#adoption). Without " +
		"[`extended_operations`](../guides/extended-operations.md), " +
		"each entry needs a [`brand_id`](../guides/where-values-come-from.md#ids-of-objects).\n\n" + describeUnmanaged +
		"If a brand fails, the provider still writes the others. Apply again to finish.\n\n" + describeAliases +
		" See [Brands in files](../guides/brands-in-files.md).",
}

// brandArguments returns the attributes of videoindexer_brand.
func brandArguments() map[string]schema.Attribute {
	attributes := entryAttributes("If omitted, Terraform adopts the brand with that `name`, "+
		"or creates it, which "+needsExtended+". "+
		"Changing it to the id of another brand replaces the resource.",
		"Required if `brand_id` is omitted. With `brand_id`, the remote value is kept if the name is omitted. "+
			"Changing it renames the brand.")
	attributes[policyName] = policyAttribute("brand", "it", "")
	attributes[createTimeName] = arguments.ComputedString(describeCreateTime)
	return attributes
}

// brandsArguments returns the attributes of videoindexer_brands.
func brandsArguments() map[string]schema.Attribute {
	brands := model.NewOpaqueMap("Brands, by labels that you choose; "+
		"renaming a label does not change the brand, unless the label is its name. "+
		"An entry without `brand_id` "+needsExtended+".",
		entryAttributes("If omitted, Terraform adopts the brand with that name, or creates it.",
			"If omitted, the label is the name; with `brand_id`, the remote value is kept."))
	brands.Required = true
	return map[string]schema.Attribute{
		brandsName: brands,
		policyName: policyAttribute("brands", "them",
			" Removing an entry has the same effect on its brand, unless `exclusive` is set."),
		parallelismName: schema.NumberAttribute{
			MarkdownDescription: fmt.Sprintf("Number of brands that are read or written at a time, from 1 to %d. "+
				"Default: `%d`.", maxParallelism, defaultParallelism),
			Optional: true, Computed: true,
			Default:    numberdefault.StaticBigFloat(big.NewFloat(defaultParallelism)),
			Validators: []validator.Number{number.Range{Low: 1, High: maxParallelism}},
		},
		exclusiveName: arguments.BoolWithDefault(false, "Whether to delete all brands of the account "+
			"that are neither in the map nor managed by another resource, once a plan has listed them as `unlisted`. "+
			"See [The only source of brands](../guides/brands-in-files.md#the-only-source-of-brands). Setting it "+needsExtended+"."),
		unlistedName: schema.SetAttribute{
			MarkdownDescription: "Names of the account's brands that are not in the map. " +
				"If the state has a name here, the next apply deletes that brand. Null unless `exclusive` is `true`.",
			Computed: true, ElementType: types.StringType,
		},
	}
}

// entryAttributes returns the attributes of a brand. WithoutID and withoutName say what happens if
// brand_id or name is omitted.
func entryAttributes(withoutID, withoutName string) map[string]schema.Attribute {
	const areArguments = true
	attributes := fieldAttributes(areArguments, "If omitted, the remote value is kept.")
	name, _ := attributes["name"].(schema.StringAttribute)
	name.MarkdownDescription = "Name of the brand. " + withoutName
	maps.Copy(attributes, map[string]schema.Attribute{
		"name": name,
		brandIDName: schema.NumberAttribute{
			MarkdownDescription: describeBrandID + " " + withoutID, Optional: true, Computed: true, Validators: []validator.Number{number.AnyInt32()},
		},
		adoptedName: schema.BoolAttribute{MarkdownDescription: "Whether the brand existed before Terraform managed it.", Computed: true},
		overwrittenName: schema.SingleNestedAttribute{
			MarkdownDescription: "Previous values, which Terraform has replaced since it adopted the brand. " +
				"The plan shows them before the apply replaces them, " +
				"and `deletion_policy = \"restore\"` writes them back. " +
				"Null if nothing was replaced.",
			Computed: true, Attributes: computedFields("Previous value; null if it was not replaced."),
		},
	})
	return attributes
}

// policyAttribute returns deletion_policy for a kind. More ends its description; "" for nothing.
func policyAttribute(kind, them, more string) schema.StringAttribute {
	return managed.PolicyArgument("If omitted, destroy deletes a brand that Terraform created, "+
		"and keeps one that it adopted or imported."+more,
		managed.PolicyChoice{
			Policy: managed.PolicyDelete, Does: "deletes the " + kind + ", even if adopted. This " + needsExtended,
		},
		managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: "keeps the " + kind + " unchanged"},
		managed.PolicyChoice{Policy: managed.PolicyDisable, Does: "disables " + them},
		managed.PolicyChoice{Policy: managed.PolicyRestore, Does: "writes back the previous values of an adopted brand, " +
			"and deletes a created one"},
	)
}

// fieldValidators are validators of fields, by name.
var fieldValidators = map[string][]validator.String{"name": {validate.Name()}, "reference_url": {validate.URLOrEmpty()}}

// computedFields returns the fields of a brand as computed values. Note ends their descriptions; ""
// for nothing.
func computedFields(note string) map[string]schema.Attribute {
	const isArgument = false
	return fieldAttributes(isArgument, note)
}

// fieldAttributes returns the fields of a brand, as arguments or computed values.
func fieldAttributes(isArgument bool, note string) map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(field.Table))
	for _, row := range field.Table {
		text := row.Description
		if isArgument {
			text += row.ClearText
		}
		text = strings.TrimSpace(text + ". " + note)
		switch row.Zero().(type) {
		case *bool:
			attributes[row.Name] = schema.BoolAttribute{MarkdownDescription: text, Optional: isArgument, Computed: true}
		case *[]string:
			attributes[row.Name] = schema.SetAttribute{
				MarkdownDescription: text, ElementType: types.StringType, Optional: isArgument, Computed: true,
				Validators: []validator.Set{validate.Tags()},
			}
		default:
			attributes[row.Name] = schema.StringAttribute{
				MarkdownDescription: text, Optional: isArgument, Computed: true, Validators: fieldValidators[row.Name],
			}
		}
	}
	return attributes
}
