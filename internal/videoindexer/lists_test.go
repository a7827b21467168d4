package videoindexer

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

const tooLarge = "the body is larger than 1000 bytes"

// A list is read as it arrives, and its bound counts bytes within and between its values.
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
		for name, call := range callsOf(t,
			"list brands", "list language models", "list person models", "persons", "faces of any source",
			"list projects", "list",
		) {
			client := respondingWith(t, c.body, onlyToken, extended)
			client.maxStream = 1000
			err := call(t.Context(), client)
			isLimited := IsA[*UnexpectedResponseError](err) && strings.Contains(err.Error(), tooLarge)
			check.Equal(t, c.isLimited, isLimited, "%s, %s: the body is too large, by the error %v", name, what, err)
		}
	}
}

// TestLongResponsesAreLimited gives each call that reads a long response as it comes one of a byte
// too much, and one of a byte less.
func TestLongResponsesAreLimited(t *testing.T) {
	t.Parallel()
	const (
		most = 1000
		end  = `,"state":"Processed"}`
	)
	for name, call := range callsOf(t, "state", "what is supported") {
		for what, begin := range map[string]string{
			"blanks":                  `{"id":"a"` + strings.Repeat(" ", most),
			"a text that is left out": `{"ocr":"` + strings.Repeat("x", most) + `"`,
		} {
			for _, size := range []int{most, most + 1} {
				body := begin + end
				body = body[:9] + body[9+len(body)-size:] // shortens what is repeated
				client := respondingWith(t, body, onlyToken, extended)
				client.maxStream = most
				err := call(t.Context(), client)
				isLimited := err != nil && strings.Contains(err.Error(), tooLarge)
				check.Equal(t, size > most, isLimited, "%s, %d bytes with %s: the body is too large, by the error %v", name, size, what, err)
			}
		}
	}
	for size, isRead := range map[int]bool{maxTokenBytes: true, maxTokenBytes + 1: false} {
		c := respondingWith(t, strings.Repeat("x", size), keyAlone)
		_, err := c.GetUserAccessToken(t.Context(), testLocation, PermissionRead)
		check.Equal(t, isRead, err == nil, "a token of %d bytes is read, with the error %v", size, err)
	}
}

// TestDecodedSizeIsLimited reads responses of a few bytes for each of many objects, which take much
// more memory, in a list and within an object.
func TestDecodedSizeIsLimited(t *testing.T) {
	t.Parallel()
	const (
		many    = 200_000
		tooMany = 2_000_000
	)
	listOf := func(n int) io.Reader {
		return strings.NewReader(`[{"id":"a"}` + strings.Repeat(`,{"id":"a"}`, n-1) + "]")
	}
	list, err := readList(listOf(many), "person", decodeObject[Person])
	check.MustSucceed(t, err, "a list of %d", many)
	check.Equal(t, many, len(list.items), "persons")
	_, err = readList(listOf(tooMany), "person", decodeObject[Person])
	if err == nil || !strings.HasSuffix(err.Error(), errTooLarge.Error()) {
		t.Errorf("a list of %d: error %v, want %v", tooMany, err, errTooLarge)
	}
	for n, isRead := range map[int]bool{many: true, tooMany: false} {
		model, err := decodeLanguageModel([]byte(`{"id":"a","files":[{}` + strings.Repeat(",{}", n-1) + "]}"))
		check.Equal(t, isRead, err == nil, "%d files are read", n)
		if isRead {
			check.Equal(t, n, len(model.Files), "files")
		}
	}
}

// TestWhatIsAtFault breaks an element of a list in each way: the error says which one it is, and
// shows that one.
func TestWhatIsAtFault(t *testing.T) {
	t.Parallel()
	const (
		first = `{"id":"first","name":"` + "\u00e9" + `"}`
		last  = `{"id":"last"}`
	)
	for broken, want := range map[string]string{
		`{"id":"second","name":{}}`: `name is an object, not a string: {"id":"second","name":{}}`,
		`{"name":"second"}`:         `it has no id: {"name":"second"}`,
		`null`:                      `it is null: null`,
		`{"id":"second","name":"a` + "\xff" + `"}`: `the response is not valid UTF-8: {"id":"second","name":"a`,
		`{"id":"second",,}`:                        `invalid character ',' at start of string (expecting '"') within`,
	} {
		for _, list := range []string{"[%s, \n%s,%s]", `{"nextPage":{"done":true},"results":[%s,%s,%s]}`} {
			c := respondingWith(t, fmt.Sprintf(list, first, broken, last), onlyToken, extended)
			_, err := c.ListPersons(t.Context(), testAccount, "M", PersonsQuery{})
			text := fmt.Sprint(err)
			isQuoted := strings.Contains(text, broken[:min(len(broken), 12)]) && !strings.Contains(text, "first")
			check.Equal(t, true, isQuoted, "%s: the person alone is quoted by %s", broken, text)
			check.Contains(t, "person 2 of the list: "+want, text, "%s: the error", broken)
		}
	}
	const account = `[{"id":"other","name":"first"},{"id":"second","name":[]}]`
	_, err := respondingWith(t, account, onlyToken).GetAccount(t.Context(), testAccount, AccountQuery{})
	const want = `name is an array, not a string: {"id":"second","name":[]} (`
	check.ErrorSays(t, want, err, "an account")
}

// TestHalfASurrogate has a service cut texts within a pair of surrogates: it reads as U+FFFD, and
// hides nothing else.
func TestHalfASurrogate(t *testing.T) {
	t.Parallel()
	const list = `[{"id":1,"name":"A","enabled":true,"description":"cut \ud83d"},` +
		`{"id":2,"name":"B","enabled":true,"tags":["\udc00","\ud83d\ude00"]}]`
	c := respondingWith(t, list, onlyToken, extended)
	brands, err := c.ListBrands(t.Context(), testAccount)
	check.MustSucceed(t, err, "the list")
	check.Equal(t, 2, len(brands), "brands")
	got := []string{brands[0].Description, brands[1].Tags[0], brands[1].Tags[1]}
	check.Equal(t, []string{"cut \ufffd", "\ufffd", "\U0001f600"}, got, "a description and two tags")
	c = respondingWith(t, `"1\n00:00:01,000 --> 00:00:02,000\ncut \ud83d"`, onlyToken)
	text, err := c.GetCaptions(t.Context(), testAccount, "v", CaptionsQuery{Format: "Srt"})
	check.MustSucceed(t, err, "the captions")
	check.Equal(t, true, strings.HasSuffix(text, "\ncut \ufffd"), "half a character is \\ufffd at the end of %q", text)
}

// TestTagsThatAreNull are none.
func TestTagsThatAreNull(t *testing.T) {
	t.Parallel()
	for tags, want := range map[string][]string{`[null]`: {}, `["a",null,"",7,null]`: {"a", "", "7"}, `null`: {}} {
		c := respondingWith(t, `{"id":42,"name":"A","tags":`+tags+`}`, onlyToken)
		brand, err := c.GetBrand(t.Context(), testAccount, 42)
		check.MustSucceed(t, err, "%s", tags)
		check.Equal(t, want, brand.Tags, "%s is read as", tags)
	}
}
