package ownership_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var brand = ownership.Object{Noun: "brand", Account: videoindexer.AccountRef{Location: "trial", ID: "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"}, ID: "1"}

// TestConflicts plans two things for one object, in both orders.
func TestConflicts(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		one, other ownership.Intent
		want       ownership.Conflict
	}{
		"two addresses create it":                  {ownership.Create, ownership.Create, ownership.CreatedTwice},
		"one creates it, another's destroy writes": {ownership.Create, ownership.Destroy, ownership.DestroyedElsewhere},
		"one keeps it, another's destroy writes":   {ownership.Keep, ownership.Destroy, ownership.DestroyedElsewhere},
		"it is replaced, or another one adopts it": {ownership.Keep, ownership.Create, ownership.None},
		"two addresses keep it":                    {ownership.Keep, ownership.Keep, ownership.None},
		"two addresses end it":                     {ownership.Destroy, ownership.Destroy, ownership.None},
		"one keeps it, and another removes it":     {ownership.Keep, ownership.Remove, ownership.DestroyedElsewhere},
		"one removes it, and another's destroy":    {ownership.Remove, ownership.Destroy, ownership.DestroyedElsewhere},
		"it is removed, and planned again":         {ownership.Remove, ownership.Remove, ownership.None},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, order := range [][2]ownership.Intent{{test.one, test.other}, {test.other, test.one}} {
				var objects ownership.Objects
				if got := objects.Plan(brand, order[0]); got != ownership.None {
					t.Errorf("%v alone: %v", order[0], got)
				}
				if got := objects.Plan(brand, order[1]); got != test.want {
					t.Errorf("%v: got %v, want %v", order, got, test.want)
				}
			}
		})
	}
}

// TestDestroyAfterTakeOver plans a destroy in an apply, as an engine does after create_before_destroy.
func TestDestroyAfterTakeOver(t *testing.T) {
	t.Parallel()
	var objects ownership.Objects
	objects.Plan(brand, ownership.Create)
	objects.TakeOver(brand)
	if got := objects.Plan(brand, ownership.Destroy); got != ownership.None {
		t.Errorf("got %v", got)
	}
}

// TestObjects distinguishes objects, but not by the letter case of their account, or of an id that is a GUID.
func TestObjects(t *testing.T) {
	t.Parallel()
	var objects ownership.Objects
	objects.TakeOver(brand)
	objects.See(brand, "before")
	spelled := brand
	spelled.Account = videoindexer.AccountRef{Location: "Trial", ID: "7C2F9D54-6F0E-4F39-9D3C-2A1B5E8F4C10"}
	if overwritten, isSeen := objects.Seen(spelled); !objects.IsTakenOver(spelled) || !isSeen || overwritten != "before" {
		t.Error("letter case makes another object")
	}
	for id, want := range map[string]bool{"2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b": true, "abc": false} {
		objects.See(ownership.Object{ID: id}, nil)
		if _, isSeen := objects.Seen(ownership.Object{ID: strings.ToUpper(id)}); isSeen != want {
			t.Errorf("%s is the same in upper case: %t", id, isSeen)
		}
	}
	elsewhere := brand
	elsewhere.Account.Location = "westus2"
	for name, other := range map[string]ownership.Object{
		"noun": {Noun: "video", Account: brand.Account, ID: brand.ID}, "id": {Noun: brand.Noun, Account: brand.Account, ID: "2"}, "location": elsewhere,
	} {
		if _, isSeen := objects.Seen(other); isSeen || objects.IsTakenOver(other) {
			t.Errorf("another %s is the same object", name)
		}
	}
}

// TestThree plans three things for one object in every order: they stand against each other if two of them do, whichever comes first.
func TestThree(t *testing.T) {
	t.Parallel()
	isRefused := func(intents ...ownership.Intent) bool {
		var objects ownership.Objects
		refused := false
		for _, intent := range intents {
			refused = objects.Plan(brand, intent) != ownership.None || refused
		}
		return refused
	}
	all := []ownership.Intent{ownership.Create, ownership.Keep, ownership.Destroy, ownership.Remove}
	for _, first := range all {
		for _, second := range all {
			for _, third := range all {
				want := isRefused(first, second) || isRefused(second, third) || isRefused(first, third)
				if got := isRefused(first, second, third); got != want {
					t.Errorf("%v, %v, %v: refused is %t, and of two of them %t", first, second, third, got, want)
				}
			}
		}
	}
}
