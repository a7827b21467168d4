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

// readers are the calls that read what the service answers.
func readers() map[string]func(context.Context, *Client) error {
	file := []LanguageFile{textFile("a.txt", "text")}
	return map[string]func(context.Context, *Client) error{
		"user access token": func(ctx context.Context, c *Client) error {
			_, err := c.GetUserAccessToken(ctx, testLocation, Read)
			return err
		},
		"account access token": func(ctx context.Context, c *Client) error {
			_, err := c.GetAccountAccessToken(ctx, testAccount, Read)
			return err
		},
		"project access token": func(ctx context.Context, c *Client) error {
			_, err := c.GetProjectAccessToken(ctx, testAccount, "p", Read)
			return err
		},
		"accounts": func(ctx context.Context, c *Client) error { _, err := c.ListAccounts(ctx, testLocation); return err },
		"account": func(ctx context.Context, c *Client) error {
			_, err := c.GetAccount(ctx, testAccount, AccountQuery{})
			return err
		},
		"image model": func(ctx context.Context, c *Client) error { _, err := c.GetImageModel(ctx, testAccount); return err },
		"brand":       func(ctx context.Context, c *Client) error { _, err := c.GetBrand(ctx, testAccount, 7); return err },
		"updated brand": func(ctx context.Context, c *Client) error {
			_, err := c.UpdateBrand(ctx, testAccount, 7, BrandFields{Name: "Acme"})
			return err
		},
		"created language model": func(ctx context.Context, c *Client) error {
			_, err := c.CreateLanguageModel(ctx, testAccount, NewLanguageModel{Name: "Terms", Language: "en-US", Files: file})
			return err
		},
		"updated language model": func(ctx context.Context, c *Client) error {
			_, err := c.UpdateLanguageModel(ctx, testAccount, "m", LanguageModelUpdate{Files: file})
			return err
		},
		"render": func(ctx context.Context, c *Client) error {
			_, err := c.RenderProject(ctx, testAccount, "p", nil)
			return err
		},
		"source file": func(ctx context.Context, c *Client) error {
			_, err := c.GetSourceFileURL(ctx, testAccount, "v")
			return err
		},
		"faces": func(ctx context.Context, c *Client) error {
			_, err := c.ListFaces(ctx, testAccount, ofPerson(FacesQuery{}))
			return err
		},
		"captions": func(ctx context.Context, c *Client) error {
			_, err := c.GetCaptions(ctx, testAccount, "v", CaptionsQuery{})
			return err
		},
	}
}

// hostile is a service that answers in this way, except for the user's token, which other calls need.
func hostile(t *testing.T, reader string, answer http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if reader != "user access token" && strings.HasSuffix(r.URL.Path, "/Users/me/AccessToken") {
			_, _ = w.Write([]byte(`"` + testUserToken + `"`))
			return
		}
		answer(w, r)
	}, append(change, noRetries)...)
}

// TestEnormousAnswers gives every call answers of 100 MB, and some that never end. Apart from headers and a buffer,
// the client reads no more than an answer of that kind may hold.
func TestEnormousAnswers(t *testing.T) {
	t.Parallel()
	const aside = 64 << 10
	limits := map[string]int64{"user access token": maxTokenBytes, "project access token": maxTokenBytes, "faces": 32 << 20}
	for name, call := range readers() {
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
				c := hostile(t, name, func(w http.ResponseWriter, _ *http.Request) {
					for range answer.megabytes {
						if _, err := w.Write(megabyte); err != nil {
							return // the client has had enough
						}
					}
				}, func(config *Config) {
					config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
						conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
						return measuredConn{conn, &taken}, err
					}
				})
				limit := cmp.Or(limits[name], transport.DefaultMaxBytes)
				c.limits.list = limit
				err := call(t.Context(), c)
				if name == "faces" && err != nil {
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
