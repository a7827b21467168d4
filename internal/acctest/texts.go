package acctest

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
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
func Text(v tftypes.Value) string {
	switch {
	case !v.IsKnown():
		return "?"
	case v.IsNull():
		return "-"
	}
	value, _ := inprocess.Plain(inprocess.ValueOf(v))
	return fmt.Sprint(value)
}
