package videoindexer

import (
	"context"
	"errors"
	"fmt"
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
	// deaf ignores skip.
	deaf bool
}

func (l faceList) answer(r sent) reply {
	size, _ := strconv.Atoi(r.Query.Get("pageSize"))
	skip, _ := strconv.Atoi(r.Query.Get("skip"))
	if l.deaf {
		skip = 0
	}
	asked := r.Query.Get("skip") // of every page something else, which does not make another face of it
	if l.longest != nil {
		size = min(size, l.longest(skip))
	}
	faces := []string{}
	for i := skip; i < min(skip+size, l.count); i++ {
		faces = append(faces, fmt.Sprintf(`{"id":"f%d","state":"Ok","asked":%s}`, i, asked))
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
			s := newService(t, test.list.answer)
			faces, err := s.ListFaces(context.Background(), testAccount, ofPerson(test.query))
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
			if n := len(s.requests()); test.requests > 0 && n != test.requests {
				t.Errorf("%d requests, want %d", n, test.requests)
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

func TestListFacesWithoutEnd(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]faceList{
		"array":   {count: 100, deaf: true},
		"counted": {count: 100, deaf: true, counted: true},
	} {
		s := newService(t, list.answer)
		_, err := s.ListFaces(context.Background(), testAccount, ofPerson(FacesQuery{PageSize: 10}))
		if _, ok := errors.AsType[*UnexpectedAnswerError](err); !ok || !strings.Contains(err.Error(), "skip") {
			t.Errorf("%s: got error %v", name, err)
		}
		if n := len(s.requests()); n != 1+maxRepeated {
			t.Errorf("%s: %d requests for the same page", name, n)
		}
	}
}

func TestListFacesStopsAtAnError(t *testing.T) {
	t.Parallel()
	list := faceList{count: 95, counted: true}
	s := newService(t, func(r sent) reply {
		if r.Query.Get("skip") == "30" {
			return reply{status: 404, body: `{"ErrorType":"INVALID_INPUT","Message":"no such person"}`}
		}
		return list.answer(r)
	})
	faces, err := s.ListFaces(context.Background(), testAccount, ofPerson(FacesQuery{PageSize: 10}))
	if faces != nil || !IsNotFound(err) {
		t.Errorf("got %d faces, error %v", len(faces), err)
	}
}

func decodeFaces(body string) (page[Face], error) {
	return readList(strings.NewReader(body), 20_000, "face", decodeFace)
}
