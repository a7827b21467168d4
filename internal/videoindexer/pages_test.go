package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// TestPagerBounds reads a list that never ends, though every page is a new one.
func TestPagerBounds(t *testing.T) {
	t.Parallel()
	endless := pager[thing]{
		operation: "list things", size: maxPaged / 8,
		fetch: func(_ context.Context, skip, size int) (page[thing], error) {
			things := make([]thing, size)
			for i := range things {
				things[i].id = strconv.Itoa(skip + i)
			}
			return page[thing]{items: things}, nil
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
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if requests++; requests == 10 {
			t.Error("the list goes on and on")
		}
		_, _ = w.Write([]byte(`{"results":[{"id":"p1","name":"A"}],"nextPage":{"done":` + strconv.FormatBool(requests >= 10) + `}}`))
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
