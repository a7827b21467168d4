package videoindexer

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestReadsShareOneList has many readers at once, of whom one gives up. A list serves for 30
// seconds from its arrival: otherwise one that takes longer than that would be asked for again by
// each reader that comes later.
func TestReadsShareOneList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := brandsOf("a", "b", "c")
		s.latency = 50 * time.Second
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, func(c *Config) { c.RequestTimeout = time.Minute })
		brief, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() {
			_, err := c.GetCachedBrand(brief, testAccount, 1)
			check.ErrorIs(t, context.DeadlineExceeded, err, "the reader that gives up")
		})
		pause(time.Millisecond)
		for range 50 {
			group.Go(func() { readEach(t, c, "a", "b", "c") })
		}
		pause(45 * time.Second)
		readEach(t, c, "a") // joins the request that is on its way
		group.Wait()
		pause(29 * time.Second)
		// The service ignores the letter case of account ids.
		upper := AccountRef{Location: strings.ToUpper(testLocation), ID: strings.ToUpper(testAccountID)}
		brand, err := c.GetCachedBrand(t.Context(), upper, 1)
		check.MustSucceed(t, err, "the brand")
		check.Equal(t, "a", brand.Name, "the name of the brand")
		brand.Name = "mine" // which changes nothing for others
		readEach(t, c, "a")
		s.wantAsked(t, anX1)
		pause(2 * time.Second)
		readEach(t, c, "a")
		s.wantAsked(t, anX1, anX1)
	})
}

// TestListThatCannotBeHad reads each brand by itself, and does not ask for the list again for each
// brand. A read ends where a single one would fail alike.
func TestListThatCannotBeHad(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		list reply
		ends bool
	}{
		"405":           {reply{status: http.StatusMethodNotAllowed}, false},
		"500":           {refusal(http.StatusInternalServerError, ErrorTypeGeneral), false},
		"no list":       {reply{body: `{"value":1}`}, false},
		"without id":    {reply{body: `[{"name":"a","enabled":true,"tags":[]}]`}, false},
		"without name":  {reply{body: `[{"id":1,"enabled":true,"tags":[]}]`}, false},
		"an empty list": {reply{body: `[]`}, false},
		"summary":       {reply{body: `[{"id":1,"name":"a"},{"id":2,"name":"b"}]`}, false},
		"too large":     {reply{body: strings.Repeat(" ", 1<<20+1)}, false},
		"401":           {refusal(http.StatusUnauthorized, ErrorTypeUserNotAllowed), true},
		"no account":    {refusal(http.StatusNotFound, ErrorTypeAccountNotFound), true},
		"cut":           {lost, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := brandsOf("a", "b")
			s.set(anX1, test.list)
			c := serve(t, s.ServeHTTP, onlyToken, extended, noRetries)
			c.maxStream = 1 << 20
			if !test.ends {
				readEach(t, c, "a", "b")
				s.wantAsked(t, anX1, aGet(1), aGet(2))
				return
			}
			_, err := c.GetCachedBrand(t.Context(), testAccount, 1)
			if !EndsAccess(err) {
				t.Errorf("the error is %T %v, want that of the list", err, err)
			}
			s.wantAsked(t, anX1)
		})
	}
}

// TestReadsMissNoWrite reads by a shared list, writes, and reads again: after a write of this
// process, be it refused, the list is not used any more, and a brand or a language model is read by
// itself.
func TestReadsMissNoWrite(t *testing.T) {
	t.Parallel()
	for read, test := range map[string]struct {
		list   string // what the service answers to every GET
		own    string // the end of the path of the last read
		writes []string
	}{
		"read brand": {
			list: `[{"id":7,"name":"A","enabled":true,"tags":[]}]`, own: "/7",
			writes: []string{"create brand", "update brand", "delete brand"},
		},
		"read language model": {
			list: `[{"id":"l","files":[{"id":"f"}]}]`, own: "/l",
			writes: []string{"create language model", "update language model", "delete language model", "train", "delete language file", "update language file"},
		},
		"read person model": {
			list: `[{"id":"m3"}]`, own: "/PersonModels",
			writes: []string{"create person model", "rename person model", "delete person model"},
		},
		"read person": {
			list: `{"results":[{"id":"p"}],"totalCount":1}`, own: "/Persons",
			writes: []string{"create person", "rename person", "delete person", "add face", "delete face"},
		},
	} {
		calls := callsOf(t, append(test.writes, read)...)
		for _, write := range test.writes {
			t.Run(write, func(t *testing.T) {
				t.Parallel()
				requests := 0
				last := ""
				c := serve(t, func(w http.ResponseWriter, r *http.Request) {
					requests++
					last = r.URL.Path
					if r.Method != http.MethodGet {
						w.WriteHeader(http.StatusBadRequest)
					}
					_, _ = w.Write([]byte(test.list))
				}, onlyToken, extended, noRetries)
				_ = calls[read](t.Context(), c)
				_ = calls[read](t.Context(), c)
				check.Equal(t, 1, requests, "requests for two times %s", read)
				err := calls[write](t.Context(), c)
				if err == nil {
					t.Errorf("%s is refused: no error, want one", write)
				}
				before := requests
				_ = calls[read](t.Context(), c)
				if requests == before {
					t.Errorf("%s after the write: no request, want one: the list is out of date", read)
				}
				check.Equal(t, true, strings.HasSuffix(last, test.own), "%s after the write asks for %s of %s", read, test.own, last)
			})
		}
	}
}

// TestListAfterWrite asks for a list after one that a caller has seen: a later list serves, unless
// this process has written since.
func TestListAfterWrite(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		writes bool
		want   int
	}{"no write": {false, 2}, "a write": {true, 3}} {
		requests := 0
		lists := newSharedLists("brand", func(context.Context, AccountRef, string) ([]Brand, error) {
			requests++
			return nil, nil
		})
		current := func(seen *listRequest[Brand]) *listRequest[Brand] {
			list, err := lists.current(t.Context(), testAccount, "", seen)
			check.MustSucceed(t, err, "%s: the list", name)
			return list
		}
		seen := current(nil)
		current(seen) // of another caller
		if test.writes {
			lists.invalidate(testAccount, "")
		}
		current(seen)
		check.Equal(t, test.want, requests, "requests of %s", name)
	}
}
