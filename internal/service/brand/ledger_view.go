package brand

import (
	"context"
	"strconv"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ledgerKind is the kind of brands in the ledger, for both resources.
const ledgerKind = "brand"

// brandIDText returns the id of a brand as a text, which is its form in messages, imports and the
// ledger.
func brandIDText(id int32) string { return strconv.Itoa(int(id)) }

// ledgerKey returns the key of a brand in the ledger.
func ledgerKey(account videoindexer.AccountRef, id int32) ledger.Key {
	return ledger.Key{Kind: ledgerKind, Account: account, ID: brandIDText(id)}
}

// nameKey returns the key of a name of a brand in the ledger.
func nameKey(account videoindexer.AccountRef, name string) ledger.Key {
	return ledger.Key{Kind: ledgerKind, Account: account, ID: set.FoldName(name), IsName: true}
}

// releasedBrand is a brand after its release.
type releasedBrand struct {
	brand set.Brand
	// isHandedOver means that a create at the same address takes the brand.
	isHandedOver bool
	// isDeleted means that the brand no longer exists. An earlier read may still show it.
	isDeleted bool
}

var (
	// releases are under the id of a brand, and of a deleted one under its name as well.
	releases = ledger.Slot[releasedBrand]{Name: "released brand"}
	// plannedReads are under the id of a brand.
	plannedReads = ledger.Slot[*videoindexer.Brand]{Name: "planned read"}
)

// ledgerNotes are what the ledger has of a brand, or of a name, for one instance.
type ledgerNotes struct {
	releasedBrand // the last release; zero for none
	// mayBeReleased means that a destroy of this run may still release the brand before the apply
	// works on it. Of a name, it means that the destroy may give it back to a brand.
	mayBeReleased bool
}

// ledgerView is the ledger as one instance uses it, for the brands of an account.
type ledgerView struct {
	ledger   *ledger.Ledger
	account  videoindexer.AccountRef
	instance ledger.Instance
	// needed is what others need, as the plan or read before a release knows.
	needed managed.NeededByOthers
	// canHandOver means that a create at the same address follows, and takes what is not deleted.
	canHandOver bool
}

// viewOf returns the view of an instance.
func (r *brandResource) viewOf(account videoindexer.AccountRef, instance ledger.Instance) ledgerView {
	return ledgerView{ledger: &r.Ledger, account: account, instance: instance}
}

var _ set.Coordinator = ledgerView{}

func (v ledgerView) Lock(ctx context.Context, id int32, names ...string) (unlock func(), err error) {
	var keys []ledger.Key
	for _, name := range names {
		keys = append(keys, nameKey(v.account, name))
	}
	if id != 0 {
		keys = append(keys, ledgerKey(v.account, id))
	}
	return v.ledger.Lock(ctx, keys...)
}

func (v ledgerView) Take(id int32) { v.ledger.Take(ledgerKey(v.account, id), v.instance) }

func (v ledgerView) GiveUp(id int32) {
	v.ledger.GiveUp(ledgerKey(v.account, id), v.instance)
}

func (v ledgerView) IsNeeded(id int32) bool {
	return v.ledger.IsNeeded(ledgerKey(v.account, id), v.instance, v.needed.IDs...)
}

func (v ledgerView) OthersNeedAny() bool { return v.needed.IsAnyNeeded }

func (v ledgerView) NoteRelease(brand set.Brand, verb set.Verb) {
	ofBrand := ledgerKey(v.account, brand.ID)
	v.ledger.RemoveRoles(ofBrand, v.instance)
	if verb == set.Delete {
		deleted := releasedBrand{brand: brand, isDeleted: true}
		ofName := nameKey(v.account, brand.Values.Name())
		releases.Remember(v.ledger, ofBrand, deleted)
		releases.Remember(v.ledger, ofName, deleted)
		return
	}
	if v.canHandOver || verb != set.Leave {
		releases.Remember(v.ledger, ofBrand, releasedBrand{brand: brand, isHandedOver: v.canHandOver})
	}
}

func (v ledgerView) WasReleased(id int32) bool {
	_, isReleased := releases.Recall(v.ledger, ledgerKey(v.account, id))
	return isReleased
}

// ledgerNotesOf returns what the ledger has of a brand or a name.
func (v ledgerView) ledgerNotesOf(key ledger.Key) ledgerNotes {
	lastRelease, _ := releases.Recall(v.ledger, key)
	return ledgerNotes{releasedBrand: lastRelease, mayBeReleased: v.ledger.MayBeReleased(key, v.instance)}
}

// noteWanted notes which brands a plan adopts, and then waits for releases of them that are in
// progress. A release that begins later sees the note.
func (v ledgerView) noteWanted(ctx context.Context, ids []int32) error {
	var keys []ledger.Key
	for _, id := range ids {
		key := ledgerKey(v.account, id)
		if !v.ledgerNotesOf(key).isDeleted {
			v.ledger.AddRole(key, v.instance, ledger.Wants)
			keys = append(keys, key)
		}
	}
	return v.ledger.AwaitLocks(ctx, keys...)
}

// rememberReads remembers the brands that a plan adopts as it has read them, so that the apply does
// not read them again.
func (v ledgerView) rememberReads(tasks []set.Task) {
	for _, task := range tasks {
		if task.Verb == set.Adopt {
			plannedReads.Remember(v.ledger, ledgerKey(v.account, task.ID()), task.Wanted.Remote)
		}
	}
}

// recallReadOnce returns a brand as the plan before this apply has read it; nil if it has not, or
// if this was called before.
func (v ledgerView) recallReadOnce(id int32) *videoindexer.Brand {
	remote, _ := plannedReads.RecallOnce(v.ledger, ledgerKey(v.account, id))
	return remote
}
