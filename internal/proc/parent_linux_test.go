package proc

import (
	"fmt"
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
// while programs run must not be one that started them.
func TestProgramsOutliveOtherThreads(t *testing.T) {
	const programs = 20
	dir := t.TempDir()
	done := make(chan Outcome)
	for i := range programs {
		c := bash(t, fmt.Sprintf(`echo $$ > pid%d; until [ -e go ]; do sleep 0.05; done; echo lived`, i))
		c.Dir = dir
		go func() {
			throwThreadAway()
			out, err := Run(t.Context(), c)
			if err != nil {
				t.Error(err)
			}
			done <- out
		}()
	}
	for i := range programs {
		readPid(t, filepath.Join(dir, fmt.Sprint("pid", i)))
		throwThreadAway()
	}
	for range 200 {
		throwThreadAway()
	}
	if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range programs {
		if out := <-done; out.Stdout.Text != "lived\n" {
			t.Errorf("ended with %d %q, printed %q", out.ExitCode, out.Signal, out.Stdout.Text)
		}
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
