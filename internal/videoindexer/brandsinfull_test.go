package videoindexer

import (
	"errors"
	"iter"
	"maps"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sumUp lists brands without their tags, all but those that are whole.
func sumUp(whole ...int) func(map[string]any) map[string]any {
	return func(brand map[string]any) map[string]any {
		for _, id := range whole {
			if brand["id"] == id {
				return brand
			}
		}
		maps.DeleteFunc(brand, func(name string, _ any) bool { return name == "tags" })
		return brand
	}
}

// failRead answers the read of one brand with a status.
func failRead(id string, status int, body string) func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
	return func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
		if !strings.HasSuffix(r.URL.Path, "/Brands/"+id) {
			return false
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
		return true
	}
}

// TestBrandsInFull reads by itself what the list only sums up, and goes on after a brand that cannot be read.
func TestBrandsInFull(t *testing.T) {
	t.Parallel()
	const noSuch, general, notAllowed = `{"ErrorType":"NOT_FOUND","Message":"x"}`, `{"ErrorType":"GENERAL","Message":"x"}`, `{"ErrorType":"USER_NOT_ALLOWED","Message":"x"}`
	for name, test := range map[string]struct {
		listed    func(map[string]any) map[string]any
		intercept func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool
		names     []string // "!" stands for an error
		requests  []string
		isFailure bool // of the whole list
	}{
		"whole":             {names: []string{"A", "B", "C"}, requests: []string{anX1}},
		"summed up":         {listed: sumUp(2), names: []string{"A", "B", "C"}, requests: []string{anX1, aGet(1), aGet(3)}},
		"deleted since":     {listed: sumUp(), intercept: failRead("2", http.StatusNotFound, noSuch), names: []string{"A", "C"}, requests: []string{anX1, aGet(1), aGet(2), aGet(3)}},
		"one fails":         {listed: sumUp(), intercept: failRead("2", http.StatusInternalServerError, general), names: []string{"A", "B!", "C"}, requests: []string{anX1, aGet(1), aGet(2), aGet(3)}, isFailure: true},
		"no right any more": {listed: sumUp(), intercept: failRead("2", http.StatusUnauthorized, notAllowed), names: []string{"A", "!"}, requests: []string{anX1, aGet(1), aGet(2)}, isFailure: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrandService("A", "B", "C")
			s.listed, s.intercept = test.listed, test.intercept
			c := serve(t, s.ServeHTTP, onlyToken, extended, noRetries)
			var names []string
			for brand, err := range c.BrandsInFull(t.Context(), testAccount) {
				if err != nil {
					brand.Name += "!"
				}
				names = append(names, brand.Name)
			}
			if diff := cmp.Diff(test.names, names); diff != "" {
				t.Errorf("brands (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.requests, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
			all, err := collectBrands(c.BrandsInFull(t.Context(), testAccount))
			if (err != nil) != test.isFailure || err == nil && len(all) != len(test.names) {
				t.Errorf("as a whole: %d brands, error %v", len(all), err)
			}
		})
	}
}

// TestBrandsInFullEnds asks for nothing more once the caller stops, and passes on why there is no list.
func TestBrandsInFullEnds(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"after a brand": http.StatusOK, "after an error": http.StatusInternalServerError} {
		s := newBrandService("A", "B", "C")
		s.listed = sumUp()
		if status != http.StatusOK {
			s.intercept = failRead("1", status, "")
		}
		next, stop := iter.Pull2(serve(t, s.ServeHTTP, onlyToken, extended, noRetries).BrandsInFull(t.Context(), testAccount))
		if _, err, _ := next(); (err == nil) != (status == http.StatusOK) {
			t.Errorf("%s: %v", name, err)
		}
		stop()
		if diff := cmp.Diff([]string{anX1, aGet(1)}, s.requests()); diff != "" {
			t.Errorf("%s: requests (-want +got):\n%s", name, diff)
		}
	}
	broken := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, onlyToken, extended, noRetries)
	for brand, err := range broken.BrandsInFull(t.Context(), testAccount) {
		if err == nil || brand.Name != "" {
			t.Errorf("brand %+v, error %v", brand, err)
		}
	}
}

// TestReadBrandsAfterWrites completes a list with the writes of this process. Where it is open what a write has done, the list is read
// again; what others change shows with the next list.
func TestReadBrandsAfterWrites(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newBrandService("A", "B", "C")
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, noRetries)
		read := func(wantLists int, want ...string) {
			t.Helper()
			brands, err := c.ReadBrands(t.Context(), testAccount)
			var names []string
			for _, b := range brands {
				names = append(names, b.Name)
			}
			if diff := cmp.Diff(want, names); diff != "" || err != nil {
				t.Errorf("error %v, brands (-want +got):\n%s", err, diff)
			}
			if n := s.count(anX1); n != wantLists {
				t.Errorf("%d lists, want %d", n, wantLists)
			}
		}
		read(1, "A", "B", "C")
		_, err := c.UpdateBrand(t.Context(), testAccount, 2, BrandFields{Name: "Changed"})
		_, errCreate := c.CreateBrand(t.Context(), testAccount, newFields())
		if err := errors.Join(err, errCreate, c.DeleteBrand(t.Context(), testAccount, 3)); err != nil {
			t.Fatal(err)
		}
		s.change(2, func(b map[string]any) { b["name"] = "By others" })
		read(1, "A", "Changed", "New")
		time.Sleep(maxListAge)
		read(2, "A", "By others", "New")
		s.intercept = failRead("1", http.StatusInternalServerError, "")
		if err := c.DeleteBrand(t.Context(), testAccount, 1); err == nil {
			t.Error("the deletion has not failed")
		}
		read(3, "A", "By others", "New")
	})
}
