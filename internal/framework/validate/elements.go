package validate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Elements is a check of the elements of a list, a set or a map, and can be used as a validator of each of them.
type Elements interface {
	validator.List
	validator.Map
	validator.Set
}

// NoNulls refuses null elements: a null stands for nothing that could be sent, and is what a missing value of another
// resource or variable looks like. Every list, set and map of the provider has it.
func NoNulls() Elements {
	return elements{expects: "must not contain null", check: func(element attr.Value) (wrong, advice string) {
		if element.IsNull() {
			return "is null", "Leave it out, or give it a value; compact removes nulls from a list of texts, " +
				"and a for expression with an if clause from anything."
		}
		return "", ""
	}}
}

// Tags is NoNulls for a set of tags, and refuses empty and padded ones as well: csvdecode and split make them.
func Tags() Elements {
	return elements{expects: "must contain neither null nor texts that are empty or begin or end with white space", check: func(element attr.Value) (wrong, advice string) {
		text, isText := element.(types.String)
		switch {
		case element.IsNull():
			return "is null", "Leave it out, as compact does."
		case !isText || element.IsUnknown():
		case strings.TrimSpace(text.ValueString()) == "":
			return fmt.Sprintf("is empty (%q)", text.ValueString()), "split returns an empty text for an empty input: leave it out, as compact does."
		case strings.TrimSpace(text.ValueString()) != text.ValueString():
			return fmt.Sprintf("begins or ends with white space (%q)", text.ValueString()),
				"Texts that were split or read from a file often do: trimspace removes it, as in [for tag in split(\",\", text) : trimspace(tag)]."
		}
		return "", ""
	}}
}

// elements is a validator that checks each element: check returns what is wrong with it and what to do, "" for nothing.
type elements struct {
	expects string
	check   func(element attr.Value) (wrong, advice string)
}

func (e elements) Description(context.Context) string         { return e.expects }
func (e elements) MarkdownDescription(context.Context) string { return e.expects }

func (e elements) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		e.report(req.Path, req.Path.AtListIndex(i), fmt.Sprintf("element %d", i), element, &resp.Diagnostics)
	}
}

func (e elements) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	for _, element := range req.ConfigValue.Elements() {
		e.report(req.Path, req.Path, "an element", element, &resp.Diagnostics)
	}
}

func (e elements) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	for key, element := range req.ConfigValue.Elements() {
		e.report(req.Path, req.Path.AtMapKey(key), fmt.Sprintf("the element %q", key), element, &resp.Diagnostics)
	}
}

// report adds an error for an element of the collection in. It names the whole path of the collection, because an engine
// shows the first line of the resource, not that of the entry.
func (e elements) report(in, at path.Path, which string, element attr.Value, diags *diag.Diagnostics) {
	if wrong, advice := e.check(element); wrong != "" {
		diags.AddAttributeError(at, "Invalid "+argumentOf(at), fmt.Sprintf("%s %s: %s %s. %s", in, e.expects, which, wrong, advice))
	}
}

// argumentOf is the name of the argument that an element is of: tags of brands["1"].tags.
func argumentOf(at path.Path) string {
	for _, step := range slices.Backward(at.Steps()) {
		if name, ok := step.(path.PathStepAttributeName); ok {
			return string(name)
		}
	}
	return at.String()
}
