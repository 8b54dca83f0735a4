package proc

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// In a room a talk is the same: both directions, the polite end, and the end of
// what it has started, wherever that went.
func TestATalkInARoom(t *testing.T) {
	w, space := walls(t, nil)
	m := mark(t)
	c := bash(t, `setsid -f bash -c 'trap "" TERM; while :; do sleep 0.1; done' `+m+`; until [ "$(pgrep -fc `+m+`)" -ge 1 ]; do sleep 0.02; done; while read -r x; do echo "got $x"; done; echo bye; exit 4`)
	c.Dir = space
	p := talkTo(t, House{Keeper: within{w}}, c)
	if _, err := io.WriteString(p.In, "hello\n"); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, len("got hello\n"))
	if _, err := io.ReadFull(p.Out, line); err != nil || string(line) != "got hello\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if n := marked(t, m); n == 0 {
		t.Fatal("its child does not run")
	}
	if raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.PID())); err != nil || !strings.HasPrefix(string(raw), "bash\x00") && !strings.Contains(string(raw), "/bash\x00") {
		t.Errorf("number %d is %q, %v", p.PID(), raw, err)
	}
	p.Close()
	rest, err := io.ReadAll(p.Out)
	if ending := p.Wait(); err != nil || string(rest) != "bye\n" || ending.ExitCode != 4 {
		t.Errorf("%q, %v, %+v", rest, err, ending.Outcome)
	}
	if n := marked(t, m); n != 0 {
		t.Errorf("%d processes are left", n)
	}
}

// helpTalk is Handrail with a server, in a room if it is given a profile.
func helpTalk() int {
	var p sandbox.Profile
	if err := json.Unmarshal([]byte(os.Args[1]), &p); err != nil {
		return 2
	}
	var house House
	if len(p.Write) > 0 {
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
		house.Keeper = within{w}
	}
	c := Command{Path: "/bin/bash", Args: []string{"-c", os.Args[2]}, Dir: os.Args[3], Env: os.Environ()}
	talker, err := house.Talk(context.Background(), context.Background(), Errand{}, c)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 4
	}
	_, _ = io.Copy(os.Stdout, talker.Out) // until we are killed
	return 0
}

// When Handrail is killed with -9, a server is gone, with all that it has started:
// in a room whatever it does, elsewhere if what it starts heeds the end of its
// input, as servers do.
func TestKilledHandrailEndsItsServers(t *testing.T) {
	for name, tt := range map[string]struct {
		room   bool
		script string
		count  int
	}{
		"in a room": {true, `setsid -f bash -c 'trap "" TERM HUP PIPE; while :; do sleep 0.1; done' %[1]s; bash -c 'trap "" TERM; while :; do sleep 0.1; done' %[1]s & touch up; wait # %[1]s`, 2},
		"without":   {false, `bash -c 'while read -r x; do :; done' %[1]s; wait # %[1]s`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			space, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			var p sandbox.Profile
			if tt.room {
				p.Write = []string{space}
			}
			profile, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			m := mark(t)
			app := exec.Command(self, string(profile), fmt.Sprintf(tt.script, m), space)
			app.Env, app.Stderr = append(os.Environ(), helper+"=talk"), os.Stderr
			in, err := app.StdinPipe() // what the test's own input is does not matter
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if err := app.Start(); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the server and what it starts", func() bool { return marked(t, m) >= tt.count })
			if err := app.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = app.Wait() // it was killed
			eventually(t, "the end of them all", func() bool { return marked(t, m) == 0 })
		})
	}
}
