package person

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewParsePeople is provider::videoindexer::parse_people.
func NewParsePeople() function.Function {
	person := types.ObjectType{
		AttrTypes: map[string]attr.Type{"name": types.StringType, "faces": types.MapType{ElemType: types.StringType}},
	}
	return scaffold.NewParser(scaffold.Parser[map[string]files.PersonModel]{
		Name:    "parse_people",
		Summary: "Reads person models and their persons from a YAML or JSON file.",
		Notes: "Reads a map of person models by key, each with `name`, `default` and `persons`: a map of persons by key, each with `name` and `faces`, which are addresses of pictures by label. " +
			"The result has the same fields.\n\n" +
			"The default of `name` is the key. `default` is `true` for the account's default person model, and `false` if omitted. `faces` is null if omitted: the resource then does not manage them.\n\n" +
			"If the file has a mistake, the function returns an error with the line of each mistake.",
		Content: "The content of the file, such as `file(\"people.yaml\")`.",
		Return: function.MapReturn{ElementType: types.ObjectType{AttrTypes: map[string]attr.Type{
			"name": types.StringType, "default": types.BoolType, "persons": types.MapType{ElemType: person},
		}}},
		Parse: func(content, _ string) (map[string]files.PersonModel, error) {
			return files.ParsePeople(content)
		},
	})
}
