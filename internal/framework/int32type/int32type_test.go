package int32type_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/path"
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
			if detail := resp.Diagnostics[0].Detail(); !strings.Contains(detail, "brand_id must be a whole number from -2147483648 to 2147483647") {
				t.Errorf("the error does not name attribute and range: %s", detail)
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
		if got, err := int32type.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %d, want an error", text, got)
		}
	}
}
