package mockserver_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const brandUpdate = `{"name":"Aster","enabled":false,"tags":["b","a"],"description":"d","referenceUrl":"https://a.example/"}`

func (b *bench) put(body string) answered {
	b.t.Helper()
	return b.do(ask{
		method: "PUT", path: "~/Customization/Brands/1001", body: body, token: b.write(),
		header: map[string]string{"Content-Type": "application/json"},
	})
}

func TestGetBrand(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newBench(t, mockserver.WithClock(clock.Now))
	got := b.do(ask{method: "GET", path: "~/Customization/Brands/1001", token: b.read()}).is(200).object()
	equal(t, "brand", got, map[string]any{
		"id": 1001.0, "name": "Ashgrove", "accountId": account, "enabled": true, "description": "As found in the account",
		"referenceUrl": "https://brands.example/1", "tags": []any{"seeded"}, "lastModifierUserName": mockserver.DefaultUserName,
		"create": "2025-05-04T03:02:01.000Z", "lastModified": "2025-05-04T03:02:01.000Z",
	})
	b.do(ask{method: "GET", path: "~/Customization/Brands/-1", token: b.read()}).fails(404, "NOT_FOUND")
	b.RemoveBrand(account, 1001)
	b.do(ask{method: "GET", path: "~/Customization/Brands/1001", token: b.read()}).fails(404, "NOT_FOUND")
	b.expectViolations()

	b = newBench(t, mockserver.WithClock(clock.Now), mockserver.BrandCreatedMember("created"), mockserver.Timestamps(mockserver.TimeForm{}))
	b.AddBrand(account, mockserver.Brand{ID: -5, Name: "bare"})
	got = b.do(ask{method: "GET", path: "~/Customization/Brands/-5", token: b.read()}).is(200).object()
	equal(t, "created", got["created"], any("2025-05-04T03:02:01"))
	equal(t, "create", got["create"], nil)
	equal(t, "tags", got["tags"], any([]any{}))
	equal(t, "referenceUrl", got["referenceUrl"], nil)
}

func TestUpdateBrand(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newBench(t, mockserver.WithClock(clock.Now))
	b.ChangeBrand(account, 1001, func(brand *mockserver.Brand) { brand.LastModifierUserName = "someone else" })
	clock.pass(time.Hour)
	got := b.put(brandUpdate).is(200).object()
	url := "https://a.example/"
	brand, _ := b.Brand(account, 1001)
	equal(t, "stored", brand, mockserver.Brand{
		ID: 1001, Name: "Aster", Tags: []string{"b", "a"}, Description: "d", ReferenceURL: &url,
		LastModifierUserName: mockserver.DefaultUserName, Create: clock.Now().Add(-time.Hour), LastModified: clock.Now(),
	})
	equal(t, "answer", []any{got["name"], got["enabled"], got["tags"], got["lastModified"]}, []any{"Aster", false, []any{"b", "a"}, "2025-05-04T04:02:01.000Z"})

	for _, empty := range []string{`""`, `null`} {
		b.put(strings.Replace(brandUpdate, `"https://a.example/"`, empty, 1)).is(200)
		brand, _ = b.Brand(account, 1001)
		equal(t, "referenceUrl", brand.ReferenceURL == nil, true)
	}
	b.expectViolations()
	b = newBench(t, mockserver.KeepsEmptyReferenceURL())
	equal(t, "referenceUrl", b.put(strings.Replace(brandUpdate, `"https://a.example/"`, `""`, 1)).is(200).object()["referenceUrl"], any(""))
}

func TestUpdateBrandRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		body     string
		violates bool
	}{
		"name of another": {strings.Replace(brandUpdate, "Aster", "bluefin coffee", 1), false},
		"no name":         {strings.Replace(brandUpdate, "Aster", " ", 1), false},
		"a missing field": {strings.Replace(brandUpdate, `"enabled":false,`, "", 1), true},
		"a further field": {strings.Replace(brandUpdate, `{`, `{"id":1001,`, 1), true},
		"null tags":       {strings.Replace(brandUpdate, `["b","a"]`, "null", 1), true},
		"null name":       {strings.Replace(brandUpdate, `"Aster"`, "null", 1), true},
		"wrong type":      {strings.Replace(brandUpdate, `["b","a"]`, `"b"`, 1), true},
	} {
		b := newBench(t)
		before, _ := b.Brand(account, 1001)
		got := b.put(tc.body).is(400).object()
		equal(t, name, got["errorType"], any("INVALID_INPUT"))
		equal(t, name, len(b.Violations()) > 0, tc.violates)
		after, _ := b.Brand(account, 1001)
		equal(t, name, after, before)
	}
	b := newBench(t, mockserver.DuplicateBrandName(409, "ALREADY_EXISTS"))
	equal(t, "type", b.put(strings.Replace(brandUpdate, "Aster", "Corvane", 1)).is(409).object()["errorType"], any("ALREADY_EXISTS"))
	b.RemoveBrand(account, 1001)
	equal(t, "type", b.put(brandUpdate).is(404).object()["errorType"], any("NOT_FOUND"))
}

func TestBrandsThatTheServiceChanges(t *testing.T) {
	t.Parallel()
	var sent map[string]any
	if err := json.Unmarshal([]byte(brandUpdate), &sent); err != nil {
		t.Fatal(err)
	}
	for field := range sent {
		b := newBench(t, mockserver.BrandDrops(field))
		before, _ := b.Brand(account, 1001)
		got := b.put(brandUpdate).is(200).object()
		kept := map[string]any{
			"name": before.Name, "enabled": true, "tags": []any{"seeded"}, "description": before.Description, "referenceUrl": *before.ReferenceURL,
		}
		for name := range sent {
			want := sent[name]
			if name == field {
				want = kept[name]
			}
			equal(t, "dropping "+field+": "+name, got[name], want)
		}

		b = newBench(t, mockserver.BrandAnswerOmits(field))
		got = b.put(brandUpdate).is(200).object()
		if _, shown := got[field]; shown || len(got) != 9 {
			t.Errorf("the answer has %s", keys(got))
		}
		got = b.do(ask{method: "GET", path: "~/Customization/Brands/1001", token: b.read()}).is(200).object()
		equal(t, "stored "+field, got[field], sent[field])
	}
	b := newBench(t, mockserver.BrandStores(func(brand *mockserver.Brand) { brand.Name = strings.ToUpper(brand.Name) }))
	equal(t, "name", b.put(brandUpdate).is(200).object()["name"], any("ASTER"))
}

func TestBrandsModelSettings(t *testing.T) {
	t.Parallel()
	put := func(b *bench) answered {
		return b.do(ask{method: "PUT", path: "~/Customization/BrandsModelSettings", token: b.write(), body: `{"useBuiltIn":false,"state":true}`}).is(200)
	}
	b := newBench(t)
	equal(t, "answer", put(b).object(), map[string]any{"state": true, "useBuiltIn": false})
	equal(t, "stored", b.BrandsModelSettings(account), mockserver.BrandsModelSettings{State: true})
	b.SetBrandsModelSettings(account, mockserver.BrandsModelSettings{UseBuiltIn: true})
	equal(t, "changed", b.BrandsModelSettings(account), mockserver.BrandsModelSettings{UseBuiltIn: true})
	b = newBench(t, mockserver.SettingsAnswer(mockserver.ShapeNothing))
	equal(t, "answer", put(b).body, "")
	equal(t, "stored", b.BrandsModelSettings(account), mockserver.BrandsModelSettings{State: true})
}
