package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		refused  []string
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
			readBack: true, refused: []string{"description"},
		},
		"nothing taken": {
			put: `{}`, get: `{"name":"Old","tags":["c"]}`, readBack: true,
			refused: []string{"name", "enabled", "tags", "description", "referenceUrl"},
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
			if diff := cmp.Diff(test.refused, brand.DifferentFields(update)); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
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

func TestRefusedComparesMeaning(t *testing.T) {
	t.Parallel()
	empty := ""
	brand := Brand{BrandFields: BrandFields{Name: "A", Tags: []string{"x", "y"}}}
	update := BrandFields{Name: "A", Tags: []string{"y", "x", "y"}, ReferenceURL: &empty}
	if refused := brand.DifferentFields(update); refused != nil {
		t.Errorf("got %v, want nothing refused", refused)
	}
	update.Tags = []string{"x"}
	if diff := cmp.Diff([]string{"tags"}, brand.DifferentFields(update)); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}
