package person

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewParsePeople returns provider::videoindexer::parse_people.
func NewParsePeople() function.Function {
	person := types.ObjectType{
		AttrTypes: map[string]attr.Type{"name": types.StringType, "faces": types.MapType{ElemType: types.StringType}},
	}
	return scaffold.NewParserFunction(scaffold.ParserInfo[map[string]files.PersonModel]{
		Name:    "parse_people",
		Summary: "Reads person models and their persons from a YAML or JSON file.",
		Notes: "Reads a map of person models by keys that you choose. The result has the same fields as the file:\n\n" +
			"| Field | If omitted |\n|---|---|\n" +
			"| `name` of the model | the key of the model |\n" +
			"| `default`: whether this is the account's default person model | `false` |\n" +
			"| `persons`: a map of persons by keys that you choose | empty |\n" +
			"| `name` of a person | the key of the person |\n" +
			"| `faces` of a person: addresses of pictures, by labels | null: " +
			"the resource does not manage the faces |\n\n" +
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
