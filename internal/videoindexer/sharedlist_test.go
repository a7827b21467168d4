package videoindexer

import (
	"context"
	"errors"
	"io"
	"net/http"
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

// TestListThatCannotBeHad reads each brand by itself, and does not ask for the list again for each brand.
func TestListThatCannotBeHad(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]reply{
		"405":          {status: http.StatusMethodNotAllowed},
		"500":          {status: http.StatusInternalServerError, body: `{"ErrorType":"GENERAL","Message":"x"}`},
		"no list":      {body: `{"value":1}`},
		"without id":   {body: `[{"name":"a","enabled":true,"tags":[]}]`},
		"without name": {body: `[{"id":1,"enabled":true,"tags":[]}]`},
		"lacking them": {body: `[]`},
		"summary":      {body: `[{"id":1,"name":"a"},{"id":2,"name":"b"}]`},
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
