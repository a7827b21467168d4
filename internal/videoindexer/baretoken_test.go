package videoindexer

import (
	"strings"
	"testing"
)

// TestBareTokens removes what is assigned to the name of a token in a page's text, where it looks like one: a word without a
// digit is prose or code.
func TestBareTokens(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"let sessionToken=a1b2c3d4e5f6 done":   "let  done",
		"set accessToken=placeholder for it":   "set accessToken=placeholder for it",
		"the password=hunter2hunter2\nfollows": "the \nfollows",
		"a token=short1 stays":                 "a token=short1 stays",
		"nothing of the kind":                  "nothing of the kind",
	} {
		if got := pageWithoutTokens(page, nil); got != want {
			t.Errorf("%q becomes %q, want %q", page, got, want)
		}
	}
}

// TestSourceGoneError says what is gone, and keeps the answer that said so.
func TestSourceGoneError(t *testing.T) {
	t.Parallel()
	answer := &APIError{Operation: "get source file", Status: 410}
	err := &SourceGoneError{VideoID: "v1", Err: answer}
	if !strings.Contains(err.Error(), `"v1" is gone: `+answer.Error()) || !isA[*APIError](err) {
		t.Errorf("error %q", err)
	}
}
