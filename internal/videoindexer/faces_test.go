package videoindexer

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
