package entries

import (
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

// How many requests of one resource may be underway at a time.
const (
	defaultParallelism = 10
	maxParallelism     = 64
)

// Attributes are those that both dictionaries have, but for deletion_policy: brands, overwritten and parallelism.
func Attributes(layout Layout, describeBrands, describeOverwritten string) map[string]schema.Attribute {
	overwritten := field.OverwrittenAttributes()
	if layout == ByName {
		delete(overwritten, "name")
	}
	brands := model.NewOpaqueMap(describeBrands, entryAttributes(layout))
	brands.Required, brands.PlanModifiers = true, []planmodifier.Map{model.PlannedAtOnce{}}
	replaced := model.NewOpaqueMap(describeOverwritten, overwritten)
	replaced.Computed = true
	return map[string]schema.Attribute{
		brandsName: brands, overwrittenName: replaced,
		"parallelism": schema.NumberAttribute{
			MarkdownDescription: fmt.Sprintf("Number of brands that are read or written at a time, from 1 to %d. Default: `%d`.", maxParallelism, defaultParallelism),
			Optional:            true, Computed: true,
			Default:    numberdefault.StaticBigFloat(big.NewFloat(defaultParallelism)),
			Validators: []validator.Number{number.Range{Low: 1, High: maxParallelism}},
		},
	}
}

func entryAttributes(layout Layout) map[string]schema.Attribute {
	attributes := field.Attributes()
	if layout == ByName {
		delete(attributes, "name")
		attributes[brandIDName] = schema.NumberAttribute{MarkdownDescription: "Id of the brand.", Computed: true}
	}
	return attributes
}
