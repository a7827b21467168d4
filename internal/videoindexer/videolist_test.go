package videoindexer

import (
	"net/http"
	"testing"
	"time"
)

// TestVideosBounds sends the bounds of the time of creation in UTC, and nothing without extended operations.
func TestVideosBounds(t *testing.T) {
	t.Parallel()
	for _, isExtended := range []bool{false, true} {
		var query string
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			query = r.URL.Query().Encode()
			_, _ = w.Write([]byte(`{"results":[],"nextPage":{"done":true}}`))
		}, onlyToken, func(config *Config) { config.ExtendedOperations = isExtended })
		zone := time.FixedZone("east", 2*60*60)
		bounds := VideosQuery{
			CreatedAfter: time.Date(2024, 5, 6, 1, 2, 3, 0, zone), CreatedBefore: time.Date(2024, 6, 1, 0, 0, 0, 500_000_000, time.UTC),
		}
		want := ""
		if isExtended {
			want = "createdAfter=2024-05-05T23%3A02%3A03Z&createdBefore=2024-06-01T00%3A00%3A00.5Z&pageSize=1000&skip=0"
		}
		for _, err := range c.Videos(t.Context(), testAccount, bounds) {
			if isExtended || !isA[*NotExtendedError](err) {
				t.Error(err)
			}
		}
		if query != want {
			t.Errorf("%q, want %q", query, want)
		}
	}
}
