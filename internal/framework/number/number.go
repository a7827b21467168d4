// Package number has the int32 fields of the contract as Terraform's numbers.
//
// If a number is out of range, the framework's own integer types return a conversion error that
// asks users to report a bug of the provider. Here, a validator refuses the number with an error
// that names the attribute and the range.
package number

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Range is a validator of whole numbers from Low to High. Unknown and null values pass.
type Range struct{ Low, High int32 }

// AnyInt32 accepts the range of the service.
func AnyInt32() Range { return Range{math.MinInt32, math.MaxInt32} }

// AtLeast accepts numbers from low up.
func AtLeast(low int32) Range { return Range{low, math.MaxInt32} }

// Description says what the validator expects.
func (r Range) Description(context.Context) string {
	return fmt.Sprintf("must be a whole number from %d to %d", r.Low, r.High)
}

// MarkdownDescription returns the Description.
func (r Range) MarkdownDescription(ctx context.Context) string { return r.Description(ctx) }

// ValidateNumber refuses a number with a fraction or out of range, naming the attribute and the
// range.
func (r Range) ValidateNumber(ctx context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueBigFloat()
	i, accuracy := value.Int64()
	isInRange := int64(r.Low) <= i && i <= int64(r.High)
	if accuracy != big.Exact || !isInRange {
		resp.Diagnostics.AddAttributeError(req.Path, "Number out of range", fmt.Sprintf(
			"%s %s, got: %s.", req.Path, r.Description(ctx), value.Text('f', -1),
		))
	}
}

// New returns the known value i.
func New(i int32) types.Number { return types.NumberValue(big.NewFloat(float64(i))) }

// Value returns the int32 of a number that has passed a Range; 0 for null and unknown.
func Value(of types.Number) int32 {
	if of.IsNull() || of.IsUnknown() {
		return 0
	}
	i, _ := of.ValueBigFloat().Int64()
	return int32(i) //nolint:gosec // in range
}

// Parse reads an int32 in decimal, as in import ids. Its error names the range.
func Parse(text string) (int32, error) {
	i, err := strconv.ParseInt(text, 10, 32)
	// Other spellings of a number, such as 007, are not accepted.
	if err != nil || strconv.FormatInt(i, 10) != text {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, math.MinInt32, math.MaxInt32)
	}
	return int32(i), nil
}
