package textset_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/textset"
)

func set(elements ...attr.Value) textset.Value {
	return textset.Value{SetValue: basetypes.NewSetValueMust(types.StringType, elements)}
}

func TestEqual(t *testing.T) {
	t.Parallel()
	a, b := types.StringValue("a"), types.StringValue("b")
	for name, c := range map[string]struct {
		one, other attr.Value
		equal      bool
	}{
		"same":                  {textset.New([]string{"a", "b"}), textset.New([]string{"b", "a", "a"}), true},
		"other text":            {textset.New([]string{"a", "b"}), textset.New([]string{"a", "c"}), false},
		"one more":              {textset.New([]string{"a", "b"}), textset.New([]string{"a", "b", "c"}), false},
		"empty":                 {textset.New(nil), textset.New([]string{}), true},
		"empty and null":        {textset.New(nil), textset.Null(), false},
		"null":                  {textset.Null(), textset.Null(), true},
		"null and unknown":      {textset.Null(), textset.Unknown(), false},
		"empty and unknown":     {textset.New(nil), textset.Unknown(), false},
		"single":                {textset.New([]string{"a"}), textset.New([]string{"b"}), false},
		"unknown element":       {set(a, types.StringUnknown()), set(types.StringUnknown(), a), true},
		"unknown and known":     {set(a, types.StringUnknown()), set(a, b), false},
		"null and empty text":   {set(a, types.StringNull()), set(a, types.StringValue("")), false},
		"another type of value": {textset.New([]string{"a"}), textset.New([]string{"a"}).SetValue, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.one.Equal(c.other); got != c.equal {
				t.Errorf("equal: %t, want %t", got, c.equal)
			}
			other, ok := c.other.(textset.Value)
			if !ok {
				return
			}
			if got := other.Equal(c.one); got != c.equal {
				t.Errorf("the other way round: %t, want %t", got, c.equal)
			}
			if got, diags := other.SetSemanticEquals(t.Context(), c.one.(basetypes.SetValuable)); got != c.equal || diags.HasError() {
				t.Errorf("the same in meaning: %t, want %t", got, c.equal)
			}
		})
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	given := []string{"b", "", "a", "b"}
	if diff := cmp.Diff([]string{"b", "", "a"}, textset.New(given).Texts()); diff != "" {
		t.Error(diff)
	}
	for _, none := range []textset.Value{textset.Null(), textset.Unknown(), textset.New(nil)} {
		if texts := none.Texts(); texts == nil || len(texts) > 0 {
			t.Errorf("%s has the texts %#v, want an empty list", none, texts)
		}
	}
}

// TestProtocol reads sets as an engine sends them.
func TestProtocol(t *testing.T) {
	t.Parallel()
	wire := tftypes.Set{ElementType: tftypes.String}
	for name, c := range map[string]struct {
		sent tftypes.Value
		want textset.Value
	}{
		"texts":   {tftypes.NewValue(wire, []tftypes.Value{tftypes.NewValue(tftypes.String, "a")}), textset.New([]string{"a"})},
		"null":    {tftypes.NewValue(wire, nil), textset.Null()},
		"unknown": {tftypes.NewValue(wire, tftypes.UnknownValue), textset.Unknown()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, err := textset.NewType().ValueFromTerraform(t.Context(), c.sent)
			if err != nil || !c.want.Equal(read) {
				t.Errorf("read %v, %v, want %v", read, err, c.want)
			}
		})
	}
	if _, err := textset.NewType().ValueFromTerraform(t.Context(), tftypes.NewValue(tftypes.Number, 1)); err == nil {
		t.Error("a number is read as a set")
	}
}
