package videoindexer

import (
	"cmp"
	"context"
	"math"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// inAList is an element that any list may have.
const inAList = `{"id":1,"name":"a","enabled":true,"tags":[]}`

func TestListsAreLimited(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct{ body, want string }{
		"elements":       {"[" + strings.Repeat(inAList+",", 3) + inAList + "]", "the list is longer than 3 elements"},
		"bytes":          {"[" + strings.Repeat(" ", 2000) + "]", "the body is larger than 1000 bytes"},
		"within a value": {`[{"id":1,"name":"` + strings.Repeat("x", 2000) + `"}]`, "the body is larger than 1000 bytes"},
		"a byte more":    {"[" + strings.Repeat(" ", 999) + "]", "the body is larger than 1000 bytes"},
		"all bytes":      {"[" + strings.Repeat(" ", 998) + "]", ""},
		"all elements":   {"[" + strings.Repeat(inAList+",", 2) + inAList + "]", ""},
	} {
		for name, call := range callsOf(t, "list brands", "list language models", "list person models", "persons", "faces of any source", "list projects", "list") {
			client := answers(t, c.body, onlyToken, extended)
			client.limits = limits{list: 1000, elements: 3}
			err := call(t.Context(), client)
			isLimited := err != nil && regexp.MustCompile("(larger|longer) than").MatchString(err.Error())
			if isLimited != (c.want != "") || isLimited && (!IsA[*UnexpectedAnswerError](err) || !strings.Contains(err.Error(), c.want)) {
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
				client.limits = limits{list: most, elements: 3}
				err := call(t.Context(), client)
				if isLimited := err != nil && strings.Contains(err.Error(), "the body is larger than 1000 bytes"); isLimited != (size > most) {
					t.Errorf("%s, %d bytes with %s: %v", name, size, what, err)
				}
			}
		}
	}
}

// TestListsHaveRoom computes how much of what is read of a list three times a hundred thousand brands would need.
func TestListsHaveRoom(t *testing.T) {
	t.Parallel()
	const brands = 3 * 100_000
	one := `{"id":1,"name":"` + strings.Repeat("n", 40) + `","description":"` + strings.Repeat("d", 400) + `","tags":["a","b"],"enabled":true},`
	if most := answers(t, "", onlyToken).limits; brands > most.elements || int64(brands*len(one)) > most.list {
		t.Errorf("%d brands of %d bytes are more than %+v", brands, len(one), most)
	}
}

// TestEnormousAnswers gives every call answers of 100 MB, and some that never end. Apart from headers and a buffer,
// the client reads no more than an answer of that kind may hold.
func TestEnormousAnswers(t *testing.T) {
	t.Parallel()
	const aside = 64 << 10
	limits := map[string]int64{"user token": maxTokenBytes, "project token": maxTokenBytes, "list faces": 32 << 20}
	for name, call := range callsOf(t, "user token", "project token", "list faces", "get account", "update brand", "create language model", "captions") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for what, answer := range map[string]struct {
				part      string
				megabytes int
			}{
				"100 MB of blanks": {" ", 100}, "100 MB of text": {"x", 100},
				"lists without end": {"[", math.MaxInt}, "objects without end": {`[{"id":"a"},`, math.MaxInt},
			} {
				megabyte := []byte(strings.Repeat(answer.part, 1<<20/len(answer.part)))
				var taken atomic.Int64
				c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					for range answer.megabytes {
						if _, err := w.Write(megabyte); err != nil {
							return // the client has had enough
						}
					}
				}, noRetries, func(config *Config) {
					config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
						conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
						return measuredConn{conn, &taken}, err
					}
				})
				limit := cmp.Or(limits[name], transport.DefaultMaxBytes)
				c.limits.list = limit
				err := call(t.Context(), c)
				if name == "list faces" && err != nil {
					continue // a list is read as it comes, and no further than it is one
				}
				if err == nil || !strings.Contains(err.Error(), "larger than") {
					t.Errorf("%s: %v", what, err)
				}
				if got := taken.Load(); got < limit || got > limit+aside {
					t.Errorf("%s: %d bytes were taken, the limit is %d", what, got, limit)
				}
			}
		})
	}
}

// measuredConn counts the bytes that arrive.
type measuredConn struct {
	net.Conn
	taken *atomic.Int64
}

func (c measuredConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.taken.Add(int64(n))
	return n, err //nolint:wrapcheck // a connection's errors are its own
}
