package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// growing is a list that gets new items while it is read in pages.
type growing struct {
	items         []thing
	grows         int // by how many items before each page
	pages         int // for how many pages
	isNewestFirst bool
	hasTotal      bool
	isDeaf        bool // it ignores skip
	requests      int
}

func (g *growing) fetch(_ context.Context, skip, size int) (page[thing], error) {
	if g.requests++; g.requests > 1 && g.requests <= g.pages+1 {
		for i := range g.grows {
			g.items = append(g.items, thing{id: fmt.Sprintf("new-%d-%d", g.requests, i)})
		}
	}
	if g.isDeaf {
		skip = 0
	}
	listed := slices.Clone(g.items)
	if g.isNewestFirst {
		slices.Reverse(listed)
	}
	shown := page[thing]{items: listed[min(skip, len(listed)):min(skip+size, len(listed))]}
	if g.hasTotal {
		shown.total = len(listed)
	}
	return shown, nil
}

// TestAListThatGrows is read in pages of three while it grows, by as much as a page at times: all that it had at first is in the
// result, and nothing is twice.
func TestAListThatGrows(t *testing.T) {
	t.Parallel()
	for _, isNewestFirst := range []bool{true, false} {
		for _, hasTotal := range []bool{true, false} {
			for grows := range 8 {
				for _, count := range []int{3, 10, 60} {
					list := &growing{grows: grows, pages: 20, isNewestFirst: isNewestFirst, hasTotal: hasTotal}
					for i := range count {
						list.items = append(list.items, thing{id: fmt.Sprint("old-", i)})
					}
					old := slices.Clone(list.items)
					read, err := (&pager[thing]{size: 3, fetch: list.fetch}).all(t.Context())
					if err != nil {
						t.Fatalf("%d more a page, newest first %t, total %t: %v", grows, isNewestFirst, hasTotal, err)
					}
					times := map[thing]int{}
					for _, item := range read {
						if times[item]++; times[item] > 1 {
							t.Errorf("%v is twice in the list", item)
						}
					}
					for _, item := range old {
						if times[item] == 0 {
							t.Errorf("%d more a page, newest first %t, total %t: the list of %d lacks %v", grows, isNewestFirst, hasTotal, count, item)
						}
					}
				}
			}
		}
	}
}

// TestRepeatedPage gives up on a service that sends one page over and over.
func TestRepeatedPage(t *testing.T) {
	t.Parallel()
	for _, hasTotal := range []bool{true, false} {
		list := &growing{isDeaf: true, hasTotal: hasTotal, items: []thing{{id: "1"}, {id: "2"}, {id: "3"}, {id: "4"}}}
		read, err := (&pager[thing]{size: 3, fetch: list.fetch}).all(t.Context())
		if !errors.Is(err, errSkipIgnored) || list.requests > 4 {
			t.Errorf("total %t: read %v in %d requests, %v", hasTotal, read, list.requests, err)
		}
	}
}

// faceList is a service with numbered faces; its fields say how it pages.
type faceList struct {
	count int
	// longest is the service's own cap of a page; 0 for none.
	longest func(skip int) int
	// wrapped answers an object instead of an array; counted adds totalCount to it, and countedOnce only to that of the
	// first page.
	wrapped, counted, countedOnce bool
}

func (l faceList) answer(query url.Values) reply {
	size, _ := strconv.Atoi(query.Get("pageSize"))
	skip, _ := strconv.Atoi(query.Get("skip"))
	if l.longest != nil {
		size = min(size, l.longest(skip))
	}
	faces := []string{}
	for i := skip; i < min(skip+size, l.count); i++ {
		faces = append(faces, fmt.Sprintf(`{"id":"f%d","state":"Ok"}`, i))
	}
	list := "[" + strings.Join(faces, ",") + "]"
	switch {
	case l.counted, l.countedOnce && skip == 0:
		return reply{body: fmt.Sprintf(`{"results":%s,"pageSize":%d,"skip":%d,"totalCount":%d}`, list, size, skip, l.count)}
	case l.wrapped, l.countedOnce:
		return reply{body: `{"results":` + list + `}`}
	}
	return reply{body: list}
}

// serveFaces starts a service with a list, and counts the requests for its pages.
func serveFaces(t *testing.T, l faceList) (c *Client, requests *int) {
	t.Helper()
	requests = new(int)
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		*requests++
		l.answer(r.URL.Query()).ServeHTTP(w, r)
	}), requests
}

func ofPerson(q FacesQuery) FacesQuery {
	q.PersonModelID, q.PersonID = "model", "person"
	return q
}

func capped(n int) func(int) int { return func(int) int { return n } }

func TestListFacesFollowsThePages(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		list  faceList
		query FacesQuery
		want  int
		// requests is how many it takes.
		requests int
	}{
		"none":                             {faceList{}, FacesQuery{PageSize: 10}, 0, 1},
		"array, last page short":           {faceList{count: 25}, FacesQuery{PageSize: 10}, 25, 4},
		"array, last page full":            {faceList{count: 20}, FacesQuery{PageSize: 10}, 20, 3},
		"array, capped":                    {faceList{count: 60, longest: capped(25)}, FacesQuery{}, 60, 4},
		"object without a count":           {faceList{count: 25, wrapped: true}, FacesQuery{PageSize: 10}, 25, 4},
		"counted":                          {faceList{count: 95, counted: true}, FacesQuery{PageSize: 10}, 95, 10},
		"counted on the first page":        {faceList{count: 95, countedOnce: true}, FacesQuery{PageSize: 10}, 95, 10},
		"counted, one page":                {faceList{count: 10, counted: true}, FacesQuery{PageSize: 10}, 10, 1},
		"counted, none":                    {faceList{counted: true}, FacesQuery{PageSize: 10}, 0, 1},
		"counted, capped":                  {faceList{count: 110, counted: true, longest: capped(25)}, FacesQuery{}, 110, 5},
		"limit within the first page":      {faceList{count: 95}, FacesQuery{PageSize: 10, Limit: 3}, 3, 1},
		"limit at the end of a page":       {faceList{count: 95}, FacesQuery{PageSize: 10, Limit: 20}, 20, 2},
		"counted, limit":                   {faceList{count: 95, counted: true}, FacesQuery{PageSize: 10, Limit: 42}, 42, 5},
		"counted, limit beyond the end":    {faceList{count: 15, counted: true}, FacesQuery{PageSize: 10, Limit: 42}, 15, 2},
		"page of one":                      {faceList{count: 3}, FacesQuery{PageSize: 1}, 3, 4},
		"counted, a page comes short once": {faceList{count: 95, counted: true, longest: shortAt(30)}, FacesQuery{PageSize: 10}, 95, 0},
		"counted, pages of any length":     {faceList{count: 95, counted: true, longest: func(skip int) int { return 1 + skip*7%10 }}, FacesQuery{PageSize: 10}, 95, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, requests := serveFaces(t, test.list)
			faces, err := c.ListFaces(t.Context(), testAccount, ofPerson(test.query))
			if err != nil {
				t.Fatal(err)
			}
			got, want := []string{}, []string{}
			for _, face := range faces {
				got = append(got, face.ID)
			}
			for i := range test.want {
				want = append(want, fmt.Sprintf("f%d", i))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("faces (-want +got):\n%s", diff)
			}
			if test.requests > 0 && *requests != test.requests {
				t.Errorf("%d requests, want %d", *requests, test.requests)
			}
		})
	}
}

func shortAt(at int) func(int) int {
	return func(skip int) int {
		if skip == at {
			return 4
		}
		return 10
	}
}

func TestListFacesStopsAtAnError(t *testing.T) {
	t.Parallel()
	list := faceList{count: 95, counted: true}
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		answer := list.answer(r.URL.Query())
		if r.URL.Query().Get("skip") == "30" {
			answer = refusal(http.StatusNotFound, ErrorTypeNotFound)
		}
		answer.ServeHTTP(w, r)
	})
	faces, err := c.ListFaces(t.Context(), testAccount, ofPerson(FacesQuery{PageSize: 10}))
	if faces != nil || !IsNotFound(err) {
		t.Errorf("got %d faces, error %v", len(faces), err)
	}
}
