package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestPagerBounds reads a list that never ends, though every page is a new one.
func TestPagerBounds(t *testing.T) {
	t.Parallel()
	endless := pager[int]{
		operation: "list numbers", size: maxPaged / 8, key: strconv.Itoa,
		fetch: func(_ context.Context, skip, size int) (page[int], error) {
			numbers := make([]int, size)
			for i := range numbers {
				numbers[i] = skip + i
			}
			return page[int]{items: numbers}, nil
		},
	}
	_, err := endless.all(context.Background())
	if _, ok := errors.AsType[*UnexpectedAnswerError](err); !ok || !strings.Contains(err.Error(), "did not end") {
		t.Errorf("got error %v", err)
	}
}

// TestTooManyPages gives up on a service that sends one page over and over.
func TestTooManyPages(t *testing.T) {
	t.Parallel()
	requests := 0
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
		if requests++; requests == 10 {
			t.Error("the list goes on and on")
		}
		answerJSON(w, http.StatusOK, map[string]any{"results": []any{map[string]any{"id": "p1", "name": "A"}}, "nextPage": map[string]any{"skip": skip + 1, "done": requests >= 10}})
	}, onlyToken, extended)
	listed := 0
	for _, err := range c.Projects(t.Context(), testAccount) {
		if listed++; err != nil && (listed != 2 || !strings.Contains(err.Error(), "as if skip had no effect")) {
			t.Errorf("after %d: %v", listed, err)
		}
	}
	if requests != 1+maxRepeated {
		t.Errorf("%d pages were read", requests)
	}
}

// TestListGrowsAtItsBeginning shifts the items that are left to later pages: each is listed, and once, and so are those
// that are new.
func TestListGrowsAtItsBeginning(t *testing.T) {
	t.Parallel()
	ids := []string{"c", "b", "a"}
	grow := []string{"d", "e", "", "f"} // what is created after each page
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
		page := []any{}
		if skip < len(ids) {
			page = append(page, map[string]any{"id": ids[skip], "name": ids[skip]})
		}
		answerJSON(w, http.StatusOK, map[string]any{"results": page, "nextPage": map[string]any{"done": skip+1 >= len(ids)}})
		if len(grow) > 0 {
			if grow[0] != "" {
				ids = append([]string{grow[0]}, ids...)
			}
			grow = grow[1:]
		}
	}, onlyToken, extended)
	var listed []string
	for one, err := range c.Projects(t.Context(), testAccount) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, one.ID)
	}
	if want := []string{"c", "b", "a", "f", "e", "d"}; !slices.Equal(listed, want) {
		t.Errorf("listed %v, want %v", listed, want)
	}
}

// shiftingList is a list that changes after some of the pages, for each reading of it.
type shiftingList struct {
	items    []string
	hasTotal bool
	changes  []func(items []string) []string // after each page
	readings int
}

func (l *shiftingList) pager() *pager[string] {
	return &pager[string]{
		operation: "list things", size: 2, key: func(item string) string { return item },
		fetch: func(_ context.Context, skip, size int) (page[string], error) {
			if skip == 0 {
				l.readings++
			}
			fetched := page[string]{items: slices.Clone(l.items[min(skip, len(l.items)):min(skip+size, len(l.items))])}
			if l.hasTotal {
				fetched.total = len(l.items)
			}
			if len(l.changes) > 0 {
				if change := l.changes[0]; change != nil {
					l.items = change(slices.Clone(l.items))
				}
				l.changes = l.changes[1:]
			}
			return fetched, nil
		},
	}
}

// TestListsThatShift deletes and adds at the beginning while a list is paged: what is listed then is the list as it became.
func TestListsThatShift(t *testing.T) {
	t.Parallel()
	first := func(items []string) []string { return items[1:] }
	grow := func(items []string) []string { return append([]string{"new" + items[0]}, items...) }
	for name, c := range map[string]struct {
		list     shiftingList
		want     string
		readings int
	}{
		"at rest":                       {shiftingList{hasTotal: true}, "a b c d e", 1},
		"at rest, without a total":      {shiftingList{}, "a b c d e", 1},
		"one deleted":                   {shiftingList{hasTotal: true, changes: []func([]string) []string{first}}, "b c d e", 2},
		"one deleted after two pages":   {shiftingList{hasTotal: true, changes: []func([]string) []string{nil, first}}, "b c d e", 2},
		"one added":                     {shiftingList{hasTotal: true, changes: []func([]string) []string{grow}}, "newa a b c d e", 2},
		"one added, without a total":    {shiftingList{changes: []func([]string) []string{grow}}, "newa a b c d e", 2},
		"two deleted in turn":           {shiftingList{hasTotal: true, changes: []func([]string) []string{first, nil, first}}, "c d e", 3},
		"one added to each reading":     {shiftingList{changes: slices.Repeat([]func([]string) []string{grow, nil, nil, nil}, 9)}, "newnewnewa newnewa newa a b c d e", maxReadings},
		"one added where one was taken": {shiftingList{hasTotal: true, changes: []func([]string) []string{func(items []string) []string { return append(grow(items[1:]), "f") }}}, "newb b c d e f", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list := c.list
			list.items = strings.Fields("a b c d e")
			got, err := list.pager().all(t.Context())
			if err != nil || !slices.Equal(got, strings.Fields(c.want)) || list.readings != c.readings {
				t.Errorf("%d readings: %v, %v", list.readings, got, err)
			}
			streamed := c.list
			streamed.items = strings.Fields("a b c d e")
			seen := map[string]bool{}
			for item, err := range streamed.pager().each(t.Context()) {
				if err != nil || seen[item] {
					t.Errorf("%q: twice, or %v", item, err)
				}
				seen[item] = true
			}
			for item := range strings.FieldsSeq(c.want) {
				if !seen[item] {
					t.Errorf("%q is not among what was streamed", item)
				}
			}
		})
	}
}
