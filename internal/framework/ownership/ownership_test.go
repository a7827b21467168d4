package ownership_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	brand    = ownership.Key{Kind: "brand", Account: videoindexer.AccountRef{Location: "trial", ID: "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"}, ID: "1"}
	one, two = ownership.Instance{ID: "one"}, ownership.Instance{ID: "two"}
)

// TestRoles notes what two instances do with an object.
func TestRoles(t *testing.T) {
	t.Parallel()
	var objects ownership.Objects
	if others := objects.Note(brand, one, ownership.Holds); len(others) > 0 {
		t.Errorf("nobody has it yet: %v", others)
	}
	objects.Note(brand, one, ownership.Destroys)
	want := map[ownership.Instance]ownership.Role{one: ownership.Holds | ownership.Destroys}
	if others := objects.Note(brand, two, ownership.Creates); !maps.Equal(others, want) {
		t.Errorf("the others are %v, want %v", others, want)
	}
	if !objects.IsHeld(brand, two) {
		t.Error("a state has it, and it is not held")
	}
	if objects.Forget(brand, one); objects.IsHeld(brand, one) {
		t.Error("it is forgotten, and held")
	}
	if !objects.IsHeld(brand, two) {
		t.Error("the instance is planned to be replaced, and does not hold it")
	}
}

// TestPlannedTwice plans a create before another instance is found to have the object, and once more: both plans find it held by nobody.
func TestPlannedTwice(t *testing.T) {
	t.Parallel()
	var objects ownership.Objects
	objects.Note(brand, one, ownership.Creates)
	if objects.Note(brand, two, ownership.Holds); objects.IsHeld(brand, ownership.Instance{ID: "one, planned once more"}) {
		t.Error("the second plan finds it held")
	}
}

// TestTaker takes an object over, and then reads it from the state, as a later run does.
func TestTaker(t *testing.T) {
	t.Parallel()
	var objects ownership.Objects
	objects.Note(brand, one, ownership.Creates)
	objects.TakeOver(brand, two)
	if others := objects.Note(brand, two, 0); others[one] != 0 {
		t.Errorf("after the create, it is planned to be created: %v", others)
	}
	if objects.TakeOver(brand, one); objects.Taker(brand) != one {
		t.Errorf("%v has it now", objects.Taker(brand))
	}
	if objects.Note(brand, two, ownership.Holds); objects.Taker(brand) != one {
		t.Error("another instance of the state ends the run of the taker")
	}
	if objects.Note(brand, one, ownership.Holds); objects.Taker(brand).ID != "" {
		t.Error("the taker of an earlier run is still one")
	}
}

// TestKeys distinguishes objects, but not by the letter case of their account, or of an id that is a GUID.
func TestKeys(t *testing.T) {
	t.Parallel()
	var objects ownership.Objects
	objects.TakeOver(brand, one)
	spelled := brand
	spelled.Account = videoindexer.AccountRef{Location: "Trial", ID: "7C2F9D54-6F0E-4F39-9D3C-2A1B5E8F4C10"}
	if objects.Taker(spelled) != one {
		t.Error("letter case makes another object")
	}
	for id, want := range map[string]bool{"2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b": true, "abc": false} {
		objects.TakeOver(ownership.Key{ID: id}, one)
		if got := objects.Taker(ownership.Key{ID: strings.ToUpper(id)}) == one; got != want {
			t.Errorf("%s is the same in upper case: %t", id, got)
		}
	}
	elsewhere := brand
	elsewhere.Account.Location = "westus2"
	for name, other := range map[string]ownership.Key{
		"kind": {Kind: "video", Account: brand.Account, ID: brand.ID}, "id": {Kind: brand.Kind, Account: brand.Account, ID: "2"}, "location": elsewhere,
	} {
		if objects.Taker(other).ID != "" {
			t.Errorf("another %s is the same object", name)
		}
	}
}
