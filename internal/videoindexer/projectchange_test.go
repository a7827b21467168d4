package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var newProject = ProjectFields{Name: "A", VideoRanges: []VideoRange{{"v2", "0:00:01", "0:00:02"}}}

// TestCreateProjectOnce loses the answer of a create, and finds out what became of it, among projects of the same name.
func TestCreateProjectOnce(t *testing.T) {
	t.Parallel()
	others := func(s *projectService, ranges any) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
		return func(w http.ResponseWriter, request string, do func(http.ResponseWriter)) bool {
			if request == anX27 {
				lose(w, do)
				s.change(func() { s.add("A", ranges) })
			}
			return request == anX27
		}
	}
	for name, test := range map[string]struct {
		before  func(s *projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool
		created string // its id, or what the error says
	}{
		"lost after it was made": {func(*projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
			return losingProject(anX27)
		}, "p3"},
		"lost before": {func(*projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
			return func(w http.ResponseWriter, request string, _ func(http.ResponseWriter)) bool {
				if request == anX27 {
					lose(w, nil)
				}
				return request == anX27
			}
		}, "may or may not"},
		"made, and no id": {func(*projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
			return func(w http.ResponseWriter, request string, do func(http.ResponseWriter)) bool {
				if request == anX27 {
					do(discarded{http.Header{}})
					_, _ = w.Write([]byte(`{"name":"A"}`))
				}
				return request == anX27
			}
		}, "p3"},
		"another of other ranges appears": {func(s *projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
			return others(s, wireRanges("v9", "00:00:01", "00:00:02"))
		}, "p3"},
		"another of the same ranges appears": {func(s *projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
			return others(s, wireRanges("v2", "00:00:01", "00:00:02"))
		}, "may or may not"},
		"the list fails then": {func(*projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
			posted := false
			return func(w http.ResponseWriter, request string, do func(http.ResponseWriter)) bool {
				if posted {
					w.WriteHeader(http.StatusForbidden)
					return true
				}
				posted = request == anX27
				return losingProject(anX27)(w, request, do)
			}
		}, "may or may not"},
		"the service has no list": {func(*projectService) func(http.ResponseWriter, string, func(http.ResponseWriter)) bool {
			return func(w http.ResponseWriter, request string, do func(http.ResponseWriter)) bool {
				if request == anX30 {
					w.WriteHeader(http.StatusNotImplemented)
					return true
				}
				return losingProject(anX27)(w, request, do)
			}
		}, "may or may not"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newProjects("A", "B")
				s.before = test.before(s)
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				id, err := c.CreateProject(t.Context(), testAccount, newProject)
				if err == nil && id != test.created || err != nil && !strings.Contains(err.Error(), test.created) {
					t.Errorf("created %q, %v", id, err)
				}
				if n := s.count(anX27); n != 1 {
					t.Errorf("sent %d times", n)
				}
			})
		})
	}
}

// discarded takes an answer that nobody reads.
type discarded struct{ header http.Header }

func (d discarded) Header() http.Header         { return d.header }
func (d discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d discarded) WriteHeader(int)             {}

// TestCreateProjectsAlike creates two projects with the same fields at a time, and loses one of the answers before the
// request was carried out: what the other one has made is not taken for this one's.
func TestCreateProjectsAlike(t *testing.T) {
	t.Parallel()
	for name, slow := range map[string]time.Duration{"answered at once": 0, "answered late": 2 * time.Second, "answered very late": time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newProjects()
				first := true
				s.before = func(w http.ResponseWriter, request string, do func(http.ResponseWriter)) bool {
					if request != anX27 {
						return false
					}
					isFirst := first
					first = false
					if isFirst {
						lose(w, nil)
						return true
					}
					s.change(func() {}) // the lock is free
					do(discarded{http.Header{}})
					pause(slow)
					answerJSON(w, http.StatusOK, map[string]string{"id": "p1", "name": "A"})
					return true
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, func(c *Config) { c.RequestTimeout = time.Hour })
				var ids [2]string
				var errs [2]error
				var both sync.WaitGroup
				for i := range 2 {
					both.Go(func() { ids[i], errs[i] = c.CreateProject(t.Context(), testAccount, newProject) })
				}
				both.Wait()
				made := 0
				for i, err := range errs {
					if err == nil && ids[i] == "p1" {
						made++
					} else if !isA[*AmbiguousError](err) {
						t.Errorf("created %q, %v", ids[i], err)
					}
				}
				if made != 1 {
					t.Errorf("project p1 is the outcome of %d creates", made)
				}
			})
		})
	}
}

// TestCreateProjectInterrupted ends the caller's context while a create is under way: what it made is found all the same.
func TestCreateProjectInterrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := newProjects("A")
		s.before = func(w http.ResponseWriter, request string, do func(http.ResponseWriter)) bool {
			if request == anX27 {
				time.AfterFunc(10*time.Millisecond, cancel)
				lose(w, func(w http.ResponseWriter) {
					pause(20 * time.Millisecond)
					do(w)
				})
			}
			return request == anX27
		}
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		if id, err := c.CreateProject(ctx, testAccount, newProject); id != "p2" || err != nil {
			t.Errorf("created %q, %v", id, err)
		}
		pause(time.Hour)
	})
}

// TestCreateProjectRefused passes on what the service refuses, and what keeps it from being asked.
func TestCreateProjectRefused(t *testing.T) {
	t.Parallel()
	for _, refused := range []string{anX27, anX30} {
		s := newProjects("A")
		s.before = func(w http.ResponseWriter, request string, _ func(http.ResponseWriter)) bool {
			if request == refused {
				answerJSON(w, http.StatusBadRequest, map[string]string{"ErrorType": "INVALID_INPUT", "Message": "no"})
			}
			return request == refused
		}
		id, err := s.client(t).CreateProject(t.Context(), testAccount, newProject)
		if answer, ok := errors.AsType[*APIError](err); !ok || answer.Type != ErrorTypeInvalidInput || id != "" || s.made > 0 {
			t.Errorf("%s: created %q, %v", refused, id, err)
		}
	}
}
