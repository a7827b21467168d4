package videoindexer

import (
	"strings"
	"testing"
)

// TestSourceGoneError says what is gone, and keeps the answer that said so.
func TestSourceGoneError(t *testing.T) {
	t.Parallel()
	answer := &APIError{Operation: "get source file", Status: 410}
	err := &SourceGoneError{VideoID: "v1", Err: answer}
	if !strings.Contains(err.Error(), `"v1" is gone: `+answer.Error()) || !isA[*APIError](err) {
		t.Errorf("error %q", err)
	}
}
