package validate_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// TestElements checks one element, in a list, a set and a map alike, and as a tag; what is refused is named by its path.
func TestElements(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		element  attr.Value
		isNull   bool
		tagError string
	}{
		"a text":           {types.StringValue("cloud"), false, ""},
		"with space in it": {types.StringValue("public cloud"), false, ""},
		"unknown":          {types.StringUnknown(), false, ""},
		"null":             {types.StringNull(), true, "compact"},
		"empty":            {types.StringValue(""), false, "is empty"},
		"nothing but tabs": {types.StringValue("\t "), false, "is empty"},
		"padded":           {types.StringValue(" x"), false, "trimspace"},
		"padded at end":    {types.StringValue("x\u00a0"), false, "trimspace"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, at := t.Context(), path.Root("brands").AtMapKey("1").AtName("tags")
			check := func(kind string, diags diag.Diagnostics, want string) {
				if len(diags) > 1 || diags.HasError() != (want != "") ||
					want != "" && (diags[0].Summary() != "Invalid brands" || !strings.HasPrefix(diags[0].Detail(), `brands["1"].tags`) || !strings.Contains(diags[0].Detail(), want)) {
					t.Errorf("%s: %v, want %q", kind, diags, want)
				}
			}
			ofNulls := map[bool]string{true: "must not be or contain null"}[test.isNull]
			both := []attr.Value{types.StringValue("good"), test.element}
			var list validator.ListResponse
			validate.NoNulls().ValidateList(ctx, validator.ListRequest{Path: at, ConfigValue: types.ListValueMust(types.StringType, both)}, &list)
			check("list", list.Diagnostics, ofNulls)
			var object validator.MapResponse
			validate.NoNulls().ValidateMap(ctx, validator.MapRequest{
				Path: at, ConfigValue: types.MapValueMust(types.StringType, map[string]attr.Value{"a": both[0], "b": both[1]}),
			}, &object)
			check("map", object.Diagnostics, ofNulls)
			for kind, of := range map[string]validator.Set{ofNulls: validate.NoNulls(), test.tagError: validate.Tags()} {
				var set validator.SetResponse
				of.ValidateSet(ctx, validator.SetRequest{Path: at, ConfigValue: types.SetValueMust(types.StringType, both)}, &set)
				check("set", set.Diagnostics, kind)
			}
		})
	}
}
