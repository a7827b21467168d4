package videoindexer

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// TestEnormousAnswers gives calls of each kind answers that never end. Apart from headers and a buffer, the client reads no
// more than an answer of that kind may hold.
func TestEnormousAnswers(t *testing.T) {
	t.Parallel()
	const aside = 64 << 10
	limits := map[string]int64{"user token": maxTokenBytes, "project token": maxTokenBytes, "list faces": 32 << 20}
	for name, call := range callsOf(t, "user token", "project token", "list faces", "get account", "create language model", "captions") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limit, isSmall := limits[name]
			for what, part := range map[string]string{"lists": "[", "blanks": " ", "text": "x", "objects": `[{"id":"a"},`} {
				if !isSmall {
					if what != "lists" {
						continue // these bodies are read before anything looks at what they hold
					}
					limit = transport.DefaultMaxBytes
				}
				megabyte := []byte(strings.Repeat(part, 1<<20/len(part)))
				var taken atomic.Int64
				c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					for {
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
