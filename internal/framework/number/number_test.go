package number_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
)

// TestRange accepts the whole numbers of a range in any notation, and names the range in a refusal.
func TestRange(t *testing.T) {
	t.Parallel()
	refusals := func(r number.Range, value types.Number) diag.Diagnostics {
		var resp validator.NumberResponse
		r.ValidateNumber(t.Context(), validator.NumberRequest{Path: path.Root("limit"), ConfigValue: value}, &resp)
		return resp.Diagnostics
	}
	const all = "-2147483648 to 2147483647"
	for _, test := range []struct {
		accepts number.Range
		text    string
		refused string // by which range
	}{
		{number.AnyInt32(), "0", ""},
		{number.AnyInt32(), "-2147483648", ""},
		{number.AnyInt32(), "1e3", ""},
		{number.AnyInt32(), "2147483648", all},
		{number.AnyInt32(), "-2147483649", all},
		{number.AnyInt32(), "9223372036854775808", all},
		{number.AnyInt32(), "1e300", all},
		{number.AnyInt32(), "1.5", all},
		{number.AtLeast(3), "3", ""},
		{number.AtLeast(3), "2147483647", ""},
		{number.AtLeast(3), "2", "3 to 2147483647"},
		{number.Range{Low: 1, High: 3}, "3", ""},
		{number.Range{Low: 1, High: 3}, "3.5", "1 to 3"},
		{number.Range{Low: 1, High: 3}, "4", "1 to 3"},
	} {
		float, _, err := big.ParseFloat(test.text, 10, 512, big.ToNearestEven)
		check.MustSucceed(t, err, "the number %s", test.text)
		value := types.NumberValue(float)
		want := diag.Diagnostics(nil)
		exact, _ := float.Int64()
		if test.refused != "" {
			want = diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("limit"), "Number out of range",
				fmt.Sprintf("limit must be a whole number from %s, got: %s.", test.refused, float.Text('f', -1)))}
		} else if int64(number.Value(value)) != exact {
			t.Errorf("%s has the value %d, want %d", test.text, number.Value(value), exact)
		}
		got := refusals(test.accepts, value)
		if !got.Equal(want) {
			t.Errorf("%s is refused with %v, want %v", test.text, got, want)
		}
	}
	for _, value := range []types.Number{types.NumberNull(), types.NumberUnknown()} {
		got := refusals(number.AnyInt32(), value)
		check.Equal(t, nil, got, "%s is refused with", value)
		check.Equal(t, 0, number.Value(value), "the value of %s", value)
	}
	got := number.New(-7)
	check.Equal(t, types.NumberValue(big.NewFloat(-7)), got, "New(-7)")
}

// TestParse accepts decimal digits with a minus only, because an id must have one spelling.
func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int32{"0": 0, "42": 42, "-7": -7, "2147483647": 2147483647} {
		got, err := number.Parse(text)
		check.MustSucceed(t, err, "Parse(%q)", text)
		check.Equal(t, want, got, "Parse(%q)", text)
	}
	for _, text := range []string{"", "x", "1.0", "1e3", "0x10", "+1", "01", " 1", "2147483648", "Inf", "1_000"} {
		want := fmt.Sprintf("%q is not a whole number from -2147483648 to 2147483647", text)
		got, err := number.Parse(text)
		check.Equal(t, want, fmt.Sprint(err), "the error of Parse(%q)", text)
		check.Equal(t, 0, got, "Parse(%q)", text)
	}
}
