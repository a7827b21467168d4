package brandsettings

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestFillRead reads what services show: some leave the state out, and some always say true, which
// proves nothing where Terraform has written false, or does not know what it has written.
func TestFillRead(t *testing.T) {
	t.Parallel()
	yes := types.BoolValue(true)
	no := types.BoolValue(false)
	null := types.BoolNull()
	for name, test := range map[string]struct {
		isImport           bool
		prior, shown, want types.Bool
		warns              bool
	}{
		"on":                        {prior: yes, shown: yes, want: yes},
		"switched off":              {prior: yes, shown: no, want: no},
		"off":                       {prior: no, shown: no, want: no},
		"perhaps switched on":       {prior: no, shown: yes, want: no, warns: true},
		"not shown":                 {prior: yes, shown: null, want: yes},
		"not shown, and off":        {prior: no, shown: null, want: no},
		"a lost write":              {prior: null, shown: yes, want: null},
		"a lost write, not shown":   {prior: null, shown: null, want: null},
		"a lost write of false":     {prior: null, shown: no, want: no},
		"imported, on":              {isImport: true, prior: null, shown: yes, want: yes},
		"imported, off":             {isImport: true, prior: null, shown: no, want: no},
		"imported, without a state": {isImport: true, prior: null, shown: null, want: null},
	} {
		for _, useBuiltIn := range []bool{true, false} {
			m := resourceModel{Enabled: test.prior, UseBuiltIn: types.BoolValue(!useBuiltIn)}
			if test.isImport {
				m.UseBuiltIn = null
			}
			diags := m.fill(videoindexer.ShownBrandsModelSettings{
				State: test.shown.ValueBoolPointer(), UseBuiltIn: useBuiltIn,
			})
			check.Equal(t, test.want, m.Enabled, "%s: enabled", name)
			check.Equal(t, types.BoolValue(useBuiltIn), m.UseBuiltIn, "%s: use_built_in", name)
			check.Equal(t, test.warns, len(diags) > 0, "%s: warns", name)
		}
	}
}
