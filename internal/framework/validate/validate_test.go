package validate_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

func TestURL(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"https://api.example.com/":     "",
		"http://localhost:8080/prefix": "",
		"":                             "is empty",
		"api.example.com":              "put https:// in front",
		"api.example.com/prefix":       "put https:// in front",
		"api.example.com:8443":         "put https:// in front",
		"127.0.0.1:8080":               "put https:// in front",
		"localhost:8080":               "put https:// in front",
		"//api.example.com":            "put https:// in front",
		"ftp://api.example.com":        "does not begin with http:// or https://",
		"https://":                     "has no host",
		"https://:8443":                "has no host",
		"https://user@api.example.com": "contains a user name or password",
		"https://api.example.com\n":    "cannot be read as a URL",
	} {
		var resp validator.StringResponse
		validate.URL().ValidateString(context.Background(), validator.StringRequest{Path: path.Root("endpoint"), ConfigValue: types.StringValue(value)}, &resp)
		if resp.Diagnostics.HasError() != (want != "") || want != "" && !strings.Contains(resp.Diagnostics[0].Detail(), want) {
			t.Errorf("%q: %v, want %q", value, resp.Diagnostics, want)
		}
	}
	if got := validate.URL().Check("ftp://api.example.com"); strings.Contains(got, "in front") {
		t.Errorf("another scheme: %q", got)
	}
}

// TestEndpoint accepts addresses to which paths can be added.
func TestEndpoint(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"https://api.example.com/prefix/": "",
		"api.example.com?a":               "does not begin with http:// or https://: put https:// in front",
		"https://api.example.com?a=b":     "has a query or fragment",
		"https://api.example.com#a":       "has a query or fragment",
	} {
		if got := validate.Endpoint().Check(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

// TestShown hides what may be a password or a key in an address that is refused.
func TestShown(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"ftp://api.example.com":              "ftp://api.example.com",
		"https://user:p@ss@api.example.com":  "https://(hidden)@api.example.com",
		"user:p@ss@api.example.com":          "(hidden)@api.example.com",
		"https://api.example.com?key=secret": "https://api.example.com?(hidden)",
		"https://api.example.com/#secret":    "https://api.example.com/?(hidden)",
		"https://api.example.com?":           "https://api.example.com?",
	} {
		if got := validate.Shown(address); got != want {
			t.Errorf("%q is shown as %q, want %q", address, got, want)
		}
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"2026-01-31":                  "2026-01-31T00:00:00Z",
		"2026-01-31T10:00:00Z":        "2026-01-31T10:00:00Z",
		"2026-01-31T10:00:00.5+02:00": "2026-01-31T08:00:00.5Z",
		"":                            "",
		"31.1.2026":                   "",
		"2026-02-30":                  "",
		"2026-01-31T10:00:00":         "",
	} {
		var resp validator.StringResponse
		validate.Time().ValidateString(context.Background(), validator.StringRequest{Path: path.Root("created_after"), ConfigValue: types.StringValue(value)}, &resp)
		if resp.Diagnostics.HasError() != (want == "") || want == "" && !strings.Contains(resp.Diagnostics[0].Detail(), "created_after must be a time") {
			t.Errorf("%q: %v, want %q", value, resp.Diagnostics, want)
		}
		if got := validate.ParseTime(value); want != "" && got.UTC().Format(time.RFC3339Nano) != want {
			t.Errorf("%q is %s, want %s", value, got, want)
		}
	}
}

func TestRegularExpression(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"":               "",
		"^Con(toso)?.*$": "",
		`(?i)\bnews\b`:   "",
		"Con(":           "missing closing",
		"(?=ahead)":      "invalid or unsupported Perl syntax",
	} {
		var resp validator.StringResponse
		validate.RegularExpression().ValidateString(context.Background(), validator.StringRequest{Path: path.Root("name_regex"), ConfigValue: types.StringValue(value)}, &resp)
		if resp.Diagnostics.HasError() != (want != "") || want != "" && !strings.Contains(resp.Diagnostics[0].Detail(), want) {
			t.Errorf("%q: %v, want %q", value, resp.Diagnostics, want)
		}
	}
}

// TestName refuses names that a service would change or refuse.
func TestName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ashgrove & Co.": "", "": "is empty", "\t \n": "is empty", " Ashgrove": "has leading or trailing spaces; use trimspace()", "Ashgrove\u00a0": "has leading or trailing spaces; use trimspace()",
	} {
		if got := validate.Name().Check(name); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	var resp validator.StringResponse
	validate.Name().ValidateString(t.Context(), validator.StringRequest{Path: path.Root("brands").AtMapKey("a. b "), ConfigValue: types.StringValue("a. b ")}, &resp)
	if len(resp.Diagnostics) != 1 || resp.Diagnostics[0].Summary() != "Invalid brands" {
		t.Errorf("a key: %v", resp.Diagnostics)
	}
}

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
