package brand

import (
	"context"
	"strconv"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// objectKind is what the process knows brands by, whichever resource has them.
const objectKind = "brand"

// key is what the process knows a brand by.
func key(account videoindexer.AccountRef, id int32) ledger.Key {
	return ledger.Key{Kind: objectKind, Account: account, ID: strconv.Itoa(int(id))}
}

// nameKey is what the process knows a name of a brand by.
func nameKey(account videoindexer.AccountRef, name string) ledger.Key {
	return ledger.Key{Kind: objectKind, Account: account, ID: set.Lower(name), IsName: true}
}

// plannedKey is where a plan leaves a brand as it has read it: the apply that follows need not read it again.
func plannedKey(account videoindexer.AccountRef, id int32) ledger.Key {
	k := key(account, id)
	k.Kind += " as planned"
	return k
}

// released is what a release has left of a brand, by its id, or of a deleted one, by its name.
type released struct {
	brand set.Brand
	// isPassedOn says that a create at the same address takes it, and isDeleted that it is gone.
	isPassedOn, isDeleted bool
}

// shared is what an apply of one instance knows of the others.
type shared struct {
	run     *ledger.Ledger
	account videoindexer.AccountRef
	by      ledger.Instance
	// claimed are the ids that the plan knows to be claimed by others.
	claimed []string
	// passesOn says that the create that follows at the same address takes what is not deleted.
	passesOn bool
}

var _ set.Shared = shared{}

func (s shared) Lock(ctx context.Context, id int32, names ...string) (unlock func(), err error) {
	var keys []ledger.Key
	for _, name := range names {
		keys = append(keys, nameKey(s.account, name))
	}
	if id != 0 {
		keys = append(keys, key(s.account, id))
	}
	return s.run.Lock(ctx, keys...) //nolint:wrapcheck // the end of the context
}

func (s shared) Take(id int32) { s.run.Take(key(s.account, id), s.by) }

func (s shared) GiveUp(id int32) { s.run.GiveUp(key(s.account, id), s.by) }

func (s shared) IsClaimed(id int32) bool {
	return s.run.IsClaimed(key(s.account, id), s.by, s.claimed...)
}

func (s shared) MayReturn() bool { return len(s.claimed) > 0 }

func (s shared) Released(b set.Brand, kind set.Kind) {
	k := key(s.account, b.ID)
	s.run.Forget(k, s.by)
	if kind == set.Delete {
		gone := released{brand: b, isDeleted: true}
		ledger.Remember(s.run, k, gone)
		ledger.Remember(s.run, nameKey(s.account, b.Values.Name()), gone)
		return
	}
	if s.passesOn || kind != set.Leave {
		ledger.Remember(s.run, k, released{brand: b, isPassedOn: s.passesOn})
	}
}

func (s shared) WasReleased(id int32) bool {
	_, was := ledger.Recall[released](s.run, key(s.account, id))
	return was
}

// passedOn is a brand that a destroy has left to a create at the same address; nil for none.
func passedOn(run *ledger.Ledger, account videoindexer.AccountRef, id int32) *set.Brand {
	left, _ := ledger.Recall[released](run, key(account, id))
	if !left.isPassedOn {
		return nil
	}
	return &left.brand
}

// wasDeleted reports whether a brand was deleted in this process.
func wasDeleted(run *ledger.Ledger, account videoindexer.AccountRef, id int32) bool {
	left, _ := ledger.Recall[released](run, key(account, id))
	return left.isDeleted
}

// deleted has the fields of a brand of a name that was just deleted; nil if none was.
func deleted(run *ledger.Ledger, account videoindexer.AccountRef, name string) *videoindexer.BrandFields {
	left, was := ledger.Recall[released](run, nameKey(account, name))
	if !was {
		return nil
	}
	fields := left.brand.Values.Fields()
	return &fields
}
