package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func wantRequests(t *testing.T, s *brandService, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, s.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestReadsShareOneList has many readers at once, and one after the other.
func TestReadsShareOneList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newBrandService("a", "b", "c")
		s.intercept = func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			pause(5 * time.Second)
			return false
		}
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		var group sync.WaitGroup
		for range 50 {
			group.Go(func() { readEach(t, c, "a", "b", "c") })
		}
		group.Wait()
		// The service ignores the letter case of account ids.
		upper := AccountRef{Location: strings.ToUpper(testLocation), ID: strings.ToUpper(testAccountID)}
		if brand, err := c.ReadBrand(t.Context(), upper, 1); err != nil || brand.Name != "a" {
			t.Errorf("%+v, %v", brand, err)
		}
		wantRequests(t, s, anX1)
	})
}

// TestListServes30Seconds counts from the list's arrival. Otherwise, a list that took longer than that would be asked
// for again by each reader that comes later.
func TestListServes30Seconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newBrandService("a")
		s.intercept = func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			pause(50 * time.Second)
			return false
		}
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, func(config *Config) { config.RequestTimeout = time.Minute })
		var group sync.WaitGroup
		group.Go(func() { readEach(t, c, "a") })
		pause(45 * time.Second)
		readEach(t, c, "a") // joins the request that is on its way
		group.Wait()
		pause(29 * time.Second)
		readEach(t, c, "a")
		wantRequests(t, s, anX1)
		pause(2 * time.Second)
		readEach(t, c, "a")
		wantRequests(t, s, anX1, anX1)
	})
}

// TestWriteEndsList reads after each kind of write: what a plain cache would answer is stale.
func TestWriteEndsList(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(context.Context, *Client) error{
		"update": func(ctx context.Context, c *Client) error {
			_, err := c.UpdateBrand(ctx, testAccount, 1, BrandFields{Name: "changed"})
			return err
		},
		"create": func(ctx context.Context, c *Client) error {
			_, err := c.CreateBrand(ctx, testAccount, BrandFields{Name: "new"})
			return err
		},
		"delete": func(ctx context.Context, c *Client) error { return c.DeleteBrand(ctx, testAccount, 2) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newBrandService("a", "b")
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				readEach(t, c, "a", "b")
				if err := write(t.Context(), c); err != nil {
					t.Fatal(err)
				}
				s.change(1, func(b map[string]any) { b["description"] = "now" }) // as the write might have
				brand, err := c.ReadBrand(t.Context(), testAccount, 1)
				if err != nil || brand.Description != "now" {
					t.Errorf("after the write: %+v, %v", brand, err)
				}
				if _, err := c.ReadBrand(t.Context(), testAccount, 2); IsNotFound(err) != (name == "delete") {
					t.Errorf("the other brand: %v", err)
				}
				if n := s.count(anX1); n != 1 {
					t.Errorf("%d lists", n)
				}
				// Another account has not been written to.
				other := AccountRef{Location: testLocation, ID: neighborID}
				for range 2 {
					if _, err := c.ReadBrand(t.Context(), other, 1); err != nil {
						t.Error(err)
					}
				}
				if n := s.count(anX1); n != 2 {
					t.Errorf("%d lists of two accounts", n)
				}
			})
		})
	}
}

// TestWriteWhileListIsOnItsWay begins a write when the service has made up its list and has not sent it.
func TestWriteWhileListIsOnItsWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newBrandService("a")
		written := make(chan struct{})
		s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
			if !strings.HasSuffix(r.URL.Path, "/Brands") {
				return false
			}
			old := asJSON([]any{wholeBrand(1, "a")})
			<-written
			_, _ = io.WriteString(w, old)
			return true
		}
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		var group sync.WaitGroup
		group.Go(func() { readEach(t, c, "changed") })
		synctest.Wait()
		if _, err := c.UpdateBrand(t.Context(), testAccount, 1, BrandFields{Name: "changed"}); err != nil {
			t.Error(err)
		}
		close(written)
		group.Wait()
	})
}

// TestListThatCannotBeHad reads each brand by itself, and does not ask for the list again for each brand.
func TestListThatCannotBeHad(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]reply{
		"not there":    {status: http.StatusNotFound, body: "<html>404</html>"},
		"405":          {status: http.StatusMethodNotAllowed},
		"501":          {status: http.StatusNotImplemented},
		"500":          {status: http.StatusInternalServerError, body: `{"ErrorType":"GENERAL","Message":"x"}`},
		"no list":      {body: `{"value":1}`},
		"nothing":      {},
		"null":         {body: `null`},
		"a null":       {body: `[null]`},
		"without id":   {body: `[{"name":"a","enabled":true,"tags":[]}]`},
		"without name": {body: `[{"id":1,"enabled":true,"tags":[]}]`},
		"lacking them": {body: `[]`},
		"summary":      {body: `[{"id":1,"name":"a"},{"id":2,"name":"b"}]`},
		"without tags": {body: `[{"id":1,"name":"a","enabled":true},{"id":2,"name":"b","enabled":false}]`},
		"too large":    {body: strings.Repeat(" ", 1<<20+1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrandService("a", "b")
			s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
				if !strings.HasSuffix(r.URL.Path, "/Brands") {
					return false
				}
				if answer.status != 0 {
					w.WriteHeader(answer.status)
				}
				_, _ = io.WriteString(w, answer.body)
				return true
			}
			c := serve(t, s.ServeHTTP, onlyToken, extended, noRetries)
			c.limits.list = 1 << 20
			readEach(t, c, "a", "b")
			wantRequests(t, s, anX1, aGet(1), aGet(2))
			if brands, err := c.ListBrands(t.Context(), testAccount); err == nil && slices.Contains([]string{"not there", "500", "no list", "nothing", "null"}, name) {
				t.Errorf("listed %d brands", len(brands))
			}
		})
	}
}

// TestListWithoutAccount ends a read where a single one would fail alike.
func TestListWithoutAccount(t *testing.T) {
	t.Parallel()
	for name, handle := range map[string]http.HandlerFunc{
		"401": func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, http.StatusUnauthorized, map[string]any{"ErrorType": "USER_NOT_ALLOWED"})
		},
		"no account": func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, http.StatusNotFound, map[string]any{"ErrorType": "ACCOUNT_NOT_FOUND"})
		},
		"cut": func(w http.ResponseWriter, _ *http.Request) { hangUp(w) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrandService("a")
			s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
				handle(w, r)
				return true
			}
			c := serve(t, s.ServeHTTP, onlyToken, extended, noRetries)
			if _, err := c.ReadBrand(t.Context(), testAccount, 1); !IsAccountWide(err) && !isA[*TransportError](err) {
				t.Errorf("error %v", err)
			}
			if n := s.count(aGet(1)); n != 0 {
				t.Errorf("%d reads of the brand", n)
			}
		})
	}
}

// TestReaderGivesUp leaves the request for the list to those who still wait.
func TestReaderGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newBrandService("a")
		s.intercept = func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			pause(5 * time.Second)
			return false
		}
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := c.ReadBrand(ctx, testAccount, 1); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error %v", err)
			}
		})
		pause(time.Millisecond)
		readEach(t, c, "a")
		group.Wait()
		wantRequests(t, s, anX1)
	})
}

// TestCallersCannotChangeTheList changes what a read has returned.
func TestCallersCannotChangeTheList(t *testing.T) {
	t.Parallel()
	c := serve(t, newBrandService("a").ServeHTTP, onlyToken, extended)
	for i := range 2 {
		brand, err := c.ReadBrand(t.Context(), testAccount, 1)
		found, findErr := c.FindBrand(t.Context(), testAccount, "a")
		if err != nil || findErr != nil || brand.Name != "a" || found == nil {
			t.Fatalf("%d: %+v, %v, %+v, %v", i, brand, err, found, findErr)
		}
		brand.Name, found.Name = "mine", "mine"
	}
}

func TestFindBrand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newBrandService("a", "B")
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		find := func(name string, want int32) {
			t.Helper()
			found, err := c.FindBrand(t.Context(), testAccount, name)
			if err != nil || (found == nil) != (want == 0) || found != nil && found.ID != want {
				t.Errorf("%q: %+v, %v, want brand %d", name, found, err, want)
			}
		}
		find("a", 1)
		find("b", 0)
		find("B", 2)
		wantRequests(t, s, anX1)
		// After writes of this process, each brand that the list shows is read again.
		if err := c.DeleteBrand(t.Context(), testAccount, 1); err != nil {
			t.Fatal(err)
		}
		find("a", 0)
		find("B", 2)
		s.change(2, func(b map[string]any) { b["name"] = "renamed" })
		find("B", 0)
		wantRequests(t, s, anX1, "DELETE 1", aGet(1), aGet(2), aGet(2))
	})
}

func TestFindBrandFails(t *testing.T) {
	t.Parallel()
	s := newBrandService("a")
	s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) bool {
		w.WriteHeader(http.StatusNotImplemented)
		return true
	}
	c := serve(t, s.ServeHTTP, onlyToken, extended)
	if found, err := c.FindBrand(t.Context(), testAccount, "a"); !IsUnsupported(err) || found != nil {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestListBrands is always fresh, and keeps the service's order.
func TestListBrands(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]func(map[string]any) map[string]any{
		"as described": func(b map[string]any) map[string]any { return b },
		"capitals":     withCapitals,
		"created":      func(b map[string]any) map[string]any { b["created"] = b["create"]; delete(b, "create"); return b },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrandService("z", "y")
			s.change(2, func(b map[string]any) { b["enabled"], b["tags"] = false, []string{"t"} })
			s.listed = form
			c := serve(t, s.ServeHTTP, onlyToken, extended)
			for n := 1; n <= 2; n++ {
				brands, err := c.ListBrands(t.Context(), testAccount)
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprint(brands[0].Name, brands[0].Enabled, brands[0].Create, brands[1].Name, brands[1].Enabled, brands[1].Tags, brands[1].ID)
				if want := "ztrue2024-05-06T07:08:09Zyfalse[t]2"; strings.ReplaceAll(got, " ", "") != want {
					t.Errorf("brands %s, want %s", got, want)
				}
				if s.count(anX1) != n {
					t.Errorf("%d lists after %d calls", s.count(anX1), n)
				}
			}
		})
	}
}
