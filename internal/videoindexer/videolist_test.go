package videoindexer

import (
	"net/http"
	"testing"
	"time"
)

// TestVideosBounds sends the bounds of the time of creation in UTC.
func TestVideosBounds(t *testing.T) {
	t.Parallel()
	var query string
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		query = r.URL.Query().Encode()
		_, _ = w.Write([]byte(`{"nextPage":{"done":true}}`))
	}, onlyToken, extended)
	zone := time.FixedZone("east", 2*60*60)
	_, err := collected(c.Videos(t.Context(), testAccount, VideosQuery{
		CreatedAfter: time.Date(2024, 5, 6, 1, 2, 3, 0, zone), CreatedBefore: time.Date(2024, 6, 1, 0, 0, 0, 500_000_000, time.UTC),
	}))
	if want := "createdAfter=2024-05-05T23%3A02%3A03Z&createdBefore=2024-06-01T00%3A00%3A00.5Z&pageSize=1000&skip=0"; query != want || err != nil {
		t.Errorf("%s, want %s (%v)", query, want, err)
	}
}
