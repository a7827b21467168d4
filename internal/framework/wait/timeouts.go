package wait

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// DefaultTimeout applies if nothing else is configured: it is longer than most indexing and
// rendering takes.
const DefaultTimeout = 30 * time.Minute

// TimeoutsBlock returns the timeouts block of a managed resource whose create and update wait; a
// types.Object in its model. It is a block, because the Terraform language documents these timeouts
// as a block. HashiCorp's library is not used, because its block accepts 0s and -1m.
func TimeoutsBlock() schema.Block {
	attributes := make(map[string]schema.Attribute)
	for timeoutName := range timeoutTypes {
		description := timeoutDescription(timeoutName, DefaultTimeout)
		attributes[timeoutName] = arguments.OptionalString(description, validate.Duration())
	}
	return schema.SingleNestedBlock{
		MarkdownDescription: "Maximum time to wait for the service. Changing it does not change the object.",
		Attributes:          attributes,
	}
}

// timeoutTypes are the types of the timeouts in a block, by what they limit.
var timeoutTypes = map[string]attr.Type{"create": types.StringType, "update": types.StringType}

func timeoutDescription(limited string, fallback time.Duration) string {
	return fmt.Sprintf("Maximum duration of %s, as a Go duration such as `90s` or `2h30m`. Default: `%s`.",
		limited, durationText(fallback))
}

// durationText writes a duration without parts that are 0: 30m0s as 30m, and 2h0m0s as 2h.
func durationText(duration time.Duration) string {
	text := duration.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// NoTimeouts returns the value of a timeouts block that is not configured.
func NoTimeouts() types.Object { return types.ObjectNull(timeoutTypes) }

// longEnough is the timeout below which a plan warns: a training, a render or an indexing takes
// minutes.
const longEnough = time.Minute

// ShortTimeoutWarnings warn about a timeout that is probably too short, if a planned create or
// update waits for the service.
func ShortTimeoutWarnings(timeouts types.Object, timeoutName string) diag.Diagnostics {
	consequence := "When the time has passed, the update fails, and the service continues its work."
	if timeoutName == "create" {
		consequence = "When the time has passed, the create fails and taints the resource. " +
			"The next apply replaces it, and begins the work again."
	}
	timeout, _ := timeouts.Attributes()[timeoutName].(types.String)
	return shortTimeoutWarnings(timeout, path.Root("timeouts").AtName(timeoutName), consequence)
}

// ShortTimeoutArgumentWarnings check the TimeoutArgument that an action may have, as
// ShortTimeoutWarnings check a block.
func ShortTimeoutArgumentWarnings(ctx context.Context, config tfsdk.Config) diag.Diagnostics {
	argument := path.Root("timeout")
	_, missing := config.Schema.AttributeAtPath(ctx, argument)
	if missing.HasError() {
		return nil
	}
	var timeout types.String
	diags := config.GetAttribute(ctx, argument, &timeout)
	if diags.HasError() {
		return diags
	}
	return shortTimeoutWarnings(timeout, argument, "When the time has passed, the action fails, "+
		"and the service continues its work.")
}

func shortTimeoutWarnings(timeout types.String, argument path.Path, consequence string) diag.Diagnostics {
	duration, err := time.ParseDuration(timeout.ValueString())
	if err != nil || duration >= longEnough {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(argument, "Timeout is short", fmt.Sprintf(
		"%s is %s, and a training, a render or an indexing often takes longer. %s",
		argument, timeout.ValueString(), consequence))}
}

// TimeoutArgument returns the timeout argument of an action that waits. Timeout reads it.
func TimeoutArgument(fallback time.Duration) schema.StringAttribute {
	return arguments.OptionalString(timeoutDescription("the action", fallback), validate.Duration())
}

// Timeout returns the duration of a TimeoutArgument, or the fallback if it is not set. The value
// has passed validation.
func Timeout(value types.String, fallback time.Duration) time.Duration {
	duration, err := time.ParseDuration(value.ValueString())
	if err == nil && duration > 0 {
		return duration
	}
	return fallback
}

// LimitOf returns the limit of a create or update of a managed resource, which begins now, from a
// timeout of its block. Its progress goes to Terraform's log, because resources have no other
// output.
func LimitOf(ctx context.Context, timeouts types.Object, timeoutName string) Limit {
	timeout, _ := timeouts.Attributes()[timeoutName].(types.String)
	report := func(message string) { tflog.Info(ctx, message) }
	return NewLimit(Timeout(timeout, DefaultTimeout), "Set timeouts."+timeoutName+" to wait longer.", report)
}

// LimitOfAction returns the limit of an action, which begins now, from its TimeoutArgument.
func LimitOfAction(timeout types.String, report func(string)) Limit {
	return NewLimit(Timeout(timeout, DefaultTimeout), "Set timeout to wait longer.", report)
}
