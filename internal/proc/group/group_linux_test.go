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

// What a process has started counts, and what waits does next to nothing.
func TestWorked(t *testing.T) {
	cmd := exec.Command("sh", "-c", "sh -c 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; echo done; read x'; read x")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 10)); err != nil { // the child has worked
		t.Fatal(err)
	}
	spent, ok := Worked(cmd.Process.Pid)
	if !ok || spent < 30*time.Millisecond {
		t.Errorf("it has spent %v, %t", spent, ok)
	}
	if again, ok := Worked(cmd.Process.Pid); !ok || again-spent > 20*time.Millisecond {
		t.Errorf("it waits, and has spent %v, %t after %v", again, ok, spent)
	}
	_ = in.Close()
	_ = cmd.Wait() // read fails
	if _, ok := Worked(cmd.Process.Pid); ok {
		t.Error("it is gone")
	}
}
