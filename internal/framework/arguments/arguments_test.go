package arguments_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
)

// TestForAction keeps all of an argument but what is about the state of a managed resource.
func TestForAction(t *testing.T) {
	t.Parallel()
	got := arguments.ForAction(map[string]schema.Attribute{
		"text": schema.StringAttribute{MarkdownDescription: "A text.", Required: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
		"flag": schema.BoolAttribute{MarkdownDescription: "A flag.", Optional: true},
		"set":  schema.SetAttribute{MarkdownDescription: "A set.", Optional: true, ElementType: types.StringType},
	})
	want := map[string]actionschema.Attribute{
		"text": actionschema.StringAttribute{MarkdownDescription: "A text.", Required: true},
		"flag": actionschema.BoolAttribute{MarkdownDescription: "A flag.", Optional: true},
		"set":  actionschema.SetAttribute{MarkdownDescription: "A set.", Optional: true, ElementType: types.StringType},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
}
