package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
)

func TestUpdateBrand(t *testing.T) {
	t.Parallel()
	reference := "https://example.test/a"
	update := BrandFields{Name: "Acme", Enabled: true, Tags: []string{"a", "b"}, Description: "Tools", ReferenceURL: &reference}
	without := func(member string) string { return strings.Replace(brandBody, `"`+member+`"`, `"ignored"`, 1) }
	tests := map[string]struct {
		put      string
		get      string
		readBack bool
		refused  bool
	}{
		"whole":                     {put: brandBody},
		"without reference":         {put: without("referenceUrl"), get: brandBody, readBack: true},
		"without tags":              {put: without("tags"), get: brandBody, readBack: true},
		"without enabled":           {put: without("enabled"), get: brandBody, readBack: true},
		"without last modification": {put: without("lastModified"), get: brandBody, readBack: true},
		"with created":              {put: strings.Replace(brandBody, `"create"`, `"created"`, 1)},
		"empty":                     {put: ``, get: brandBody, readBack: true},
		"not JSON":                  {put: `OK`, get: brandBody, readBack: true},
		"another brand":             {put: strings.Replace(brandBody, `"id":7`, `"id":8`, 1), get: brandBody, readBack: true},
		"old values": {
			put: strings.Replace(brandBody, "Tools", "Before", 1), get: brandBody, readBack: true,
		},
		"description not taken": {
			put: strings.Replace(brandBody, "Tools", "", 1), get: strings.Replace(brandBody, "Tools", "", 1),
			readBack: true, refused: true,
		},
		"nothing taken": {
			put: `{}`, get: `{"name":"Old","tags":["c"]}`, readBack: true, refused: true,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(t, func(r sent) reply {
				if r.Method == http.MethodPut {
					return reply{body: test.put}
				}
				return reply{body: test.get}
			})
			brand, err := s.UpdateBrand(context.Background(), testAccount, 7, update)
			if err != nil {
				t.Fatal(err)
			}
			if brand.Means(update) == test.refused {
				t.Errorf("%+v was read after %+v was sent", brand, update)
			}
			want := 1
			if test.readBack {
				want = 2
			}
			if got := len(s.requests()); got != want {
				t.Errorf("%d requests, want %d", got, want)
			}
		})
	}
}

func TestUpdateBrandCannotBeReadBack(t *testing.T) {
	t.Parallel()
	s := newService(t, func(r sent) reply {
		if r.Method == http.MethodPut {
			return reply{}
		}
		return reply{status: 401, body: `{"ErrorType":"USER_NOT_ALLOWED"}`}
	})
	_, err := s.UpdateBrand(context.Background(), testAccount, 7, BrandFields{Name: "A"})
	refused, ok := errors.AsType[*APIError](err)
	if !ok || refused.Type != ErrorTypeUserNotAllowed || !strings.Contains(err.Error(), "was updated") {
		t.Errorf("got error %v", err)
	}
}

// TestBrandFieldsMean compares every field, in each of its forms.
func TestBrandFieldsMean(t *testing.T) {
	t.Parallel()
	empty, reference := "", "https://example.test/a"
	brand := BrandFields{Name: "Caf\u00e9", Tags: []string{"x", "y"}}
	for name, test := range map[string]struct {
		change func(*BrandFields)
		want   bool
	}{
		"nothing":           {func(*BrandFields) {}, true},
		"the form of names": {func(b *BrandFields) { b.Name = "Cafe\u0301" }, true},
		"order of tags":     {func(b *BrandFields) { b.Tags = []string{"y", "x", "y"} }, true},
		"an empty address":  {func(b *BrandFields) { b.ReferenceURL = &empty }, true},
		"name":              {func(b *BrandFields) { b.Name = "caf\u00e9" }, false},
		"enabled":           {func(b *BrandFields) { b.Enabled = true }, false},
		"description":       {func(b *BrandFields) { b.Description = "tools" }, false},
		"address":           {func(b *BrandFields) { b.ReferenceURL = &reference }, false},
		"tags":              {func(b *BrandFields) { b.Tags = []string{"x"} }, false},
	} {
		other := brand
		if test.change(&other); brand.Means(other) != test.want || other.Means(brand) != test.want {
			t.Errorf("%s: the same is not %t", name, test.want)
		}
	}
}
