package adoption

import (
	"context"
	"crypto/rand"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// Instance identifies an instance of a resource. It is a random name in private state.
type Instance string

// InState stands for whichever instance of the state has an object, where it does not matter which one.
const InState Instance = "state"

// The keys of private state: instanceKey holds the Instance, and the others hold what HandOver, MarkReplaced and
// AdoptAgain mark.
const (
	instanceKey     = "instance"
	handedOverKey   = "handed_over"
	replacedKey     = "replaced"
	adoptedAgainKey = "adopted_again"
)

// InstanceOf is the instance that private state belongs to; empty where it has no name yet.
func InstanceOf(ctx context.Context, store private.Reader) (Instance, diag.Diagnostics) {
	var name Instance
	diags := private.Get(ctx, store, instanceKey, &name)
	return name, diags
}

// NewInstance gives an instance a new name, in a create: the framework passes no planned private data to a create, so
// that the name in its plan is not available.
func NewInstance(ctx context.Context, store private.Writer) (Instance, diag.Diagnostics) {
	i := Instance(rand.Text()[:12])
	return i, private.Set(ctx, store, instanceKey, i)
}

// Named returns the instance that private state belongs to, and gives it a name if it has none: in a refresh, and in
// the plan of an update.
func Named(ctx context.Context, from private.Reader, to private.Writer) (Instance, diag.Diagnostics) {
	i, diags := InstanceOf(ctx, from)
	if i != "" || diags.HasError() {
		return i, diags
	}
	return NewInstance(ctx, to)
}

// Planned returns the instance of a planned create or update, and the instance that it was before; the two differ only
// in a create. An engine plans an instance that is replaced as an update and then as a create, with the private data of
// the first plan: only its marks distinguish this create from that of another instance.
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
	return mark(ctx, store, handedOverKey, ids)
}

// AdoptAgain marks, in the plan of a create, the objects that it adopts and that the state has: a destroy of the
// instance that is replaced must not delete these. It does for single objects what MarkReplaced does for a whole
// instance.
func AdoptAgain(ctx context.Context, store private.Writer, ids ...string) diag.Diagnostics {
	return mark(ctx, store, adoptedAgainKey, ids)
}

func mark(ctx context.Context, store private.Writer, key string, ids []string) diag.Diagnostics {
	if len(ids) == 0 {
		return nil
	}
	return private.Set(ctx, store, key, ids)
}

// ForgetHandOver removes the marks of HandOver, of an instance that stays.
func ForgetHandOver(ctx context.Context, store private.Writer) diag.Diagnostics {
	return private.Remove(ctx, store, handedOverKey)
}

// HandedOver are the ids that HandOver has marked.
func HandedOver(ctx context.Context, store private.Reader) (map[string]bool, diag.Diagnostics) {
	return marked(ctx, store, handedOverKey)
}

// AdoptedAgain are the ids that AdoptAgain has marked.
func AdoptedAgain(ctx context.Context, store private.Reader) (map[string]bool, diag.Diagnostics) {
	return marked(ctx, store, adoptedAgainKey)
}

func marked(ctx context.Context, store private.Reader, key string) (map[string]bool, diag.Diagnostics) {
	var ids []string
	diags := private.Get(ctx, store, key, &ids)
	are := make(map[string]bool, len(ids))
	for _, id := range ids {
		are[id] = true
	}
	return are, diags
}

// MarkReplaced marks the plan of a create. The engine passes the private data of a replacement's plan to both of its
// halves. The destroy of the instance that is replaced, even of a tainted one, can therefore leave the object, which
// the create adopts.
func MarkReplaced(ctx context.Context, store private.Writer) diag.Diagnostics {
	return private.Set(ctx, store, replacedKey, true)
}

// Destroy is what the destroy of an instance knows of it.
type Destroy struct {
	// IsReplaced means that the destroy is half of a replacement, marked by MarkReplaced.
	IsReplaced bool
	instance   Instance
	handedOver map[string]bool
}

// DestroyOf reads what the plan of a destroy has kept.
func DestroyOf(ctx context.Context, store private.Reader) (Destroy, diag.Diagnostics) {
	var d Destroy
	diags := private.Get(ctx, store, replacedKey, &d.IsReplaced)
	var more diag.Diagnostics
	d.instance, more = InstanceOf(ctx, store)
	diags.Append(more...)
	d.handedOver, more = HandedOver(ctx, store)
	diags.Append(more...)
	return d, diags
}

// IsTakenOver reports whether another instance manages the object with that id, so that the destroy must leave it.
func (d Destroy) IsTakenOver(object *Object, id string) bool {
	return d.handedOver[id] || object.IsTakenOver(d.instance)
}
