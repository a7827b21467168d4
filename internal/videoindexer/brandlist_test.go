package videoindexer

import (
	"maps"
	"net/http"
	"slices"
	"testing"
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
	if brand != nil || !isA[*AmbiguousError](err) {
		t.Errorf("%+v, %v", brand, err)
	}
}
