package videoindexer

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFindPersons finds all persons of a name and nobody else, by one list for several names, and hands on a failure.
func TestFindPersons(t *testing.T) {
	t.Parallel()
	s := newCast("Ada", "Bea", "Ada", "Adam")
	c := s.client(t)
	for name, want := range map[string][]string{"Ada": {"p1", "p3"}, "Adam": {"p4"}, "ada": nil} {
		found, err := c.FindPersons(t.Context(), testAccount, "m", name)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, person := range found {
			ids = append(ids, person.ID)
		}
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if n := s.count(anX17); n != 1 {
		t.Errorf("%d lists for three names", n)
	}
	broken := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, onlyToken, extended)
	if found, err := broken.FindPersons(t.Context(), testAccount, "m", "Ada"); err == nil || len(found) > 0 {
		t.Errorf("found %v, error %v", found, err)
	}
}

// TestGetVideoAccessToken asks for a token of a video (X23).
func TestGetVideoAccessToken(t *testing.T) {
	t.Parallel()
	var asked string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r.Method + " " + r.RequestURI
		_, _ = w.Write([]byte(`"a-video-token"`))
	}, extended)
	value, err := c.GetVideoAccessToken(t.Context(), testAccount, "v/1", Write)
	want := "GET /auth/" + testLocation + "/Accounts/" + testAccountID + "/Videos/v%2F1/AccessToken?allowEdit=true"
	if err != nil || value != "a-video-token" || asked != want {
		t.Errorf("%q, %v; asked %s, want %s", value, err, asked, want)
	}
}
