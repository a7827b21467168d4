package videoindexer

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func namesOfPersons(persons []Person) []string {
	names := make([]string, len(persons))
	for i, p := range persons {
		names[i] = p.Name
	}
	return names
}

func manyPersons(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Person %05d", i)
	}
	return names
}

// TestListPersonsFollowsThePages lists persons at services that page as they like.
func TestListPersonsFollowsThePages(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		persons, longest int
		counted          bool
		query            PersonsQuery
		want, requests   int
	}{
		"none":                     {0, 0, false, PersonsQuery{}, 0, 1},
		"none, counted":            {0, 0, true, PersonsQuery{}, 0, 1},
		"one page":                 {20, 0, false, PersonsQuery{}, 20, 2},
		"one page, counted":        {20, 0, true, PersonsQuery{}, 20, 1},
		"pages shorter than asked": {60, 25, false, PersonsQuery{}, 60, 4},
		"shorter, and counted":     {60, 25, true, PersonsQuery{}, 60, 3},
		"ten thousand":             {10_000, 0, false, PersonsQuery{}, 10_000, 11},
		"a limit":                  {60, 25, false, PersonsQuery{Limit: 30}, 30, 2},
		"a prefix":                 {60, 0, true, PersonsQuery{NamePrefix: "person 0001"}, 10, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newPersonService(manyPersons(test.persons)...)
			s.longest, s.counted = test.longest, test.counted
			c := s.client(t)
			persons, err := c.ListPersons(t.Context(), testAccount, "m", test.query)
			if err != nil || len(persons) != test.want || len(s.requests()) != test.requests {
				t.Errorf("%d persons with %d requests, %v", len(persons), len(s.requests()), err)
			}
			var streamed []Person
			for person, err := range c.Persons(t.Context(), testAccount, "m", test.query) {
				if err != nil {
					t.Fatal(err)
				}
				streamed = append(streamed, person)
			}
			if diff := cmp.Diff(namesOfPersons(persons), namesOfPersons(streamed)); diff != "" {
				t.Errorf("page by page (-at once +page by page):\n%s", diff)
			}
		})
	}
}

// TestPersonsEnd asks for no page that nobody wants.
func TestPersonsEnd(t *testing.T) {
	t.Parallel()
	s := newPersonService(manyPersons(100)...)
	s.longest = 10
	persons := 0
	for _, err := range s.client(t).Persons(t.Context(), testAccount, "m", PersonsQuery{}) {
		if persons++; err != nil || persons == 30 {
			break
		}
	}
	if persons != 30 || len(s.requests()) != 3 {
		t.Errorf("%d persons, %d requests", persons, len(s.requests()))
	}
}

// TestUnreadablePerson reads persons from a list that shows one of them in another form than described.
func TestUnreadablePerson(t *testing.T) {
	t.Parallel()
	const body = `{"results":[{"id":"a","name":"Ada"},{"id":"b","name":{}}],"totalCount":2}`
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, onlyToken, extended)
	if person, err := c.ReadPerson(t.Context(), testAccount, "m", "a", ""); err != nil || person.Name != "Ada" {
		t.Errorf("%+v, %v", person, err)
	}
	if person, err := c.ReadPerson(t.Context(), testAccount, "m", "b", ""); !isA[*UnexpectedAnswerError](err) || !strings.Contains(err.Error(), "person b of the list") {
		t.Errorf("%+v, %v", person, err)
	}
}

// TestCreatePersonOfAnother has one of two creates of a name refused or lost: it never takes the person of the other one,
// neither while both run nor where a list lags.
func TestCreatePersonOfAnother(t *testing.T) {
	t.Parallel()
	for name, atOnce := range map[string]bool{"at the same time": true, "one after the other": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newPersonService()
				posts, lists := 0, 0
				s.before = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
					if r.Method == http.MethodGet {
						if lists++; !atOnce && lists == 2 { // what the second create reads before it sends its request
							_, _ = w.Write([]byte(`{"results":[]}`))
							return true
						}
						return false
					}
					if posts++; (posts == 1) == atOnce {
						w.WriteHeader(http.StatusGatewayTimeout)
						return true
					}
					return false
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				var made, lost int
				create := func() {
					switch person, err := c.CreatePerson(t.Context(), testAccount, "m", "Ada"); {
					case err == nil && person.ID == "p1":
						made++
					case isA[*AmbiguousError](err):
						lost++
					default:
						t.Errorf("created %+v, %v", person, err)
					}
				}
				var all sync.WaitGroup
				for range 2 {
					if atOnce {
						all.Go(create)
					} else {
						create()
					}
				}
				all.Wait()
				if made != 1 || lost != 1 {
					t.Errorf("%d have the person, %d have none", made, lost)
				}
				pause(time.Minute)
			})
		})
	}
}

// TestCreatePersonOnce loses the answer of a create: the new person is distinguished from those of the same name.
func TestCreatePersonOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		also  []string // who is made at the same time by someone else
		found bool
	}{"alone": {nil, true}, "beside another name": {[]string{"Ada L."}, true}, "beside another of that name": {[]string{"Ada"}, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newPersonService("Ada", "Ada")
				lost := losing(anX16)
				s.before = func(w http.ResponseWriter, r *http.Request, do func(http.ResponseWriter)) bool {
					isLost := lost(w, r, do)
					if isLost {
						s.change(func() {
							for _, name := range test.also {
								s.addPerson(name)
							}
						})
					}
					return isLost
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				person, err := c.CreatePerson(t.Context(), testAccount, "m", "Ada")
				if test.found && (err != nil || person.ID != "p3") || !test.found && !isA[*AmbiguousError](err) {
					t.Errorf("created %+v, %v", person, err)
				}
				if n := s.count(anX16); n != 1 {
					t.Errorf("sent %d times", n)
				}
				pause(time.Minute)
			})
		})
	}
}
