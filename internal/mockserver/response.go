package mockserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// response is the response to a request before it is written. Handlers fill it under the store's
// lock. It is written to the client after the lock is released.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (r *response) set(name, value string) {
	if r.header == nil {
		r.header = http.Header{}
	}
	r.header.Set(name, value)
}

func (r *response) setBody(contentType, body string) {
	r.set("Content-Type", contentType)
	r.body = []byte(body)
}

func (r *response) setJSON(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		r.status = http.StatusInternalServerError
		body = []byte("{}")
	}
	r.setBody("application/json; charset=utf-8", string(body))
}

// respondJSON answers with v as JSON.
func (c *call) respondJSON(status int, v any) {
	c.out.status = status
	c.out.setJSON(v)
}

// respondText answers with body, unchanged.
func (c *call) respondText(status int, contentType, body string) {
	c.out.status = status
	c.out.setBody(contentType, body)
}

// respondEmpty answers without a body.
func (c *call) respondEmpty(status int) { c.out.status, c.out.body = status, nil }

// respondError answers with the error object, in the member case of the operation, and returns
// false.
func (c *call) respondError(status int, errorType, message string) bool {
	c.out = *c.server.errorResponse(c.endpoint, status, errorType, message)
	return false
}

// refuse answers 400 INVALID_INPUT to a request that the contract allows, and returns false.
func (c *call) refuse(format string, args ...any) bool {
	return c.respondError(http.StatusBadRequest, "INVALID_INPUT", fmt.Sprintf(format, args...))
}

// respondNotFound answers 404 where the contract names no error type.
func (c *call) respondNotFound(message string) {
	c.respondError(http.StatusNotFound, "NOT_FOUND", message)
}

// errorResponse returns a response with the error object; target may be nil.
func (s *Server) errorResponse(target *endpoint, status int, errorType, message string) *response {
	r := &response{status: status}
	isLower := target != nil && target.lowerErrorMembers
	if isLower || s.opts.lowerErrorMembers {
		r.setJSON(map[string]string{"errorType": errorType, "message": message})
	} else {
		r.setJSON(map[string]string{"ErrorType": errorType, "Message": message})
	}
	return r
}

// foreignError returns the error of a gateway, or of another server in front of the service,
// without the error object.
func foreignError(status int, message string) *response {
	r := &response{status: status}
	r.setJSON(map[string]any{"statusCode": status, "message": message})
	return r
}

// gatewayPage returns the page of a gateway in front of the service.
func gatewayPage(status int) string {
	return fmt.Sprintf("<html>\r\n<head><title>%d %s</title></head>\r\n<body>\r\n"+
		"<center><h1>%[1]d %[2]s</h1></center>\r\n"+
		"<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n", status, http.StatusText(status))
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// timestamp writes t in a field's usual form, or in that of WithTimeForm.
func (c *call) timestamp(t time.Time, usual TimeForm) string {
	form := usual
	if c.opts.timeForm != nil {
		form = *c.opts.timeForm
	}
	layout := "2006-01-02T15:04:05"
	if form.FractionDigits > 0 {
		layout += "." + strings.Repeat("0", form.FractionDigits)
	}
	return t.UTC().Format(layout) + form.Zone
}
