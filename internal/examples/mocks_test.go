package examples_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/golden"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// mocks is the file with the defaults of mock_provider, for users. TestMocks writes it with
// -update.
const mocks = "mocks/videoindexer.tfmock.hcl"

// mocked are the values of computed attributes, by their names behind that of the type: of several,
// the first. What an attribute has by default comes before these.
var mocked = []struct {
	name  *regexp.Regexp
	value string
}{
	{regexp.MustCompile(`videoindexer_brands?(\..*)?\.adopted$`), `true`}, // as overwritten has values, which Terraform's mocks cannot make null
	{regexp.MustCompile(`\.adopted$`), `false`},
	{regexp.MustCompile(`\.(video_id|source_video_id|external_id)$`), `"a1b2c3d4e5"`},
	{regexp.MustCompile(`\.brand_id$`), `1001`},
	{regexp.MustCompile(`\.account_id$`), `"3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"`},
	{
		regexp.MustCompile(`\.prediction_resource_id$`),
		`"/subscriptions/2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90/resourceGroups/images/providers/vision/accounts/images"`,
	},
	{regexp.MustCompile(`[._]id$`), `"2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"`},
	{regexp.MustCompile(`\.location$`), `"westus2"`},
	{regexp.MustCompile(`\.(create_time|created|creation_time|last_indexed|last_modified)$`), `"2026-01-31T10:00:00Z"`},
	{regexp.MustCompile(`videoindexer_(paid_)?account\.state$`), `"Connected"`},
	{regexp.MustCompile(`videoindexer_language_model\.state$`), `"Complete"`},
	{regexp.MustCompile(`\.training_state$`), `"trained"`},
	{regexp.MustCompile(`\.render_state$`), `"Succeeded"`},
	{regexp.MustCompile(`\.faces\.state$`), `"Ok"`},
	{regexp.MustCompile(`\.state$`), `"Processed"`},
	{regexp.MustCompile(`\.account_type$`), `"Paid"`},
	{regexp.MustCompile(`\.content_sha256$`), `"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`},
	{regexp.MustCompile(`\.content_type$`), `"text/html"`},
	{regexp.MustCompile(`\.(files\.(content|source|url)|render_error)$`), `null`},
	{regexp.MustCompile(`videoindexer_captions\.content$`), `"WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nWelcome.\n"`},
	{regexp.MustCompile(`\.content$`), `"Welcome."`},
	{regexp.MustCompile(`(\.|_)(url|endpoint)$`), `"https://videoindexer.example/mock"`},
	{regexp.MustCompile(`\.(json|media_info|statistics)$`), `"{}"`},
	{regexp.MustCompile(`\.(name|cname|description|media_resource|[a-z_]*user_name)$`), `"Mock"`},
	{regexp.MustCompile(`\.(enabled|use_built_in|is_paid|auto_scale|render|extended_operations_recommended)$`), `true`},
	{regexp.MustCompile(`\.is_default$`), `false`},
	{regexp.MustCompile(`_limit(_in_seconds)?$`), `36000`},
	{regexp.MustCompile(`(duration|_in_seconds)$`), `0`},
	{regexp.MustCompile(`_count$`), `0`},
}

var describedDefault = regexp.MustCompile("Default: `([^`]*)`")

// mockOf returns the value of a computed attribute, as HCL. Engines make collections empty, and
// none of their elements can be mocked.
func mockOf(t *testing.T, path string, a *tfprotov6.SchemaAttribute) string {
	value := ""
	found := describedDefault.FindStringSubmatch(a.Description)
	if found != nil {
		value = found[1]
		if a.Type.Is(tftypes.String) {
			value = fmt.Sprintf("%q", value)
		}
	}
	for _, m := range mocked {
		if value == "" && m.name.MatchString(path) {
			value = m.value
		}
	}
	if value == "" {
		t.Errorf("no value for %s: add one to mocked", path)
	}
	return value
}

// primitives are the types of attributes that have a mocked value.
var primitives = []tftypes.Type{tftypes.String, tftypes.Number, tftypes.Bool}

// mockAttributes returns lines of HCL with the values of computed attributes, and of those in other
// attributes.
func mockAttributes(t *testing.T, path string, attributes []*tfprotov6.SchemaAttribute) (lines []string) {
	t.Helper()
	for _, a := range attributes {
		name := path + "." + a.Name
		switch {
		case a.NestedType != nil:
			isArgument := a.Optional || a.Required
			isObject := a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle
			if !isArgument && !isObject {
				continue
			}
			inner := mockAttributes(t, name, a.NestedType.Attributes)
			if len(inner) > 0 {
				lines = append(lines, fmt.Sprintf("%s = {\n%s}\n", a.Name, strings.Join(inner, "")))
			}
		case a.Computed && slices.ContainsFunc(primitives, a.Type.Is):
			lines = append(lines, fmt.Sprintf("%s = %s\n", a.Name, mockOf(t, name, a)))
		}
	}
	slices.Sort(lines)
	return lines
}

// TestMocks holds the file against the registry: it has a value for every computed attribute of
// every resource and data source.
func TestMocks(t *testing.T) {
	t.Parallel()
	blocks := []string{
		"# What mock_provider makes of the attributes that the provider computes, in tests of your own. Copy this file\n" +
			"# to a folder, and name the folder in the block:\n#\n#   mock_provider \"videoindexer\" {\n#     source = \"./tests/mocks\"\n#   }\n",
	}
	all := acctest.Schema(t)
	for kind, schemas := range map[string]map[string]*tfprotov6.Schema{
		"mock_resource": all.ResourceSchemas, "mock_data": all.DataSourceSchemas,
	} {
		for name, schema := range schemas {
			lines := mockAttributes(t, name, schema.Block.Attributes)
			if len(lines) > 0 {
				blocks = append(blocks, fmt.Sprintf(
					"%s %q {\ndefaults = {\n%s}\n}\n", kind, name, strings.Join(lines, ""),
				))
			}
		}
	}
	slices.SortFunc(blocks[1:], func(a, b string) int { // resources first
		return cmp.Or(-strings.Compare(a[:len("mock_d")], b[:len("mock_d")]), strings.Compare(a, b))
	})
	golden.Assert(t, string(hclwrite.Format([]byte(strings.Join(blocks, "\n")))), inRepository(t, mocks))
}

// notMockedInOpenTofu are resources whose examples need what the mocks of OpenTofu cannot do.
var notMockedInOpenTofu = []string{
	"videoindexer_paid_account", // it returns write-only values inside of others, which OpenTofu itself then refuses
	"videoindexer_video",        // it leaves computed values inside of configured ones null, such as the hash of a text
}

// TestAccMocks applies the examples of all resources and data sources with mocks, in one
// configuration: the values fit the types of the attributes, and what refers to them accepts them.
// The test is that of their README. OpenTofu has no files of mocks, and its made-up values are
// accepted too.
func TestAccMocks(t *testing.T) {
	t.Parallel()
	e := need(t, engine.WriteOnly)
	w := e.at(t)
	test := regexp.MustCompile("(?s)```hcl\n(mock_provider.*?)```").FindStringSubmatch(read(t, filepath.Join(repository, "mocks", "README.md")))[1]
	if e.IsOpenTofu {
		test = strings.Replace(test, `source = "./tests/mocks"`, "", 1)
	}
	w.Write("tests/brands.tftest.hcl", test)
	w.Write("tests/"+mocks, read(t, filepath.Join(repository, mocks)))
	main := "terraform {\n  required_providers {\n    videoindexer = { source = \"videoindexer/videoindexer\" }\n  }\n}\n\n" +
		"resource \"videoindexer_person_model\" \"presenters\" {\n  name = \"Presenters\"\n}\n\n"
	all := acctest.Schema(t)
	for kind, schemas := range map[string]map[string]*tfprotov6.Schema{
		"resource": all.ResourceSchemas, "data-source": all.DataSourceSchemas,
	} {
		file := kind + ".tf"
		for name := range schemas {
			isNotMocked := kind == "resource" && slices.Contains(notMockedInOpenTofu, name)
			if e.IsOpenTofu && isNotMocked {
				continue
			}
			example := code{name, read(t, filepath.Join(repository, "examples", kind+"s", name, file))}
			example.complete(w, file+"/"+name)
			main += fmt.Sprintf("module %q {\n  source = \"./%s\"\n", kind+"_"+name, file+"/"+name)
			for _, match := range declared.FindAllStringSubmatch(example.text, -1) {
				main += fmt.Sprintf(
					"  %s = %s\n", match[1],
					cmp.Or(map[string]string{"image_model_keys": `{ training = "a", prediction = "b" }`}[match[1]], `"a key"`),
				)
			}
			main += "}\n\n"
		}
	}
	w.Write("main.tf", main)
	w.Run("get")
	const passed = "1 passed, 0 failed"
	out := w.Run("test")
	if !strings.Contains(out, passed) {
		t.Errorf("want %q. Got: %v", passed, inprocess.Excerpt(out))
	}
}
