package adoption_test

import (
	"context"
	"errors"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	old  = adoption.Instance("old")
	next = adoption.Instance("next")
)

var account = videoindexer.AccountRef{Location: "trial", ID: "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"}

// TestGet finds the same object in any letter case of its account and location, and another one for all else.
func TestGet(t *testing.T) {
	t.Parallel()
	var objects adoption.Objects
	object := objects.Get("brand", account, "1")
	if objects.Get("brand", videoindexer.AccountRef{Location: "Trial", ID: "7C2F9D54-6F0E-4F39-9D3C-2A1B5E8F4C10"}, "1") != object {
		t.Error("letter case makes another object")
	}
	elsewhere := account
	elsewhere.Location = "westus2"
	for name, other := range map[string]*adoption.Object{
		"noun": objects.Get("video", account, "1"), "id": objects.Get("brand", account, "2"), "location": objects.Get("brand", elsewhere, "1"),
	} {
		if other == object {
			t.Errorf("another %s is the same object", name)
		}
	}
}

// TestHold lets one caller at a time have the object, and ends a wait with its context.
func TestHold(t *testing.T) {
	t.Parallel()
	var objects adoption.Objects
	object := objects.Get("brand", account, "1")
	release, err := object.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := object.Hold(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	release()
	if release, err = object.Hold(t.Context()); err != nil {
		t.Error(err)
	}
	release()
}

// TestPlans goes through what the plans of two instances may say about an object, in each order.
func TestPlans(t *testing.T) {
	t.Parallel()
	type planned struct{ inState, isExpected, changesHands bool }
	for name, test := range map[string]struct {
		do   func(o *adoption.Object) planned
		want planned
	}{
		"a new instance alone": {
			func(o *adoption.Object) planned {
				return planned{inState: o.PlanCreate(next), changesHands: o.ChangesHands()}
			},
			planned{},
		},
		"one that replaces what the state holds": {
			func(o *adoption.Object) planned {
				o.SeenInState(old)
				return planned{inState: o.PlanCreate(next), changesHands: o.ChangesHands()}
			},
			planned{inState: true},
		},
		"a destroy, then a create": {
			func(o *adoption.Object) planned {
				o.SeenInState(old)
				expected := o.PlanDestroy(old)
				return planned{inState: o.PlanCreate(next), isExpected: expected, changesHands: o.ChangesHands()}
			},
			planned{inState: true, changesHands: true},
		},
		"a create that knew of nothing, then a destroy": {
			func(o *adoption.Object) planned {
				inState := o.PlanCreate(next)
				o.SeenInState(old)
				return planned{inState: inState, isExpected: o.PlanDestroy(old), changesHands: o.ChangesHands()}
			},
			planned{isExpected: true, changesHands: true},
		},
		"a create that knew of it, then a destroy": {
			func(o *adoption.Object) planned {
				o.SeenInState(old)
				inState := o.PlanCreate(next)
				o.PlanManage(next)
				return planned{inState: inState, isExpected: o.PlanDestroy(old), changesHands: o.ChangesHands()}
			},
			planned{inState: true, changesHands: true},
		},
		"a create that knew of nothing, planned again, then a destroy": {
			func(o *adoption.Object) planned {
				o.PlanCreate(next)
				o.SeenInState(old)
				return planned{inState: o.PlanCreate(next), isExpected: o.PlanDestroy(old), changesHands: o.ChangesHands()}
			},
			planned{inState: true, isExpected: true, changesHands: true},
		},
		"a destroy where another instance stays": {
			func(o *adoption.Object) planned {
				o.SeenInState(old)
				o.PlanManage(next)
				return planned{isExpected: o.PlanDestroy(old)}
			},
			planned{isExpected: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var objects adoption.Objects
			if got := test.do(objects.Get("brand", account, "1")); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestDeletes goes through what the plans of two instances may say about an object that the first one would delete.
func TestDeletes(t *testing.T) {
	t.Parallel()
	type planned struct{ isWanted, isDeleted, isDeletedByOther bool }
	for name, test := range map[string]struct {
		before func(o *adoption.Object)
		want   planned
	}{
		"nobody else has it":           {func(*adoption.Object) {}, planned{isDeleted: true, isDeletedByOther: true}},
		"it manages the object itself": {func(o *adoption.Object) { o.PlanManage(old) }, planned{isDeleted: true, isDeletedByOther: true}},
		"another one adopts it":        {func(o *adoption.Object) { o.PlanCreate(next) }, planned{isWanted: true}},
		"another one manages it":       {func(o *adoption.Object) { o.PlanManage(next) }, planned{isWanted: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var objects adoption.Objects
			object := objects.Get("brand", account, "1")
			test.before(object)
			got := planned{isWanted: object.PlanDelete(old), isDeleted: object.IsDeleted(), isDeletedByOther: object.IsDeletedByOther(next)}
			if got != test.want || object.IsDeletedByOther(old) {
				t.Errorf("got %+v, want %+v; deleted by another one than itself: %t", got, test.want, object.IsDeletedByOther(old))
			}
		})
	}
}

// TestOwner follows who has adopted an object.
func TestOwner(t *testing.T) {
	t.Parallel()
	var objects adoption.Objects
	object := objects.Get("brand", account, "1")
	expect := func(when string, isOldOut, isNextOut bool) {
		t.Helper()
		if object.IsTakenOver(old) != isOldOut || object.IsTakenOver(next) != isNextOut {
			t.Errorf("%s: taken over from the old instance: %t, from the next one: %t", when, object.IsTakenOver(old), object.IsTakenOver(next))
		}
	}
	expect("at first", false, false)
	object.PlanCreate(next)
	expect("once the create is planned", true, false)
	object.TakeOver(next)
	expect("once it is adopted", true, false)
	if !object.IsTakenOver("") {
		t.Error("an instance without a name counts as the one that has adopted the object")
	}
	object.Release()
	expect("after the destroy", false, false)
}

// TestManagers counts instances, and one that is replaced once.
func TestManagers(t *testing.T) {
	t.Parallel()
	var objects adoption.Objects
	object := objects.Get("brand", account, "1")
	for range 2 {
		if object.PlanManage(old) {
			t.Error("one instance that is planned twice counts as two")
		}
	}
	if !object.PlanManage(next) {
		t.Error("a second instance is not noticed")
	}
	object.TakeOver(next)
	if object.PlanManage(next) {
		t.Error("a plan outlives its apply")
	}
	object.PlanRemake(next)
	if object.PlanManageName(next) {
		t.Error("one instance that creates an object of this name, too, counts as two")
	}
	object.PlanRemake(old)
	if !object.PlanManageName(next) {
		t.Error("a second instance that creates an object of this name is not noticed")
	}
}
