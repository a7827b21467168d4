package videoindexer

import (
	"strings"
	"testing"
)

func TestListsAreLimited(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		body      string
		isLimited bool
	}{
		"within a value": {`[{"id":1,"name":"` + strings.Repeat("x", 2000) + `"}]`, true},
		"a byte more":    {"[" + strings.Repeat(" ", 999) + "]", true},
		"all bytes":      {"[" + strings.Repeat(" ", 998) + "]", false},
	} {
		for name, call := range callsOf(t, "list brands", "list language models", "list person models", "persons", "faces of any source", "list projects", "list") {
			client := answers(t, c.body, onlyToken, extended)
			client.maxStream = 1000
			err := call(t.Context(), client)
			isLimited := IsA[*UnexpectedAnswerError](err) && strings.Contains(err.Error(), "the body is larger than 1000 bytes")
			if isLimited != c.isLimited {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

// TestLongAnswersAreLimited gives each call that reads a long answer as it comes one of a byte too much, and one of a byte less.
func TestLongAnswersAreLimited(t *testing.T) {
	t.Parallel()
	const most, end = 1000, `,"state":"Processed"}`
	for name, call := range callsOf(t, "state", "what is supported") {
		for what, begin := range map[string]string{"blanks": `{"id":"a"` + strings.Repeat(" ", most), "a text that is left out": `{"ocr":"` + strings.Repeat("x", most) + `"`} {
			for _, size := range []int{most, most + 1} {
				body := begin + end
				body = body[:9] + body[9+len(body)-size:] // shortens what is repeated
				client := answers(t, body, onlyToken, extended)
				client.maxStream = most
				err := call(t.Context(), client)
				if isLimited := err != nil && strings.Contains(err.Error(), "the body is larger than 1000 bytes"); isLimited != (size > most) {
					t.Errorf("%s, %d bytes with %s: %v", name, size, what, err)
				}
			}
		}
	}
	for size, isRead := range map[int]bool{maxTokenBytes: true, maxTokenBytes + 1: false} {
		c := answers(t, strings.Repeat("x", size), keyAlone)
		if _, err := c.GetUserAccessToken(t.Context(), testLocation, Read); (err == nil) != isRead {
			t.Errorf("a token of %d bytes: %v", size, err)
		}
	}
}
