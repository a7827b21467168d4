package mockserver

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// answer is a response before it is written. Handlers fill it under the store's lock. It is written
// to the client after the lock is released.
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

func (a *answer) setBody(contentType, body string) {
	a.set("Content-Type", contentType)
	a.body = []byte(body)
}

func (a *answer) setJSON(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		a.status = http.StatusInternalServerError
		body = []byte("{}")
	}
	a.setBody("application/json; charset=utf-8", string(body))
}

// answerJSON answers with v as JSON.
func (c *call) answerJSON(status int, v any) {
	c.out.status = status
	c.out.setJSON(v)
}

// answerText answers with body, unchanged.
func (c *call) answerText(status int, contentType, body string) {
	c.out.status = status
	c.out.setBody(contentType, body)
}

// answerEmpty answers without a body.
func (c *call) answerEmpty(status int) { c.out.status, c.out.body = status, nil }

// fail answers with the error object, in the member case of the endpoint, and returns false.
func (c *call) fail(status int, errorType, message string) bool {
	c.out = *c.server.errorAnswer(c.endpoint, status, errorType, message)
	return false
}

// refuse answers 400 INVALID_INPUT to a request that the contract allows, and returns false.
func (c *call) refuse(format string, args ...any) bool {
	return c.fail(http.StatusBadRequest, "INVALID_INPUT", fmt.Sprintf(format, args...))
}

// notFound answers 404 where the contract names no error type.
func (c *call) notFound(message string) { c.fail(http.StatusNotFound, "NOT_FOUND", message) }

// errorAnswer returns an error's answer with the error object; target may be nil.
func (s *Server) errorAnswer(target *endpoint, status int, errorType, message string) *answer {
	a := &answer{status: status}
	isLower := target != nil && target.lowerErrorMembers
	if isLower || s.opts.lowerErrorMembers {
		a.setJSON(map[string]string{"errorType": errorType, "message": message})
	} else {
		a.setJSON(map[string]string{"ErrorType": errorType, "Message": message})
	}
	return a
}

// foreignError returns the error of a gateway, or of another server in front of the service,
// without the error object.
func foreignError(status int, message string) *answer {
	a := &answer{status: status}
	a.setJSON(map[string]any{"statusCode": status, "message": message})
	return a
}

// gatewayPage returns the page of a gateway in front of the service.
func gatewayPage(status int) string {
	return fmt.Sprintf("<html>\r\n<head><title>%d %s</title></head>\r\n<body>\r\n<center><h1>%[1]d %[2]s</h1></center>\r\n"+
		"<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n", status, http.StatusText(status))
}
