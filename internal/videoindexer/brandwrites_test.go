package videoindexer

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

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
