package managedbrand

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Brands are the brands of an account, for the calls about one instance of a resource.
type Brands struct {
	Data *providerdata.Data
	// Client may be nil in a plan that reads nothing.
	Client   *videoindexer.Client
	Account  videoindexer.AccountRef
	Instance adoption.Instance
	// handedOver are the brands whose destroy is to write nothing, adoptedAgain those that the instance which replaces this
	// one adopts, and complete those of which every field is managed.
	handedOver, adoptedAgain map[string]bool
	complete                 map[int32]bool
}

// Recall fills in what the private state of the instance holds.
func (b *Brands) Recall(ctx context.Context, store private.Reader) diag.Diagnostics {
	var diags, more diag.Diagnostics
	b.Instance, diags = adoption.InstanceOf(ctx, store)
	b.handedOver, more = adoption.HandedOver(ctx, store)
	diags.Append(more...)
	b.adoptedAgain, more = adoption.AdoptedAgain(ctx, store)
	diags.Append(more...)
	b.complete, more = complete(ctx, store)
	diags.Append(more...)
	return diags
}

// One is the brand with an id. At is where its arguments stand in the configuration.
func (b Brands) One(id int32, at path.Path) Brand {
	return Brand{ID: id, At: at, Brands: b, object: b.Data.Objects.Get("brand", b.Account, fmt.Sprint(id))}
}

// IsHandedOver reports whether the plan has found that another instance counts on the brand: its destroy is to write
// nothing.
func (b Brands) IsHandedOver(id int32) bool { return b.handedOver[fmt.Sprint(id)] }

// completeKey holds, in private state, the ids of the brands of which every field is managed and was written as
// planned. A destroy sees no configuration, and has to read other brands before it writes them.
const completeKey = "complete"

// SetComplete notes which of the brands are managed as a whole. Wanted must not hold those whose last write failed: what
// the service has of them is open, whatever the state says.
func SetComplete(ctx context.Context, store private.Writer, wanted map[int32]Values) diag.Diagnostics {
	ids := []int32{}
	for id, values := range wanted {
		if values.IsComplete() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return private.Set(ctx, store, completeKey, ids)
}

// complete are the brands that SetComplete has noted.
func complete(ctx context.Context, store private.Reader) (map[int32]bool, diag.Diagnostics) {
	var ids []int32
	diags := private.Get(ctx, store, completeKey, &ids)
	complete := make(map[int32]bool, len(ids))
	for _, id := range ids {
		complete[id] = true
	}
	return complete, diags
}
