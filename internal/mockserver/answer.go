package mockserver

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// answer is a response before it is written: handlers fill it under the store's lock, and the wire is written without.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a *answer) set(name, value string) {
	if a.header == nil {
		a.header = http.Header{}
	}
	a.header.Set(name, value)
}

// header returns the headers of the answer, for handlers that add to them.
func (c *call) header() http.Header {
	if c.out.header == nil {
		c.out.header = http.Header{}
	}
	return c.out.header
}

// json answers with v as JSON.
func (c *call) json(status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		c.fail(http.StatusInternalServerError, "GENERAL", err.Error())
		return
	}
	c.text(status, "application/json; charset=utf-8", string(body))
}

// shaped answers with v in the shape that a variant asks for.
func (c *call) shaped(status int, shape Shape, v any) {
	switch shape {
	case ShapeArray:
		c.json(status, []any{v})
	case ShapeNothing:
		c.empty(status)
	default:
		c.json(status, v)
	}
}

// text answers with body as it is.
func (c *call) text(status int, contentType, body string) {
	c.out.status, c.out.body = status, []byte(body)
	c.out.set("Content-Type", contentType)
}

// empty answers without a body.
func (c *call) empty(status int) { c.out.status, c.out.body = status, nil }

// fail answers with the error object, in the member case of the endpoint or in the form of a variant.
func (c *call) fail(status int, errorType, message string) {
	form := c.opts.errorBody
	if status == http.StatusNotFound && c.opts.notFoundBody != BodyErrorObject {
		form = c.opts.notFoundBody
	}
	failed := c.s.errorAnswer(c.endpoint, form, status, errorType, message)
	c.out.status, c.out.body = failed.status, failed.body
	if contentType := failed.header.Get("Content-Type"); contentType != "" {
		c.out.set("Content-Type", contentType)
	}
}

// notFound answers 404 where the contract names no error type.
func (c *call) notFound(message string) {
	c.fail(http.StatusNotFound, c.opts.notFoundType, message)
}

// errorAnswer builds an error's answer; e may be nil.
func (s *Server) errorAnswer(e *endpoint, form BodyForm, status int, errorType, message string) *answer {
	a := &answer{status: status}
	switch form {
	case BodyEmpty:
	case BodyText:
		a.set("Content-Type", "text/plain; charset=utf-8")
		a.body = []byte(message)
	case BodyHTML:
		a.set("Content-Type", "text/html")
		a.body = []byte(gatewayPage(status))
	case BodyStatusCode:
		a.setJSON(map[string]any{"statusCode": status, "message": message})
	default:
		members := map[string]string{"ErrorType": errorType, "Message": message}
		if s.lowerMembers(e) {
			members = map[string]string{"errorType": errorType, "message": message}
		}
		a.setJSON(members)
	}
	return a
}

func (a *answer) setJSON(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		body = []byte("{}")
	}
	a.set("Content-Type", "application/json; charset=utf-8")
	a.body = body
}

func (s *Server) lowerMembers(e *endpoint) bool {
	switch s.opts.errorMembers {
	case MembersLower:
		return true
	case MembersCapitalised:
		return false
	default:
		return e != nil && e.lower
	}
}

// gatewayPage is what a gateway in front of the service says.
func gatewayPage(status int) string {
	return fmt.Sprintf("<html>\r\n<head><title>%d %s</title></head>\r\n<body>\r\n<center><h1>%[1]d %[2]s</h1></center>\r\n"+
		"<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n", status, http.StatusText(status))
}
