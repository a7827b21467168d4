package videoindexer

import (
	"net/http"
	"testing"
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
		s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) bool {
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
