package proc

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// When Handrail is killed, the program that it runs ends.
func TestProgramEndsWhenItsParentIsKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self, "/bin/sh", "-c", `echo $$ > "$0"; exec sleep 1000`, file)
	parent.Env = append(os.Environ(), helper+"=run")
	parent.Stderr = os.Stderr
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	pid := readPid(t, file)
	endAfterTest(t, pid)
	if !running(pid) {
		t.Fatal("the program does not run")
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	eventually(t, "the end of the program", func() bool { return !running(pid) })
}

// The parent-death signal belongs to a thread. A thread that is thrown away
// while a program runs must not be the one that started it.
func TestProgramOutlivesOtherThreads(t *testing.T) {
	c := bash(t, `echo $$ > pid; until [ -e go ]; do sleep 0.01; done; echo lived`)
	done := make(chan Outcome)
	go func() {
		out, err := Run(t.Context(), c)
		if err != nil {
			t.Error(err)
		}
		done <- out
	}()
	readPid(t, filepath.Join(c.Dir, "pid"))
	for range 50 {
		throwThreadAway()
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out := <-done; out.Stdout.Text != "lived\n" {
		t.Errorf("ended with %d %q, printed %q", out.ExitCode, out.Signal, out.Stdout.Text)
	}
}

// throwThreadAway ends a goroutine that has a thread of its own.
func throwThreadAway() {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	}()
	<-ended
}
