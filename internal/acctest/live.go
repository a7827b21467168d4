package acctest

import (
	"os"
	"testing"
)

// liveSwitch turns on the tests that speak to a real service.
const liveSwitch = "VIDEOINDEXER_LIVE"

// Live skips a test unless VIDEOINDEXER_LIVE=1 is set: then the provider's own environment variables
// say which service and account it works on. Live tests only read.
func Live(t testing.TB) {
	t.Helper()
	if os.Getenv(liveSwitch) == "" {
		t.Skipf("set %s=1 and the provider's VIDEOINDEXER_ variables to read from a real service", liveSwitch)
	}
}
