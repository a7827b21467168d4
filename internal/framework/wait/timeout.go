package wait

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// DefaultTimeout applies if nothing else is configured: it is longer than most indexing and rendering takes.
const DefaultTimeout = 30 * time.Minute

// ErrTimeout is the cause of a context that ended because the time for an operation was over, not because of an
// interruption.
var ErrTimeout = errors.New("the time to wait is over")

// TimeoutsBlock is the timeouts block of a managed resource whose create and update wait. Its model has a
// timeouts.Value, whose Create and Update take DefaultTimeout. It is a block, not an attribute, because that
// is how the Terraform language documents operation timeouts.
func TimeoutsBlock(ctx context.Context) schema.Block {
	describe := func(operation string) string {
		return fmt.Sprintf("Maximum duration of %s, as a Go duration such as `90s` or `2h30m`. Default: `%s`.", operation, text(DefaultTimeout))
	}
	block := timeouts.Block(ctx, timeouts.Opts{
		Create: true, CreateDescription: describe("create"),
		Update: true, UpdateDescription: describe("update"),
	})
	if nested, ok := block.(schema.SingleNestedBlock); ok {
		for name, attribute := range nested.Attributes {
			if text, ok := attribute.(schema.StringAttribute); ok {
				text.Validators = []validator.String{validate.Duration()} // the library's own takes 0s and -1m
				nested.Attributes[name] = text
			}
		}
		nested.MarkdownDescription = "Maximum time to wait for the service. Changing it does not change the object."
		return nested
	}
	return block
}

// NoTimeouts is the value of the timeouts block for a resource that has none.
func NoTimeouts() timeouts.Value {
	return timeouts.Value{Object: types.ObjectNull(map[string]attr.Type{"create": types.StringType, "update": types.StringType})}
}

// TimeoutArgument is the timeout argument of an action that waits. Timeout reads it.
func TimeoutArgument() actionschema.StringAttribute {
	return actionschema.StringAttribute{
		MarkdownDescription: fmt.Sprintf("Maximum duration of the action, as a Go duration such as `90s` or `2h30m`. Default: `%s`.", text(DefaultTimeout)),
		Optional:            true,
		Validators:          []validator.String{validate.Duration()},
	}
}

// Timeout is the duration that a TimeoutArgument holds, DefaultTimeout where it is not set. The value has passed validation.
func Timeout(value types.String) time.Duration {
	if d, err := time.ParseDuration(value.ValueString()); err == nil && d > 0 {
		return d
	}
	return DefaultTimeout
}

// text is a duration of whole minutes without the zero seconds that Go writes.
func text(d time.Duration) string { return fmt.Sprintf("%dm", int(d.Minutes())) }
