package group

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A dead process that nobody has looked after is no living member of its group.
func TestZombiesDoNotLive(t *testing.T) {
	cmd := exec.Command("sh", "-c", "echo $$; read x")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	g := &Group{id: cmd.Process.Pid}
	if !g.Alive() {
		t.Error("a group that runs is not alive")
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); g.Alive(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a group of one zombie counted as alive for 20 s")
		}
	}
	if err := unix.Kill(-g.id, 0); err != nil {
		t.Errorf("the kernel knows the group no more (%v): this test shows nothing", err)
	}
}
