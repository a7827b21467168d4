package acctest

import (
	"sync"
	"testing"
	"testing/synctest"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/pipes"
)

// bubbles are the tests that InBubble runs.
var bubbles sync.Map

// InBubble runs a test in virtual time (testing/synctest): what waits takes none. The connections to its servers are pipes.
func InBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		bubbles.Store(t, true)
		defer bubbles.Delete(t)
		test(t)
	})
}

// listenOnPipes serves a mock server to those who dial in its bubble.
func (s *Server) listenOnPipes(t testing.TB) {
	t.Helper()
	s.URL, s.dial = pipes.Serve(t, s.front())
	t.Cleanup(s.Close)
}
