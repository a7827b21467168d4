package scaffold

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
)

// ParserInfo describes a function that parses the content of a file.
type ParserInfo[T any] struct {
	Name, Summary, Notes string
	// Content is the description of the first parameter. If there are Formats, the second parameter
	// is the format of What.
	Content, What string
	Formats       []string
	Return        function.Return
	// Parse returns the result of the function. Its errors are about the content, and do not end
	// with a period.
	Parse func(content, format string) (T, error)
}

// NewParserFunction returns the function.
func NewParserFunction[T any](info ParserInfo[T]) function.Function {
	return &parser[T]{info}
}

type parser[T any] struct{ ParserInfo[T] }

func (p *parser[T]) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = p.Name
}

func (p *parser[T]) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	parameters := []function.Parameter{function.StringParameter{Name: "content", MarkdownDescription: p.Content}}
	if p.Formats != nil {
		parameters = append(parameters, function.StringParameter{
			Name:                "format",
			MarkdownDescription: "Format of the " + p.What + ": one of " + arguments.CodeList(p.Formats) + ".",
		})
	}
	resp.Definition = function.Definition{
		Summary: p.Summary, MarkdownDescription: p.Notes, Parameters: parameters, Return: p.Return,
	}
}

func (p *parser[T]) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var content, format string
	given := []any{&content}
	if p.Formats != nil {
		given = append(given, &format)
	}
	resp.Error = req.Arguments.Get(ctx, given...)
	if resp.Error != nil {
		return
	}
	if p.Formats != nil && !slices.Contains(p.Formats, format) {
		resp.Error = function.NewArgumentFuncError(
			1, fmt.Sprintf("%q is not one of the formats %s", format, strings.Join(p.Formats, ", ")),
		)
		return
	}
	parsed, err := p.Parse(content, format)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, parsed)
}
