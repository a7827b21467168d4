package arguments_test

import (
	"reflect"
	"testing"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
)

// TestActionAttributes keeps all of an argument but what is about the state of a managed resource.
func TestActionAttributes(t *testing.T) {
	t.Parallel()
	type (
		textCheck struct{ validator.String }
		flagCheck struct{ validator.Bool }
		setCheck  struct{ validator.Set }
	)
	texts := []validator.String{textCheck{}}
	flags := []validator.Bool{flagCheck{}}
	sets := []validator.Set{setCheck{}}
	got := arguments.ActionAttributes(map[string]schema.Attribute{
		"text": schema.StringAttribute{MarkdownDescription: "A text.", Required: true, Validators: texts, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
		"flag": schema.BoolAttribute{MarkdownDescription: "A flag.", Optional: true, Validators: flags},
		"must": schema.BoolAttribute{MarkdownDescription: "A flag.", Required: true},
		"set":  schema.SetAttribute{MarkdownDescription: "A set.", Optional: true, Validators: sets, ElementType: types.StringType},
		"both": schema.SingleNestedAttribute{Required: true, Attributes: map[string]schema.Attribute{"text": schema.StringAttribute{Validators: texts, Computed: true}}},
	})
	want := map[string]actionschema.Attribute{
		"text": actionschema.StringAttribute{MarkdownDescription: "A text.", Required: true, Validators: texts},
		"flag": actionschema.BoolAttribute{MarkdownDescription: "A flag.", Optional: true, Validators: flags},
		"must": actionschema.BoolAttribute{MarkdownDescription: "A flag.", Required: true},
		"set":  actionschema.SetAttribute{MarkdownDescription: "A set.", Optional: true, Validators: sets, ElementType: types.StringType},
		"both": actionschema.SingleNestedAttribute{Required: true, Attributes: map[string]actionschema.Attribute{"text": actionschema.StringAttribute{Validators: texts}}},
	}
	for name, attribute := range want {
		if reflect.TypeOf(got[name]) != reflect.TypeOf(attribute) {
			t.Errorf("%s: got a %T, want a %T", name, got[name], attribute)
			continue
		}
		// The framework's own comparison leaves out validators.
		for field, value := range reflect.ValueOf(attribute).Fields() {
			shown := reflect.ValueOf(got[name]).FieldByIndex(field.Index).Interface()
			if !reflect.DeepEqual(value.Interface(), shown) {
				t.Errorf("%s of %s: got %v, want %v", field.Name, name, shown, value)
			}
		}
	}
	check.Equal(t, len(want), len(got), "arguments")
	number, isThere := arguments.ListAttributes(map[string]schema.Attribute{"number": schema.NumberAttribute{}})["number"]
	check.Equal(t, nil, number, "a number in a list, which no schema can have")
	check.Equal(t, true, isThere, "a number is in a list")
}
