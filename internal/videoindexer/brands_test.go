package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGetBrand(t *testing.T) {
	t.Parallel()
	reference := "https://example.test/a"
	full := Brand{
		BrandFields: BrandFields{Name: "Acme", Enabled: true, Description: "Tools", ReferenceURL: &reference, Tags: []string{"b", "a"}},
		ID:          7, AccountID: testAccountID, LastModifierUserName: "Ann",
		Create: "2024-05-06T07:08:09.1234567Z", LastModified: "2024-05-07T00:00:00Z",
	}
	tests := map[string]struct {
		body string
		want Brand
	}{
		"every field": {brandBody, full},
		"created": {
			`{"id":7,"name":"A","created":"2024-05-06T09:00:00+02:00"}`,
			Brand{ID: 7, BrandFields: BrandFields{Name: "A", Tags: []string{}}, Create: "2024-05-06T07:00:00Z"},
		},
		"nulls": {
			`{"id":7,"name":"A","tags":null,"description":null,"referenceUrl":null,"create":null,"lastModified":"soon"}`,
			Brand{ID: 7, BrandFields: BrandFields{Name: "A", Tags: []string{}}, LastModified: "soon"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := answering(t, reply{body: test.body}).GetBrand(context.Background(), testAccount, 7)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Errorf("brand (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGetBrandUnreadable(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, `null`, `{}`, `[]`, `"x"`, `{"id":8,"name":"Other"}`, `{"id":"7","name":"A"}`, `{"id":7,"name":"A","tags":"a,b"}`,
		"{\"name\":\"\xc3\"}", `{"name":"A","tags":[{}]}`, `{"name":"A","id":99999999999}`,
	} {
		_, err := answering(t, reply{body: body}).GetBrand(context.Background(), testAccount, 7)
		if unexpected, ok := errors.AsType[*UnexpectedAnswerError](err); !ok || unexpected.ServiceRequestID != "service-id" {
			t.Errorf("body %q: got error %#v", body, err)
		}
	}
}

func TestGetBrandMissing(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		`{"ErrorType":"INVALID_INPUT","Message":"no such brand"}`: true,
		`<html><body>404</body></html>`:                           false,
		``:                                                        false,
	}
	for body, want := range tests {
		_, err := answering(t, reply{status: 404, body: body}).GetBrand(context.Background(), testAccount, 7)
		if err == nil || IsNotFound(err) != want {
			t.Errorf("body %q: IsNotFound(%v) is not %v", body, err, want)
		}
	}
}

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

func TestUpdateBrandSendsEveryField(t *testing.T) {
	t.Parallel()
	s := newService(t, func(sent) reply {
		return reply{body: `{"id":7,"name":"A","enabled":false,"tags":[],"description":"","referenceUrl":null,` +
			`"create":"2024-05-06T07:08:09","lastModified":"2024-05-06T07:08:09","lastModifierUserName":""}`}
	})
	if _, err := s.UpdateBrand(context.Background(), testAccount, 7, BrandFields{Name: "A"}); err != nil {
		t.Fatal(err)
	}
	requests := s.requests()
	if len(requests) != 1 {
		t.Fatalf("%d requests, want 1", len(requests))
	}
	jsonEqual(t, `{"name":"A","enabled":false,"tags":[],"description":"","referenceUrl":null}`, requests[0].Body)
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

func TestUpdateBrandsModelSettings(t *testing.T) {
	t.Parallel()
	asked := BrandsModelSettings{State: true, UseBuiltIn: true}
	tests := map[string]struct {
		body string
		want BrandsModelSettings
		fail bool
	}{
		"settings":     {body: `{"state":true,"useBuiltIn":true}`, want: asked},
		"not taken":    {body: `{"state":true,"useBuiltIn":false}`, want: BrandsModelSettings{State: true}},
		"empty":        {body: ``, want: asked},
		"white space":  {body: "\r\n", want: asked},
		"one member":   {body: `{"state":true}`, want: asked},
		"wrong type":   {body: `{"state":"yes"}`, fail: true},
		"no JSON":      {body: `<html></html>`, fail: true},
		"invalid text": {body: "{\"state\":true,\"x\":\"\xff\"}", fail: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := answering(t, reply{body: test.body}).UpdateBrandsModelSettings(context.Background(), testAccount, asked)
			if _, unexpected := errors.AsType[*UnexpectedAnswerError](err); unexpected != test.fail {
				t.Fatalf("got error %v", err)
			}
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}
