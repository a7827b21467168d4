package model_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

type embedded struct {
	Name types.String `tfsdk:"name"`
}

type whole struct {
	embedded
	Number types.Number `tfsdk:"number"`
	Tags   types.Set    `tfsdk:"tags"`
}

type native struct {
	Name   *string      `tfsdk:"name"`
	Number types.Number `tfsdk:"number"`
	Tags   []string     `tfsdk:"tags"`
}

type short struct {
	Name types.String `tfsdk:"name"`
}

func state(number any) tfsdk.State {
	s := schema.Schema{Attributes: map[string]schema.Attribute{
		"name":   schema.StringAttribute{Optional: true},
		"number": schema.NumberAttribute{Optional: true},
		"tags":   schema.SetAttribute{Optional: true, ElementType: types.StringType},
	}}
	return tfsdk.State{Schema: s, Raw: tftypes.NewValue(s.Type().TerraformType(context.Background()), map[string]tftypes.Value{
		"name": tftypes.NewValue(tftypes.String, "One"), "number": tftypes.NewValue(tftypes.Number, number),
		"tags": tftypes.NewValue(tftypes.Set{ElementType: tftypes.String}, []tftypes.Value{tftypes.NewValue(tftypes.String, "a")}),
	})}
}

// TestSameAsTheFramework reads and writes models as the framework does, with its errors where something does not fit.
func TestSameAsTheFramework(t *testing.T) {
	t.Parallel()
	unknown := state(1)
	unknown.Raw = tftypes.NewValue(unknown.Raw.Type(), tftypes.UnknownValue)
	absent := state(1)
	absent.Raw = tftypes.NewValue(absent.Raw.Type(), nil)
	for name, from := range map[string]tfsdk.State{
		"known": state(7), "null": state(nil), "unknown number": state(tftypes.UnknownValue), "nothing": absent, "all unknown": unknown,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, pair := range [][2]any{{&whole{}, &whole{}}, {&native{}, &native{}}, {&short{}, &short{}}} {
				ours, theirs := model.Get(t.Context(), from, pair[0]), from.Get(t.Context(), pair[1])
				same(t, ours, theirs)
				if theirs.HasError() {
					continue
				}
				left, right := state(nil), state(nil)
				same(t, model.SetState(t.Context(), &left, pair[0]), right.Set(t.Context(), pair[1]))
				plan := tfsdk.Plan{Schema: left.Schema, Raw: state(nil).Raw}
				same(t, model.SetPlan(t.Context(), &plan, pair[0]), right.Set(t.Context(), pair[1]))
				if !left.Raw.Equal(right.Raw) || !plan.Raw.Equal(right.Raw) || !left.Raw.Equal(from.Raw) {
					t.Errorf("%T: %s and %s, want %s", pair[0], left.Raw, plan.Raw, from.Raw)
				}
			}
		})
	}
	wrong := state(1)
	if text := texts(model.SetState(t.Context(), &wrong, short{})); !strings.Contains(text, "number") {
		t.Errorf("a model that lacks fields: %q", text)
	}
}

// same compares summaries: in a detail the framework names fields in any order.
func same(t *testing.T, ours, theirs diag.Diagnostics) {
	t.Helper()
	equal := func(a, b diag.Diagnostic) bool { return a.Severity() == b.Severity() && a.Summary() == b.Summary() }
	if !slices.EqualFunc(ours, theirs, equal) {
		t.Errorf("%q, want %q", texts(ours), texts(theirs))
	}
}

func texts(diags diag.Diagnostics) string {
	var all []string
	for _, d := range diags {
		all = append(all, d.Summary()+": "+d.Detail())
	}
	return strings.Join(all, "\n")
}
