package videoindexer

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFindPersons finds all persons of a name and nobody else, by one list for several names, and hands on a failure.
func TestFindPersons(t *testing.T) {
	t.Parallel()
	s := newPersonService("Ada", "Bea", "Ada", "Adam")
	c := s.client(t)
	for name, want := range map[string][]string{"Ada": {"p1", "p3"}, "Adam": {"p4"}, "ada": nil} {
		found, err := c.FindPersons(t.Context(), testAccount, "m", name)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, person := range found {
			ids = append(ids, person.ID)
		}
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if n := s.count(anX17); n != 2 { // the second page is empty
		t.Errorf("%d lists for three names", n)
	}
	broken := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, onlyToken, extended)
	if found, err := broken.FindPersons(t.Context(), testAccount, "m", "Ada"); err == nil || len(found) > 0 {
		t.Errorf("found %v, error %v", found, err)
	}
}

// TestReadPersonSharesLists reads every person of a model: one list, as long as all are found.
func TestReadPersonSharesLists(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		longest  int
		counted  bool
		gone     bool
		requests int
	}{
		"all there":               {0, false, false, 2}, // with the empty page that ends the list
		"all there, counted":      {0, true, false, 1},
		"one is gone":             {0, false, true, 5}, // by name, and in another list
		"one is gone, counted":    {0, true, true, 3},
		"short pages":             {40, false, false, 4},
		"short pages, counted":    {40, true, false, 3},
		"one is gone, short ones": {40, false, true, 9},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newPersonService(manyPersons(100)...)
			s.longest, s.counted = test.longest, test.counted
			c := s.client(t)
			var all sync.WaitGroup
			for i := range 100 {
				all.Go(func() {
					person, err := c.ReadPerson(t.Context(), testAccount, "m", fmt.Sprintf("P%d", i+1), "")
					if err != nil || person == nil || person.Name != fmt.Sprintf("Person %05d", i) {
						t.Errorf("person %d: %+v, %v", i, person, err)
					}
				})
			}
			all.Wait()
			if test.gone {
				if person, err := c.ReadPerson(t.Context(), testAccount, "m", "nobody", "Nobody"); person != nil || err != nil {
					t.Errorf("who is gone: %+v, %v", person, err)
				}
			}
			if n := len(s.requests()); n != test.requests {
				t.Errorf("%d requests, want %d", n, test.requests)
			}
		})
	}
}

// TestReadPersonAfterWrite reads persons of a model that this process writes to: by a list from after the write.
func TestReadPersonAfterWrite(t *testing.T) {
	t.Parallel()
	s := newPersonService("Ada", "Bea")
	c := s.client(t)
	read := func(id, name, want string) {
		t.Helper()
		person, err := c.ReadPerson(t.Context(), testAccount, "m", id, name)
		if err != nil || valueOf(person).Name != want {
			t.Errorf("%s is %+v, %v; want %q", id, person, err, want)
		}
	}
	read("p1", "Ada", "Ada")
	s.change(func() { s.people[1]["name"] = "Grace" })
	read("p2", "Bea", "Bea") // by the list
	if _, err := c.RenamePerson(t.Context(), testAccount, "m", "p1", "Ada L."); err != nil {
		t.Fatal(err)
	}
	read("p1", "Ada L.", "Ada L.")
	read("p2", "Bea", "Grace")
	read("p3", "Nobody", "")
	before := s.count(anX17)
	if read("p3", "", ""); s.count(anX17) != before+2 { // another list, with the empty page that ends it
		t.Errorf("who is gone and had no name: after %d requests", s.count(anX17)-before)
	}
	s.change(func() { s.models[0]["id"] = "other" })
	if err := c.DeletePerson(t.Context(), testAccount, "m", "p1"); !IsNotFound(err) {
		t.Errorf("deleted in a model that is gone: %v", err)
	}
	if _, err := c.ReadPerson(t.Context(), testAccount, "m", "p1", ""); !IsNotFound(err) {
		t.Errorf("of a model that is gone: %v", err)
	}
}

// TestGoneNeedsProof reads persons and a person model that some answers of the service do not show.
func TestGoneNeedsProof(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		written bool // this process has written to the model
		lagging int  // answers that show nobody
		renamed bool // by someone else
		found   bool
	}{
		"one list lags":                   {false, 1, false, true},
		"so does the search by name":      {false, 2, false, true},
		"all that is asked":               {false, 3, false, false},
		"renamed, and one list lags":      {false, 1, true, true},
		"after a write":                   {true, 1, false, true},
		"after a write, one list as well": {true, 2, false, true},
		"after a write, all":              {true, 3, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newPersonService("Ada")
			s.counted = true
			c := s.client(t)
			if test.written {
				if _, err := c.RenamePerson(t.Context(), testAccount, "m", "p1", "Ada"); err != nil {
					t.Fatal(err)
				}
			}
			if test.renamed {
				s.change(func() { s.people[0]["name"] = "Grace" })
			}
			answers := 0
			s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
				if answers++; answers > test.lagging {
					return false
				}
				_, _ = w.Write([]byte(`{"results":[],"totalCount":0}`))
				return true
			}
			person, err := c.ReadPerson(t.Context(), testAccount, "m", "p1", "Ada")
			if err != nil || (person != nil) != test.found {
				t.Errorf("read %+v, %v", person, err)
			}
		})
	}
	for name, test := range map[string]struct {
		lagging  int // lists that do not show the model
		gone     bool
		found    bool
		unlisted bool
	}{
		"one list lags":   {1, false, true, false},
		"every list does": {2, false, false, true},
		"it is gone":      {2, true, false, false},
	} {
		t.Run("model, "+name, func(t *testing.T) {
			t.Parallel()
			s := newPersonService("Ada")
			if test.gone {
				s.models = nil
			}
			c := s.client(t)
			lists := 0
			s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
				if strings.HasSuffix(r.URL.Path, "/PersonModels") {
					lists++
				}
				if !strings.HasSuffix(r.URL.Path, "/PersonModels") || lists > test.lagging {
					return false
				}
				_, _ = w.Write([]byte(`[]`))
				return true
			}
			model, err := c.ReadPersonModel(t.Context(), testAccount, "m")
			if (model != nil) != test.found || isA[*NotListedError](err) != test.unlisted || err != nil && !test.unlisted {
				t.Errorf("read %+v, %v", model, err)
			}
		})
	}
}
