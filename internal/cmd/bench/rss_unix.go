//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

const canMeasure = true

// peakRSS is the most memory, in bytes, that a process that has ended held at a time. It is no less than what the
// process that started it held, which here is less than any provider needs.
func peakRSS(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(used.Maxrss) //nolint:unconvert // an int32 on some systems
	}
	return int64(used.Maxrss) << 10 //nolint:unconvert // an int32 on some systems
}
