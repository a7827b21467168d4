package acctest

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Parts are the attributes of an object, or the elements of a map, by name; nil for null.
func Parts(t testing.TB, v tftypes.Value) (parts map[string]tftypes.Value) {
	t.Helper()
	if err := v.As(&parts); err != nil {
		t.Fatal(err)
	}
	return parts
}

// Text is a value, or a set of values, as text: "-" for null and "?" for unknown.
func Text(t testing.TB, v tftypes.Value) (text string) {
	t.Helper()
	var err error
	switch {
	case !v.IsKnown():
		return "?"
	case v.IsNull():
		return "-"
	case v.Type().Is(tftypes.Bool):
		var is bool
		err = v.As(&is)
		text = strconv.FormatBool(is)
	case v.Type().Is(tftypes.Number):
		var number big.Float
		err = v.As(&number)
		text = number.Text('f', -1)
	case v.Type().Is(tftypes.Set{}):
		var elements []tftypes.Value
		err = v.As(&elements)
		texts := make([]string, len(elements))
		for i, element := range elements {
			texts[i] = Text(t, element)
		}
		slices.Sort(texts)
		text = fmt.Sprint(texts)
	default:
		err = v.As(&text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}
