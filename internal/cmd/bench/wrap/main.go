// Command wrap runs a provider in its own place and notes what that used. The kernel counts for a parent what its child
// used until it ended: nothing is sampled.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "wrap:", err)
		os.Exit(1)
	}
}

// run runs the provider of this program's own name from the folder BENCH_PROVIDERS, and adds a line to the file BENCH_USAGE:
// its CPU time in nanoseconds, and its peak memory in bytes.
func run() error {
	// The provider gets Ctrl-C from the terminal as well, and ends in its own time.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	path := filepath.Join(os.Getenv("BENCH_PROVIDERS"), filepath.Base(os.Args[0]))
	provider := exec.CommandContext(context.Background(), path, os.Args[1:]...)
	provider.Stdin, provider.Stdout, provider.Stderr = os.Stdin, os.Stdout, os.Stderr
	failure := provider.Run()
	used := provider.ProcessState
	if used == nil {
		return failure
	}
	file, err := os.OpenFile(os.Getenv("BENCH_USAGE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, (used.UserTime() + used.SystemTime()).Nanoseconds(), peakMemory(used))
	return errors.Join(failure, err, file.Close())
}

// peakMemory is the most that a process that has ended held at a time. Only the Unix systems know it: on others this still
// compiles. It is no less than what the process that started it held, which here is less than any provider needs.
func peakMemory(ended *os.ProcessState) int64 {
	field := reflect.Indirect(reflect.ValueOf(ended.SysUsage())).FieldByName("Maxrss")
	switch {
	case !field.IsValid():
		return 0
	case runtime.GOOS == "darwin":
		return field.Int()
	}
	return field.Int() << 10 // kibibytes
}
