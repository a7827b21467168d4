// Package wait waits for work of the service: it decides how often to ask, and for how long at
// most.
package wait

import (
	"context"
	"errors"
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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// The pauses between two questions: what is quick is noticed at once, and what is slow costs six
// requests a minute.
const (
	firstPause   = time.Second
	longestPause = 10 * time.Second
)

// Until calls check immediately, even if ctx has ended, and then after pauses that grow by half each
// time, until check reports that it is done or returns an error, which Until returns unchanged. If
// ctx ends first, Until returns the context's cause immediately, even during a pause. A check in
// flight ends as soon as it reacts to its ctx.
func Until(ctx context.Context, check func(context.Context) (done bool, err error)) error {
	for pause := firstPause; ; pause = min(pause+pause/2, longestPause) {
		done, err := check(ctx)
		if done || err != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// Limit is the maximum time of an operation, in which it can wait several times.
type Limit struct {
	Length time.Duration
	Began  time.Time
	// LongerAdvice is a sentence about how to allow more time.
	LongerAdvice string
	// Report receives sentences about the progress.
	Report func(message string)
	// reported is the time of the last report.
	reported *time.Time
}

// NewLimit returns a limit that begins now.
func NewLimit(length time.Duration, longer string, report func(string)) Limit {
	reported := new(time.Time)
	reportNow := func(message string) {
		*reported = time.Now()
		report(message)
	}
	return Limit{Length: length, Began: time.Now(), LongerAdvice: longer, Report: reportNow, reported: reported}
}

// LimitOf returns the limit of an operation of a managed resource, which begins now, from its
// timeouts block. Its progress goes to Terraform's log, because resources have no other output.
func LimitOf(ctx context.Context, timeouts types.Object, operation string) Limit {
	text, _ := timeouts.Attributes()[operation].(types.String)
	report := func(message string) { tflog.Info(ctx, message) }
	return NewLimit(Timeout(text, DefaultTimeout), "Set timeouts."+operation+" to wait longer.", report)
}

// LimitOfAction returns the limit of an action, which begins now, from its TimeoutArgument.
func LimitOfAction(timeout types.String, report func(string)) Limit {
	return NewLimit(Timeout(timeout, DefaultTimeout), "Set timeout to wait longer.", report)
}

// Progress reports the reason for waiting, and the time so far, unless the last report was just
// before.
func (l Limit) Progress(waitsFor string) {
	if time.Since(*l.reported) >= firstPause {
		l.Report(fmt.Sprintf("%s (%s so far, %s at most).", waitsFor, time.Since(l.Began).Round(time.Second), l.Length))
	}
}

// Until waits as the function Until does, within the limit. Its error is also ErrTimeout if the
// time was over during a request, unless the service has answered.
func (l Limit) Until(ctx context.Context, check func(context.Context) (done bool, err error)) error {
	ctx, cancel := context.WithDeadlineCause(ctx, l.Began.Add(l.Length), ErrTimeout)
	defer cancel()
	err := Until(ctx, check)
	_, isAPIError := errors.AsType[*videoindexer.APIError](err)
	isCut := err != nil && !isAPIError
	if isCut && errors.Is(context.Cause(ctx), ErrTimeout) {
		return timedOutError{err}
	}
	return err
}

// timedOutError is the error of what was being asked when the time was over.
type timedOutError struct{ error }

func (timedOutError) Is(target error) bool { return target == ErrTimeout }
func (t timedOutError) Unwrap() error      { return t.error }

// DefaultTimeout applies if nothing else is configured: it is longer than most indexing and
// rendering takes.
const DefaultTimeout = 30 * time.Minute

// ErrTimeout is the cause of a context that ended because the time of an operation was over,
// instead of an interruption.
var ErrTimeout = errors.New("the time to wait is over")

// TimeoutsBlock returns the timeouts block of a managed resource whose create and update wait; a
// types.Object in its model. It is a block, because the Terraform language documents operation
// timeouts as a block. HashiCorp's library is not used, because its block accepts 0s and -1m.
func TimeoutsBlock() schema.Block {
	attributes := make(map[string]schema.Attribute)
	for operation := range operations {
		attributes[operation] = arguments.OptionalString(describe(operation, DefaultTimeout), validate.Duration())
	}
	return schema.SingleNestedBlock{
		MarkdownDescription: "Maximum time to wait for the service. Changing it does not change the object.",
		Attributes:          attributes,
	}
}

// operations are those that have a timeout.
var operations = map[string]attr.Type{"create": types.StringType, "update": types.StringType}

func describe(operation string, fallback time.Duration) string {
	return fmt.Sprintf("Maximum duration of %s, as a Go duration such as `90s` or `2h30m`. Default: `%s`.", operation, durationText(fallback))
}

// durationText writes a duration without parts that are 0.
func durationText(d time.Duration) string {
	text := d.String()
	for _, none := range []struct{ before, part string }{{"m", "0s"}, {"h", "0m"}} {
		if strings.HasSuffix(text, none.before+none.part) {
			text = strings.TrimSuffix(text, none.part)
		}
	}
	return text
}

// NoTimeouts returns the value of a timeouts block that is not configured.
func NoTimeouts() types.Object { return types.ObjectNull(operations) }

// shortest is the time below which a plan warns: a training, a render or an indexing takes minutes.
const shortest = time.Minute

// ShortTimeoutWarning warns about a timeout that is probably too short, if a planned create or update waits
// for the service.
func ShortTimeoutWarning(block types.Object, operation string) diag.Diagnostics {
	ends := "When the time has passed, the update fails, and the service continues its work."
	if operation == "create" {
		ends = "When the time has passed, the create fails and taints the resource. " +
			"The next apply replaces it, and begins the work again."
	}
	text, _ := block.Attributes()[operation].(types.String)
	return shortWarning(text, path.Root("timeouts").AtName(operation), ends)
}

// ShortTimeoutArgumentWarning checks the TimeoutArgument that an action may have, as ShortTimeoutWarning checks a
// block.
func ShortTimeoutArgumentWarning(ctx context.Context, config tfsdk.Config) diag.Diagnostics {
	at := path.Root("timeout")
	text := types.String{}
	_, isNone := config.Schema.AttributeAtPath(ctx, at)
	if isNone.HasError() {
		return nil
	}
	diags := config.GetAttribute(ctx, at, &text)
	if diags.HasError() {
		return diags
	}
	return shortWarning(text, at, "When the time has passed, the action fails, and the service continues its work.")
}

func shortWarning(text types.String, at path.Path, ends string) diag.Diagnostics {
	d, err := time.ParseDuration(text.ValueString())
	if err != nil || d >= shortest {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(at, "Timeout is short",
		fmt.Sprintf("%s is %s, and a training, a render or an indexing often takes longer. %s", at, text.ValueString(), ends))}
}

// TimeoutArgument returns the timeout argument of an action that waits. Timeout reads it.
func TimeoutArgument(fallback time.Duration) schema.StringAttribute {
	return arguments.OptionalString(describe("the action", fallback), validate.Duration())
}

// Timeout returns the duration of a TimeoutArgument, or the fallback if it is not set. The value
// has passed validation.
func Timeout(value types.String, fallback time.Duration) time.Duration {
	d, err := time.ParseDuration(value.ValueString())
	if err == nil && d > 0 {
		return d
	}
	return fallback
}
