package wait_test

import (
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

func TestTimeoutArgument(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		value   types.String
		refused bool
		want    time.Duration
	}{
		"not set":    {types.StringNull(), false, 24 * time.Hour},
		"unknown":    {types.StringUnknown(), false, 24 * time.Hour},
		"a duration": {types.StringValue("2h30m"), false, 150 * time.Minute},
		"zero":       {types.StringValue("0s"), true, 24 * time.Hour},
		"negative":   {types.StringValue("-1m"), true, 24 * time.Hour},
		"a number":   {types.StringValue("90"), true, 24 * time.Hour},
	}
	for name, tt := range tests {
		var resp validator.StringResponse
		wait.TimeoutArgument(24 * time.Hour).Validators[0].ValidateString(t.Context(), validator.StringRequest{Path: path.Root("timeout"), ConfigValue: tt.value}, &resp)
		if got := wait.Timeout(tt.value, 24*time.Hour); got != tt.want || resp.Diagnostics.HasError() != tt.refused {
			t.Errorf("%s: %s, want %s; diagnostics %v, want an error: %t", name, got, tt.want, resp.Diagnostics, tt.refused)
		}
	}
	want := "Maximum duration of the action, as a Go duration such as `90s` or `2h30m`. Default: `24h`."
	if got := wait.TimeoutArgument(24 * time.Hour).MarkdownDescription; got != want {
		t.Errorf("described as %q", got)
	}
}

// TestTimeoutsBlock refuses what is no positive duration, naming the argument.
func TestTimeoutsBlock(t *testing.T) {
	t.Parallel()
	block, ok := wait.TimeoutsBlock().(schema.SingleNestedBlock)
	if !ok || block.MarkdownDescription == "" {
		t.Fatalf("no block that stands once, with a description: %v", block)
	}
	for _, name := range []string{"create", "update"} {
		argument, ok := block.Attributes[name].(schema.StringAttribute)
		if want := "Maximum duration of " + name + ", as a Go duration such as `90s` or `2h30m`. Default: `30m`."; !ok || argument.MarkdownDescription != want {
			t.Fatalf("%s is described as %q", name, argument.MarkdownDescription)
		}
		for value, refused := range map[string]bool{"90s": false, "2h30m": false, "0s": true, "-1m": true, "soon": true, "": true} {
			var resp validator.StringResponse
			argument.Validators[0].ValidateString(t.Context(), validator.StringRequest{Path: path.Root("timeouts").AtName(name), ConfigValue: types.StringValue(value)}, &resp)
			if diags := resp.Diagnostics; diags.HasError() != refused || refused && !strings.Contains(diags[0].Detail(), "timeouts."+name+" must be a positive Go duration") {
				t.Errorf("%s = %q: %v, want an error: %t", name, value, diags, refused)
			}
		}
	}
}
