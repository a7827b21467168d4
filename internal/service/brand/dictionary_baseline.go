package brand

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// overwritten are the values of a brand that Terraform was the first to overwrite; nil fields were
// not. Only they are kept for a restore, under short names, since a dictionary keeps them a thousandfold.
type overwritten struct {
	Name         *string   `json:"n,omitempty"`
	Enabled      *bool     `json:"e,omitempty"`
	Description  *string   `json:"d,omitempty"`
	ReferenceURL *string   `json:"r,omitempty"` // "" where there was none
	Tags         *[]string `json:"t,omitempty"`
}

// baseline are the overwritten values of a dictionary's brands by id.
type baseline map[int32]overwritten

// overwrites are the values that an update replaces.
func overwrites(before *videoindexer.Brand, update videoindexer.BrandUpdate) *overwritten {
	changed := before.Refused(update)
	if len(changed) == 0 {
		return nil
	}
	var o overwritten
	if slices.Contains(changed, "name") {
		o.Name = &before.Name
	}
	if slices.Contains(changed, "enabled") {
		o.Enabled = &before.Enabled
	}
	if slices.Contains(changed, "description") {
		o.Description = &before.Description
	}
	if slices.Contains(changed, "referenceUrl") {
		o.ReferenceURL = new(string)
		if before.ReferenceURL != nil {
			*o.ReferenceURL = *before.ReferenceURL
		}
	}
	if slices.Contains(changed, "tags") {
		o.Tags = &before.Tags
	}
	return &o
}

// orElse fills in, field by field, what o does not hold.
func (o overwritten) orElse(later overwritten) overwritten {
	return overwritten{
		Name:         first(o.Name, later.Name),
		Enabled:      first(o.Enabled, later.Enabled),
		Description:  first(o.Description, later.Description),
		ReferenceURL: first(o.ReferenceURL, later.ReferenceURL),
		Tags:         first(o.Tags, later.Tags),
	}
}

func first[T any](earlier, later *T) *T {
	if earlier != nil {
		return earlier
	}
	return later
}

// over puts the overwritten values into an update.
func (o overwritten) over(update *videoindexer.BrandUpdate) {
	put(&update.Name, o.Name)
	put(&update.Enabled, o.Enabled)
	put(&update.Description, o.Description)
	put(&update.Tags, o.Tags)
	if o.ReferenceURL != nil {
		update.ReferenceURL = o.ReferenceURL
		if *o.ReferenceURL == "" {
			update.ReferenceURL = nil
		}
	}
}

func put[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

// keepBaseline follows what was done to the brands of a dictionary: the first overwritten value of
// each field is kept for as long as the brand is in the state and the policy is "restore".
func keepBaseline(ctx context.Context, store private.Writer, policy deletion.Policy, earlier baseline, done []outcome) diag.Diagnostics {
	if policy != deletion.Restore {
		return forget(ctx, store)
	}
	kept := make(baseline)
	for _, o := range done {
		if o.entry == nil {
			continue
		}
		values, isKept := earlier[o.id]
		if o.overwritten != nil {
			values, isKept = values.orElse(*o.overwritten), true
		}
		if isKept {
			kept[o.id] = values
		}
	}
	return remember(ctx, store, kept)
}
