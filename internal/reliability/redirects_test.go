//go:build unix

package reliability

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRedirects has every endpoint that a plan asks redirect to another host: nothing is ever sent there.
func TestRedirects(t *testing.T) {
	t.Parallel()
	var arrived atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { arrived.Add(1) }))
	t.Cleanup(elsewhere.Close)
	for _, endpoint := range []int{1, 2, 3, 5, 8, 13, 16} {
		for _, status := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect} {
			if !isFull() && status != http.StatusTemporaryRedirect {
				continue
			}
			t.Run(fmt.Sprintf("endpoint %d, %d", endpoint, status), func(t *testing.T) {
				t.Parallel()
				w := newWorkspace(t, mockserver.WidgetForAccountTokens())
				w.AddBrands(w.Account.ID, 1)
				w.AddSampleMedia(w.Account.ID)
				w.configure(`
resource "videoindexer_project" "it" {
  project_id = "p1q2r3s4t5"
}
data "videoindexer_account" "it" {}
data "videoindexer_brand" "it" {
  brand_id = 1001
}
data "videoindexer_captions" "it" {
  video_id = "a1b2c3d4e5"
}
data "videoindexer_insights_widget" "it" {
  video_id = "a1b2c3d4e5"
}
`)
				w.Script(mockserver.Fault{Endpoint: endpoint, Times: mockserver.Always, Do: mockserver.Respond(http.RedirectHandler(elsewhere.URL, status))})
				r := w.apply()
				if w.Count(endpoint) == 0 {
					t.Error("the endpoint was not asked")
				}
				if isWidget := endpoint == 13; (r.code == 0) != isWidget { // the address of the widget is its value
					t.Errorf("exit code %d: %s", r.code, r)
				}
			})
		}
	}
	t.Cleanup(func() {
		if n := arrived.Load(); n > 0 {
			t.Errorf("%d requests were sent to another host", n)
		}
	})
}
