package videoindexer

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

const (
	a14   = "POST p1/render"
	anX31 = "GET p1/renderoperation"
)

// TestStartRenderOnce loses answers of a request to render: it is sent again only where the service says that there is no
// render.
func TestStartRenderOnce(t *testing.T) {
	t.Parallel()
	answers := func(status int) func(http.ResponseWriter, func(http.ResponseWriter)) {
		return func(w http.ResponseWriter, _ func(http.ResponseWriter)) { w.WriteHeader(status) }
	}
	for name, test := range map[string]struct {
		start, state func(w http.ResponseWriter, do func(http.ResponseWriter)) // the first answers; nil for the service's own
		requests     []string
		says         string // of the error; "" for none
	}{
		"lost after it was begun":  {lose, nil, []string{a14, anX31}, ""},
		"lost before it was begun": {func(w http.ResponseWriter, _ func(http.ResponseWriter)) { lose(w, nil) }, nil, []string{a14, anX31, a14}, ""},
		"a failure of the service": {answers(http.StatusInternalServerError), nil, []string{a14, anX31, a14}, ""},
		"too many requests":        {answers(http.StatusTooManyRequests), nil, []string{a14, a14}, ""},
		"a render that is running": {answers(http.StatusConflict), nil, []string{a14}, "409"},
		"no state to be had":       {lose, answers(http.StatusForbidden), []string{a14, anX31}, "may or may not"},
		"no operation for the state": {
			func(w http.ResponseWriter, _ func(http.ResponseWriter)) { lose(w, nil) }, answers(http.StatusNotImplemented), []string{a14, anX31, a14}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newProjects("A")
			asked := map[string]bool{}
			s.intercept = func(w http.ResponseWriter, r *http.Request, do func(http.ResponseWriter)) bool {
				request := logged(r, "Projects")
				answer := map[string]func(http.ResponseWriter, func(http.ResponseWriter)){a14: test.start, anX31: test.state}[request]
				isFirst := !asked[request]
				asked[request] = true
				if answer == nil || !isFirst {
					return false
				}
				answer(w, do)
				return true
			}
			render, err := s.client(t).StartRender(t.Context(), testAccount, "p1", nil)
			switch {
			case test.says == "" && (err != nil || render.State != RenderInProgress):
				t.Errorf("%+v, %v", render, err)
			case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)):
				t.Errorf("%+v, %v, want %q", render, err, test.says)
			}
			if got := s.requests(); !slices.Equal(got, test.requests) {
				t.Errorf("requests %q, want %q", got, test.requests)
			}
		})
	}
}

// TestStartRenderEnds loses every request to render before it is carried out: it is sent again as often as is configured.
func TestStartRenderEnds(t *testing.T) {
	t.Parallel()
	for _, retries := range []int{0, 1, 3} {
		synctest.Test(t, func(t *testing.T) {
			s := newProjects("A")
			s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
				if logged(r, "Projects") == a14 {
					lose(w, nil)
				}
				return logged(r, "Projects") == a14
			}
			c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, func(c *Config) { c.MaxRetries = retries })
			if render, err := c.StartRender(t.Context(), testAccount, "p1", nil); !isA[*AmbiguousError](err) {
				t.Errorf("%+v, %v", render, err)
			}
			want := []string{a14, anX31}
			for range retries {
				want = append(want, a14, anX31)
			}
			if got := s.requests(); !slices.Equal(got, want) {
				t.Errorf("%d retries: requests %q, want %q", retries, got, want)
			}
		})
	}
}
