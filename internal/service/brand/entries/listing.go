package entries

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// listing is the brands of an account by name in normal form, and in lower case.
type listing struct {
	byName, byLower map[string]*videoindexer.Brand
	// more are brands whose name another one has as well.
	more []*videoindexer.Brand
}

func newListing(brands []videoindexer.Brand) listing {
	l := listing{byName: make(map[string]*videoindexer.Brand, len(brands)), byLower: make(map[string]*videoindexer.Brand, len(brands))}
	for i := range brands {
		b := &brands[i]
		if name := videoindexer.NormalName(b.Name); l.byName[name] == nil {
			l.byName[name], l.byLower[strings.ToLower(name)] = b, b
		} else {
			l.more = append(l.more, b)
		}
	}
	return l
}

func (l listing) named(name string) *videoindexer.Brand {
	return l.byName[videoindexer.NormalName(name)]
}

// find completes brands that are added with those of the account that have their names.
func (l listing) find(added Brands) Brands {
	for name, b := range added {
		b.Found = l.named(name)
		added[name] = b
	}
	return added
}

// resolved is a brand that is added, to be created or adopted as the plan has shown it, unless that is open. One that was created
// by the dictionary which this one replaces is adopted as created.
func (d Dictionary) resolved(b set.Brand, found *videoindexer.Brand, isOpen bool) set.Brand {
	switch {
	case found == nil && b.IsAdopted:
		b.Refusal = vanished
	case found == nil:
	case !isOpen && !b.IsAdopted:
		b.Refusal = fmt.Sprintf("brand %d has appeared with this name since the plan, so the plan does not show which of its values would be overwritten; plan again to adopt it", found.ID)
	default:
		b.ID, b.Found, b.IsAdopted = found.ID, found, true
		if known, _ := d.Seen(found.ID); known.IsCreated {
			b.IsAdopted, b.Overwritten = false, field.Values{}
		}
	}
	return b
}

// vanished is why a brand is not adopted that was planned to be.
const vanished = "the account had a brand with this name during the plan, and has none any more; plan again to create it"

// others are the brands of the account that are not among those of a dictionary, as it would adopt them, by their names in normal
// form: an engine hands back each key in this form.
func (l listing) others(dictionaries ...Brands) Brands {
	names, ids, others := make(map[string]bool), make(map[int32]bool), make(Brands)
	for _, brands := range dictionaries {
		for key, b := range brands {
			names[videoindexer.NormalName(key)], ids[b.ID] = true, true
		}
	}
	for normal, b := range l.byName {
		if !names[normal] && !ids[b.ID] {
			others[normal] = set.Brand{ID: b.ID, Values: field.Of(b.BrandFields), IsAdopted: true}
		}
	}
	return others
}

// addUnlisted adds the brands of the account that an exclusive dictionary does not hold. It returns the names of those that no
// configuration has named.
func (d Dictionary) addUnlisted(ctx context.Context, brands Brands, before []string, diags *diag.Diagnostics) (unlisted []string) {
	for _, name := range before {
		if _, isThere := brands[name]; isThere {
			unlisted = append(unlisted, name)
		}
	}
	now, err := d.list(ctx)
	if err != nil && !videoindexer.IsNotFound(err) {
		apidiag.Add(diags, "read", apidiag.Subject{Noun: "brands", Account: d.Ref}, err)
	}
	for name, b := range now.others(brands) {
		brands[name] = b
		unlisted = append(unlisted, name)
	}
	diags.Append(now.warnings(d.Ref, nil, nil, true)...)
	return unlisted
}

// identified finds the brands that an import names, or, if it names none, all of the account (X1) but those whose names no entry can
// have, and returns those that do not exist.
func (d Dictionary) identified(ctx context.Context, named Brands, diags *diag.Diagnostics) (missing []string) {
	now, err := d.list(ctx)
	if err != nil {
		apidiag.Add(diags, "import", apidiag.Subject{Noun: "brands", Account: d.Ref}, err)
		return nil
	}
	if len(named) == 0 {
		left := now.more
		for name, b := range now.byName {
			if validate.CheckName(name) != "" {
				left = append(left, b)
				continue
			}
			named[name] = set.Brand{}
		}
		if len(left) > 0 {
			diags.Append(leftOut(d.Ref, left))
		}
	}
	for name := range named {
		found := now.named(name)
		if found == nil {
			missing = append(missing, name)
			continue
		}
		// As they were sent, so that nothing is then planned to change, also for an address that is configured as empty.
		named[name] = set.Brand{ID: found.ID, Values: field.Sent(found.BrandFields), IsAdopted: true}
	}
	return missing
}

// explainNames adds what is known of creates and adoptions that failed.
func (d Dictionary) explainNames(ctx context.Context, results []*set.Result) {
	var now *listing
	for _, r := range results {
		answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err)
		switch {
		case r.Err == nil:
		case r.Verb == "adopt" && d.Layout == ByName && videoindexer.IsNotFound(r.Err):
			r.Err = &set.ChangedError{What: vanished}
		case r.Verb != "create":
		case videoindexer.IsAmbiguous(r.Err):
			r.Hint = "Plan again: if it was created, the plan finds it by its name, and shows " + map[Layout]string{ByName: "it in adopted.", Single: "its id."}[d.Layout]
		case isAnswered && (answer.Status == http.StatusBadRequest || answer.Status == http.StatusConflict):
			if now == nil {
				brands, _ := d.API.ListBrands(ctx, d.Ref) // without a list nothing is explained
				now = new(newListing(brands))
			}
			r.Hint = now.hasName(r.Wanted.Values.Name(), d.Layout)
		}
	}
}

// alike is a brand whose name is the same but for letter case; nil if there is none.
func (l listing) alike(name string) *videoindexer.Brand {
	return l.byLower[strings.ToLower(videoindexer.NormalName(name))]
}

// hasName says which brand of the list has a name that the service has refused to give to another one.
func (l listing) hasName(name string, layout Layout) string {
	found := cmp.Or(l.named(name), l.alike(name))
	switch {
	case found == nil:
		return "If another brand has this name, and the list of the account does not show it yet, plan again."
	case layout == Single:
		return fmt.Sprintf("Brand %d of the account has the name %q. Set brand_id = %d to adopt it, import it, or choose another name.", found.ID, found.Name, found.ID)
	case found == l.named(name):
		return fmt.Sprintf("Brand %d has appeared with this name since the plan. Plan again to adopt it.", found.ID)
	}
	return fmt.Sprintf("Brand %d has the name %q, which differs only in letter case: this service treats both as the same name. Use %q as the key of the entry.", found.ID, found.Name, found.Name)
}

// respelled gives brands of the state the keys that are wanted: of names that are the same in normal form, and of brands that
// were renamed elsewhere, unless another brand has the name by now. Those stay under the name that they have.
func respelled(prior, wanted Brands, renamed map[string]string, now listing) Brands {
	free := make(map[string]string)
	for name := range wanted.Without(prior) {
		free[videoindexer.NormalName(name)] = name
	}
	for name, b := range prior.Without(wanted) {
		to, isSame := free[videoindexer.NormalName(name)]
		if was, isRenamed := renamed[name]; !isSame && isRenamed {
			if holder := now.named(was); holder == nil || holder.ID == b.ID {
				to = free[videoindexer.NormalName(was)]
			}
		}
		if next, isFree := wanted[to]; isFree {
			next.ID = b.ID
			wanted[to] = next
		}
	}
	return byKeysOf(wanted, prior)
}

// byKeysOf gives brands of the state the keys of the plan, which knows them by their ids.
func byKeysOf(wanted, prior Brands) Brands {
	keys := make(map[int32]string, len(wanted))
	for key, b := range wanted {
		keys[b.ID] = key
	}
	next := make(Brands, len(prior))
	for name, b := range prior {
		if key, isWanted := keys[b.ID]; isWanted {
			name = key
		}
		next[name] = b
	}
	return next
}

// byTheirNames gives brands the keys that their names are, and says which were renamed: the names of the configuration, by
// those that the brands have now.
func byTheirNames(brands Brands, before map[string]string) (next Brands, renamed map[string]string) {
	next, renamed = make(Brands, len(brands)), make(map[string]string)
	for _, key := range brands.Keys() {
		b := brands[key]
		name, was := videoindexer.NormalName(b.Values.Name()), key
		if first, isRenamed := before[key]; isRenamed {
			was = first
		}
		_, isTaken := brands[name]
		if isTaken || name == videoindexer.NormalName(key) {
			name = key
		}
		if next[name] = b; videoindexer.NormalName(was) != videoindexer.NormalName(name) {
			renamed[name] = was
		}
	}
	return next, renamed
}
