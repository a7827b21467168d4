package mockserver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestBrandsThatTheServiceChanges has updates (17) stored otherwise than they were sent.
func TestBrandsThatTheServiceChanges(t *testing.T) {
	t.Parallel()
	var sent map[string]any
	if err := json.Unmarshal([]byte(brandBody), &sent); err != nil {
		t.Fatal(err)
	}
	for field := range sent {
		b := newBench(t, mockserver.BrandAnswerOmits(field))
		b.send("PUT "+brandPath, brandBody).is(200)
		equal(t, "stored "+field, b.send("GET " + brandPath).object()[field], sent[field])
	}
	for name, test := range map[string]struct {
		opts        []mockserver.Option
		body, shows string
	}{
		"an empty URL":       {nil, but(brandBody, "https://a.example/", ""), "Aster <nil>"},
		"an empty URL, kept": {[]mockserver.Option{mockserver.KeepsEmptyReferenceURL()}, but(brandBody, "https://a.example/", ""), "Aster "},
		"no URL":             {nil, but(brandBody, `"https://a.example/"`, "null"), "Aster <nil>"},
		"another name":       {[]mockserver.Option{mockserver.BrandRenames(mockserver.RenameIgnored)}, brandBody, "Ashgrove https://a.example/"},
		"the same name":      {[]mockserver.Option{mockserver.BrandRenames(mockserver.RenameRefused)}, but(brandBody, "Aster", "Ashgrove"), "Ashgrove https://a.example/"},
		"a name's case":      {[]mockserver.Option{mockserver.BrandNamesMatchCase()}, but(brandBody, "Aster", "bluefin coffee"), "bluefin coffee https://a.example/"},
		"capitals": {[]mockserver.Option{mockserver.BrandStores(func(brand *mockserver.Brand) {
			brand.Name = strings.ToUpper(brand.Name)
		})}, brandBody, "ASTER https://a.example/"},
	} {
		b := newBench(t, test.opts...)
		got := b.send("PUT "+brandPath, test.body).is(200).object()
		equalText(t, name, test.shows+" d", got["name"], got["referenceUrl"], got["description"])
	}
}

// TestBrandsThatAreListedLater has brands created (X2) that 16 finds at once and X1 lists later.
func TestBrandsThatAreListedLater(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pace mockserver.Pace
		want []int // brands in X1, again and again
	}{
		"at once":        {mockserver.Pace{}, []int{4}},
		"after requests": {mockserver.AfterRequests(2), []int{3, 3, 4, 4}},
		"when told":      {mockserver.WhenTold(), []int{3, 4}},
	} {
		b := newBench(t, mockserver.CreatedBrandsListed(test.pace))
		id := b.send("POST "+brandsPath, brandBody).is(201).object()["id"]
		b.send(fmt.Sprintf("GET %s/%.f", brandsPath, id)).is(200)
		for i, want := range test.want {
			if i == 1 && name == "when told" {
				b.ListCreatedBrands(account)
			}
			equal(t, name, len(b.send("GET "+brandsPath).each("id")), want)
		}
	}
}

// TestIDsFollowFromNames has ids that follow from names and the seed, and none that is given out twice.
func TestIDsFollowFromNames(t *testing.T) {
	t.Parallel()
	ids := func(names string, opts ...mockserver.Option) map[string]string {
		b := newBench(t, opts...)
		byName := map[string]string{}
		for name := range strings.FieldsSeq(names) {
			brand := b.send("POST "+brandsPath, but(brandBody, "Aster", name)).is(201).object()
			model := b.sendForm("POST " + modelsPath + "?language=en-US&modelName=" + name).is(200).object()
			byName[name] = fmt.Sprint(brand["id"], model["id"])
		}
		return byName
	}
	equal(t, "in another order", ids("a b c"), ids("c a b"))
	equal(t, "under another seed", ids("a")["a"] == ids("a", mockserver.Seed(2))["a"], false)
	b := newBench(t)
	create := func() any { return b.send("POST "+brandsPath, brandBody).is(201).object()["id"] }
	first := create()
	b.send(fmt.Sprintf("DELETE %s/%.f", brandsPath, first)).is(204)
	equal(t, "an id, given out again", create() == first, false)
}
