package mockserver

import (
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// freshID is newID for callers that do not hold the lock.
func (s *Server) freshID(kind string, name ...string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newID(kind, name...)
}

// newID returns the id of the n-th object of a kind and name. It follows from them and the seed alone, so that a run
// can be repeated however its requests interleave.
func (s *Server) newID(kind string, name ...string) string {
	key := kind + "\x00" + strings.Join(name, "\x00")
	s.ids[key]++
	return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%d\x00%s\x00%d", s.opts.seed, key, s.ids[key])).String()
}
