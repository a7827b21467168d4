package mockserver

import (
	"encoding/json"
	"net/http"
)

func tokenEndpoints() []*endpoint {
	return []*endpoint{
		{
			number: 2, method: http.MethodGet, pattern: "/auth/{location}/Users/me/AccessToken",
			query: []string{"allowEdit"}, handle: getUserToken,
		},
	}
}

// getUserToken is endpoint 2.
func getUserToken(s *Server, c *call) {
	write, ok := c.flagQuery("allowEdit")
	if !ok {
		return
	}
	c.writeToken(s.issue(token{scope: scopeUser, location: c.path("location"), write: write}))
}

// accountTokenEndpoints are those of the extended operations that give tokens.
func accountTokenEndpoints() []*endpoint {
	allowEdit := []string{"allowEdit"}
	return []*endpoint{
		{
			number: X(22), method: http.MethodGet, pattern: "/auth/{location}/Accounts/{accountId}/AccessToken",
			query: allowEdit, handle: getAccountToken,
		},
		{
			number: X(23), method: http.MethodGet, pattern: "/auth" + videosPath + "/AccessToken",
			query: allowEdit, handle: getVideoToken,
		},
	}
}

// getAccountToken is X22.
func getAccountToken(s *Server, c *call) {
	write, ok := c.flagQuery("allowEdit")
	if !ok {
		return
	}
	c.writeToken(s.issue(token{
		scope: scopeAccount, location: c.path("location"), accountID: c.account.ID, write: write,
	}))
}

// getVideoToken is X23.
func getVideoToken(s *Server, c *call) {
	write, ok := c.flagQuery("allowEdit")
	if !ok {
		return
	}
	v := c.account.media.videos[c.path("videoId")]
	if v == nil {
		c.notFound(videoGone)
		return
	}
	c.writeToken(s.issue(token{
		scope: scopeVideo, location: c.path("location"), accountID: c.account.ID, objectID: v.ID,
		write: write,
	}))
}

// writeToken answers with a token in the form of the variant.
func (c *call) writeToken(value string) {
	quoted, err := json.Marshal(value)
	if err != nil {
		c.fail(http.StatusInternalServerError, "GENERAL", err.Error())
		return
	}
	const contentType = "application/json; charset=utf-8"
	switch c.opts.tokenBody {
	case TokenBare:
		c.text(http.StatusOK, "text/plain; charset=utf-8", value)
	case TokenBareSpaced:
		c.text(http.StatusOK, "text/plain; charset=utf-8", "\r\n "+value+"\r\n")
	case TokenQuotedSpaced:
		c.text(http.StatusOK, contentType, "\n\t"+string(quoted)+" \n")
	case TokenEmpty:
		c.empty(http.StatusOK)
	case TokenEmptyQuoted:
		c.text(http.StatusOK, contentType, `""`)
	default:
		c.text(http.StatusOK, contentType, string(quoted))
	}
}
