package nameddictionary

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// refresh is what the service has of the brands of a state, under the names that they have now (X1). A brand that the
// list does not show is read by itself (endpoint 16), and is gone only if that read finds nothing. Without extended
// operations, and where there is no list, perhaps because the account is gone, all brands are read in this way.
func (w *work) refresh(ctx context.Context, prior contents, isExclusive bool, diags *diag.Diagnostics) contents {
	var now listing
	next := newContents()
	if w.Data.Extended() {
		var err error
		if now, err = w.list(ctx); err != nil && !videoindexer.IsNotFound(err) {
			apidiag.Add(diags, "read", apidiag.Subject{Noun: "brands", Account: w.Account}, err)
			return next
		}
	}
	var unseen []string
	for _, name := range sorted(prior.entries) {
		if found := now.byID[prior.entries[name].id()]; found != nil {
			next.show(prior, name, found)
		} else {
			unseen = append(unseen, name)
		}
	}
	w.each(unseen, prior, func(o *outcome) {
		if o.Remote, o.Err = w.get(ctx, o.id); videoindexer.IsNotFound(o.Err) {
			w.object(o.id).SeenGone()
			o.Err = nil
		}
		o.Verb = "read"
	})
	diags.Append(w.report()...)
	for _, o := range w.outcomes {
		if o.Remote != nil {
			next.show(prior, o.name, o.Remote)
		}
	}
	for _, found := range now.byID {
		if _, isShown := next.entries[found.Name]; isExclusive && !isShown {
			next.showFound(found)
			next.unlisted[found.Name] = true
		}
	}
	return next
}

// show sets a brand of the state as the service has it.
func (c contents) show(prior contents, name string, found *videoindexer.Brand) {
	c.entries[found.Name] = entryOfBrand(prior.entries[name].Values, found)
	c.putOverwritten(found.Name, prior.overwrittenOf(name))
	if prior.adopted[name] {
		c.adopted[found.Name] = true
	}
	if prior.unlisted[name] {
		c.unlisted[found.Name] = true
	}
}

// showFound shows a brand that the state did not hold.
func (c contents) showFound(found *videoindexer.Brand) {
	c.entries[found.Name] = foundEntry(found)
	c.adopted[found.Name] = true
}

// showEmptyAddress shows the address of a brand that has none as empty. Nothing is then planned to change, whether the
// configuration has an empty address or does not manage it. Null would be a change in the first case.
func (c contents) showEmptyAddress(name string) {
	if e := c.entries[name]; e.ReferenceURL.IsNull() {
		e.ReferenceURL = types.StringValue("")
		c.entries[name] = e
	}
}

// readImported reads the brands that an import names, or all of the account (X1). They were there before, and are adopted.
func (w *work) readImported(ctx context.Context, named contents, isAll bool, diags *diag.Diagnostics) contents {
	next := newContents()
	now, err := w.list(ctx)
	if err != nil {
		apidiag.Add(diags, "import", apidiag.Subject{Noun: "brands", Account: w.Account}, err)
		return next
	}
	var missing []string
	names := sorted(named.entries)
	if isAll {
		names = sorted(now.byName)
	}
	for _, name := range names {
		if found := now.byName[name]; found != nil {
			next.showFound(found)
			next.showEmptyAddress(name)
		} else {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		diags.Append(w.lacking(missing))
	}
	w.holds(next, deletion.Delete) // the default, which an import sets
	return next
}
