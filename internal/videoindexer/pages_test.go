package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
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
