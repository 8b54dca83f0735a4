//go:build unix

package proc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/internal/proc/room"

	"golang.org/x/sys/unix"
)

// helper names what this test binary does when a test starts it as a program
// of its own.
const helper = "HANDRAIL_PROC_TEST_HELPER"

func TestMain(m *testing.M) {
	if room.IsRoom() {
		os.Exit(room.Inhabit())
	}
	switch os.Getenv(helper) {
	case "":
		os.Exit(m.Run())
	case "run":
		helpRun()
	case "attempt":
		os.Exit(helpAttempt(os.Args[1]))
	case "hide":
		os.Exit(helpHide())
	case "share":
		os.Exit(helpShare())
	case "fill":
		os.Exit(helpFill())
	case "talk":
		os.Exit(helpTalk())
	case "keep":
		os.Exit(helpKeep(os.Args[1]))
	case "walled":
		os.Exit(helpWalled())
	default:
		fmt.Fprintln(os.Stderr, "unknown helper")
		os.Exit(2)
	}
}

// helpRun runs what its arguments say with Run, as Handrail does, and tells the
// test the number of the program.
func helpRun() {
	c := Command{Path: os.Args[1], Args: os.Args[2:], Env: os.Environ(), Stdout: os.Stdout}
	if _, err := Run(context.Background(), c); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// eventually polls until ok says yes.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not come about within 20 s", what)
		}
		pause()
	}
}

// pause gives other programs a moment between two looks.
func pause() {
	timer := time.NewTimer(2 * time.Millisecond)
	<-timer.C
}

// readPid waits for a program to write its number to a file.
func readPid(t *testing.T, file string) int {
	t.Helper()
	var pid int
	eventually(t, "a number in "+file, func() bool {
		raw, err := os.ReadFile(file)
		if err != nil || !strings.HasSuffix(string(raw), "\n") {
			return false
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(raw)))
		return err == nil
	})
	return pid
}

// running reports whether a process exists and is more than a zombie.
func running(pid int) bool {
	if err := unix.Kill(pid, 0); err != nil {
		return errors.Is(err, unix.EPERM)
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist) && !errors.Is(err, unix.ESRCH) || !hasProc()
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// stopped reports whether a process is stopped, as by SIGSTOP.
func stopped(pid int) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.HasPrefix(strings.TrimSpace(string(out)), "T")
}

func hasProc() bool {
	_, err := os.Stat("/proc/self/stat")
	return err == nil
}

// endAfterTest kills a process that a test leaves behind on purpose.
func endAfterTest(t *testing.T, pid int) {
	t.Helper()
	t.Cleanup(func() { _ = unix.Kill(pid, unix.SIGKILL) })
}

// clearCloseOnExec makes a file one that programs would inherit, as those are
// that Handrail inherits itself.
func clearCloseOnExec(t *testing.T, f *os.File) {
	t.Helper()
	if _, err := unix.FcntlInt(f.Fd(), unix.F_SETFD, 0); err != nil {
		t.Fatal(err)
	}
}
