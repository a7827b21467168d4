package videoindexer

import (
	"testing"
)

// TestReadPersonModel reads models by one list, until this client writes one, and then by another.
func TestReadPersonModel(t *testing.T) {
	t.Parallel()
	s := newPersonService("Ada")
	c := s.client(t)
	read := func(id, want string, wantLists int) {
		t.Helper()
		model, err := c.ReadPersonModel(t.Context(), testAccount, id)
		if err != nil || valueOf(model).Name != want {
			t.Errorf("read %+v, %v", model, err)
		}
		if n := s.count(anX13); n != wantLists {
			t.Errorf("%d lists, want %d", n, wantLists)
		}
	}
	read("m", "Presenters", 1)
	read("M", "Presenters", 1)
	read("n", "", 1)
	if _, err := c.RenamePersonModel(t.Context(), testAccount, "m", "Hosts"); err != nil {
		t.Fatal(err)
	}
	read("m", "Hosts", 2)
	read("m", "Hosts", 2)
	for name, want := range map[string]string{"Hosts": "m", "hosts": "", "Guests": ""} {
		found, err := c.FindPersonModel(t.Context(), testAccount, name)
		if err != nil || valueOf(found).ID != want {
			t.Errorf("looked for %q: %+v, %v", name, found, err)
		}
	}
}
