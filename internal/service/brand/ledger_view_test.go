package brand

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestViewIsNeeded asks whether a release of brand 1 leaves it, after another instance has done
// something.
func TestViewIsNeeded(t *testing.T) {
	t.Parallel()
	const id = 1
	holds := func(v ledgerView) { v.ledger.AddRole(ledgerKey(v.account, id), v.instance, ledger.Holds) }
	wants := func(v ledgerView) { v.ledger.AddRole(ledgerKey(v.account, id), v.instance, ledger.Wants) }
	nothing := func(ledgerView) {}
	for name, test := range map[string]struct {
		other   func(v ledgerView)
		planned []string // ids that the plan of the release knows to be needed
		want    bool
	}{
		"nothing":                   {nothing, nil, false},
		"holds it":                  {holds, nil, true},
		"wants it":                  {wants, nil, true},
		"takes it":                  {func(v ledgerView) { v.Take(id) }, nil, true},
		"takes another":             {func(v ledgerView) { v.Take(id + 1) }, nil, false},
		"takes it, and gives it up": {func(v ledgerView) { v.Take(id); v.GiveUp(id) }, nil, false},
		"holds it, and releases it": {
			func(v ledgerView) { holds(v); v.NoteRelease(createdBrand(id, "A", ""), set.Disable) }, nil, false,
		},
		"holds it in another account": {func(v ledgerView) {
			v.account.Location = "westus2"
			holds(v)
		}, nil, false},
		"nothing since a plan that knows of it":       {nothing, []string{"2", "1"}, true},
		"nothing since a plan that knows of a second": {nothing, []string{"2"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &ledger.Ledger{}
			account := videoindexer.AccountRef{Location: "trial"}
			own := ledgerView{ledger: l, account: account, instance: ledger.Instance{ID: "own"}}
			own.needed.IDs = test.planned
			holds(own)
			test.other(ledgerView{ledger: l, account: account, instance: ledger.Instance{ID: "other"}})
			check.Equal(t, test.want, own.IsNeeded(id), "IsNeeded")
		})
	}
}

// TestViewReleased asks what another instance knows of a brand after its release.
func TestViewReleased(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		verb        set.Verb
		canHandOver bool
		want        string
	}{
		"delete":                   {set.Delete, false, "WasReleased isDeleted deleted"},
		"delete in a replacement":  {set.Delete, true, "WasReleased isDeleted deleted"},
		"leave":                    {set.Leave, false, ""},
		"leave in a replacement":   {set.Leave, true, "WasReleased isHandedOver"},
		"disable":                  {set.Disable, false, "WasReleased"},
		"disable in a replacement": {set.Disable, true, "WasReleased isHandedOver"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := &ledger.Ledger{}
			ledgerView{ledger: l, canHandOver: test.canHandOver}.NoteRelease(createdBrand(1, "Aldgate", "mine"), test.verb)
			other := ledgerView{ledger: l, instance: ledger.Instance{ID: "other"}}
			account := videoindexer.AccountRef{}
			// The name is in another form, as services compare names.
			byName := other.ledgerNotesOf(nameKey(account, "aldgate "))
			byID := other.ledgerNotesOf(ledgerKey(account, 1))
			var got []string
			for _, known := range []struct {
				isSo bool
				name string
			}{
				{other.WasReleased(1), "WasReleased"},
				{byID.isDeleted, "isDeleted"},
				{byName.isDeleted && byName.brand.Values.Fields().Description == "mine", "deleted"},
				{byID.isHandedOver, "isHandedOver"},
			} {
				if known.isSo {
					got = append(got, known.name)
				}
			}
			check.Equal(t, test.want, strings.Join(got, " "), "another instance knows")
		})
	}
}
