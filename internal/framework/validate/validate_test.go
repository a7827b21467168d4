package validate_test

import (
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// TestChecks has each validator say what is wrong with a text, "" for nothing.
func TestChecks(t *testing.T) {
	t.Parallel()
	const (
		front    = "does not begin with http:// or https://; put https:// in front"
		padded   = "has leading or trailing spaces; use trimspace()"
		unread   = `is neither a time nor a date; write "2026-01-31T10:00:00Z" or "2026-01-31", for example, or "now"`
		negative = `is not longer than 0; write "90s" or "2h30m", for example`
		hasQuery = "has a query or fragment; remove it"
		noGUID   = "is not a GUID, such as 2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
		noRE2    = "is not a regular expression (RE2): "
	)
	for name, of := range map[string]struct {
		validate.StringCheck
		wants map[string]string
	}{
		"URL": {validate.URL(), map[string]string{
			"https://api.example.com/": "", "http://localhost:8080/prefix": "", "": "is empty",
			"api.example.com/prefix": front, "api.example.com:8443": front, "//api.example.com": front,
			"ftp://api.example.com": "does not begin with http:// or https://", "https://": "has no host", "https://:8443": "has no host",
			"https://user@api.example.com": "contains a user name or password; remove it", "https://api.example.com\n": padded, "https://api.example.com/%": "cannot be read as a URL",
		}},
		"endpoint": {validate.Endpoint(), map[string]string{
			"https://api.example.com/prefix/": "", "api.example.com?a": front, "https://api.example.com?a=b": hasQuery,
			"https://api.example.com#a": hasQuery, "http://localhost:65535": "", "http://localhost:65536": "has a port above 65535",
		}},
		"time": {validate.Time("now"), map[string]string{
			"2026-01-31": "", "2026-01-31T10:00:00.5+02:00": "", "now": "",
			"": unread, "31.1.2026": unread, "2026-02-30": unread, "2026-01-31T10:00:00": unread,
		}},
		"regular expression": {validate.RegularExpression(), map[string]string{
			"": "", "^Con(toso)?.*$": "", "Con(": noRE2 + "missing closing ): `Con(`",
			"(?=ahead)": noRE2 + "invalid or unsupported Perl syntax: `(?=`",
		}},
		"path segment": {validate.PathSegment(), map[string]string{
			"a1b2c3d4e5": "", "West US 2": "", "": "is empty", " \t": "is empty", " a": padded, "a\n": padded, "..": "is not an identifier",
			"a/b": "contains a slash", `a\b`: "contains a slash", "a\x00b": "contains a control character",
		}},
		"GUID": {validate.GUID(), map[string]string{
			"2F1D6A5E-0c3b-4f0e-9b1a-5d8c7e6f4a3b": "", "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b\n": padded, "mine": noGUID, "": noGUID,
		}},
		"name": {validate.Name(), map[string]string{
			"Ashgrove & Co.": "", "": "is empty", "\t \n": "is empty", " Ashgrove": padded, "Ashgrove\u00a0": padded,
		}},
		"duration": {validate.Duration(), map[string]string{
			"90s": "", "0s": negative, "-1m": negative,
			"60": `is not a duration; write "60s"`, "2 hours": `is not a duration; write "2h"`,
			"2 Min": `is not a duration; write "2m"`, "soon": `is not a duration; write "90s" or "2h30m", for example`,
		}},
		"one of": {validate.OneOf("Vtt", "Srt"), map[string]string{
			"Vtt": "", "VTT": `must be written "Vtt": letter case matters`, "Ttml": "is not supported; use one of Vtt, Srt",
		}},
	} {
		for value, want := range of.wants {
			check.Equal(t, want, of.Check(value), "%s %q is refused with", name, value)
		}
	}
	for value, want := range map[string]string{
		"2026-01-31": "2026-01-31T00:00:00Z", "2026-01-31T10:00:00.5+02:00": "2026-01-31T08:00:00.5Z",
	} {
		check.Equal(t, want, validate.ParseTime(value).UTC().Format(time.RFC3339Nano), "%q is the time", value)
	}
}

// TestMessages names the argument, or the entry, whose value is refused.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		at               path.Path
		of               validate.StringCheck
		value            string
		summary, details string
	}{
		{
			at: path.Root("created_after"), of: validate.Time(), value: "soon", summary: "Invalid created_after",
			details: `created_after "soon" is neither a time nor a date; write "2026-01-31T10:00:00Z" or "2026-01-31", for example.`,
		},
		{
			at: path.Root("brands").AtMapKey("a. b "), of: validate.Name(), value: "a. b ", summary: "Invalid brands",
			details: `brands["a. b "] "a. b " has leading or trailing spaces; use trimspace().`,
		},
		{at: path.Root("key"), of: validate.NotBlank(), value: " ", summary: "Invalid key", details: "key is blank."},
	} {
		var resp validator.StringResponse
		req := validator.StringRequest{Path: test.at, ConfigValue: types.StringValue(test.value)}
		test.of.ValidateString(t.Context(), req, &resp)
		want := diag.Diagnostics{diag.NewAttributeErrorDiagnostic(test.at, test.summary, test.details)}
		if !resp.Diagnostics.Equal(want) {
			t.Errorf("%s = %q is refused with %v,\nwant %v", test.at, test.value, resp.Diagnostics, want)
		}
	}
}

// TestRedacted hides what may be a password or a key in an address that is refused.
func TestRedacted(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"ftp://api.example.com":              "ftp://api.example.com",
		"https://user:p@ss@api.example.com":  "https://(hidden)@api.example.com",
		"user:p@ss@api.example.com":          "(hidden)@api.example.com",
		"https://api.example.com?key=secret": "https://api.example.com?(hidden)",
		"https://api.example.com/#secret":    "https://api.example.com/?(hidden)",
		"https://api.example.com?":           "https://api.example.com?",
	} {
		check.Equal(t, want, validate.Redacted(address), "%q", address)
	}
}

// TestElements checks one element, in a list, a set and a map alike, and as a tag; what is refused
// is named by its path.
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
		"null":             {types.StringNull(), true, "contains null"},
		"empty":            {types.StringValue(""), false, "is empty"},
		"nothing but tabs": {types.StringValue("\t "), false, "is empty"},
		"padded":           {types.StringValue(" x"), false, "trimspace"},
		"padded at end":    {types.StringValue("x\u00a0"), false, "trimspace"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			at := path.Root("brands").AtMapKey("1").AtName("tags")
			wantMessage := func(kind string, diags diag.Diagnostics, want string) {
				messages := ""
				for _, d := range diags {
					messages += d.Summary() + ": " + d.Detail()
				}
				if want == "" {
					check.Equal(t, "", messages, "%s: messages", kind)
					return
				}
				isNamed := strings.HasPrefix(messages, `Invalid brands: brands["1"].tags`)
				if !isNamed || !strings.Contains(messages, want) {
					t.Errorf("%s: messages %q, want one of brands[\"1\"].tags that has %q", kind, messages, want)
				}
				check.Equal(t, 1, len(diags), "%s: messages, of which %q", kind, messages)
			}
			ofNulls := ""
			if test.isNull {
				ofNulls = " null. Set a value, or leave the element out"
			}
			both := []attr.Value{types.StringValue("good"), test.element}
			var list validator.ListResponse
			elements := types.ListValueMust(types.StringType, both)
			validate.NoNulls().ValidateList(ctx, validator.ListRequest{Path: at, ConfigValue: elements}, &list)
			wantMessage("list", list.Diagnostics, ofNulls)
			var object validator.MapResponse
			validate.NoNulls().ValidateMap(ctx, validator.MapRequest{
				Path: at, ConfigValue: types.MapValueMust(types.StringType, map[string]attr.Value{"a": both[0], "b": both[1]}),
			}, &object)
			wantMessage("map", object.Diagnostics, ofNulls)
			request := validator.SetRequest{Path: at, ConfigValue: types.SetValueMust(types.StringType, both)}
			var set, tags validator.SetResponse
			validate.NoNulls().ValidateSet(ctx, request, &set)
			wantMessage("set", set.Diagnostics, ofNulls)
			validate.Tags().ValidateSet(ctx, request, &tags)
			wantMessage("tags", tags.Diagnostics, test.tagError)
		})
	}
}
