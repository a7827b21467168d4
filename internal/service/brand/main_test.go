package brand_test

import (
	"flag"
	"testing"
)

// walks is how many walks TestWalk takes.
var walks = flag.Int("walks", 10, "walks of TestWalk")

func TestMain(m *testing.M) { m.Run() }
