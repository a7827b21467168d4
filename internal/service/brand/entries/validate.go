package entries

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var brandsPath = path.Root("brands")

// Validate checks the argument brands: each key and entry by check, and the fields of each entry as the framework checks
// nested attributes. Attributes are those of an entry.
func Validate(ctx context.Context, config tfsdk.Config, attributes map[string]schema.Attribute, check func(at path.Path, key string, entry tftypes.Value, diags *diag.Diagnostics)) (Map, diag.Diagnostics) {
	var brands Map
	diags := config.GetAttribute(ctx, brandsPath, &brands)
	entries := brands.Entries()
	checks := fieldChecks(config, attributes)
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		at, entry := brandsPath.AtMapKey(key), entries[key]
		check(at, key, entry, &diags)
		values := Attributes(entry)
		for name, check := range checks {
			if value := values[name]; !value.IsNull() {
				diags.Append(check(ctx, at, value)...)
			}
		}
	}
	return brands, diags
}

// fieldCheck checks a value that is not null. At is where its entry stands.
type fieldCheck func(ctx context.Context, at path.Path, value tftypes.Value) diag.Diagnostics

// fieldChecks are what is to be checked of an entry, by the names of its attributes.
func fieldChecks(config tfsdk.Config, attributes map[string]schema.Attribute) map[string]fieldCheck {
	checks := make(map[string]fieldCheck)
	for name, attribute := range attributes {
		if !attribute.IsOptional() && !attribute.IsRequired() {
			checks[name] = func(_ context.Context, at path.Path, _ tftypes.Value) diag.Diagnostics {
				return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at.AtName(name), "Invalid Configuration for Read-Only Attribute",
					"Cannot set value for this attribute as the provider has marked it as read-only. Remove the configuration line setting the value.\n\n"+
						"Refer to the provider documentation or contact the provider developers for additional information about configurable and read-only attributes that are supported.")}
			}
			continue
		}
		switch a := attribute.(type) {
		case schema.StringAttribute:
			if len(a.Validators) > 0 {
				checks[name] = stringCheck(config, name, a.Validators)
			}
		case schema.SetAttribute:
			checks[name] = setCheck(config, name, a.Validators)
		}
	}
	return checks
}

func stringCheck(config tfsdk.Config, name string, validators []validator.String) fieldCheck {
	return func(ctx context.Context, at path.Path, value tftypes.Value) (diags diag.Diagnostics) {
		if !value.IsKnown() {
			return nil
		}
		var text string
		if err := value.As(&text); err != nil {
			return diag.Diagnostics{conversionFailed(err)}
		}
		req := validator.StringRequest{Path: at.AtName(name), Config: config, ConfigValue: types.StringValue(text)}
		req.PathExpression = req.Path.Expression()
		for _, v := range validators {
			var resp validator.StringResponse
			v.ValidateString(ctx, req, &resp)
			diags.Append(resp.Diagnostics...)
		}
		return diags
	}
}

// setCheck also refuses elements that appear twice, as the framework does.
func setCheck(config tfsdk.Config, name string, validators []validator.Set) fieldCheck {
	kind := types.SetType{ElemType: types.StringType}
	return func(ctx context.Context, at path.Path, value tftypes.Value) diag.Diagnostics {
		diags := kind.Validate(ctx, value, at.AtName(name))
		read, err := kind.ValueFromTerraform(ctx, value)
		if err != nil {
			return diag.Diagnostics{conversionFailed(err)}
		}
		set, isSet := read.(types.Set)
		if !isSet || set.IsUnknown() {
			return diags
		}
		req := validator.SetRequest{Path: at.AtName(name), Config: config, ConfigValue: set}
		req.PathExpression = req.Path.Expression()
		for _, v := range validators {
			var resp validator.SetResponse
			v.ValidateSet(ctx, req, &resp)
			diags.Append(resp.Diagnostics...)
		}
		return diags
	}
}
