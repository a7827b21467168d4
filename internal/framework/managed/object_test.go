package managed

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
)

// TestAdopts expects that a create adopts an object whose ids are all configured.
func TestAdopts(t *testing.T) {
	t.Parallel()
	type ids map[string]any
	for name, test := range map[string]struct {
		configured ids
		want       types.Bool
	}{
		"all":              {ids{"outer_id": "1", "inner_id": "2"}, types.BoolValue(true)},
		"one":              {ids{"outer_id": "1", "inner_id": nil}, types.BoolValue(false)},
		"one, not known":   {ids{"outer_id": tftypes.UnknownValue, "inner_id": nil}, types.BoolValue(false)},
		"all, one unknown": {ids{"outer_id": "1", "inner_id": tftypes.UnknownValue}, types.BoolUnknown()},
	} {
		attributes := make(map[string]tftypes.Value)
		kinds := make(map[string]tftypes.Type)
		for key, value := range test.configured {
			attributes[key] = tftypes.NewValue(tftypes.String, value)
			kinds[key] = tftypes.String
		}
		config := tfsdk.Config{Raw: tftypes.NewValue(tftypes.Object{AttributeTypes: kinds}, attributes)}
		r := Resource{ResourceInfo: ResourceInfo{Keys: importid.Keys{{Name: "outer_id"}, {Name: "inner_id"}}}}
		check.Equal(t, test.want, r.adoptsByID(resource.ModifyPlanRequest{Config: config}), "%s: it is adopted", name)
	}
}
