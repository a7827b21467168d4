package wait_test

import (
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// TestTimeouts reads timeouts, and refuses what is no positive duration, in an action and in both operations of a resource.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for value, want := range map[types.String]time.Duration{
		types.StringNull(): day, types.StringUnknown(): day, types.StringValue("0s"): day, types.StringValue("2h30m"): 150 * time.Minute,
	} {
		if got := wait.Timeout(value, day); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	validators := map[string][]validator.String{"timeout": wait.TimeoutArgument(day).Validators}
	block, _ := wait.TimeoutsBlock().(schema.SingleNestedBlock)
	for name, attribute := range block.Attributes {
		argument, _ := attribute.(schema.StringAttribute)
		validators["timeouts."+name] = argument.Validators
	}
	for name, of := range validators {
		for value, refused := range map[string]bool{"90s": false, "0s": true} {
			var resp validator.StringResponse
			of[0].ValidateString(t.Context(), validator.StringRequest{Path: path.Root(name), ConfigValue: types.StringValue(value)}, &resp)
			if resp.Diagnostics.HasError() != refused {
				t.Errorf("%s = %q: %v", name, value, resp.Diagnostics)
			}
		}
	}
	want := "Maximum duration of the action, as a Go duration such as `90s` or `2h30m`. Default: `24h`."
	if got := wait.TimeoutArgument(day).MarkdownDescription; got != want || len(validators) != 3 {
		t.Errorf("described as %q; %d arguments", got, len(validators))
	}
}
