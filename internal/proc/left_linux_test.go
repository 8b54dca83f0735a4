package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/internal/proc/room"
)

// leave runs a script in a room that leaves something running, which writes its number
// to the file "pid" of the space.
func leave(t *testing.T, w *Walls, space, script string) (*room.Left, int) {
	t.Helper()
	file := filepath.Join(space, "pid")
	_ = os.Remove(file)
	c := bash(t, script)
	c.Dir, c.Walls, c.Timeout = space, w, 20*time.Second
	out := run(t, c)
	if out.Left == nil {
		t.Fatalf("%q left nothing: %d, %s", script, out.ExitCode, out.Stderr.Text)
	}
	return out.Left, readPid(t, file)
}

// ways to outlive a call, each with a program that notes its number as the room counts.
func ways() map[string]string {
	const sleeper = `sh -c 'echo $$ > pid.tmp; mv pid.tmp pid; exec sleep 3000'`
	return map[string]string{
		"a child":        sleeper + ` >/dev/null 2>&1 &`,
		"a session":      `setsid ` + sleeper + ` >/dev/null 2>&1 &`,
		"a double fork":  `( ( setsid ` + sleeper + ` >/dev/null 2>&1 & ) & )`,
		"deaf":           `setsid sh -c 'trap "" TERM HUP INT; echo $$ > pid.tmp; mv pid.tmp pid; while :; do sleep 1; done' >/dev/null 2>&1 & while [ ! -e pid ]; do sleep 0.01; done`,
		"many at a time": `for i in 1 2 3 4 5; do setsid sleep 3000 & done >/dev/null 2>&1; ` + sleeper + ` >/dev/null 2>&1 &`,
	}
}

// What a finished call leaves running is known, with its command line and its folder, and
// can be ended: by the room, or by any process of ours.
func TestWhatACallLeavesRunning(t *testing.T) {
	w, space := walls(t, nil)
	bystander := bash(t, "sleep 3000")
	bystander.Walls, bystander.Dir = w, space
	other, err := Start(t.Context(), bystander)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Stop()
	for name, script := range ways() {
		for how, end := range map[string]func(*room.Left){"room": (*room.Left).End, "outside": func(l *room.Left) { l.Tenant.End() }} {
			left, inner := leave(t, w, space, script)
			var list []room.Process
			eventually(t, name+" in the list", func() bool { // while it starts the next program it has no command line
				list = left.Processes()
				return slices.ContainsFunc(list, func(p room.Process) bool {
					return p.Folder == space && isInner(t, p.PID, inner) && strings.Contains(p.Command, "sleep")
				})
			})
			select {
			case <-left.Gone():
				t.Errorf("%s: it counts as gone", name)
			default:
			}
			end(left)
			<-left.Gone()
			if rest := left.Processes(); len(rest) > 0 {
				t.Errorf("%s, ended by the %s: %+v is left", name, how, rest)
			}
			for _, p := range list { // what is ending leaves its room a moment before it is dead
				eventually(t, fmt.Sprintf("the end of %d of %s by the %s", p.PID, name, how), func() bool { return !running(p.PID) })
			}
		}
	}
	if !running(w.Room().PID()) {
		t.Error("the room is gone")
	}
	select {
	case <-other.Done():
		t.Error("another call was ended as well")
	default:
	}
}

// isInner reports whether the process has this number in its room.
func isInner(t *testing.T, pid, inner int) bool {
	t.Helper()
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(raw), "\nNSpid:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.HasSuffix(line, "\t"+strconv.Itoa(inner))
}

// What ends with its call, a moment later, is not left running; what ends by itself is
// gone then.
func TestWhatEndsIsNotLeft(t *testing.T) {
	w, space := walls(t, nil)
	for _, script := range []string{"true", "echo x | cat", "seq 1 100 | while read x; do :; done", "sleep 0.001 & true"} {
		c := bash(t, script)
		c.Dir, c.Walls = space, w
		if out := run(t, c); out.Left != nil && script != "sleep 0.001 & true" {
			t.Errorf("%q left %+v", script, out.Left.Processes())
		}
	}
	left, _ := leave(t, w, space, `sh -c 'echo $$ > pid.tmp; mv pid.tmp pid; until [ -e end ]; do sleep 0.01; done' >/dev/null 2>&1 &`)
	if err := os.WriteFile(filepath.Join(space, "end"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	<-left.Gone()
}

// A room that is closed, or killed, is known to be gone.
func TestWhatIsLeftInAClosedRoom(t *testing.T) {
	w, space := walls(t, nil)
	left, _ := leave(t, w, space, ways()["a session"])
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var list []room.Process
	eventually(t, "a sleeper in a closed room", func() bool {
		list = left.Processes()
		return len(list) == 1 && list[0].Command == "sleep 3000" && running(list[0].PID)
	})
	left.End()
	if rest := left.Processes(); len(rest) > 0 {
		t.Errorf("it cannot be ended any more: %+v", rest)
	}
	eventually(t, "the end of the sleeper", func() bool { return !running(list[0].PID) })
}

// hopper starts itself anew and ends, again and again, each time in a session of its own, deaf to SIGTERM, and writes a byte each time.
const hopper = `
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGCHLD, signal.SIG_IGN)
end = time.time() + 60
while time.time() < end:
    if os.fork(): os._exit(0)
    os.setsid()
    with open("ticks", "a") as f: f.write(".")
    time.sleep(float(sys.argv[1]))
`

// A program that starts itself anew and ends, all the time, is seen and ended: no look that misses it says that nobody is there.
func TestWhatStartsItselfAnewIsLeftAndEnds(t *testing.T) {
	w, space := walls(t, nil)
	if err := os.WriteFile(filepath.Join(space, "hop.py"), []byte(hopper), 0o600); err != nil {
		t.Fatal(err)
	}
	ticks := func() int64 {
		at, err := os.Stat(filepath.Join(space, "ticks"))
		if err != nil {
			t.Fatal(err)
		}
		return at.Size()
	}
	for _, pause := range []string{"0.001", "0.02", "0.3"} {
		for how, end := range map[string]func(*room.Left){"room": (*room.Left).End, "outside": func(l *room.Left) { l.Tenant.End() }} {
			c := bash(t, `rm -f ticks; python3 hop.py `+pause+` >/dev/null 2>&1 & until [ -e ticks ]; do sleep 0.01; done`)
			c.Dir, c.Walls, c.Timeout = space, w, 20*time.Second
			out := run(t, c)
			if out.Left == nil {
				t.Fatalf("every %s s: nothing is left: %d, %s", pause, out.ExitCode, out.Stderr.Text)
			}
			for range 200 {
				if len(out.Left.Processes()) == 0 {
					t.Fatalf("every %s s: a look finds nobody", pause)
				}
			}
			select {
			case <-out.Left.Gone():
				t.Fatalf("every %s s: it counts as gone", pause)
			default:
			}
			end(out.Left)
			<-out.Left.Gone()
			was := ticks()
			eventually(t, "the end of the room's list", func() bool { return len(out.Left.Processes()) == 0 })
			time.Sleep(400 * time.Millisecond) // longer than its longest pause: there is nothing to wait for
			if now := ticks(); now != was {
				t.Errorf("every %s s, ended by the %s: it writes on", pause, how)
			}
		}
	}
}
