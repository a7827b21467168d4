package transport

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"regexp"
)

var (
	htmlInvisible = regexp.MustCompile(`(?is)<(script|style)\b.*?(?:</(?:script|style)\s*>|\z)|<!--.*?(?:-->|\z)`)
	htmlTag       = regexp.MustCompile(`(?s)<[^>]*>`)
	looksLikeHTML = regexp.MustCompile(`(?is)^(?:\x{feff}|\s|<\?xml[^>]*>|<!--.*?-->)*<(?:!doctype\s+html|html|head|body|title|meta|script|h1|center)\b`)
)

var errWebPage = errors.New("this is a web page")

// isPage reports whether a successful response is a web page instead of the data.
func (k ResponseKind) isPage(header http.Header, body []byte) bool {
	if k == PageResponse {
		return false
	}
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	isHTML := media == "text/html" || media == "application/xhtml+xml"
	isOtherType := media != "" && !isHTML
	if k == TextResponse && isOtherType {
		return false
	}
	body = body[:min(len(body), excerptSource)]
	isMarkup := bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
	if isHTML && isMarkup {
		return true
	}
	return looksLikeHTML.Match(body)
}
