package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// things returns so many items with ids of their own.
func things(count int) (all []thing) {
	for i := range count {
		all = append(all, thing{id: fmt.Sprint(i)})
	}
	return all
}

// growing is a list that gets new items while it is read in pages.
type growing struct {
	items         []thing
	grows         int // by how many items before each page
	pages         int // for how many pages
	isNewestFirst bool
	hasTotal      bool
	hasTotalOnce  bool               // on the first page
	hasEnd        bool               // the last page says that it is
	isDeaf        bool               // it ignores skip
	isUnsorted    bool               // every other page is in another order
	longest       func(skip int) int // page; nil for as long as was asked for
	failsAt       int                // of what is skipped, with err
	err           error
	requests      int
}

func (g *growing) fetch(_ context.Context, skip, size int) (page[thing], error) {
	g.requests++
	if g.requests > 1 && g.requests <= g.pages+1 {
		for i := range g.grows {
			g.items = append(g.items, thing{id: fmt.Sprintf("new-%d-%d", g.requests, i)})
		}
	}
	if g.isDeaf {
		skip = 0
	}
	if g.longest != nil {
		size = min(size, g.longest(skip))
	}
	if g.err != nil && skip >= g.failsAt {
		return page[thing]{}, g.err
	}
	listed := slices.Clone(g.items)
	if g.isNewestFirst {
		slices.Reverse(listed)
	}
	shown := page[thing]{items: listed[min(skip, len(listed)):min(skip+size, len(listed))]}
	if g.isUnsorted && g.requests%2 == 0 {
		slices.Reverse(shown.items)
	}
	shown.isLast = g.hasEnd && skip+size >= len(listed)
	shown.RequestID = fmt.Sprint(g.requests)
	hasTotal := g.hasTotal
	if skip == 0 {
		hasTotal = hasTotal || g.hasTotalOnce
	}
	if hasTotal {
		shown.total = len(listed)
	}
	return shown, nil
}

// TestAListThatGrows is read in pages of three while it grows, by as much as a page at times: all
// that it had at first is in the result, and nothing is twice.
func TestAListThatGrows(t *testing.T) {
	t.Parallel()
	for _, isNewestFirst := range []bool{true, false} {
		for _, hasTotal := range []bool{true, false} {
			for grows := range 8 {
				for _, count := range []int{3, 10, 60} {
					list := &growing{
						items: things(count), grows: grows, pages: 20, isNewestFirst: isNewestFirst, hasTotal: hasTotal,
					}
					of := fmt.Sprintf("%d items, %d more a page, newest first %t, total %t",
						count, grows, isNewestFirst, hasTotal)
					old := slices.Clone(list.items)
					read, err := collect((&pager[thing]{size: 3, fetch: list.fetch}).each(t.Context()))
					check.MustSucceed(t, err, "%s", of)
					times := map[thing]int{}
					for _, item := range read {
						times[item]++
					}
					for _, item := range old {
						times[item] += 0
					}
					for item, n := range times {
						check.Equal(t, 1, n, "%s: times that %v is in the list", of, item)
					}
				}
			}
		}
	}
}

// TestRepeatedPage gives up on a service that sends one page over and over.
func TestRepeatedPage(t *testing.T) {
	t.Parallel()
	for _, list := range []*growing{{}, {hasTotal: true}, {isUnsorted: true}} {
		list.isDeaf = true
		list.items = things(4)
		read, err := collect((&pager[thing]{size: 3, fetch: list.fetch}).each(t.Context()))
		unexpected := check.ErrorAs[*UnexpectedResponseError](t, err)
		check.Equal(t, fmt.Sprint(list.requests), unexpected.RequestID, "%+v: the id of the request that shows it", *list)
		if !errors.Is(err, errSkipIgnored) || list.requests > 4 {
			t.Errorf("%+v: read %v in %d requests, error %v, want %v in at most 4",
				*list, read, list.requests, err, errSkipIgnored)
		}
	}
}

// TestItemsComeWithTheirPage has the first items before the second page was asked for, and asks for
// no page that nobody wants.
func TestItemsComeWithTheirPage(t *testing.T) {
	t.Parallel()
	list := &growing{items: things(20)}
	taken := 0
	for _, err := range (&pager[thing]{size: 2, fetch: list.fetch}).each(t.Context()) {
		taken++
		if err != nil || list.requests != (taken+1)/2 {
			t.Errorf("item %d came after %d pages, error %v, want after %d", taken, list.requests, err, (taken+1)/2)
		}
		if taken == 4 {
			break
		}
	}
	check.Equal(t, 2, list.requests, "requests for pages, of which two have all four items")
}

// TestPages reads a list in pages that services cap, cut short or count in any way, up to a limit.
func TestPages(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		list               growing
		count, size, limit int
		want, requests     int
	}{
		"no items":                    {size: 10, requests: 1},
		"last page short":             {count: 25, size: 10, want: 25, requests: 4},
		"last page full":              {count: 20, size: 10, want: 20, requests: 3},
		"capped":                      {list: growing{longest: capped(25)}, count: 60, size: 1000, want: 60, requests: 4},
		"page of one":                 {count: 3, size: 1, want: 3, requests: 4},
		"limit within the first page": {count: 95, size: 10, limit: 3, want: 3, requests: 1},
		"limit at the end of a page":  {count: 95, size: 10, limit: 20, want: 20, requests: 2},
		"counted":                     {list: growing{hasTotal: true}, count: 95, size: 10, want: 95, requests: 10},
		"counted on the first page":   {list: growing{hasTotalOnce: true}, count: 95, size: 10, want: 95, requests: 10},
		"counted, one page":           {list: growing{hasTotal: true}, count: 10, size: 10, want: 10, requests: 1},
		"counted, capped":             {list: growing{hasTotal: true, longest: capped(25)}, count: 110, size: 1000, want: 110, requests: 5},
		"counted, limit":              {list: growing{hasTotal: true}, count: 95, size: 10, limit: 42, want: 42, requests: 5},
		"counted, limit beyond it":    {list: growing{hasTotal: true}, count: 15, size: 10, limit: 42, want: 15, requests: 2},
		"counted, of various lengths": {
			list: growing{hasTotal: true, longest: func(skip int) int { return 1 + skip*7%10 }}, count: 95, size: 10,
			want: 95, requests: 20,
		},
		"a list that marks its last page": {list: growing{hasEnd: true}, count: 95, size: 10, want: 95, requests: 10},
	} {
		test.list.items = things(test.count)
		read, err := collect((&pager[thing]{size: test.size, limit: test.limit, fetch: test.list.fetch}).each(t.Context()))
		check.MustSucceed(t, err, "%s", name)
		check.Equal(t, test.requests, test.list.requests, "%s: requests", name)
		check.Equal(t, append([]thing{}, test.list.items[:test.want]...), read, "%s: the first %d items", name, test.want)
	}
	failed := errors.New("no more")
	list := growing{items: things(95), failsAt: 30, err: failed}
	read, err := collect((&pager[thing]{size: 10, fetch: list.fetch}).each(t.Context()))
	check.Equal(t, nil, read, "items, when the fourth page fails")
	check.ErrorIs(t, failed, err, "the list whose fourth page fails")
}

func capped(n int) func(int) int { return func(int) int { return n } }
