package mockserver

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
)

// sourceFileHost and widgetHost are the hosts of a video's file and widget. They do not exist.
const (
	sourceFileHost = "media.videoindexer.example"
	widgetHost     = "widgets.videoindexer.example"
)

func getSourceFileAddress(c *call, v *video) {
	if v.SourceFileGone != 0 {
		c.respondError(v.SourceFileGone, "NOT_FOUND", "the source file of the video is gone")
		return
	}
	v.signatures++
	address := cmp.Or(v.SourceFileURL, signedAddress(v.ID, "source.mp4", v.signatures))
	c.server.signedURLs = append(c.server.signedURLs, address)
	c.respondJSON(http.StatusOK, address)
}

// signedAddress returns the address of a file of a video or project. It contains its own
// credential, which differs for each number.
func signedAddress(id, file string, number int) string {
	signature := sha256.Sum256(fmt.Appendf(nil, "%s/%d", id, number))
	address := "https://" + sourceFileHost + "/" + url.PathEscape(id) + "/" + file
	return address + "?sp=r&sv=2024-05-04&sig=" + hex.EncodeToString(signature[:])
}

// SignedURLs returns every address that GetSourceFileURL and GetRenderedFileURL returned.
// They are credentials that must not be found elsewhere.
func (s *Server) SignedURLs() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.signedURLs)
}

const widgetPage = `<!DOCTYPE html>
<html><head><title>Insights of %s</title></head>
<body data-widgets="%s" data-edit="%t"></body></html>
`

// getInsightsWidget answers with a widget that contains a token for the video. The token can write
// if allowEdit is true.
func getInsightsWidget(c *call, v *video) {
	mayEdit := c.queryFlag("allowEdit")
	isForAccount := c.token != nil && c.token.scope == scopeAccount
	if isForAccount && !c.opts.widgetForAccountTokens {
		c.respondError(http.StatusUnauthorized, "USER_NOT_ALLOWED", "the widget wants a token of video scope")
		return
	}
	canWrite := c.token != nil && c.token.write
	if mayEdit && !canWrite {
		c.respondError(
			http.StatusUnauthorized, "USER_NOT_ALLOWED",
			"a widget that allows editing wants a token with write permission",
		)
		return
	}
	widgets, _ := c.queryText("widgetType")
	if c.opts.widgetRedirects {
		c.out.set("Location", c.widgetAddress(v, widgets, mayEdit))
		c.respondEmpty(http.StatusFound)
		return
	}
	page := fmt.Sprintf(widgetPage, html.EscapeString(v.ID), html.EscapeString(widgets), mayEdit)
	c.respondText(http.StatusOK, "text/html; charset=utf-8", cmp.Or(v.Widget, page))
}

func (c *call) widgetAddress(v *video, widgets string, edit bool) string {
	query := url.Values{}
	if widgets != "" {
		query.Set("widgets", widgets)
	}
	if edit {
		query.Set("edit", "true")
	}
	if c.token != nil {
		query.Set("accessToken", c.bearer())
	}
	u := url.URL{
		Scheme: "https", Host: widgetHost, Path: "/embed/insights/" + c.account.ID + "/" + v.ID,
		RawQuery: query.Encode(),
	}
	return u.String()
}
