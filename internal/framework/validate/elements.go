package validate

import (
	"context"
	"fmt"

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
func NoNulls() Elements { return noNulls{} }

// Tags is NoNulls for a set of tags, and refuses empty and padded ones as well: csvdecode and split make them.
func Tags() validator.Set { return tags{} }

type tags struct{ noNulls }

func (t tags) ValidateSet(ctx context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	t.noNulls.ValidateSet(ctx, req, resp)
	for _, element := range req.ConfigValue.Elements() {
		tag, _ := element.(types.String)
		if tag.IsNull() || tag.IsUnknown() {
			continue
		}
		if wrong := Name().Check(tag.ValueString()); wrong != "" {
			resp.Diagnostics.AddAttributeError(req.Path, invalid(req.Path), fmt.Sprintf("%s: Tag %q %s.", req.Path, tag.ValueString(), wrong))
		}
	}
}

type noNulls struct{}

func (noNulls) Description(context.Context) string         { return "must not contain null" }
func (noNulls) MarkdownDescription(context.Context) string { return "must not contain null" }

func (n noNulls) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		n.report(req.Path.AtListIndex(i), element, &resp.Diagnostics)
	}
}

func (n noNulls) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	for _, element := range req.ConfigValue.Elements() {
		n.report(req.Path, element, &resp.Diagnostics)
	}
}

func (n noNulls) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	for key, element := range req.ConfigValue.Elements() {
		n.report(req.Path.AtMapKey(key), element, &resp.Diagnostics)
	}
}

// report names the whole path, because an engine shows the first line of the resource, not that of an entry.
func (noNulls) report(at path.Path, element attr.Value, diags *diag.Diagnostics) {
	if element.IsNull() {
		diags.AddAttributeError(at, invalid(at), fmt.Sprintf("%s must not be or contain null. Leave the null out, or give it a value: "+
			"compact removes nulls from a list of texts, and a for expression with an if clause from anything.", at))
	}
}
