package videoindexer

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

func newFields() BrandFields {
	return BrandFields{Name: "New", Enabled: true, Description: "made here", ReferenceURL: new("https://example.test"), Tags: []string{"t"}}
}

// isPost says whether a request is a create.
func isPost(r *http.Request) bool { return r.Method == http.MethodPost }

// TestCreateBrand gives each answer of X2 that a service may give.
func TestCreateBrand(t *testing.T) {
	t.Parallel()
	leave := func(names ...string) func(map[string]any) string {
		return func(b map[string]any) string {
			maps.DeleteFunc(b, func(name string, _ any) bool { return slices.Contains(names, name) })
			return asJSON(b)
		}
	}
	aNew := aGet(50)
	for name, test := range map[string]struct {
		created func(map[string]any) string
		want    []string
	}{
		"whole":       {nil, []string{anX2}},
		"capitals":    {func(b map[string]any) string { return asJSON(withCapitals(b)) }, []string{anX2}},
		"created":     {func(b map[string]any) string { b["created"] = b["create"]; return leave("create")(b) }, []string{anX2}},
		"without id":  {leave("id"), []string{anX2, anX1}},
		"id 0":        {func(b map[string]any) string { b["id"] = 0; return asJSON(b) }, []string{anX2, anX1}},
		"nothing":     {func(map[string]any) string { return "" }, []string{anX2, anX1}},
		"null":        {func(map[string]any) string { return "null" }, []string{anX2, anX1}},
		"a text":      {func(map[string]any) string { return `"created"` }, []string{anX2, anX1}},
		"id alone":    {func(map[string]any) string { return `{"id":50}` }, []string{anX2, aNew}},
		"no tags":     {leave("tags"), []string{anX2, aNew}},
		"old values":  {func(b map[string]any) string { b["description"] = ""; return asJSON(b) }, []string{anX2, aNew}},
		"no modifier": {leave("lastModifierUserName"), []string{anX2, aNew}},
		"no name":     {leave("name"), []string{anX2, aNew}},
		"no enabled":  {leave("enabled"), []string{anX2, aNew}},
		"no address":  {leave("referenceUrl"), []string{anX2, aNew}},
		"no text":     {leave("description"), []string{anX2, aNew}},
		"no create":   {leave("create"), []string{anX2, aNew}},
		"no change":   {leave("lastModified"), []string{anX2, aNew}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrandService()
			s.created = test.created
			c := serve(t, s.ServeHTTP, onlyToken, extended)
			brand, err := c.CreateBrand(t.Context(), testAccount, newFields())
			if err != nil {
				t.Fatal(err)
			}
			if brand.ID != 50 || !brand.Means(newFields()) || brand.Create == "" {
				t.Errorf("brand %+v", brand)
			}
			wantRequests(t, s, test.want...)
		})
	}
}

// TestCreateBrandOfAnother finds a brand of the name with other values than the lost create had sent: somebody else may
// have made it, and who manages it may one day delete it.
func TestCreateBrandOfAnother(t *testing.T) {
	t.Parallel()
	s := newBrandService("New")
	s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
		if isPost(r) {
			w.WriteHeader(http.StatusGatewayTimeout)
		}
		return isPost(r)
	}
	c := serve(t, s.ServeHTTP, onlyToken, extended)
	brand, err := c.CreateBrand(t.Context(), testAccount, newFields())
	if brand != nil || !isA[*AmbiguousError](err) || !strings.Contains(err.Error(), "brand 1 has the name") {
		t.Errorf("%+v, %v", brand, err)
	}
}

// TestCreateBrandRefused is sent again where the service has not begun with it, and refused in each way.
func TestCreateBrandRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status    int
		body      string
		isLacking bool
	}{
		"taken":             {400, `{"ErrorType":"ALREADY_EXISTS","Message":"taken"}`, false},
		"taken, general":    {400, `{"ErrorType":"GENERAL","Message":"taken"}`, false},
		"conflict":          {409, `{"ErrorType":"ALREADY_EXISTS","Message":"taken"}`, false},
		"no such account":   {404, `{"ErrorType":"ACCOUNT_NOT_FOUND","Message":"x"}`, false},
		"no such operation": {404, `{"statusCode":404,"message":"Resource not found"}`, true},
		"405":               {405, ``, true},
		"501":               {501, `<html>`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrandService()
			s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) bool {
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
				return true
			}
			c := serve(t, s.ServeHTTP, onlyToken, extended)
			_, err := c.CreateBrand(t.Context(), testAccount, newFields())
			answer, ok := errors.AsType[*APIError](err)
			if !ok || answer.Status != test.status || IsUnsupported(err) != test.isLacking || MayBeDone(err) {
				t.Errorf("error %v", err)
			}
			wantRequests(t, s, anX2)
		})
	}
	t.Run("429", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s, refused := newBrandService(), false
			s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) bool {
				if !refused {
					refused = true
					w.Header().Set("Retry-After", "1")
					w.WriteHeader(http.StatusTooManyRequests)
					return true
				}
				return false
			}
			c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
			if brand, err := c.CreateBrand(t.Context(), testAccount, newFields()); err != nil || brand.ID != 50 {
				t.Errorf("%+v, %v", brand, err)
			}
			wantRequests(t, s, anX2, anX2)
		})
	})
}

func TestDeleteBrand(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status              int
		body                string
		isMissing, isLacked bool
	}{
		"done":              {status: http.StatusNoContent},
		"done, as 200":      {status: http.StatusOK, body: "{}"},
		"missing":           {status: http.StatusNotFound, body: `{"errorType":"NOT_FOUND","message":"no such brand"}`, isMissing: true},
		"no such operation": {status: http.StatusNotFound, body: `{"statusCode":404,"message":"Resource not found"}`, isLacked: true},
		"no page":           {status: http.StatusNotFound, isLacked: true},
		"405":               {status: http.StatusMethodNotAllowed, isLacked: true},
		"501":               {status: http.StatusNotImplemented, isLacked: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, reply{status: test.status, body: test.body})
			s.Config.ExtendedOperations = true
			err := s.DeleteBrand(t.Context(), testAccount, 7)
			if (err == nil) == (test.isMissing || test.isLacked) || IsNotFound(err) != test.isMissing || IsUnsupported(err) != test.isLacked {
				t.Errorf("error %v", err)
			}
			if test.isLacked && !strings.Contains(err.Error(), "does not have operation X3") {
				t.Errorf("error %v", err)
			}
			if got := s.requests()[0]; got.Method != http.MethodDelete || !strings.HasSuffix(got.Path, "/Customization/Brands/7") || got.Body != "" {
				t.Errorf("request %+v", got)
			}
		})
	}
}

// TestDeleteBrandAgain repeats a delete whose answer was lost: the brand is gone then, and the caller learns that.
func TestDeleteBrandAgain(t *testing.T) {
	t.Parallel()
	s, isLost := newBrandService("a"), true
	s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) bool {
		if isLost {
			isLost = false
			s.mu.Lock()
			delete(s.brands, 1)
			s.mu.Unlock()
			hangUp(w)
			return true
		}
		return false
	}
	c := serve(t, s.ServeHTTP, onlyToken, extended)
	if err := c.DeleteBrand(t.Context(), testAccount, 1); !IsNotFound(err) {
		t.Errorf("error %v", err)
	}
}

// TestListBrandsInPart leaves a member of brands out of the list, as a service does that does not show what is empty.
func TestListBrandsInPart(t *testing.T) {
	t.Parallel()
	for _, member := range []string{"name", "enabled", "tags"} {
		t.Run(member, func(t *testing.T) {
			t.Parallel()
			s := newBrandService("Contoso", "Fabrikam")
			s.listed = func(b map[string]any) map[string]any {
				if b["id"] == 2 {
					b = maps.Clone(b)
					delete(b, member)
				}
				return b
			}
			s.brands[2]["tags"] = []string{"a"}
			brands, err := serve(t, s.ServeHTTP, onlyToken, extended).ListBrands(t.Context(), testAccount)
			if err != nil || len(brands) != 2 || !brands[1].Enabled || brands[1].Name != "Fabrikam" || !slices.Equal(brands[1].Tags, []string{"a"}) {
				t.Errorf("the brands are %+v, %v", brands, err)
			}
			if log := s.requests(); !slices.Equal(log, []string{anX1, aGet(2)}) {
				t.Errorf("the requests are %q", log)
			}
		})
	}
}
