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
	big33 := int32type.Read(tftypes.NewValue(tftypes.Number, int64(1)<<33))
	values := []int32type.Value{int32type.New(7), int32type.New(-8), int32type.Null(), int32type.Unknown(), big33}
	for i, test := range []struct {
		wire  any
		int32 int32
	}{{7, 7}, {-8, -8}, {nil, 0}, {tftypes.UnknownValue, 0}, {int64(1) << 33, 0}} {
		value, wire := values[i], tftypes.NewValue(tftypes.Number, test.wire)
		if written, read := value.Write(), int32type.Read(wire); !written.Equal(wire) || !read.Equal(value) || value.Int32() != test.int32 {
			t.Errorf("%s is %d, written as %s; %s is read as %s", value, value.Int32(), written, wire, read)
		}
		if got, diags := (int32type.Type{}).ValueFromNumber(t.Context(), value.NumberValue); diags.HasError() || !got.Equal(value) {
			t.Errorf("%s is wrapped as %s, %v", value, got, diags)
		}
		for j, other := range values {
			if value.Equal(other) != (i == j) || value.Equal(other.NumberValue) {
				t.Errorf("%s equals %s, or its number: %t", value, other, i != j)
			}
		}
	}
	text := tftypes.NewValue(tftypes.String, "7")
	if got, err := (int32type.Type{}).ValueFromTerraform(t.Context(), text); err == nil || !int32type.Read(text).IsNull() {
		t.Errorf("a string is %s", got)
	}
	if !(int32type.Type{}).Equal(int32type.Type{}) || (int32type.Type{}).Equal(basetypes.NumberType{}) {
		t.Error("the type equals another one, or not itself")
	}
}
