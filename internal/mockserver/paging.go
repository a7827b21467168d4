package mockserver

// pagingReadings are the variants of lists that say whether there is a next page (X30, X34).
type pagingReadings struct {
	cap       int
	emptyLast bool
}

// PageCap sets the most elements that X30 and X34 give at a time, whatever pageSize asks for.
func PageCap(n int) Option { return func(o *options) { o.extended.paging.cap = n } }

// EmptyLastPage makes the lists of X30 and X34 end with an empty page: only there is done true.
func EmptyLastPage() Option { return func(o *options) { o.extended.paging.emptyLast = true } }

// usualPage is the pageSize of extended operations when a request gives none.
const usualPage = 25

// page reads the page size, which is usual by default and most at the highest, and how many elements to skip.
func (c *call) page(usual, most int) (size, skip int, ok bool) {
	asked, ok := c.int32Query("pageSize")
	if !ok {
		return 0, 0, false
	}
	passed, ok := c.int32Query("skip")
	if !ok {
		return 0, 0, false
	}
	size = min(usual, most)
	if asked != nil {
		if *asked < 1 {
			return 0, 0, c.invalid("pageSize is below 1")
		}
		size = min(most, int(*asked))
	}
	if passed != nil {
		if *passed < 0 {
			return 0, 0, c.invalid("skip is below 0")
		}
		skip = int(*passed)
	}
	return size, skip, true
}

// paged is a page of a list as X30 and X34 show it.
func (c *call) paged(all []map[string]any) (map[string]any, bool) {
	size, skip, ok := c.page(usualPage, c.opts.extended.paging.cap)
	if !ok {
		return nil, false
	}
	results := all[min(skip, len(all)):min(skip+size, len(all))]
	done := skip+size >= len(all)
	if c.opts.extended.paging.emptyLast {
		done = len(results) == 0
	}
	return map[string]any{
		"results":  results,
		"nextPage": map[string]any{"pageSize": size, "skip": skip + len(results), "done": done},
	}, true
}
