package videoindexer

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// summed leaves the files out of a list, as null or not at all.
func summed(isNull bool) func(map[string]any) map[string]any {
	return func(m map[string]any) map[string]any {
		delete(m, "files")
		if isNull {
			m["files"] = nil
		}
		return m
	}
}

func TestListLanguageModelsInFull(t *testing.T) {
	t.Parallel()
	s := newLanguageService("One", "Two")
	c := s.client(t)
	names := func() string {
		t.Helper()
		models, err := c.ListLanguageModelsInFull(t.Context(), testAccount)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, m := range models {
			for _, f := range m.Files {
				all = append(all, m.Name+" "+f.Name)
			}
		}
		return strings.Join(all, ", ")
	}
	if got := names(); got != "One a.txt, Two a.txt" || len(s.requests()) != 1 {
		t.Errorf("%s with %v", got, s.requests())
	}
	s.change(func() { s.listed = summed(true) })
	if got := names(); got != "One a.txt, Two a.txt" {
		t.Error(got)
	}
	s.change(func() {
		s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
			if strings.HasSuffix(r.URL.Path, "/m1") {
				answerJSON(w, http.StatusNotFound, map[string]any{"ErrorType": "NOT_FOUND"})
				return true
			}
			return false
		}
	})
	if got := names(); got != "Two a.txt" {
		t.Errorf("after one was deleted meanwhile: %s", got)
	}
}

// TestReadLanguageModel shares a list where it shows files, and reads model by model what it does not show.
func TestReadLanguageModel(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		listed func(map[string]any) map[string]any
		lacks  int
		want   []string
	}{
		"with files":    {want: []string{anX5, anX6("m9")}},
		"without files": {listed: summed(false), want: []string{anX5, anX6("m1"), anX6("M2"), anX6("m9")}},
		"files null":    {listed: summed(true), want: []string{anX5, anX6("m1"), anX6("M2"), anX6("m9")}},
		"not listed":    {listed: func(map[string]any) map[string]any { return nil }, want: []string{anX5, anX6("m1"), anX6("M2"), anX6("m9")}},
		"no X5":         {lacks: http.StatusMethodNotAllowed, want: []string{anX5, anX6("m1"), anX6("M2"), anX6("m9")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newLanguageService("One", "Two")
			s.listed = test.listed
			if test.lacks != 0 {
				s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
					if strings.HasSuffix(r.URL.Path, "/Language") {
						w.WriteHeader(test.lacks)
					}
					return strings.HasSuffix(r.URL.Path, "/Language")
				}
			}
			c := s.client(t)
			for _, id := range []string{"m1", "M2"} {
				if m, err := c.ReadLanguageModel(t.Context(), testAccount, id, asListed); err != nil || !strings.EqualFold(m.ID, id) || len(m.Files) != 1 {
					t.Errorf("%s: %+v, %v", id, m, err)
				}
			}
			if _, err := c.ReadLanguageModel(t.Context(), testAccount, "m9", asListed); !IsNotFound(err) {
				t.Errorf("a missing one: %v", err)
			}
			if diff := cmp.Diff(test.want, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLanguageModelWritesEndTheList reads after each kind of write.
func TestLanguageModelWritesEndTheList(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(context.Context, *Client) error{
		"19": func(ctx context.Context, c *Client) error {
			_, err := c.CreateLanguageModel(ctx, testAccount, NewLanguageModel{Name: "New", Language: "en-US"})
			return err
		},
		"20": func(ctx context.Context, c *Client) error {
			_, err := c.UpdateLanguageModel(ctx, testAccount, "m1", LanguageModelUpdate{})
			return err
		},
		"21": func(ctx context.Context, c *Client) error {
			return c.DeleteLanguageModelFile(ctx, testAccount, "m1", "f1")
		},
		"X7": func(ctx context.Context, c *Client) error { return c.DeleteLanguageModel(ctx, testAccount, "m2") },
		"X8": func(ctx context.Context, c *Client) error {
			_, err := c.TrainLanguageModel(ctx, testAccount, "m1")
			return err
		},
		"X11": func(ctx context.Context, c *Client) error {
			_, err := c.UpdateLanguageModelFile(ctx, testAccount, "m1", "f1", LanguageModelFileUpdate{Enabled: new(false)})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newLanguageService("One", "Two")
			c := s.client(t)
			read := func() string {
				m, err := c.ReadLanguageModel(t.Context(), testAccount, "m1", asListed)
				if err != nil {
					t.Fatal(err)
				}
				return m.Name
			}
			read()
			if err := write(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			s.change(func() { s.models[0]["name"] = "Changed" })
			before := len(s.requests())
			if got := read(); got != "Changed" {
				t.Errorf("read the name %q", got)
			}
			if got := s.requests()[before:]; !slices.Equal(got, []string{anX6("m1")}) {
				t.Errorf("read with %q", got)
			}
		})
	}
}

func TestFindLanguageModels(t *testing.T) {
	t.Parallel()
	s := newLanguageService("Terms", "Terms", "Account adaptations", "terms")
	s.models[1]["language"] = "de-DE"
	s.models[2]["isAutoGeneratedModel"] = true
	c := s.client(t)
	for want, search := range map[string][2]string{"m1": {"Terms", "en-us"}, "m2": {"Terms", "de-DE"}, "": {"Account adaptations", "en-US"}} {
		models, err := c.FindLanguageModels(t.Context(), testAccount, search[0], search[1])
		got := ""
		for _, m := range models {
			got += m.ID
		}
		if err != nil || got != want {
			t.Errorf("%v: %s, %v", search, got, err)
		}
	}
	if n := s.count(anX5); n != 1 {
		t.Errorf("%d lists", n)
	}
}

// TestCreateLanguageModelOnce loses the answer of a create in each way, and finds what it has made, never anything else.
func TestCreateLanguageModelOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		made   func(s *languageService) // what is there after the create
		answer string                   // "" loses it
		hidden int                      // lists without it
		want   string                   // id, or what the error says
		lacks  string
	}{
		"made":                            {made: func(s *languageService) { s.add("New", "a.txt") }, want: "m4"},
		"made, listed later":              {made: func(s *languageService) { s.add("New", "a.txt") }, hidden: 2, want: "m4"},
		"made, with fewer files":          {made: func(s *languageService) { s.add("New") }, want: "m4"},
		"made, and edited":                {made: func(s *languageService) { s.add("New", "a.txt", "From transcript edits") }, want: "m4"},
		"made, and no id in the answer":   {made: func(s *languageService) { s.add("New", "a.txt") }, answer: `{"name":"New"}`, want: "m4"},
		"made, and an unreadable answer":  {made: func(s *languageService) { s.add("New", "a.txt") }, answer: `<html>`, want: "m4"},
		"not made":                        {want: "may or may not"},
		"one of another name":             {made: func(s *languageService) { s.add("new", "a.txt") }, want: "may or may not"},
		"one of another language":         {made: func(s *languageService) { s.add("New", "a.txt")["language"] = "de-DE" }, want: "may or may not"},
		"one of the service's own":        {made: func(s *languageService) { s.add("New", "a.txt")["isAutoGeneratedModel"] = true }, want: "may or may not"},
		"one of other files":              {made: func(s *languageService) { s.add("New", "b.txt") }, want: "may or may not"},
		"two":                             {made: func(s *languageService) { s.add("New", "a.txt"); s.add("New", "a.txt") }, want: "may or may not"},
		"made, and the list fails":        {made: func(s *languageService) { s.add("New", "a.txt") }, lacks: anX5, want: "may or may not"},
		"made, and one that is gone":      {made: func(s *languageService) { s.add("New", "a.txt"); s.add("New", "a.txt") }, lacks: anX6("m5"), want: "m4"},
		"made, and a model has no answer": {made: func(s *languageService) { s.add("New", "a.txt") }, lacks: anX6("m4"), want: "may or may not"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newLanguageService("New", "Other")
				s.add("New", "a.txt")
				hidden, isPosted := test.hidden, false
				s.listed = func(m map[string]any) map[string]any {
					if m["id"] == "m4" && hidden > 0 {
						hidden--
						return nil
					}
					return m
				}
				s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
					if r.Method == http.MethodPost {
						isPosted = true
						if test.made != nil {
							s.change(func() { test.made(s) })
						}
						if test.answer == "" {
							lose(w, nil)
						} else {
							_, _ = w.Write([]byte(test.answer))
						}
						return true
					}
					switch {
					case !isPosted:
						return false
					case test.lacks == anX6("m5") && strings.HasSuffix(r.URL.Path, "m5"):
						answerJSON(w, http.StatusNotFound, map[string]any{"ErrorType": "NOT_FOUND"})
					case test.lacks == anX5 && strings.HasSuffix(r.URL.Path, "/Language"), test.lacks == anX6("m4") && strings.HasSuffix(r.URL.Path, "m4"):
						w.WriteHeader(http.StatusForbidden)
					default:
						return false
					}
					return true
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				model, err := c.CreateLanguageModel(t.Context(), testAccount, NewLanguageModel{Name: "New", Language: "en-US", Files: []LanguageFile{textFile("a.txt", "words")}})
				if err == nil && model.ID != test.want || err != nil && (!strings.Contains(err.Error(), test.want) || !MayBeDone(err)) {
					t.Errorf("created %+v, %v", model, err)
				}
				if n := s.count(an19); n != 1 {
					t.Errorf("sent %d times", n)
				}
			})
		})
	}
}

// asListed expects whatever a list shows.
func asListed(*LanguageModel) bool { return true }
