// Package int32type is the Terraform type of the contract's int32 fields.
//
// The framework's own integer types refuse a number that does not fit with a conversion error that
// asks the reader to report a bug of the provider. Here the number is taken as it is and refused by
// a validation error that names the attribute and the range.
package int32type

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var (
	_ basetypes.NumberTypable     = Type{}
	_ basetypes.NumberValuable    = Value{}
	_ xattr.ValidateableAttribute = Value{}
)

// Type is a number attribute that holds whole numbers from -2147483648 to 2147483647.
type Type struct {
	basetypes.NumberType
}

// Equal reports whether o is this type.
func (t Type) Equal(o attr.Type) bool {
	_, ok := o.(Type)
	return ok
}

// String names the type in the framework's own messages.
func (t Type) String() string { return "int32type.Type" }

// ValueFromNumber wraps a number, whatever its size: ValidateAttribute refuses what does not fit.
func (t Type) ValueFromNumber(_ context.Context, in basetypes.NumberValue) (basetypes.NumberValuable, diag.Diagnostics) {
	return Value{NumberValue: in}, nil
}

// ValueFromTerraform wraps a number of the protocol.
func (t Type) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	v, err := t.NumberType.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err //nolint:wrapcheck // the framework adds the path
	}
	number, ok := v.(basetypes.NumberValue)
	if !ok {
		return nil, fmt.Errorf("unexpected value type %T of a number", v)
	}
	return Value{NumberValue: number}, nil
}

// ValueType is the type of this type's values.
func (t Type) ValueType(context.Context) attr.Value { return Value{} }

// Value is a whole number of 32 bits, null or unknown.
type Value struct {
	basetypes.NumberValue
}

// New is the known value i.
func New(i int32) Value {
	return Value{NumberValue: basetypes.NewNumberValue(big.NewFloat(float64(i)))}
}

// Null is the null value.
func Null() Value { return Value{NumberValue: basetypes.NewNumberNull()} }

// Unknown is the unknown value.
func Unknown() Value { return Value{NumberValue: basetypes.NewNumberUnknown()} }

// Read is the value of a number of the protocol; null where there is none.
func Read(in tftypes.Value) Value {
	number, _ := Type{}.ValueFromTerraform(context.Background(), in)
	value, _ := number.(Value)
	return value
}

// Write is the value as the protocol has it.
func (v Value) Write() tftypes.Value {
	value, _ := v.ToTerraformValue(context.Background()) // a number always has one
	return value
}

// Parse reads an int32 written in decimal, as import identifiers hold it. Its error names the range.
func Parse(text string) (int32, error) {
	i, err := strconv.ParseInt(text, 10, 32)
	if err != nil || strconv.FormatInt(i, 10) != text { // which has one spelling
		return 0, fmt.Errorf("%q is not %s", text, expected)
	}
	return int32(i), nil
}

// expected ends every refusal of a number that does not fit.
var expected = fmt.Sprintf("a whole number from %d to %d (int32)", math.MinInt32, math.MaxInt32)

// Int32 is the number, 0 for null and unknown. Values of a configuration have passed ValidateAttribute.
func (v Value) Int32() int32 {
	i, _ := fromFloat(v.ValueBigFloat())
	return i
}

// Equal compares with another Value.
func (v Value) Equal(o attr.Value) bool {
	other, ok := o.(Value)
	return ok && v.NumberValue.Equal(other.NumberValue)
}

// Type is Type{}.
func (v Value) Type(context.Context) attr.Type { return Type{} }

// ValidateAttribute refuses a number that is not an int32, naming the attribute and the range.
func (v Value) ValidateAttribute(_ context.Context, req xattr.ValidateAttributeRequest, resp *xattr.ValidateAttributeResponse) {
	if _, fits := fromFloat(v.ValueBigFloat()); !fits && !v.IsNull() && !v.IsUnknown() {
		resp.Diagnostics.AddAttributeError(req.Path, "Number out of range",
			fmt.Sprintf("%s must be %s, got: %s.", req.Path, expected, v.ValueBigFloat().Text('f', -1)))
	}
}

func fromFloat(f *big.Float) (int32, bool) {
	if f == nil {
		return 0, false
	}
	i, accuracy := f.Int64()
	if accuracy != big.Exact || i < math.MinInt32 || i > math.MaxInt32 {
		return 0, false
	}
	return int32(i), true
}
