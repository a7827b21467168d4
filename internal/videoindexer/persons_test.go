package videoindexer

import (
	"fmt"
	"testing"

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
