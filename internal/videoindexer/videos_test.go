package videoindexer

import (
	"context"
	"strings"
	"testing"
)

func TestReindexVideoErrors(t *testing.T) {
	t.Parallel()
	s := answering(t, reply{status: 409, body: `{"ErrorType":"INVALID_INPUT","Message":"being indexed"}`})
	if err := s.ReindexVideo(context.Background(), testAccount, "v1", ReindexOptions{}); !IsConflict(err) {
		t.Errorf("got error %v, want a conflict", err)
	}
	err := s.ReindexVideo(context.Background(), testAccount, "v1", ReindexOptions{BrandsCategories: []string{"a,b"}})
	if err == nil || !strings.Contains(err.Error(), `"a,b"`) {
		t.Errorf("got error %v for a category with a comma", err)
	}
	if n := len(s.requests()); n != 1 {
		t.Errorf("%d requests, want none for the bad category", n)
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
