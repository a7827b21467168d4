package transport

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

const (
	maxExcerptRunes = 300
	maxMessageRunes = 2000
	maxTypeRunes    = 100
	maxIDRunes      = 128
	// excerptSource limits how much of a body is examined for an excerpt, so that a huge body costs
	// nothing.
	excerptSource = 16 << 10
)

// ByteOrderMark is the beginning of the bodies of some services. JSON does not allow it.
var ByteOrderMark = []byte("\xef\xbb\xbf")

// errorBody is what can be learned from the body of a response that is not a success.
type errorBody struct {
	errorType ErrorType
	message   string
	// isFromGateway means that the service's own gateway has answered.
	isFromGateway bool
	excerpt       string
}

// errorWire is an error as the service writes it, or its gateway: {statusCode, message} or {error:
// {code, message}}, or what checks its requests: {title, errors: {argument: [message]}} (RFC 9457).
type errorWire struct {
	ErrorType, Message, StatusCode, Title, Errors any
	Error                                         json.RawMessage
	// State is only of what is no error, such as the render of a project: it may have a member
	// error.
	State any
}

// read returns what an error object says. Without a type or a message, it is none.
func (w *errorWire) read(body []byte) (errorType, message string, isFromGateway bool) {
	if json.Unmarshal(body, w) != nil {
		return "", "", false
	}
	errorType, _ = w.ErrorType.(string)
	message, _ = w.Message.(string)
	status, _ := w.StatusCode.(float64)
	isFromGateway = status >= http.StatusBadRequest && message != ""
	if message == "" {
		var inner struct{ Message string }
		// A value of another type has no message.
		_ = json.Unmarshal(w.Error, &inner)
		message = cmp.Or(inner.Message, w.problem())
		isFromGateway = message != ""
	}
	return errorType, message, isFromGateway && errorType == ""
}

// problem says in sentences what was wrong with the arguments of a request, or returns "" if the
// body does not say.
func (w *errorWire) problem() string {
	title, _ := w.Title.(string)
	arguments, _ := w.Errors.(map[string]any)
	if title == "" || len(arguments) == 0 {
		return ""
	}
	problems := []string{sentence(title)}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		text := sentence(strings.Trim(fmt.Sprint(arguments[name]), "[]"))
		problems = append(problems, strings.TrimPrefix(name+": ", ": ")+text)
	}
	return strings.Join(problems, " ")
}

func sentence(text string) string { return strings.TrimRight(text, ".") + "." }

// readErrorBody takes the error object of the service or of its gateway in any letter case, and
// makes a readable excerpt of anything else. It never fails: a body that cannot be read is an
// excerpt.
func (r *redactor) readErrorBody(body []byte) errorBody {
	body = bytes.TrimSpace(body)
	errorType, message, isFromGateway := new(errorWire).read(body)
	read := errorBody{
		errorType:     ErrorType(r.line(errorType, maxTypeRunes)),
		message:       r.line(message, maxMessageRunes),
		isFromGateway: isFromGateway,
	}
	if errorType == "" && !isFromGateway {
		read.excerpt = r.excerpt(body)
	}
	return read
}

// errorInSuccess says what is wrong with a success that holds an error object; "" if it holds none.
func (r *redactor) errorInSuccess(body []byte) string {
	body = bytes.TrimSpace(body)
	if !bytes.HasPrefix(body, []byte("{")) || len(body) > excerptSource {
		return ""
	}
	var wire errorWire
	errorType, message, isFromGateway := wire.read(body)
	isError := errorType != "" || isFromGateway
	if !isError || wire.State != nil {
		return ""
	}
	return r.line("it contains an error: "+errorType+" "+message, maxMessageRunes)
}

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

// excerpt returns the beginning of a body as one readable line. Secrets are removed before anything
// is cut, so that no part of one can stay.
func (r *redactor) excerpt(body []byte) string {
	text := r.withoutSecrets(string(body[:min(len(body), excerptSource)]))
	if looksLikeHTML.MatchString(text) {
		text = html.UnescapeString(htmlTag.ReplaceAllString(htmlInvisible.ReplaceAllString(text, " "), " "))
	}
	return r.line(text, maxExcerptRunes)
}

// line returns a text as one line of valid, printable text of at most limit runes, without secrets.
func (r *redactor) line(text string, limit int) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(r.withoutSecrets(text), "�"))
	text = r.withoutSecrets(strings.Join(strings.Fields(text), " "))
	runes := []rune(text)
	if len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit])) + "…"
	}
	return text
}

const clientRequestIDHeader = "x-ms-client-request-id"

// serviceRequestID returns the id that the service gave a response. The contract does not name the
// header: x-ms-request-id comes first, then any name that ends in request-id, apart from an echo of
// the client's own id.
func (r *redactor) serviceRequestID(header http.Header) string {
	for _, name := range append([]string{"X-Ms-Request-Id"}, slices.Sorted(maps.Keys(header))...) {
		lower := strings.ToLower(name)
		if !strings.HasSuffix(lower, "request-id") || lower == clientRequestIDHeader {
			continue
		}
		id := r.line(header.Get(name), maxIDRunes)
		if id != "" {
			return id
		}
	}
	return ""
}
