package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"html"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

const (
	maxExcerptRunes = 300
	maxMessageRunes = 2000
	maxTypeRunes    = 100
	maxIDRunes      = 128
	// excerptSource limits how much of a body is examined for an excerpt, so that a huge body costs nothing.
	excerptSource = 16 << 10
)

// ByteOrderMark opens the bodies of some services; JSON has no place for it.
var ByteOrderMark = []byte("\xef\xbb\xbf")

// errorBody is what can be learned from the body of an answer that is not a success.
type errorBody struct {
	kind    ErrorType
	message string
	excerpt string
}

// readErrorBody takes the service's error object in any letter case, and makes a readable excerpt of anything else.
// It never fails: a body that cannot be read is an excerpt.
func (r *redactor) readErrorBody(body []byte) errorBody {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, ByteOrderMark))
	var object struct{ ErrorType, Message any }
	if err := json.Unmarshal(body, &object); err != nil {
		return errorBody{excerpt: r.excerpt(body)}
	}
	kind, _ := object.ErrorType.(string)
	message, _ := object.Message.(string)
	read := errorBody{kind: ErrorType(r.line(kind, maxTypeRunes)), message: r.line(message, maxMessageRunes)}
	if kind == "" {
		read.excerpt = r.excerpt(body)
	}
	return read
}

var (
	htmlInvisible = Pattern(`(?is)<(script|style)\b.*?(?:</(?:script|style)\s*>|\z)|<!--.*?(?:-->|\z)`)
	htmlTag       = Pattern(`(?s)<[^>]*>`)
	looksLikeHTML = Pattern(`(?i)^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|title)\b`)
)

// RefuseWebPage is the error of a body that is a web page, which only a gateway or a portal sends.
func RefuseWebPage(body []byte) error {
	if looksLikeHTML().Match(body) {
		return errors.New("this is a web page")
	}
	return nil
}

// excerpt is the beginning of a body as one readable line without secrets. Secrets are removed before anything is cut,
// so that no part of one can stay.
func (r *redactor) excerpt(body []byte) string {
	text := r.text(string(body[:min(len(body), excerptSource)]))
	if looksLikeHTML().MatchString(text) {
		text = html.UnescapeString(htmlTag().ReplaceAllString(htmlInvisible().ReplaceAllString(text, " "), " "))
	}
	return r.line(text, maxExcerptRunes)
}

// line is s as one line of valid, printable text of at most limit runes, without secrets.
func (r *redactor) line(s string, limit int) string {
	s = strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(r.text(s), "�"))
	s = r.text(strings.Join(strings.Fields(s), " "))
	if runes := []rune(s); len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit])) + "…"
	}
	return s
}

const clientRequestIDHeader = "x-ms-client-request-id"

// serviceRequestID is the id that the service gave an answer. The contract does not name the header: x-ms-request-id
// comes first, then any name that ends in request-id, apart from an echo of the client's own id.
func (r *redactor) serviceRequestID(header http.Header) string {
	for _, name := range append([]string{"X-Ms-Request-Id"}, slices.Sorted(maps.Keys(header))...) {
		lower := strings.ToLower(name)
		if !strings.HasSuffix(lower, "request-id") || lower == clientRequestIDHeader {
			continue
		}
		if id := r.line(header.Get(name), maxIDRunes); id != "" {
			return id
		}
	}
	return ""
}
