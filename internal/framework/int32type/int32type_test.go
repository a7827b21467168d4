package int32type_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	for text, valid := range map[string]bool{
		"0": true, "42": true, "-1": true, "2147483647": true, "-2147483648": true, "1e3": true,
		"2147483648": false, "-2147483649": false, "1.5": false, "9223372036854775808": false, "1e300": false,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			number, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
			if err != nil {
				t.Fatal(err)
			}
			read, err := int32type.Type{}.ValueFromTerraform(context.Background(), tftypes.NewValue(tftypes.Number, number))
			if err != nil {
				t.Fatal(err)
			}
			value, ok := read.(int32type.Value)
			if !ok {
				t.Fatalf("got %T", read)
			}
			var resp xattr.ValidateAttributeResponse
			value.ValidateAttribute(context.Background(), xattr.ValidateAttributeRequest{Path: path.Root("brand_id")}, &resp)
			if resp.Diagnostics.HasError() == valid {
				t.Fatalf("valid = %t, diagnostics %v", valid, resp.Diagnostics)
			}
			if valid {
				if exact, _ := number.Int64(); int64(value.Int32()) != exact {
					t.Errorf("Int32() = %d", value.Int32())
				}
				return
			}
			want := diag.NewAttributeErrorDiagnostic(path.Root("brand_id"), "Number out of range",
				"brand_id must be a whole number from -2147483648 to 2147483647 (int32), got: "+number.Text('f', -1)+".")
			if diff := cmp.Diff(diag.Diagnostics{want}, resp.Diagnostics); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int32{"0": 0, "42": 42, "-7": -7, "2147483647": 2147483647} {
		if got, err := int32type.Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "1.0", "1e3", "0x10", "+1", "01", " 1", "2147483648", "Inf", "1_000"} {
		want := fmt.Sprintf("%q is not a whole number from -2147483648 to 2147483647 (int32)", text)
		if got, err := int32type.Parse(text); err == nil || err.Error() != want || got != 0 {
			t.Errorf("Parse(%q) = %d, %v", text, got, err)
		}
	}
}

// TestValues holds what each value is as a number, in the protocol and among others.
func TestValues(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	big33 := int32type.Read(tftypes.NewValue(tftypes.Number, int64(1)<<33))
	values := []int32type.Value{int32type.New(7), int32type.New(-8), int32type.Null(), int32type.Unknown(), big33}
	for i, test := range []struct {
		wire  tftypes.Value
		int32 int32
		valid bool
	}{
		{tftypes.NewValue(tftypes.Number, 7), 7, true},
		{tftypes.NewValue(tftypes.Number, -8), -8, true},
		{tftypes.NewValue(tftypes.Number, nil), 0, true},
		{tftypes.NewValue(tftypes.Number, tftypes.UnknownValue), 0, true},
		{tftypes.NewValue(tftypes.Number, int64(1)<<33), 0, false},
	} {
		value := values[i]
		if got := value.Write(); !got.Equal(test.wire) {
			t.Errorf("%s is written as %s", value, got)
		}
		if got := int32type.Read(test.wire); !got.Equal(value) {
			t.Errorf("%s is read as %s", test.wire, got)
		}
		if got, err := (int32type.Type{}).ValueFromTerraform(ctx, test.wire); err != nil || !got.Equal(value) {
			t.Errorf("%s is decoded as %s, %v", test.wire, got, err)
		}
		if got, diags := (int32type.Type{}).ValueFromNumber(ctx, value.NumberValue); diags.HasError() || !got.Equal(value) {
			t.Errorf("%s is wrapped as %s, %v", value, got, diags)
		}
		if value.Int32() != test.int32 || value.Valid() != test.valid {
			t.Errorf("%s is %d, valid %t", value, value.Int32(), value.Valid())
		}
		for j, other := range values {
			if value.Equal(other) != (i == j) {
				t.Errorf("%s equals %s: %t", value, other, i != j)
			}
		}
		if value.Equal(value.NumberValue) {
			t.Errorf("%s equals a number of another type", value)
		}
	}
	text := tftypes.NewValue(tftypes.String, "7")
	if got, err := (int32type.Type{}).ValueFromTerraform(ctx, text); err == nil {
		t.Errorf("a string is %s", got)
	}
	if got := int32type.Read(text); !got.IsNull() {
		t.Errorf("a string is read as %s", got)
	}
	if !(int32type.Type{}).Equal(int32type.Type{}) || (int32type.Type{}).Equal(basetypes.NumberType{}) {
		t.Error("the type equals another one, or not itself")
	}
}
