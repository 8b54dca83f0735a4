package proc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// marked counts the processes of this machine that were started with a mark
// among their arguments: numbers of processes in a room mean nothing outside.
func marked(t *testing.T, mark string) int {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err == nil && bytes.Contains(raw, []byte(mark+"\x00")) {
			n++
		}
	}
	return n
}

// mark is an argument that nobody else uses. What is left with it ends with the
// test.
func mark(t *testing.T) string {
	t.Helper()
	m := "mark-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(time.Now().UnixNano(), 36)
	t.Cleanup(func() { _ = exec.Command("pkill", "-9", "-f", "--", m).Run() })
	return m
}

// A time-out reaches everything that a program has started, wherever it went:
// SIGTERM first, SIGKILL to what does not listen.
func TestARoomEndsWhateverACallHasStarted(t *testing.T) {
	w, space := walls(t, nil)
	m := mark(t)
	c := bash(t, `
		setsid -f bash -c 'sleep 1000' `+m+`
		(setsid bash -c 'trap "" TERM HUP; (while :; do sleep 0.1; done) & wait' `+m+` &) &
		env -i /bin/bash -c 'exec -a other sleep 1001' &
		until [ "$(pgrep -fc `+m+`)" -ge 3 ]; do sleep 0.02; done
		echo before; sleep 1000`)
	c.Dir, c.Walls, c.Timeout = space, w, 2*time.Second
	out := run(t, c)
	if !out.TimedOut || out.Stdout.Text != "before\n" {
		t.Errorf("%+v", out)
	}
	if n := marked(t, m); n != 0 {
		t.Errorf("%d processes are left", n)
	}
}

// What a program leaves running when it ends by itself lives on, also when
// Handrail lets the room go, and the room goes when it is gone.
func TestWhatIsLeftInARoomLives(t *testing.T) {
	w, space := walls(t, nil)
	m := mark(t)
	c := bash(t, `bash -c 'until [ -e go ]; do sleep 0.02; done; echo lived > lived' `+m+` >/dev/null 2>&1 & echo left`)
	c.Dir, c.Walls = space, w
	if out := run(t, c); out.Stdout.Text != "left\n" || out.ExitCode != 0 {
		t.Fatalf("%+v", out)
	}
	eventually(t, "what was left", func() bool { return marked(t, m) == 1 })
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(space, "go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the end of what was left", func() bool { _, err := os.Stat(filepath.Join(space, "lived")); return err == nil })
	eventually(t, "the end of the room", func() bool { return !running(w.room.PID()) })
}

// helpWalled is Handrail with a room: it runs the scripts in its arguments one
// after the other.
func helpWalled() int {
	var p sandbox.Profile
	if err := json.Unmarshal([]byte(os.Args[1]), &p); err != nil {
		return 2
	}
	self, err := os.Executable()
	if err != nil {
		return 2
	}
	h, err := room.NewHelper(self)
	if err != nil {
		return 2
	}
	w, err := OpenWalls(WallsConfig{Profile: p, Helper: h})
	if err != nil || w.Room() == nil {
		return 3
	}
	for _, script := range os.Args[2:] {
		c := Script("/bin/bash", script, Command{Dir: p.Write[0], Env: os.Environ(), Walls: w, Stdout: os.Stdout})
		if _, err := Run(context.Background(), c); err != nil {
			return 4
		}
	}
	return 0
}

// When Handrail is killed, the calls that run end with all that they have
// started; what finished calls have left runs on.
func TestKilledHandrailEndsItsCallsAndNoMore(t *testing.T) {
	space, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	profile, err := json.Marshal(sandbox.Profile{Write: []string{space}})
	if err != nil {
		t.Fatal(err)
	}
	left, runs := mark(t), mark(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	app := exec.Command(self, string(profile),
		`bash -c 'while :; do sleep 1; done' `+left+` >/dev/null 2>&1 &`,
		`setsid -f bash -c 'while :; do sleep 1; done' `+runs+`; bash -c 'trap "" TERM; while :; do sleep 0.1; done' `+runs+` & touch both; wait`)
	app.Env, app.Stderr = append(os.Environ(), helper+"=walled"), os.Stderr
	if err := app.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "both calls", func() bool {
		_, err := os.Stat(filepath.Join(space, "both"))
		return err == nil && marked(t, runs) >= 2 && marked(t, left) == 1
	})
	if err := app.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = app.Wait() // it was killed
	eventually(t, "the end of the running call", func() bool { return marked(t, runs) == 0 })
	if n := marked(t, left); n != 1 {
		t.Errorf("%d of what the finished call had left runs, want 1", n)
	}
}

// A fork bomb, a memory eater and a disk filler are ended, and what they were
// ended for is said. The machine, and the next call, do not notice.
func TestARoomEndsWhatEatsTheMachine(t *testing.T) {
	w, space := walls(t, func(p *sandbox.Profile) {
		p.Limits = sandbox.Limits{Memory: 200 << 20, Processes: 60, FileSize: 4 << 20}
	})
	tests := map[string]struct{ script, limit, signal, says string }{
		"a fork bomb":                       {script: `b() { b | b & b; }; b; sleep 1000`, limit: room.LimitProcesses},
		"a fork bomb in sessions":           {script: `while :; do setsid -f sleep 1000; done`, limit: room.LimitProcesses},
		"a memory eater":                    {script: `x=x; while :; do x=$x$x; done`, limit: room.LimitMemory},
		"memory eaters that share the work": {script: `for i in 1 2 3 4; do (x=$(head -c 70000000 /dev/zero | tr '\0' x); sleep 1000) & done; wait`, limit: room.LimitMemory},
		"a large file":                      {script: `head -c 100000000 /dev/zero > big; ls -l big >&2; exit 7`, says: " 4194304 "},
		"a large file in shared memory":     {script: `head -c 600000000 /dev/zero > /dev/shm/big; ls -l /dev/shm/big >&2; exit 7`, says: " 4194304 "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := bash(t, tt.script)
			c.Dir, c.Walls, c.Timeout = space, w, time.Minute
			out := run(t, c)
			if out.TimedOut || out.Limit != tt.limit {
				t.Errorf("limit %q, want %q: %+v", out.Limit, tt.limit, out)
			}
			if !strings.Contains(out.Stderr.Text, tt.says) {
				t.Errorf("it printed %q, want %q", out.Stderr.Text, tt.says)
			}
			c = bash(t, `echo fine`)
			c.Dir, c.Walls, c.Timeout = space, w, 20*time.Second
			if out := run(t, c); out.Stdout.Text != "fine\n" {
				t.Errorf("the next call: %+v", out)
			}
		})
	}
	eventually(t, "the end of all that was started", func() bool { return len(childrenOf(t, w.room.PID())) == 0 })
}

// Whoever hunted a call that went too far is done with it when the next one starts: a
// hunt that went on, by the name of a call that is gone, ended about one in a hundred.
func TestAHuntEndsBeforeTheNextCall(t *testing.T) {
	w, space := walls(t, func(p *sandbox.Profile) { p.Limits = sandbox.Limits{Processes: 20} })
	for range 60 {
		c := bash(t, `b() { b | b & b; }; b; sleep 1000`)
		c.Dir, c.Walls, c.Timeout = space, w, time.Minute
		if out := run(t, c); out.Limit != room.LimitProcesses {
			t.Errorf("the bomb: %+v", out)
		}
		c = bash(t, `echo fine`)
		c.Dir, c.Walls, c.Timeout = space, w, 20*time.Second
		if out := run(t, c); out.Stdout.Text != "fine\n" {
			t.Fatalf("the next call: %+v", out)
		}
	}
}

// A call that fills the disk is ended before it is full.
func TestARoomKeepsTheDiskFromFilling(t *testing.T) {
	w, space := walls(t, func(p *sandbox.Profile) {
		var st unix.Statfs_t
		if err := unix.Statfs(p.Write[0], &st); err != nil {
			t.Fatal(err)
		}
		p.Limits.Reserve = int64(st.Bavail)*st.Bsize - 100<<20 // so that 100 MB fill it
	})
	c := bash(t, `i=0; while :; do head -c 20000000 /dev/zero > f$i; i=$((i+1)); done`)
	c.Dir, c.Walls, c.Timeout = space, w, time.Minute
	if out := run(t, c); out.Limit != room.LimitDisk {
		t.Errorf("%+v", out)
	}
}

// A process that counts in circles is ended when its processor time is used up; what started it goes on.
func TestARoomLimitsProcessorTime(t *testing.T) {
	w, space := walls(t, func(p *sandbox.Profile) { p.Limits.CPU = 1 })
	c := bash(t, `(while :; do :; done); echo "ended with $?"`)
	c.Dir, c.Walls, c.Timeout = space, w, 5*time.Minute
	if out := run(t, c); out.Stdout.Text != "ended with 137\n" && out.Stdout.Text != "ended with 152\n" { // SIGKILL, SIGXCPU
		t.Errorf("%+v", out)
	}
}

// childrenOf lists the processes that a process has started and that run.
func childrenOf(t *testing.T, pid int) []string {
	t.Helper()
	threads, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, name := range threads {
		raw, err := os.ReadFile(name)
		if err == nil {
			all = append(all, strings.Fields(string(raw))...)
		}
	}
	return all
}

// A thousand runs in a row, and 32 at once, leave no descriptor, process or
// goroutine, here and in the room.
func TestRunsInARoomLeaveNothingBehind(t *testing.T) {
	w, space := walls(t, nil)
	one := func() {
		out, err := Run(t.Context(), Command{Path: "/bin/true", Env: os.Environ(), Dir: space, Walls: w})
		if err != nil || out.ExitCode != 0 {
			t.Errorf("%+v, %v", out, err)
		}
	}
	inside := func() int {
		entries, err := os.ReadDir("/proc/" + strconv.Itoa(w.room.PID()) + "/fd")
		if errors.Is(err, os.ErrPermission) { // a room shows its files to root alone
			return 0
		}
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	for range 50 {
		one()
	}
	files, routines, theirs := openFiles(t), runtime.NumGoroutine(), inside()
	for range 1000 {
		one()
	}
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for range 10 {
				one()
			}
		})
	}
	all.Wait()
	eventually(t, "no more open files than before", func() bool {
		return openFiles(t) <= files && runtime.NumGoroutine() <= routines && inside() <= theirs
	})
	if left := childrenOf(t, w.room.PID()); len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
}

// A room that is killed ends its calls; they say so, and do not hang. A call that had
// begun is never said not to have started, however early the end came.
func TestARoomThatIsKilledEndsItsCalls(t *testing.T) {
	w, space := walls(t, nil)
	c := bash(t, `touch began; sleep 1000`)
	c.Dir, c.Walls = space, w
	var out Outcome
	done := make(chan error)
	go func() {
		var err error
		out, err = Run(t.Context(), c)
		done <- err
	}()
	eventually(t, "the beginning", func() bool { _, err := os.Stat(filepath.Join(space, "began")); return err == nil })
	if err := syscall.Kill(w.room.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil || out.Signal != "SIGKILL" {
		t.Errorf("%+v, %v", out, err)
	}
	eventually(t, "a call in a room that is gone is refused", func() bool {
		_, err := Run(t.Context(), c)
		return err != nil && strings.Contains(err.Error(), "the walls are gone")
	})
}
