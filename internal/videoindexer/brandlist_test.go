package videoindexer

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
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
			if brand.ID != 50 || len(brand.DifferentFields(newFields())) > 0 || brand.Create == "" {
				t.Errorf("brand %+v", brand)
			}
			wantRequests(t, s, test.want...)
		})
	}
}

// TestCreateBrandLater finds a brand that the list does not show at once.
func TestCreateBrandLater(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		hidden int // lists without it
		asWell func(map[string]any) map[string]any
		isHad  bool
	}{
		"second list":          {hidden: 1, isHad: true},
		"fifth list":           {hidden: 4, isHad: true},
		"summary":              {hidden: 1, isHad: true, asWell: func(b map[string]any) map[string]any { return map[string]any{"id": b["id"], "name": b["name"]} }},
		"never":                {hidden: 1000},
		"with another name":    {asWell: func(b map[string]any) map[string]any { b["name"] = "NEW"; return b }},
		"in an unreadable one": {asWell: func(map[string]any) map[string]any { return map[string]any{} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newBrandService()
				hidden := test.hidden
				s.created = func(map[string]any) string { return "" }
				s.listed = func(b map[string]any) map[string]any {
					if hidden--; hidden >= 0 {
						return nil
					}
					if test.asWell != nil {
						return test.asWell(b)
					}
					return b
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				began := time.Now()
				brand, err := c.CreateBrand(t.Context(), testAccount, newFields())
				switch {
				case test.isHad && (err != nil || brand.ID != 50 || brand.Description != "made here"):
					t.Errorf("%+v, %v", brand, err)
				case !test.isHad && (!isA[*AmbiguousError](err) || !MayBeDone(err) || !strings.Contains(err.Error(), "says which id the brand has")):
					t.Errorf("%+v, %v", brand, err)
				}
				if s.count(anX2) != 1 || time.Since(began) > 5*time.Second {
					t.Errorf("%d creates, after %s", s.count(anX2), time.Since(began))
				}
			})
		})
	}
}

// TestCreateBrandOnce loses the answer in each way, before or after the service has made the brand: it is never sent
// twice, and found by its name where it was made.
func TestCreateBrandOnce(t *testing.T) {
	t.Parallel()
	fail := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, status, map[string]any{"ErrorType": "GENERAL", "Message": "x"})
		}
	}
	for name, handle := range map[string]http.HandlerFunc{
		"500": fail(500), "502": fail(502), "503": fail(503), "504": fail(504),
		"reset": func(w http.ResponseWriter, _ *http.Request) { hangUp(w) },
		"cut": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"id":`)
			hangUp(w)
		},
	} {
		for _, isDone := range []bool{true, false} {
			t.Run(name+map[bool]string{true: " after", false: " before"}[isDone], func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newBrandService("other")
					s.intercept = func(w http.ResponseWriter, r *http.Request, _ func()) bool {
						if !isPost(r) {
							return false
						}
						if isDone {
							s.mu.Lock()
							made := wholeBrand(9, "New")
							maps.Copy(made, map[string]any{"description": "made here", "referenceUrl": "https://example.test", "tags": []string{"t"}})
							s.brands[9] = made
							s.mu.Unlock()
						}
						handle(w, r)
						return true
					}
					c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
					brand, err := c.CreateBrand(t.Context(), testAccount, newFields())
					if isDone && (err != nil || brand.ID != 9) || !isDone && !isA[*AmbiguousError](err) {
						t.Errorf("%+v, %v", brand, err)
					}
					if n := s.count(anX2); n != 1 {
						t.Errorf("%d creates", n)
					}
				})
			})
		}
	}
}

// TestCreateBrandOfAnother finds a brand of the name with other values than the lost create had sent: somebody else may
// have made it, and who manages it may one day delete it.
func TestCreateBrandOfAnother(t *testing.T) {
	t.Parallel()
	s := newBrandService("New")
	s.intercept = func(w http.ResponseWriter, r *http.Request, _ func()) bool {
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
			s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func()) bool {
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
			s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func()) bool {
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

// TestCreateBrandInterrupted ends the caller's context at each point of a create: where the service has made the brand,
// the caller learns of it.
func TestCreateBrandInterrupted(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"create", "first list", "second list"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newBrandService()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				lists := 0
				s.listed = func(b map[string]any) map[string]any {
					if lists < 3 {
						return nil
					}
					return b
				}
				s.created = func(map[string]any) string { return "" }
				s.intercept = func(_ http.ResponseWriter, r *http.Request, do func()) bool {
					if isPost(r) {
						do()
						if at == "create" {
							cancel()
							pause(time.Second) // its answer comes too late
						}
						return true
					}
					lists++
					if lists == 1 && at == "first list" || lists == 2 && at == "second list" {
						cancel()
					}
					return false
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				if brand, err := c.CreateBrand(ctx, testAccount, newFields()); err != nil || brand.ID != 50 {
					t.Errorf("%+v, %v", brand, err)
				}
				if n := s.count(anX2); n != 1 {
					t.Errorf("%d creates", n)
				}
			})
		})
	}
	t.Run("before it was sent", func(t *testing.T) {
		t.Parallel()
		s := newBrandService()
		c := serve(t, s.ServeHTTP, onlyToken, extended)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.CreateBrand(ctx, testAccount, newFields()); !errors.Is(err, context.Canceled) || MayBeDone(err) {
			t.Errorf("error %v", err)
		}
		wantRequests(t, s)
	})
	t.Run("with a list that hangs", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s := newBrandService()
			ctx, cancel := context.WithCancel(t.Context())
			s.created = func(map[string]any) string { return "" }
			s.intercept = func(_ http.ResponseWriter, r *http.Request, _ func()) bool {
				if !isPost(r) {
					cancel()
					<-r.Context().Done()
				}
				return false
			}
			c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
			began := time.Now()
			if _, err := c.CreateBrand(ctx, testAccount, newFields()); !MayBeDone(err) {
				t.Errorf("error %v", err)
			}
			if took := time.Since(began); took > lookAfterInterrupt+time.Second {
				t.Errorf("it went on for %s", took)
			}
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
	s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func()) bool {
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
