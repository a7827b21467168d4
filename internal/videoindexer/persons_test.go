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
		"pages shorter than asked": {60, 25, false, PersonsQuery{}, 60, 4},
		"shorter, and counted":     {60, 25, true, PersonsQuery{}, 60, 3},
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
