package videoindexer

import (
	"net/http"
	"strings"
	"testing"
)

// TestReindexCategories refuses a category that the service would take for two.
func TestReindexCategories(t *testing.T) {
	t.Parallel()
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived", r.RequestURI) })
	err := c.ReindexVideo(t.Context(), testAccount, "v1", ReindexOptions{BrandsCategories: []string{"a,b"}})
	if err == nil || !strings.Contains(err.Error(), `"a,b"`) {
		t.Errorf("got error %v", err)
	}
}

func TestCaptionLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"ar-BH": "br-BH", "AR-bh": "br-BH", "ar-SY": "ar-SY", "": ""} {
		if got := captionLanguage(code); got != want {
			t.Errorf("captionLanguage(%q) = %q", code, got)
		}
	}
}
