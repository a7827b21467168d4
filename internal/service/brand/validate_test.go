package brand

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestEntryErrorsInOrder checks an entry with several mistakes many times: a map of Go has another
// order each time.
func TestEntryErrorsInOrder(t *testing.T) {
	t.Parallel()
	invalid := map[string]tftypes.Value{
		"name": tftypes.NewValue(tftypes.String, " "), "reference_url": tftypes.NewValue(tftypes.String, "no address"),
		"brand_id": tftypes.NewValue(tftypes.Number, -0.5),
	}
	raw := rawEntry{value: tftypes.NewValue(tftypes.Bool, true), attributes: invalid}
	first := entryErrors(t.Context(), tfsdk.Config{}, path.Root("brands"), raw)
	if first.ErrorsCount() != len(invalid) {
		t.Fatalf("%d errors, want one for each of %d values: %v", first.ErrorsCount(), len(invalid), first)
	}
	for range 50 {
		again := entryErrors(t.Context(), tfsdk.Config{}, path.Root("brands"), raw)
		for i, d := range again {
			if !d.Equal(first[i]) {
				t.Fatalf("error %d is %q, want %q as in the first check", i+1, d.Detail(), first[i].Detail())
			}
		}
	}
}
