package transport

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

const (
	maxMessageRunes = 2000
	maxTypeRunes    = 100
)

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
