package mockserver_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestSourceFile(t *testing.T) {
	t.Parallel()
	download := func(st *mediaServer) string {
		got := st.send(http.MethodGet, st.videoPath("/SourceFile/DownloadUrl"), "")
		same(t, got.status, http.StatusOK)
		var address string
		if err := json.Unmarshal([]byte(got.body), &address); err != nil {
			t.Fatal(err)
		}
		return address
	}
	st := newMediaServer(t)
	st.video(mockserver.Video{})
	first, second := download(st), download(st)
	if first == second || !strings.Contains(first, "&sig=") {
		t.Errorf("not signed anew: %s, %s", first, second)
	}
	same(t, st.SourceFileURLs(), []string{first, second})

	for _, status := range []int{http.StatusNotFound, http.StatusGone} {
		st.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.SourceFileGone = status })
		st.wants(st.send(http.MethodGet, st.videoPath("/SourceFile/DownloadUrl"), ""), status, "NOT_FOUND")
	}

	bare := newMediaServer(t, mockserver.SourceFileAsText())
	bare.video(mockserver.Video{SourceFileURL: "https://files.example/a.mp4?sig=1"})
	same(t, bare.send(http.MethodGet, bare.videoPath("/SourceFile/DownloadUrl"), "").body, "https://files.example/a.mp4?sig=1")
}

func TestTokensAreOptionalForPublicVideos(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/Captions", "/SourceFile/DownloadUrl", "/InsightsWidget"} {
		for _, private := range []bool{false, true} {
			st := newMediaServer(t)
			st.token = ""
			st.video(mockserver.Video{Private: private})
			got := st.send(http.MethodGet, st.videoPath(path), "")
			if private {
				st.wants(got, http.StatusUnauthorized, "USER_NOT_ALLOWED")
			} else {
				same(t, got.status, http.StatusOK)
			}
		}
	}
	st := newMediaServer(t)
	st.token = ""
	st.video(mockserver.Video{})
	st.wants(st.send(http.MethodPut, st.videoPath("/ReIndex"), ""), http.StatusUnauthorized, "USER_NOT_ALLOWED")
}

func TestInsightsWidgetTokens(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		token  func(*mockserver.Server) string
		opts   []mockserver.Option
		query  string
		status int
	}{
		"video":           {token: videoToken(videoID, false), status: 200},
		"video, edit":     {token: videoToken(videoID, true), query: "?allowEdit=true", status: 200},
		"video, may not":  {token: videoToken(videoID, false), query: "?allowEdit=true", status: 401},
		"other video":     {token: videoToken("other", true), status: 401},
		"account":         {token: accountToken, status: 401},
		"account allowed": {token: accountToken, opts: []mockserver.Option{mockserver.WidgetForAccountTokens()}, query: "?allowEdit=true", status: 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newMediaServer(t, tc.opts...)
			st.video(mockserver.Video{Private: true})
			st.token = tc.token(st.Server)
			same(t, st.send(http.MethodGet, st.videoPath("/InsightsWidget"+tc.query), "").status, tc.status)
		})
	}
}

func videoToken(id string, write bool) func(*mockserver.Server) string {
	return func(s *mockserver.Server) string {
		return s.VideoToken(location, account, id, write)
	}
}

func accountToken(s *mockserver.Server) string {
	return s.AccountToken(location, account, true)
}

func TestInsightsWidgetAnswers(t *testing.T) {
	t.Parallel()
	const path = "/InsightsWidget?widgetType=people%2Ckeywords&allowEdit=true"

	st := newMediaServer(t)
	st.video(mockserver.Video{})
	st.token = videoToken(videoID, true)(st.Server)
	got := st.send(http.MethodGet, st.videoPath(path), "")
	same(t, got.header.Get("Content-Type"), "text/html; charset=utf-8")
	if !strings.Contains(got.body, `data-widgets="people,keywords" data-edit="true"`) {
		t.Errorf("page: %s", got.body)
	}
	st.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.Widget = "<p>own</p>" })
	same(t, st.send(http.MethodGet, st.videoPath(path), "").body, "<p>own</p>")

	for _, status := range []int{http.StatusMovedPermanently, http.StatusFound} {
		for _, handsOn := range []bool{false, true} {
			st := newMediaServer(t, mockserver.WidgetRedirect(status, handsOn))
			st.video(mockserver.Video{})
			st.token = videoToken(videoID, true)(st.Server)
			got := st.send(http.MethodGet, st.videoPath(path), "")
			same(t, got.status, status)
			want := "https://widgets.videoindexer.example/embed/insights/" + account + "/" + videoID + "?"
			if handsOn {
				want += "accessToken=" + st.token + "&"
			}
			same(t, got.header.Get("Location"), want+"edit=true&widgets=people%2Ckeywords")
		}
	}
}
