package provider_test

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// notSaid matches what a file does not say of an object, after or before what it says.
var notSaid = regexp.MustCompile(`,"\w+":<null>|"\w+":<null>,`)

// parsers are calls of the functions that read files, with what they return but for nulls.
var parsers = map[string]struct {
	content, format, want string
	// refused is the content that they refuse, with an error that begins with says.
	refused, says string
}{
	"parse_brands": {
		content: "name,tags,brand_id\nVelora,b;a,7\n", format: "Csv", refused: "name\nA\nA\n", says: "row 3 (A): the name",
		want: `{"Velora":{"brand_id":7,"name":"Velora","tags":["b","a"]}}`,
	},
	"parse_brands_model_settings": {
		content: "{enabled: yes, use_built_in: false}", refused: "", says: "line 1: the file is empty", want: `{"enabled":true,"use_built_in":false}`,
	},
	"parse_captions": {
		content: "1\n00:00:01,000 --> 00:00:02,000\nHello\n", format: "Srt", refused: "Hello", says: "not valid Srt, line 1: ", want: `[{"end":"00:00:02.000","start":"00:00:01.000","text":"Hello"}]`,
	},
	"parse_language_models": {
		content: "A/en-GB: {files: {a.txt: {enabled: no}}}\nB/en-GB: {files: ~}", refused: "A: {}", says: "line 1, column 1: the key",
		want: `{"A/en-GB":{"files":{"a.txt":{"enabled":false,"name":"a.txt"}},"name":"A"},` +
			`"B/en-GB":{"name":"B"}}`,
	},
	"parse_people": {
		content: "guests: {persons: {ada: {faces: {front: x}}, ben: }}", refused: "guests: x", says: "line 1, column 9 (guests): a person",
		want: `{"guests":{"default":false,"name":"guests","persons":{"ada":{"faces":{"front":"x"},"name":"ada"},"ben":{"name":"ben"}}}}`,
	},
}

// beginning returns the argument that an error is about, and the beginning of its text.
func beginning(refused *function.FuncError, length int) string {
	if refused == nil {
		return "no error"
	}
	text := refused.Text
	return fmt.Sprintf("argument %d: %s", *refused.FunctionArgument, text[:min(length, len(text))])
}

// TestParsers calls each function as an engine does, and has errors at the argument that they are
// about.
func TestParsers(t *testing.T) {
	t.Parallel()
	p, _ := videoindexerprovider.New("test")().(provider.ProviderWithFunctions)
	var names []string
	for _, create := range p.Functions(t.Context()) {
		f := create()
		var about function.MetadataResponse
		f.Metadata(t.Context(), function.MetadataRequest{}, &about)
		var defined function.DefinitionResponse
		f.Definition(t.Context(), function.DefinitionRequest{}, &defined)
		names = append(names, about.Name)
		call := func(content, format string) (result string, refused *function.FuncError) {
			arguments := []attr.Value{types.StringValue(content), types.StringValue(format)}[:len(defined.Definition.Parameters)]
			empty, refused := defined.Definition.Return.NewResultData(t.Context())
			resp := function.RunResponse{Result: empty, Error: refused}
			f.Run(t.Context(), function.RunRequest{Arguments: function.NewArgumentsData(arguments)}, &resp)
			return notSaid.ReplaceAllString(resp.Result.Value().String(), ""), resp.Error
		}
		test := parsers[about.Name]
		got, err := call(test.content, test.format)
		check.Equal(t, test.want, got, "%s returns, with the error %v", about.Name, err)
		_, err = call(test.refused, test.format)
		check.Equal(t, "argument 0: "+test.says, beginning(err, len(test.says)), "%s(%q): the error", about.Name, test.refused)
		if test.format != "" {
			_, err = call(test.content, "csv")
			check.Equal(t, "argument 1: ", beginning(err, 0), "%s(..., csv): the error", about.Name)
		}
	}
	slices.Sort(names)
	want := slices.Sorted(maps.Keys(parsers))
	check.Equal(t, want, names, "functions of the provider, as in parsers")
}

// TestFilesHaveAllArguments compares what a file can say of a brand with the arguments of the
// resource.
func TestFilesHaveAllArguments(t *testing.T) {
	t.Parallel()
	s := acctest.Schema(t)
	arguments := map[string]tftypes.Type{}
	for _, a := range s.ResourceSchemas["videoindexer_brands"].Block.Attributes {
		if a.Name != "brands" {
			continue
		}
		for _, field := range a.NestedType.Attributes {
			if field.Optional {
				arguments[field.Name] = field.Type
			}
		}
	}
	returned, _ := s.Functions["parse_brands"].Return.Type.(tftypes.Map)
	object, _ := returned.ElementType.(tftypes.Object)
	check.Equal(t, arguments, object.AttributeTypes, "parse_brands returns, as arguments of videoindexer_brands")
	read := map[string]bool{}
	for field := range reflect.TypeFor[files.Brand]().Fields() {
		read[field.Tag.Get("tfsdk")] = true
	}
	for name := range arguments {
		if !read[name] {
			t.Errorf("files.Brand lacks %s, want every argument of videoindexer_brands", name)
		}
		page := s.Functions["parse_brands"].Description
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the description of parse_brands does not name %s, want every argument", name)
		}
	}
}
