package videoindexer

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// raw is a server below net/http: it shows what is on the wire, and breaks connections as it likes.
type raw struct {
	endpoint string
	mu       sync.Mutex
	heads    []string
}

// startRaw gives each request, counted from 1 over all connections, to handle. Where handle returns false, the
// connection ends.
func startRaw(tb testing.TB, handle func(n int, conn net.Conn) bool) *raw {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	server := &raw{endpoint: "http://" + listener.Addr().String()}
	var group sync.WaitGroup
	group.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			group.Go(func() { server.talk(conn, handle) })
		}
	})
	tb.Cleanup(func() {
		_ = listener.Close()
		group.Wait()
	})
	return server
}

func (s *raw) talk(conn net.Conn, handle func(int, net.Conn) bool) {
	defer conn.Close()
	reader := bufio.NewReader(conn)
	for {
		var head strings.Builder
		for !strings.HasSuffix(head.String(), "\r\n\r\n") {
			b, err := reader.ReadByte()
			if err != nil {
				return
			}
			head.WriteByte(b)
		}
		var length int64
		for line := range strings.SplitSeq(head.String(), "\r\n") {
			if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				_, _ = fmt.Sscan(value, &length)
			}
		}
		s.mu.Lock()
		s.heads = append(s.heads, head.String())
		n := len(s.heads)
		s.mu.Unlock()
		if _, err := io.CopyN(io.Discard, reader, length); err != nil {
			return
		}
		if !handle(n, conn) {
			return
		}
	}
}

func answerWith(conn net.Conn, answer string) bool {
	_, err := io.WriteString(conn, answer)
	return err == nil
}
