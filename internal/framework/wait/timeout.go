package wait

import (
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
// is how the Terraform language documents operation timeouts. The block of the library takes 0s and -1m.
func TimeoutsBlock() schema.Block {
	attributes := make(map[string]schema.Attribute)
	for operation := range operations {
		attributes[operation] = schema.StringAttribute{MarkdownDescription: describe(operation), Optional: true, Validators: []validator.String{validate.Duration()}}
	}
	return schema.SingleNestedBlock{
		MarkdownDescription: "Maximum time to wait for the service. Changing it does not change the object.",
		CustomType:          timeouts.Type{ObjectType: types.ObjectType{AttrTypes: operations}},
		Attributes:          attributes,
	}
}

// operations are those that have a timeout.
var operations = map[string]attr.Type{"create": types.StringType, "update": types.StringType}

func describe(operation string) string {
	return fmt.Sprintf("Maximum duration of %s, as a Go duration such as `90s` or `2h30m`. Default: `%dm`.", operation, int(DefaultTimeout.Minutes()))
}

// NoTimeouts is the value of the timeouts block for a resource that has none.
func NoTimeouts() timeouts.Value {
	return timeouts.Value{Object: types.ObjectNull(operations)}
}

// TimeoutArgument is the timeout argument of an action that waits. Timeout reads it.
func TimeoutArgument() actionschema.StringAttribute {
	return actionschema.StringAttribute{
		MarkdownDescription: describe("the action"),
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
