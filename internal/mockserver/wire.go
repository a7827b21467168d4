package mockserver

import (
	"io"
	"maps"
	"net"
	"net/http"
	"strconv"

	"github.com/google/uuid"
)

// wire writes the response to the client, or ends the connection.
type wire struct {
	writer           *statusWriter
	request          *http.Request
	isGateway        bool // its responses have no request id of the service
	serviceRequestID string
}

func newWire(w http.ResponseWriter, r *http.Request) *wire {
	return &wire{
		writer:           &statusWriter{ResponseWriter: w},
		request:          r,
		serviceRequestID: uuid.NewString(),
	}
}

func (w *wire) write(r *response) {
	w.writeHead(r, len(r.body))
	_, _ = w.writer.Write(r.body)
}

func (w *wire) writeHead(r *response, length int) {
	header := w.writer.Header()
	maps.Copy(header, r.header)
	if !w.isGateway {
		header.Set("x-ms-request-id", w.serviceRequestID)
	}
	if r.status != http.StatusNoContent {
		header.Set("Content-Length", strconv.Itoa(length))
	}
	w.writer.WriteHeader(r.status)
}

// cut writes the head and the first half of a response, and then ends the connection.
func (w *wire) cut(r *response) {
	w.writeHead(r, len(r.body)+1)
	_, _ = w.writer.Write(r.body[:len(r.body)/2])
	_ = http.NewResponseController(w.writer).Flush()
	_ = w.takeOver().Close()
}

// reset ends the connection by a TCP reset.
func (w *wire) reset() {
	conn := w.takeOver()
	tcp, isTCP := conn.(*net.TCPConn)
	if isTCP {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// takeOver takes the TCP connection of the request from net/http, and returns it.
func (w *wire) takeOver() net.Conn {
	w.writer.settle()
	conn, _, err := http.NewResponseController(w.writer).Hijack()
	if err != nil {
		// net/http documents this way to end a connection that cannot be taken over.
		panic(http.ErrAbortHandler)
	}
	secured, isTLS := conn.(interface{ NetConn() net.Conn })
	if isTLS {
		conn = secured.NetConn()
	}
	return conn
}

// statusWriter remembers the status that was sent; 0 if none was.
type statusWriter struct {
	http.ResponseWriter
	status int
	settle func() // called before the client can notice the end of its request
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
		w.settle()
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// measuredBody counts the bytes of a request's body while it is read.
type measuredBody struct {
	io.ReadCloser
	size int64
}

func (b *measuredBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.size += int64(n)
	return n, err
}
