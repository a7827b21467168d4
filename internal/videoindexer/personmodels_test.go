package videoindexer

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestReadPersonModel(t *testing.T) {
	t.Parallel()
	s := newPersonService("Ada")
	c := s.client(t)
	read := func(id string) *PersonModel {
		t.Helper()
		model, err := c.ReadPersonModel(t.Context(), testAccount, id)
		if err != nil {
			t.Fatal(err)
		}
		return model
	}
	if a, b := read("m"), read("M"); a == nil || b == nil || a == b || read("n") != nil {
		t.Errorf("read %+v and %+v", a, b)
	}
	if n := s.count(anX13); n != 1 {
		t.Errorf("%d lists for three reads", n)
	}
	if _, err := c.RenamePersonModel(t.Context(), testAccount, "m", "Old", "Hosts"); err != nil {
		t.Fatal(err)
	}
	if model := read("m"); model == nil || model.Name != "Hosts" {
		t.Errorf("after a write: %+v", model)
	}
	for name, want := range map[string]string{"Hosts": "m", "hosts": "", "Guests": ""} {
		found, err := c.FindPersonModel(t.Context(), testAccount, name)
		if got := found != nil; err != nil || got != (want != "") || got && found.ID != want {
			t.Errorf("looked for %q: %+v, %v", name, found, err)
		}
	}
	s.change(func() {
		s.before = func(w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) bool {
			w.WriteHeader(http.StatusForbidden)
			return true
		}
	})
	if model, err := c.ReadPersonModel(t.Context(), testAccount, "m"); err == nil || model != nil {
		t.Errorf("read %+v, %v", model, err)
	}
	if model, err := s.client(t).FindPersonModel(t.Context(), testAccount, "Hosts"); err == nil || model != nil {
		t.Errorf("found %+v, %v", model, err)
	}
}

// TestCreatePersonModelOnce loses the answer of a create, and finds out what became of it.
func TestCreatePersonModelOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before  func(s *personService) func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool
		created string // its id, or what the error says
	}{
		"lost after it was made": {func(s *personService) func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			return losing(anX12)
		}, "new1"},
		"lost before": {func(*personService) func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			return func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
				if r.Method == http.MethodPost {
					lose(w, nil)
				}
				return r.Method == http.MethodPost
			}
		}, "may or may not"},
		"made, and no id": {func(s *personService) func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			return func(w http.ResponseWriter, r *http.Request, do func(http.ResponseWriter)) bool {
				if r.Method == http.MethodPost {
					_, _ = w.Write([]byte(`{"name":"Guests"}` + "\n"))
					s.change(func() { s.models = append(s.models, map[string]any{"id": "new1", "name": "Guests"}) })
				}
				return r.Method == http.MethodPost
			}
		}, "new1"},
		"beside one of another name": {func(s *personService) func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			return func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
				if r.Method == http.MethodPost {
					s.change(func() { s.models = append(s.models, map[string]any{"id": "other", "name": "Guests of someone else"}) })
					lose(w, nil)
				}
				return r.Method == http.MethodPost
			}
		}, "may or may not"},
		"the list fails": {func(*personService) func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool {
			lost := losing(anX12)
			posted := false
			return func(w http.ResponseWriter, r *http.Request, do func(http.ResponseWriter)) bool {
				if posted {
					w.WriteHeader(http.StatusForbidden)
					return true
				}
				posted = r.Method == http.MethodPost
				return lost(w, r, do)
			}
		}, "may or may not"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newPersonService()
				s.models = append(s.models, map[string]any{"id": "old", "name": "Guests of last year"})
				s.before = test.before(s)
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				model, err := c.CreatePersonModel(t.Context(), testAccount, "Guests")
				if err == nil && model.ID != test.created || err != nil && !strings.Contains(err.Error(), test.created) {
					t.Errorf("created %+v, %v", model, err)
				}
				if n := s.count(anX12); n != 1 {
					t.Errorf("sent %d times", n)
				}
			})
		})
	}
}

// TestCreatePersonModelOfAnother loses a create of a name that was there before: the old model is not taken for the
// new one.
func TestCreatePersonModelOfAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newPersonService()
		s.before = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
			if r.Method == http.MethodPost {
				lose(w, nil)
			}
			return r.Method == http.MethodPost
		}
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		if model, err := c.CreatePersonModel(t.Context(), testAccount, "Presenters"); !isA[*AmbiguousError](err) {
			t.Errorf("created %+v, %v", model, err)
		}
	})
}

// TestCreatePersonModelInterrupted ends the caller's context while a create is under way, and while it is looked up.
func TestCreatePersonModelInterrupted(t *testing.T) {
	t.Parallel()
	for name, listedAfter := range map[string]time.Duration{"listed at once": 0, "listed after a moment": time.Second, "never listed": time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				s := newPersonService()
				s.before = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
					if r.Method == http.MethodPost {
						time.AfterFunc(listedAfter, func() {
							s.change(func() { s.models = append(s.models, map[string]any{"id": "new1", "name": "Guests"}) })
						})
						time.AfterFunc(10*time.Millisecond, cancel)
						lose(w, func(http.ResponseWriter) { pause(20 * time.Millisecond) })
					}
					return r.Method == http.MethodPost
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				start := time.Now()
				model, err := c.CreatePersonModel(ctx, testAccount, "Guests")
				if found := listedAfter < time.Hour; found != (err == nil) || found && model.ID != "new1" || !found && !isA[*AmbiguousError](err) {
					t.Errorf("created %+v, %v", model, err)
				}
				if took := time.Since(start); took > lookAfterInterrupt+time.Second {
					t.Errorf("took %s", took)
				}
				pause(time.Hour)
			})
		})
	}
}
