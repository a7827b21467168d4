package managed

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ledgerKey names the object of a plan or state. isKnown is false while that is not known.
func (r *Resource) ledgerKey(object tftypes.Value) (key ledger.Key, isKnown bool) {
	attributes := model.Attributes(object)
	account := providerdata.AccountFieldsOf(attributes)
	ids := r.Keys.Values(attributes)
	if slices.Contains(ids, "") {
		return r.ledgerIDKey(account.AccountRef()), false
	}
	return r.ledgerIDKey(account.AccountRef(), ids...).Normal(), account.KnowsAccount()
}

// ledgerIDKey returns the key of an object by its id, which can have several parts.
func (r *Resource) ledgerIDKey(account videoindexer.AccountRef, ids ...string) ledger.Key {
	return ledger.Key{Kind: r.Name, Account: account, ID: strings.Join(ids, "/")}
}

// createdName returns what distinguishes an object from others of its account that a create could
// mean: "" while that is not known, and for what has no name.
func createdName(object ObjectModel) string {
	named, isNamed := object.(Named)
	if !isNamed {
		return ""
	}
	return named.CreatedName()
}

// ledgerNameKey returns the key of an object before it has an id, without an ID if there is no name
// either.
func (r *Resource) ledgerNameKey(object ObjectModel) ledger.Key {
	return ledger.Key{Kind: r.Name, Account: object.AccountRef(), ID: createdName(object), IsName: true}
}

// ledgerKeys returns the keys of an object of a plan or state: its id and its name, as far as they
// are known.
func (r *Resource) ledgerKeys(from tftypes.Value, object ObjectModel) (keys []ledger.Key) {
	id, isKnown := r.ledgerKey(from)
	if isKnown {
		keys = append(keys, id)
	}
	name := r.ledgerNameKey(object)
	if name.ID != "" {
		keys = append(keys, name)
	}
	return keys
}

// decidedOf returns the objects of some keys.
func decidedOf(keys []ledger.Key) (decided Decided) {
	for _, key := range keys {
		if key.IsName {
			decided.Names = append(decided.Names, key.ID)
		} else {
			decided.IDs = append(decided.IDs, key.ID)
		}
	}
	return decided
}
