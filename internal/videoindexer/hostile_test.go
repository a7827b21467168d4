package videoindexer

import (
	"cmp"
	"context"
	"math"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

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
