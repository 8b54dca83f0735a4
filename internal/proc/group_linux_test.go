package proc

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/cgroup"
	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// helpFill takes memory that is mapped nowhere, as many MiB as it is told.
func helpFill() int {
	n, _ := strconv.Atoi(os.Getenv("MIB")) // else nothing is taken, and the test fails
	fd, err := unix.MemfdCreate("fill", 0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	part := make([]byte, 1<<20)
	for i := range part {
		part[i] = 1
	}
	for range n {
		if _, err := unix.Write(fd, part); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 3
		}
	}
	return 0
}

// systemdOf gives the runtime folder of a systemd that gives control groups: the one of
// the person who runs the tests, or one of the test's own, which only root can start.
func systemdOf(t *testing.T) string {
	t.Helper()
	if runtime := os.Getenv("XDG_RUNTIME_DIR"); cgroup.Socket(runtime) != "" {
		return runtime
	}
	program := "/usr/lib/systemd/systemd"
	if _, err := os.Stat(program); err != nil || os.Getuid() != 0 {
		t.Skip("not run: no systemd gives this user a control group, and only root can start one")
	}
	runtime := t.TempDir()
	// It starts only where /run says that systemd runs the machine: on a /run of its own.
	c := exec.Command("unshare", "--mount", "sh", "-c", `mount -t tmpfs none /run && mkdir -p /run/systemd/system && exec "$0" --user`, program)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + runtime, "XDG_RUNTIME_DIR=" + runtime}
	var said strings.Builder
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
	})
	eventually(t, "systemd", func() bool {
		select {
		case <-ended:
			t.Skip("not run: this machine has no control groups that systemd could give: ", said.String())
		default:
		}
		return cgroup.Socket(runtime) != ""
	})
	return runtime
}

// openGrouped builds the walls of a room in a control group.
func openGrouped(t *testing.T, p sandbox.Profile) *Walls {
	t.Helper()
	h := testHelper(t)
	h.Group(systemdOf(t))
	w, err := OpenWalls(WallsConfig{Profile: p, Helper: h, MustRoom: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	if grouped, err := w.Room().Grouped(); !grouped {
		t.Skip("not run: systemd gives no control group on this machine: ", err)
	}
	return w
}

// Memory that no process has mapped is counted in a control group, and a program that
// takes too much of it is ended, and says why, unless the room has ended with it.
func TestMemoryThatNobodyMaps(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	space, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := openGrouped(t, sandbox.Profile{
		Write: []string{space}, Temp: space, Home: os.Getenv("HOME"), Read: []string{filepath.Dir(self)}, Limits: sandbox.Limits{Memory: 64 << 20},
	})
	if reason := w.Report().Limits.Reason; !strings.Contains(reason, "control group") {
		t.Errorf("the report says %q", reason)
	}
	for _, mib := range []int{32, 512} {
		c := Command{Path: self, Dir: space, Walls: w, Env: append(os.Environ(), helper+"=fill", fmt.Sprintf("MIB=%d", mib)), Timeout: time.Minute}
		out := run(t, c)
		fits := mib < 128
		if fits && (out.ExitCode != 0 || out.Limit != "") || !fits && (out.ExitCode != 137 || out.Limit != room.LimitMemory && running(w.Room().PID())) {
			t.Errorf("%d MiB ended with %d, limit %q: %s%s", mib, out.ExitCode, out.Limit, out.Stdout.Text, out.Stderr.Text)
		}
	}
}
