package mockserver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	brandsPath = "/Customization/Brands"
	newBrand   = `{"name":"Aster","enabled":false,"tags":["b","a"],"description":"d","referenceUrl":"https://a.example/"}`
)

// createBrand creates a brand and returns its answer.
func (st *mediaServer) createBrand(name string) answered {
	st.t.Helper()
	return st.send("POST", brandsPath, strings.Replace(newBrand, "Aster", name, 1))
}

func (st *mediaServer) rename(id any, name string) answered {
	st.t.Helper()
	return st.send("PUT", fmt.Sprintf("%s/%v", brandsPath, id), strings.Replace(brandUpdate, "Aster", name, 1))
}

func TestBrandList(t *testing.T) {
	t.Parallel()
	clock := newClock()
	st := newExtended(t, mockserver.WithClock(clock.Now))
	st.ChangeBrand(account, 1002, func(b *mockserver.Brand) { b.Enabled = false })
	list := st.list(brandsPath)
	same(t, all(list, "id"), []any{1001.0, 1002.0, 1003.0})
	same(t, list[1], st.send("GET", brandsPath+"/1002", "").object())

	created := st.createBrand("Aster").is(201).object()
	same(t, created["create"], any("2025-05-04T03:02:01.000Z"))
	delete(created, "create")
	delete(created, "lastModified")
	same(t, created, map[string]any{
		"id": created["id"], "name": "Aster", "accountId": account, "enabled": false, "description": "d",
		"referenceUrl": "https://a.example/", "tags": []any{"b", "a"}, "lastModifierUserName": mockserver.DefaultUserName,
	})
	same(t, len(st.list(brandsPath)), 4)
	path := fmt.Sprintf("%s/%.f", brandsPath, created["id"])
	st.send("GET", path, "").is(200)
	same(t, st.send("DELETE", path, "").is(204).body, "")
	st.send("DELETE", path, "").fails(404, "NOT_FOUND")
	same(t, len(st.list(brandsPath)), 3)
	if again := st.createBrand("Aster").is(201).object()["id"]; again == created["id"] {
		t.Errorf("the id %v was given out twice", again)
	}

	least := st.send("POST", brandsPath, `{"name":"Least"}`).is(201).object()
	same(t, []any{least["enabled"], least["tags"], least["description"], least["referenceUrl"]}, []any{true, []any{}, "", nil})
}

func TestCreatedBrandIDsFollowFromNames(t *testing.T) {
	t.Parallel()
	a, b := newExtended(t), newExtended(t)
	first := a.createBrand("One").object()["id"]
	b.createBrand("Two")
	same(t, b.createBrand("One").object()["id"], first)
}

func TestCreateBrandRefusals(t *testing.T) {
	t.Parallel()
	for body, says := range map[string]string{
		`{"enabled":true}`:         `lacks the member "name"`,
		`{"name":"a","id":1}`:      `unknown member "id"`,
		`{"Name":"a"}`:             `unknown member "Name"`,
		`{"name":"a","tags":null}`: "tags must not be null",
		`{"name":1}`:               "name has the wrong type",
	} {
		st := newExtended(t)
		st.refuses = true
		st.send("POST", brandsPath, body).fails(400, "INVALID_INPUT")
		st.expectViolations(says)
		same(t, len(st.Brands(account)), 3)
	}
	st := newExtended(t)
	st.createBrand(" ").fails(400, "INVALID_INPUT")
}

func TestTakenBrandNames(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	st.createBrand("ASHGROVE").fails(400, "ALREADY_EXISTS")
	same(t, st.rename(1002, "ashgrove").is(400).object()["errorType"], any("INVALID_INPUT"))
	st = newExtended(t, mockserver.DuplicateBrandName(400, "GENERAL"))
	st.createBrand("ashgrove").fails(400, "GENERAL")
	st = newExtended(t, mockserver.BrandNamesMatchCase())
	st.createBrand("ashgrove").is(201)
	st.createBrand("Ashgrove").fails(400, "ALREADY_EXISTS")
}

func TestCreatedBrandAnswers(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.CreatedBrandAnswer(mockserver.CreatedBrandNothing))
	same(t, st.createBrand("Aster").is(201).body, "")
	st = newExtended(t, mockserver.CreatedBrandAnswer(mockserver.CreatedBrandWithoutID), mockserver.BrandCreatedMember("created"), mockserver.CapitalBrandMembers())
	same(t, keys(st.createBrand("Aster").is(201).object()), "AccountId Created Description Enabled LastModified LastModifierUserName Name ReferenceUrl Tags")
	listed := st.list(brandsPath)[0]
	same(t, keys(listed), "AccountId Created Description Enabled Id LastModified LastModifierUserName Name ReferenceUrl Tags")
	same(t, listed["Name"], any("Ashgrove"))
	same(t, st.send("GET", brandsPath+"/1001", "").object()["name"], any("Ashgrove"))
}

func TestBrandRenames(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	same(t, st.rename(1001, "Aster").is(200).object()["name"], any("Aster"))
	st = newExtended(t, mockserver.BrandRenames(mockserver.RenameRefused))
	same(t, st.rename(1001, "Aster").is(400).object()["errorType"], any("INVALID_INPUT"))
	same(t, st.rename(1001, "Ashgrove").is(200).object()["description"], any("d"))
	st = newExtended(t, mockserver.BrandRenames(mockserver.RenameIgnored))
	got := st.rename(1001, "Aster").is(200).object()
	same(t, []any{got["name"], got["description"]}, []any{"Ashgrove", "d"})
}

func TestBrandsThatAreListedLater(t *testing.T) {
	t.Parallel()
	lists := func(st *mediaServer, want int) {
		t.Helper()
		same(t, len(st.list(brandsPath)), want)
	}
	st := newExtended(t, mockserver.CreatedBrandsListed(mockserver.AfterRequests(2)))
	id := st.createBrand("Aster").is(201).object()["id"]
	st.send("GET", fmt.Sprintf("%s/%.f", brandsPath, id), "").is(200)
	lists(st, 3)
	lists(st, 3)
	lists(st, 4)
	lists(st, 4)

	clock := newClock()
	st = newExtended(t, mockserver.CreatedBrandsListed(mockserver.AfterTime(time.Second)), mockserver.WithClock(clock.Now))
	st.createBrand("Aster").is(201)
	lists(st, 3)
	clock.pass(time.Second)
	lists(st, 4)

	st = newExtended(t, mockserver.CreatedBrandsListed(mockserver.WhenTold()))
	st.createBrand("Aster").is(201)
	lists(st, 3)
	st.ListCreatedBrands(account)
	lists(st, 4)
}

func TestGetBrandsModelSettings(t *testing.T) {
	t.Parallel()
	for form, want := range map[mockserver.SettingsState]map[string]any{
		mockserver.SettingsStateShown:      {"state": false, "useBuiltIn": false},
		mockserver.SettingsStateMissing:    {"useBuiltIn": false},
		mockserver.SettingsStateAlwaysTrue: {"state": true, "useBuiltIn": false},
	} {
		st := newExtended(t, mockserver.ShowsSettingsState(form))
		st.SetBrandsModelSettings(account, mockserver.BrandsModelSettings{})
		same(t, st.send("GET", "/Customization/BrandsModelSettings", "").is(200).object(), want)
	}
}
