package mockserver_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	account   = mockserver.DefaultAccountID
	videoID   = "a1b2c3d4e5"
	projectID = "p9f8e7d6c5"
	twoCues   = "00:00:00.000 --> 00:00:01.500\nHello.\n\n00:00:01.500 --> 00:00:03.000\nGoodbye,\nall.\n"
)

// mediaServer is a bench for what is made of videos. At the end it wants to have seen no violation, or some.
type mediaServer struct {
	*bench
	token   string // sent with every request
	refuses bool   // the test sends what the contract does not allow
}

func newMediaServer(t *testing.T, opts ...mockserver.Option) *mediaServer {
	t.Helper()
	st := &mediaServer{bench: newBench(t, opts...)}
	st.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	st.token = st.write()
	t.Cleanup(func() {
		if broken := st.Violations(); len(broken) > 0 != st.refuses {
			t.Errorf("violations (wanted some: %t): %q", st.refuses, broken)
		}
	})
	return st
}

// send makes a request below the account's path. A body goes with the content type that its endpoint takes.
func (st *mediaServer) send(method, path, body string) answered {
	st.t.Helper()
	header := map[string]string{}
	switch {
	case strings.HasPrefix(body, "{"):
		header["Content-Type"] = "application/json"
	case strings.Contains(path, "/Index/Transcript"):
		header["Content-Type"] = "text/vtt"
	}
	return st.do(ask{method: method, path: "~" + path, token: st.token, header: header, body: body})
}

// wants stops the test unless a reply has the status, and the error type when one is named.
func (st *mediaServer) wants(got answered, status int, errorType string) {
	st.t.Helper()
	if errorType == "" {
		got.is(status)
		return
	}
	got.fails(status, errorType)
}

func (st *mediaServer) videoPath(below string) string { return "/Videos/" + videoID + below }

// video adds the video of the tests.
func (st *mediaServer) video(v mockserver.Video) {
	st.t.Helper()
	v.ID = videoID
	if !st.AddVideo(account, v) {
		st.t.Fatal("the account is missing")
	}
}

// now returns the video of the tests as it is now.
func (st *mediaServer) now() mockserver.Video {
	st.t.Helper()
	v, ok := st.Video(account, videoID)
	if !ok {
		st.t.Fatal("the video is missing")
	}
	return v
}

func same(t *testing.T, got, want any) {
	t.Helper()
	equal(t, "value", got, want)
}
