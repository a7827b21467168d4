package videoindexer

import (
	"strings"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// keptChunk is the size of a chunk of kept text.
const keptChunk = 1 << 20

// keptText keeps what is written to it, or nothing if that is longer than a limit. It holds chunks of one size, since a
// buffer that grows needs memory for its old and its new content at the same time.
type keptText struct {
	limit  int64
	size   int64
	chunks [][]byte
}

func (k *keptText) Write(p []byte) (int, error) {
	if k.size += int64(len(p)); k.size > k.limit {
		k.chunks = nil
		return len(p), nil
	}
	for rest := p; len(rest) > 0; {
		last := len(k.chunks) - 1
		if last < 0 || len(k.chunks[last]) == cap(k.chunks[last]) {
			k.chunks = append(k.chunks, make([]byte, 0, min(keptChunk, k.limit)))
			last++
		}
		n := min(len(rest), cap(k.chunks[last])-len(k.chunks[last]))
		k.chunks[last] = append(k.chunks[last], rest[:n]...)
		rest = rest[n:]
	}
	return len(p), nil
}

// text is what was kept, without a byte order mark.
func (k *keptText) text() (string, error) {
	if k.size > k.limit {
		return "", nil
	}
	var text strings.Builder
	text.Grow(int(k.size))
	for i, chunk := range k.chunks {
		text.Write(chunk)
		k.chunks[i] = nil
	}
	if !utf8.ValidString(text.String()) {
		return "", errNotUTF8
	}
	return strings.TrimPrefix(text.String(), string(transport.ByteOrderMark)), nil
}
