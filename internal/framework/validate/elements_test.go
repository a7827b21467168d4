package validate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// TestElements checks one element, in a list, a set and a map alike; want is part of the message, "" for none.
func TestElements(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		element     attr.Value
		nulls, tags string
	}{
		"a text":           {types.StringValue("cloud"), "", ""},
		"with space in it": {types.StringValue("public cloud"), "", ""},
		"unknown":          {types.StringUnknown(), "", ""},
		"null":             {types.StringNull(), "is null", "compact"},
		"empty":            {types.StringValue(""), "", "compact"},
		"nothing but tabs": {types.StringValue("\t "), "", "compact"},
		"padded":           {types.StringValue(" x"), "", `(" x")`},
		"padded at end":    {types.StringValue("x\u00a0"), "", "trimspace"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expectElement(t, validate.NoNulls(), test.element, test.nulls)
			expectElement(t, validate.Tags(), test.element, test.tags)
		})
	}
}

func expectElement(t *testing.T, check validate.Elements, element attr.Value, want string) {
	t.Helper()
	for kind, diags := range validateIn(t, check, element) {
		switch {
		case want == "" && len(diags) > 0:
			t.Errorf("%s: %v", kind, diags)
		case want == "":
		case len(diags) != 1, diags[0].Summary() != "Invalid tags", !strings.HasPrefix(diags[0].Detail(), `brands["1"].tags must `), !strings.Contains(diags[0].Detail(), want):
			t.Errorf("%s: %v, want one error that says %q", kind, diags, want)
		}
	}
}

// validateIn puts the element and a good one into a list, a set and a map.
func validateIn(t *testing.T, check validate.Elements, element attr.Value) map[string]diag.Diagnostics {
	t.Helper()
	ctx := context.Background()
	at := path.Root("brands").AtMapKey("1").AtName("tags")
	both := []attr.Value{types.StringValue("good"), element}
	var list validator.ListResponse
	check.ValidateList(ctx, validator.ListRequest{Path: at, ConfigValue: types.ListValueMust(types.StringType, both)}, &list)
	var set validator.SetResponse
	check.ValidateSet(ctx, validator.SetRequest{Path: at, ConfigValue: types.SetValueMust(types.StringType, both)}, &set)
	var object validator.MapResponse
	check.ValidateMap(ctx, validator.MapRequest{Path: at, ConfigValue: types.MapValueMust(types.StringType, map[string]attr.Value{"a": both[0], "b": both[1]})}, &object)
	return map[string]diag.Diagnostics{"list": list.Diagnostics, "set": set.Diagnostics, "map": object.Diagnostics}
}

func TestElementsOfNothing(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]types.Set{"null": types.SetNull(types.StringType), "unknown": types.SetUnknown(types.StringType)} {
		var resp validator.SetResponse
		validate.Tags().ValidateSet(context.Background(), validator.SetRequest{Path: path.Root("tags"), ConfigValue: value}, &resp)
		if len(resp.Diagnostics) > 0 {
			t.Errorf("%s: %v", name, resp.Diagnostics)
		}
	}
}
