package adoption

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// Instance tells one instance of a resource from another. It is a random name that lives in private state.
type Instance string

// instanceKey holds the Instance. handedOverKey marks the planned destroy of an instance whose object another instance
// counts on.
const (
	instanceKey   = "instance"
	handedOverKey = "handed_over"
)

// InstanceOf is the instance that private state belongs to; empty where it has no name yet.
func InstanceOf(ctx context.Context, store private.Reader) (Instance, diag.Diagnostics) {
	text, diags := store.GetKey(ctx, instanceKey)
	var name Instance
	if len(text) > 0 {
		if err := json.Unmarshal(text, &name); err != nil {
			diags.AddError("Unable to read private state", fmt.Sprintf("The name of the instance cannot be read: %s.", err))
		}
	}
	return name, diags
}

// NewInstance gives an instance a new name: in a create. The framework hands no planned private data to a create, so that
// it cannot go by the name that its plan has.
func NewInstance(ctx context.Context, store private.Writer) (Instance, diag.Diagnostics) {
	i := Instance(rand.Text()[:12])
	return i, store.SetKey(ctx, instanceKey, fmt.Appendf(nil, "%q", string(i)))
}

// Named is the instance that private state belongs to, which is given a name where it has none: in a refresh, and in the
// plan of an update.
func Named(ctx context.Context, from private.Reader, to private.Writer) (Instance, diag.Diagnostics) {
	i, diags := InstanceOf(ctx, from)
	if i != "" || diags.HasError() {
		return i, diags
	}
	return NewInstance(ctx, to)
}

// Planned is the instance that a plan of a create or update is about, and the one that it was before: the same, but for a
// create. An engine plans an instance that is replaced as an update and then as a create, with the private data of the
// first plan: nothing else tells this create from that of another instance.
func Planned(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (before, after Instance, diags diag.Diagnostics) {
	if !req.State.Raw.IsNull() {
		after, diags = Named(ctx, req.Private, resp.Private)
		return after, after, diags
	}
	before, diags = InstanceOf(ctx, req.Private)
	after, more := NewInstance(ctx, resp.Private)
	diags.Append(more...)
	if before == "" {
		before = after
	}
	return before, after, diags
}

// HandOver marks the planned destroy of an instance, or of its parts with ids, so that it writes nothing.
func HandOver(ctx context.Context, store private.Writer, ids ...string) diag.Diagnostics {
	if len(ids) == 0 {
		return nil
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to write private state", err.Error())}
	}
	return store.SetKey(ctx, handedOverKey, text)
}

// ForgetHandOver removes the marks of HandOver, of an instance that stays.
func ForgetHandOver(ctx context.Context, store private.Writer) diag.Diagnostics {
	return store.SetKey(ctx, handedOverKey, nil)
}

// HandedOver are the ids that HandOver has marked.
func HandedOver(ctx context.Context, store private.Reader) (map[string]bool, diag.Diagnostics) {
	text, diags := store.GetKey(ctx, handedOverKey)
	var ids []string
	if len(text) > 0 {
		if err := json.Unmarshal(text, &ids); err != nil {
			diags.AddError("Unable to read private state", fmt.Sprintf("What was handed over cannot be read: %s.", err))
		}
	}
	marked := make(map[string]bool, len(ids))
	for _, id := range ids {
		marked[id] = true
	}
	return marked, diags
}
