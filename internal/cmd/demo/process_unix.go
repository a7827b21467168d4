//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart keeps Ctrl-C from the process, which the demo ends by itself.
func apart(process *exec.Cmd) {
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
