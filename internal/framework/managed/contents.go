package managed

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Container is an Object that the service deletes together with what it holds. A plan names what goes with it, and a destroy looks
// again: it deletes nothing that the plan could not name.
type Container interface {
	Object
	// Contents reads what a destroy deletes with the object, and the state does not show.
	Contents(ctx context.Context, client *videoindexer.Client) (Contents, error)
}

// Contents are objects of one kind that go with another object.
type Contents struct {
	// Kind is what one of them is called.
	Kind string
	// Names are what users know them by, by their ids.
	Names map[string]string
	// MayBeOurs says that a create that failed may have made some of them without the state: the destroy of a tainted object deletes them.
	MayBeOurs bool
}

// contentsKey is where the private state of a plan has the ids of what it has named.
const contentsKey = "contents"

// nameContents names what a planned destroy deletes with an object.
func (r *Resource) nameContents(ctx context.Context, state Object, store private.Writer, diags *diag.Diagnostics) {
	container, is := state.(Container)
	if !is || !r.Known() {
		return
	}
	c, err := providerdata.Read(ctx, r.Data, state.AccountRef(), func() (Contents, error) { return container.Contents(ctx, r.Client(diags)) })
	if err != nil && !videoindexer.IsNotFound(err) {
		diags.Append(apidiag.Warning("name what is deleted with", state.Subject(), err))
	}
	if ids := slices.Sorted(maps.Keys(c.Names)); len(ids) > 0 {
		diags.Append(deletion.WillDeleteMany(c.Kind, c.named(ids), state.Subject(), `To keep them, set deletion_policy = "abandon" and apply that first.`))
		diags.Append(private.Set(ctx, store, contentsKey, ids)...)
	}
}

// checkContents reports what a destroy would delete with an object, and the plan has not named. A service that does not show it is trusted.
func checkContents(ctx context.Context, d BegunDestroy, state Object, planned private.Reader) (diags diag.Diagnostics) {
	container, is := state.(Container)
	if !is {
		return nil
	}
	var named []string
	diags.Append(private.Get(ctx, planned, contentsKey, &named)...)
	c, err := container.Contents(ctx, d.Client)
	switch {
	case diags.HasError(), videoindexer.IsNotFound(err), videoindexer.IsUnsupported(err), d.isTainted && c.MayBeOurs:
	case err != nil:
		diags.Append(apidiag.Error("look at what is deleted with", state.Subject(), err))
	default:
		ids := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Names)), func(id string) bool { return slices.Contains(named, id) })
		if len(ids) > 0 {
			diags.Append(deletion.NotNamed(c.Kind, c.named(ids), state.Subject(), d.IsReplacement))
		}
	}
	return diags
}

func (c Contents) named(ids []string) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = c.Names[id]
	}
	slices.Sort(names)
	return names
}
