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
		operation: "list numbers", size: maxListed / 8, key: strconv.Itoa,
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

// TestListGrowsAtItsBeginning shifts the items that are left to later pages: each is listed, and once, as long as the list
// grows more slowly than it is read.
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
	if want := []string{"c", "b", "a"}; !slices.Equal(listed, want) {
		t.Errorf("listed %v, want %v", listed, want)
	}
}

// TestListEndsEarly has a caller take no more of a list while several pages come at once.
func TestListEndsEarly(t *testing.T) {
	t.Parallel()
	const total = 20 * personsPageSize
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		skip, _ := strconv.Atoi(r.URL.Query().Get("skip"))
		size, _ := strconv.Atoi(r.URL.Query().Get("pageSize"))
		var page []any
		for i := skip; i < min(skip+size, total); i++ {
			page = append(page, map[string]any{"id": strconv.Itoa(i), "name": "one"})
		}
		answerJSON(w, http.StatusOK, map[string]any{"results": page, "totalCount": total})
	}, onlyToken, extended)
	used := 0
	for _, err := range c.Persons(t.Context(), testAccount, "m", PersonsQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		if used++; used == personsPageSize+1 { // the first of several pages that were fetched at once
			break
		}
	}
	if used != personsPageSize+1 {
		t.Errorf("%d persons were used", used)
	}
}
