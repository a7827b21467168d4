package brand

import (
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// What the documentation says of the arguments of a filter, in the data source and in the list.
const (
	describeEnabledFilter = "Whether to return only enabled brands (`true`), or only disabled ones (`false`). Default: all."
	describeNameRegex     = "Regular expression ([RE2](https://github.com/google/re2/wiki/Syntax)) that the names of the brands must match. " +
		"Use `^` and `$` for the beginning and the end of the name, and `(?i)` in front to ignore letter case. Default: all."
)

// filter says which of an account's brands are wanted; what is null selects all.
type filter struct {
	Enabled   types.Bool   `tfsdk:"enabled"`
	NameRegex types.String `tfsdk:"name_regex"`
}

// names returns the test that a name must pass; nil after an error.
func (f *filter) names(diags *diag.Diagnostics) func(string) bool {
	name, err := regexp.Compile(f.NameRegex.ValueString())
	if err != nil {
		diags.AddAttributeError(path.Root("name_regex"), "Invalid regular expression", "name_regex cannot be read: "+err.Error())
		return nil
	}
	return name.MatchString
}

// matches reports whether the filter wants a brand of a wanted name.
func (f *filter) matches(b videoindexer.Brand) bool {
	return f.Enabled.IsNull() || f.Enabled.ValueBool() == b.Enabled
}
