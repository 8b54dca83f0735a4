package proc

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// helpHide is a process whose first thread has ended: the system shows it as
// dead, and it is not.
func helpHide() int {
	go func() {
		runtime.LockOSThread()
		for {
			time.Sleep(50 * time.Millisecond)
			if err := os.WriteFile("beat", []byte(time.Now().String()), 0o644); err != nil {
				return
			}
		}
	}()
	runtime.LockOSThread()
	if unix.Gettid() != unix.Getpid() {
		return 2
	}
	_, _, _ = unix.RawSyscall(unix.SYS_EXIT, 0, 0, 0) // this thread alone
	return 3
}

// A process that looks dead ends with its call, too.
func TestAProcessWithoutItsFirstThreadIsEnded(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w, space := walls(t, func(p *sandbox.Profile) { p.Read = []string{filepath.Dir(self)} })
	beat := filepath.Join(space, "beat")
	c := bash(t, helper+`=hide setsid -f "$SELF"; until [ -e beat ]; do sleep 0.02; done; sleep 1000`)
	c.Env = append(c.Env, "SELF="+self)
	c.Dir, c.Walls, c.Timeout = space, w, 3*time.Second
	if out := run(t, c); !out.TimedOut {
		t.Fatalf("%+v", out)
	}
	if _, err := os.Stat(beat); err != nil {
		t.Fatalf("the process has not run: %v", err)
	}
	if err := os.Remove(beat); err != nil {
		t.Fatal(err)
	}
	timer := time.NewTimer(300 * time.Millisecond) // it writes every 50 ms while it lives
	<-timer.C
	if _, err := os.Stat(beat); err == nil {
		t.Error("it is still there")
	}
}

// helpShare holds 300 MB of memory that could be shared.
func helpShare() int {
	memory, err := unix.Mmap(-1, 0, 300<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANON)
	if err != nil {
		return 2
	}
	for i := 0; i < len(memory); i += os.Getpagesize() {
		memory[i] = 1
	}
	time.Sleep(time.Minute)
	return 0
}

// Memory that is shared counts as well.
func TestSharedMemoryCounts(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w, space := walls(t, func(p *sandbox.Profile) {
		p.Limits, p.Read = sandbox.Limits{Memory: 200 << 20}, []string{filepath.Dir(self)}
	})
	out := run(t, Command{Path: self, Env: append(os.Environ(), helper+"=share"), Dir: space, Walls: w, Timeout: 20 * time.Second})
	if out.Limit != room.LimitMemory {
		t.Errorf("%+v", out)
	}
}

// What a program has left in the temporary folder does not lead the next room
// astray: no link in it is followed.
func TestARoomFollowsNoLinkOfAnEarlierOne(t *testing.T) {
	var profile sandbox.Profile
	w, space := walls(t, func(p *sandbox.Profile) {
		if err := os.WriteFile(filepath.Join(p.Write[0], "ctxnest.json"), []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		p.Protect = []string{filepath.Join(p.Write[0], "ctxnest.json")}
		profile = *p
	})
	top := "/tmp/" + strings.Split(strings.TrimPrefix(space, "/tmp/"), "/")[0]
	if !strings.HasPrefix(space, "/tmp/") {
		t.Skip("temporary files lie elsewhere")
	}
	// In the room /tmp is the space's own: the way to the space in it can be bent.
	c := bash(t, `cd /; ls -d `+top+`; mv `+top+` /tmp/away && ln -s /nonexistent `+top+` && echo bent`)
	c.Dir, c.Walls = space, w
	if out := run(t, c); !strings.Contains(out.Stdout.Text, "bent") {
		t.Logf("the way could not be bent: %s", out.Stderr.Text)
		if err := os.Symlink("/nonexistent", filepath.Join(profile.Temp, filepath.Base(top))); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
	next := openTestWalls(t, profile)
	c = bash(t, `echo x > ctxnest.json || echo kept; echo y > fine && echo works`)
	c.Dir, c.Walls = space, next
	if out := run(t, c); out.Stdout.Text != "kept\nworks\n" {
		t.Errorf("in the next room: %+v", out)
	}
}

// A layer whose place is bent by a link is left out, and nothing is written
// where the link leads.
func TestALayerFollowsNoLink(t *testing.T) {
	under := seen(t)
	var profile sandbox.Profile
	_, space := walls(t, func(p *sandbox.Profile) {
		top := filepath.Dir(p.Temp)
		for _, dir := range []string{"caches", "own", "work", "space/.git/hooks"} {
			if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		p.Write = append(p.Write, filepath.Join(top, "caches"))
		p.Read = append(p.Read, under)
		p.Protect = []string{filepath.Join(p.Write[0], ".git/hooks")}
		p.Layers = []sandbox.Layer{{Under: under, At: filepath.Join(top, "caches/at"), Own: filepath.Join(top, "own"), Work: filepath.Join(top, "work")}}
		profile = *p
	})
	at := profile.Layers[0].At
	if err := os.RemoveAll(at); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(space, ".git/hooks"), at); err != nil {
		t.Fatal(err)
	}
	c := bash(t, `echo evil > `+at+`/pre-commit; ls -A .git/hooks`)
	c.Dir, c.Walls = space, openTestWalls(t, profile)
	if out := run(t, c); out.Stdout.Text != "" {
		t.Errorf("it printed %q; %s", out.Stdout.Text, out.Stderr.Text)
	}
}

// What is hidden stays hidden where a writable folder holds it.
func TestHiddenFoldersStayHiddenInWritableOnes(t *testing.T) {
	w, space := walls(t, func(p *sandbox.Profile) {
		secret := filepath.Join(p.Write[0], "own/data")
		if err := os.MkdirAll(secret, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(secret, "settings.json"), []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
		p.Hide = []string{secret}
	})
	c := bash(t, `cat own/data/settings.json && echo read; echo x > own/data/settings.json && echo written; echo x > own/fine && echo fine`)
	c.Dir, c.Walls = space, w
	if out := run(t, c); out.Stdout.Text != "fine\n" {
		t.Errorf("it printed %q", out.Stdout.Text)
	}
}

// A helper that was written to since it was opened is not run, and one that was
// put in its place neither.
func TestAChangedHelperIsNotRun(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "handrail")
	if err := os.WriteFile(path, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	h, err := room.NewHelper(path)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("#!/bin/sh\ntouch "+path+".ran\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	w, err := OpenWalls(WallsConfig{Helper: h, MustRoom: true})
	if err != nil {
		t.Fatalf("the helper that was opened is still there: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + ".ran"); err == nil {
		t.Error("what was put in its place has run")
	}
	var f *os.File
	eventually(t, "the end of the room, while which the helper cannot be written to", func() bool {
		f, err = os.OpenFile("/proc/self/fd/"+strconv.Itoa(h.FD()), os.O_WRONLY|os.O_APPEND, 0) // as whoever may write to it could
		return err == nil
	})
	if _, err := f.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenWalls(WallsConfig{Helper: h, MustRoom: true}); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("a helper that was written to: %v", err)
	}
}
