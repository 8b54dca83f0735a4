//go:build unix

package render

import (
	"os/exec"
	"syscall"
)

// grouped makes the end of cmd the end of all that it has started and that is still in
// its group.
func grouped(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
