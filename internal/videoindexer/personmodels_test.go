package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestPersonModels sends each operation on person models, and reads its answer.
func TestPersonModels(t *testing.T) {
	t.Parallel()
	s := newPersonService("Ada")
	c := s.client(t)
	models, err := c.ListPersonModels(t.Context(), testAccount, "")
	want := []PersonModel{{ID: "m", Name: "Presenters", IsDefault: true, PersonsCount: 1}}
	if diff := cmp.Diff(want, models); err != nil || diff != "" {
		t.Errorf("list: %v (-want +got):\n%s", err, diff)
	}
	made, err := c.CreatePersonModel(t.Context(), testAccount, "Guests & others")
	if diff := cmp.Diff(&PersonModel{ID: "new1", Name: "Guests & others"}, made); err != nil || diff != "" {
		t.Errorf("create: %v (-want +got):\n%s", err, diff)
	}
	renamed, err := c.RenamePersonModel(t.Context(), testAccount, "new1", "Old", "Guests")
	if err != nil || renamed.Name != "Guests" || renamed.ID != "new1" {
		t.Errorf("rename: %+v, %v", renamed, err)
	}
	if err := c.DeletePersonModel(t.Context(), testAccount, "new1"); err != nil {
		t.Errorf("delete: %v", err)
	}
	if err := c.DeletePersonModel(t.Context(), testAccount, "new1"); !IsNotFound(err) {
		t.Errorf("delete again: %v", err)
	}
	if diff := cmp.Diff([]string{anX13, anX13, anX12, "PUT new1", "DELETE new1", "DELETE new1"}, s.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestPersonModelAnswers reads answers in each form, and answers that are none.
func TestPersonModelAnswers(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`[]`:                         "",
		`[{"ID":7,"Name":"A"}]`:      "7",
		`null`:                       "contains no list",
		`{"results":[]}`:             "contains no list",
		`[{"name":"A"}]`:             "model 1 of the list: the person model has no id",
		`[{"id":"a"},{"id":null}]`:   "model 2 of the list",
		`[{"id":"a","isDefault":3}]`: "a", // unreadable
	} {
		c := answers(t, http.StatusOK, body, onlyToken, extended)
		models, err := c.ListPersonModels(t.Context(), testAccount, "")
		switch {
		case err != nil && (want == "" || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v", body, err)
		case err == nil && len(models) > 0 && models[0].ID != want:
			t.Errorf("%s: %+v", body, models)
		case err == nil && len(models) == 0 && want != "":
			t.Errorf("%s: no error, want %q", body, want)
		}
		if _, err := c.RenamePersonModel(t.Context(), testAccount, "m", "Old", "B"); !isA[*UnexpectedAnswerError](err) {
			t.Errorf("%s as the answer of a rename: %v", body, err)
		}
	}
}

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

// TestPersonOperationsFail has each operation fail in the ways that its caller tells apart.
func TestPersonOperationsFail(t *testing.T) {
	t.Parallel()
	model := func(_ *PersonModel, err error) error { return err }
	person := func(_ *Person, err error) error { return err }
	operations := map[string]func(context.Context, *Client) error{
		"X12": func(ctx context.Context, c *Client) error { return model(c.CreatePersonModel(ctx, testAccount, "a")) },
		"X13": func(ctx context.Context, c *Client) error { return model(c.ReadPersonModel(ctx, testAccount, "m")) },
		"X14": func(ctx context.Context, c *Client) error {
			return model(c.RenamePersonModel(ctx, testAccount, "m", "Old", "a"))
		},
		"X15": func(ctx context.Context, c *Client) error { return c.DeletePersonModel(ctx, testAccount, "m") },
		"X16": func(ctx context.Context, c *Client) error { return person(c.CreatePerson(ctx, testAccount, "m", "a")) },
		"X17": func(ctx context.Context, c *Client) error {
			return person(c.ReadPerson(ctx, testAccount, "m", "p", ""))
		},
		"X18": func(ctx context.Context, c *Client) error {
			return person(c.RenamePerson(ctx, testAccount, "m", "p", "Old", "a"))
		},
		"X19": func(ctx context.Context, c *Client) error { return c.DeletePerson(ctx, testAccount, "m", "p") },
		"X20": func(ctx context.Context, c *Client) error {
			_, err := c.AddFaces(ctx, testAccount, "m", "p", []string{"https://a.example/1.jpg"})
			return err
		},
		"X21": func(ctx context.Context, c *Client) error { return c.DeleteFace(ctx, testAccount, "m", "p", "f") },
		"X24": func(ctx context.Context, c *Client) error {
			return c.UpdateMediaConnection(ctx, testAccount, MediaConnectionChange{ResourceGroup: "a"})
		},
		"X25": func(ctx context.Context, c *Client) error {
			_, err := c.ConnectImageModel(ctx, testAccount, ImageModelConnection{})
			return err
		},
		"X26": func(ctx context.Context, c *Client) error { return c.DisconnectImageModel(ctx, testAccount) },
	}
	for name, call := range operations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := func(status int, body string) *Client {
				return answers(t, status, body, onlyToken, noRetries, extended)
			}
			for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
				if err := call(t.Context(), answer(status, "")); !IsUnsupported(err) || IsNotFound(err) {
					t.Errorf("a service without it: %v", err)
				}
			}
			err := call(t.Context(), answer(http.StatusBadRequest, `{"ErrorType":"INVALID_PICTURE","Message":"no"}`))
			if refused, ok := errors.AsType[*APIError](err); !ok || refused.Type != ErrorTypeInvalidPicture {
				t.Errorf("refused: %v", err)
			}
			if err := call(t.Context(), answer(http.StatusNotFound, `{"ErrorType":"NOT_FOUND"}`)); !IsNotFound(err) {
				t.Errorf("gone: %v", err)
			}
			err = call(t.Context(), serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") }, onlyToken))
			if refused, ok := errors.AsType[*NotExtendedError](err); !ok || refused.Extended != name && name != "X12" && name != "X16" {
				t.Errorf("not extended: %v", err)
			}
		})
	}
}
