package proc

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// A servant is a program that a finished call has left running, and that does what it is told.
type servant struct {
	t    *testing.T
	left *room.Left
	box  string // where it is told
}

// serve leaves one running in a room, in a folder of the space.
func serve(t *testing.T, w *Walls, space, name, folder string) *servant {
	t.Helper()
	box := filepath.Join(space, "box-"+name)
	if err := os.MkdirAll(box, 0o755); err != nil {
		t.Fatal(err)
	}
	c := bash(t, fmt.Sprintf(`cd %q; setsid bash -c 'while :; do if [ -e %[2]q/ask ]; then mv %[2]q/ask %[2]q/asked; eval "$(cat %[2]q/asked)" >%[2]q/new 2>&1; mv %[2]q/new %[2]q/answer; fi; sleep 0.02; done' >/dev/null 2>&1 &`, folder, box))
	c.Dir, c.Walls, c.Timeout = space, w, 20*time.Second
	out := run(t, c)
	if out.Left == nil {
		t.Fatalf("%s is not left running: %+v", name, out)
	}
	t.Cleanup(out.Left.Tenant.End)
	return &servant{t, out.Left, box}
}

// do has the servant run a script, and returns what that printed.
func (s *servant) do(script string) string {
	s.t.Helper()
	ask, answer := filepath.Join(s.box, "new-ask"), filepath.Join(s.box, "answer")
	if err := os.WriteFile(ask, []byte(script), 0o644); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Rename(ask, filepath.Join(s.box, "ask")); err != nil {
		s.t.Fatal(err)
	}
	var said []byte
	eventually(s.t, script, func() bool {
		raw, err := os.ReadFile(answer)
		said = raw
		return err == nil
	})
	if err := os.Remove(answer); err != nil {
		s.t.Fatal(err)
	}
	return string(said)
}

// lives reports whether the servant still runs.
func (s *servant) lives() bool { return len(s.left.Processes()) > 0 }

// doored are walls with a door.
func doored(t *testing.T, p sandbox.Profile) (w *Walls, door string) {
	t.Helper()
	door = filepath.Join(t.TempDir(), strings.Repeat("long", 30), "door") // longer than the name of a socket may be
	if err := os.MkdirAll(filepath.Dir(door), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := room.OpenDoor(door)
	if err != nil {
		t.Fatal(err)
	}
	w, err = OpenWalls(WallsConfig{Profile: p, Helper: testHelper(t), Kept: room.Files{Door: f}, MustRoom: true})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w, door
}

// put writes files below a folder.
func put(t *testing.T, top string, files ...string) {
	t.Helper()
	for _, name := range files {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("good\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func testSpace(t *testing.T) (space string, p sandbox.Profile) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, temp := filepath.Join(top, "space"), filepath.Join(top, "temp")
	put(t, space, "a/b/tool", "a/b/other", "x/b/tool", "loose")
	if err := os.Mkdir(temp, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", filepath.Join(space, "way")); err != nil {
		t.Fatal(err)
	}
	return space, sandbox.Profile{Write: []string{space, temp}, Temp: temp, Home: os.Getenv("HOME")}
}

// What a call has left running cannot change, move or exchange what its room is told later to protect: by
// no name, and from no folder in which it stands, also once the Handrail that opened the room has ended.
func TestALivingRoomProtectsMore(t *testing.T) {
	space, p := testSpace(t)
	w, door := doored(t, p)
	within, above := serve(t, w, space, "within", "a/b"), serve(t, w, space, "above", ".")
	tool, way := filepath.Join(space, "a/b/tool"), filepath.Join(space, "way")
	moves := []string{
		"mv -T ../../a ../../z && mv -T ../../z ../../a", "mv -T ../b ../c && mv -T ../c ../b",
		"mv tool t && mv t tool", "cp other new && mv new tool && echo good >tool", "rm tool && echo good >tool", "ln other l && mv -f l tool && rm tool && echo good >tool",
		"echo good >tool", "echo good >../b/tool", "echo good >" + tool,
		"ln -sfn x ../../way && ln -sfn a ../../way",
	}
	try := func(s *servant, change func(string) string, holds bool) {
		t.Helper()
		for _, m := range moves {
			if said := s.do(change(m) + " && echo DONE"); strings.Contains(said, "DONE") == holds {
				t.Errorf("held: %v, %q says %q", holds, m, said)
			}
		}
	}
	here, there := func(m string) string { return m }, func(m string) string { return "(cd a/b && " + m + ")" }
	try(within, here, false)
	try(above, there, false)
	if _, err := room.Protect(door, []string{way, tool}); err != nil {
		t.Fatal(err)
	}
	try(within, here, true)
	try(above, there, true)
	if said := within.do("echo more >../b/other && echo more >../../loose && mv other o && mv o other && echo DONE"); !strings.Contains(said, "DONE") {
		t.Errorf("what is not protected: %q", said)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	// The person puts another file there: that is protected only when it is asked for anew.
	put(t, space, "a/b/mine")
	if err := os.Rename(filepath.Join(space, "a/b/mine"), tool); err != nil {
		t.Fatal(err)
	}
	if said := above.do("echo good >a/b/tool && echo DONE"); !strings.Contains(said, "DONE") {
		t.Errorf("another file is protected already: %q", said)
	}
	for range 2 {
		if held, err := room.Protect(door, []string{way, tool, filepath.Join(space, "not/there"), "/etc/passwd"}); err != nil || !slices.Equal(held, []string{way, tool, "/etc/passwd"}) {
			t.Fatal(held, err)
		}
	}
	try(above, there, true)
	within.left.Tenant.End()
	above.left.Tenant.End()
	eventually(t, "the end of the room", func() bool { _, err := room.Protect(door, []string{tool}); return errors.Is(err, room.ErrGone) })
}

// Protecting comes to its end while a program exchanges the folder as fast as it can, and it cannot any more then.
func TestWhatMovesIsProtected(t *testing.T) {
	space, p := testSpace(t)
	w, door := doored(t, p)
	s := serve(t, w, space, "mover", ".")
	s.do(`(n=0; while [ ! -e end ]; do mv -T --exchange a x 2>/dev/null || { mv -T a y && mv -T x a && mv -T y x; } 2>/dev/null; n=$((n+1)); echo $n >moved; done) >/dev/null 2>&1 &`)
	moved := func() string { raw, _ := os.ReadFile(filepath.Join(space, "moved")); return string(raw) }
	eventually(t, "the first moves", func() bool { return len(moved()) > 1 })
	tool := filepath.Join(space, "a/b/tool")
	for late := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, err := room.Protect(door, []string{tool}); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(tool); err == nil { // between two moves there is none
			break
		}
		if time.Now().After(late) {
			t.Fatal("there is no tool at all any more")
		}
	}
	if _, err := room.Protect(door, []string{tool}); err != nil {
		t.Fatal(err)
	}
	was, err := os.Stat(tool)
	if err != nil {
		t.Fatal(err)
	}
	n := moved()
	eventually(t, "more tries", func() bool { return moved() != n })
	if now, err := os.Stat(tool); err != nil || !os.SameFile(was, now) {
		t.Errorf("it is another one: %v", err)
	}
	put(t, space, "end")
}

// helpKeep keeps a folder where nobody sees it, and says so by a file.
func helpKeep(how string) int {
	dir, err := unix.Open("kept", unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return 2
	}
	switch how {
	case "open":
	case "sent":
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		if err != nil || unix.Sendmsg(pair[0], []byte("x"), unix.UnixRights(dir), nil, 0) != nil || unix.Close(dir) != nil {
			return 3
		}
	case "queued":
		l, err := net.Listen("unix", "hall")
		if err != nil {
			return 4
		}
		defer l.Close()
		c, err := net.Dial("unix", "hall")
		if err != nil {
			return 5
		}
		if _, _, err := c.(*net.UnixConn).WriteMsgUnix([]byte("x"), unix.UnixRights(dir), nil); err != nil || c.Close() != nil || unix.Close(dir) != nil {
			return 6
		}
	case "mapped":
		fd, err := unix.Open("kept/deep/file", unix.O_RDWR, 0)
		if err != nil {
			return 7
		}
		if _, err := unix.Mmap(fd, 0, 4, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED); err != nil || unix.Close(fd) != nil || unix.Close(dir) != nil {
			return 8
		}
	case "none":
		if unix.Close(dir) != nil {
			return 9
		}
	}
	if os.WriteFile("keeps-"+how, nil, 0o644) != nil {
		return 10
	}
	time.Sleep(5 * time.Minute)
	return 0
}

// Once Handrail has ended, what a call has left running changes nothing that is sealed: what could still do it, by
// what it has, ends; everything else goes on.
func TestWhatIsSealedAtTheEnd(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	space, p := testSpace(t)
	put(t, space, "kept/deep/file", "deep/nested/kept/file")
	p.Read = []string{filepath.Dir(self)}
	p.Sealed = []string{filepath.Join(space, "kept"), filepath.Join(space, "deep/nested/kept"), filepath.Join(space, "absent")}
	w, _ := doored(t, p)
	stays := map[string]*servant{"top": serve(t, w, space, "top", "."), "nested": serve(t, w, space, "nested", "deep/nested"), "beside": serve(t, w, space, "beside", "a/b")}
	ends := map[string]*servant{"stands": serve(t, w, space, "stands", "kept/deep"), "reads": serve(t, w, space, "reads", ".")}
	ends["reads"].do("exec 7<kept/deep")
	kinds := map[string]*room.Left{}
	for _, how := range []string{"open", "sent", "queued", "mapped", "none"} {
		c := bash(t, helper+`=keep "$SELF" `+how+` >/dev/null 2>err-`+how+` & until [ -e keeps-`+how+` ]; do sleep 0.02; kill -0 $! || exit 1; done`)
		c.Env = append(c.Env, "SELF="+self)
		c.Dir, c.Walls, c.Timeout = space, w, 20*time.Second
		out := run(t, c)
		if out.Left == nil {
			t.Fatalf("%s: %+v", how, out)
		}
		t.Cleanup(out.Left.Tenant.End)
		kinds[how] = out.Left
	}
	if said := stays["top"].do("echo x >kept/new && rm kept/new && echo DONE"); said != "DONE\n" {
		t.Fatalf("it is sealed already: %q", said)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, s := range ends {
		eventually(t, name+" ends", func() bool { return !s.lives() })
	}
	for how, left := range kinds {
		if how == "none" {
			continue
		}
		eventually(t, how+" ends", func() bool { return len(left.Processes()) == 0 })
	}
	if len(kinds["none"].Processes()) == 0 {
		t.Error("a program that has nothing of it open has ended")
	}
	for name, s := range stays {
		if !s.lives() {
			t.Errorf("%s has ended", name)
			continue
		}
		for _, path := range []string{"kept", "deep/nested/kept"} {
			at := filepath.Join(space, path)
			for _, try := range []string{"echo x >" + at + "/new", "rm -r " + at, "mv " + at + " " + at + "2", "mv " + filepath.Dir(at) + "/../kept " + space + "/b && rm -r " + space + "/b"} {
				if said := s.do(try + " && echo DONE"); strings.Contains(said, "DONE") {
					t.Errorf("%s: %q is done", name, try)
				}
			}
		}
		if said := s.do("echo x >kept/new; echo x >../kept/new; [ ! -e kept/new ] && [ ! -e ../kept/new ] && echo fine >" + space + "/loose && echo DONE"); !strings.Contains(said, "DONE") {
			t.Errorf("%s goes on: %q", name, said)
		}
	}
}

// Where the space lies below /tmp, no program puts a tree of its own in its place.
func TestTheWayToTheSpaceIsPinned(t *testing.T) {
	top, err := os.MkdirTemp("/tmp", "way") //nolint:usetesting // it has to lie below /tmp itself
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(top) })
	space, temp := filepath.Join(top, "deep/space"), filepath.Join(t.TempDir(), "temp")
	put(t, space, "file")
	if err := os.Mkdir(temp, 0o755); err != nil {
		t.Fatal(err)
	}
	c := bash(t, fmt.Sprintf("touch /tmp/mine %[1]q/beside; for at in %[1]q %[1]q/deep %[2]q; do mv $at $at-away; rm -rf $at; done; mkdir -p %[2]q; echo other >%[2]q/file; cat %[2]q/file; ls -d %[1]q-away; [ -e /tmp/mine ] && echo fine", top, space))
	c.Dir, c.Walls = space, openTestWalls(t, sandbox.Profile{Write: []string{space, temp}, Protect: []string{filepath.Join(space, "file")}, Temp: temp, Home: os.Getenv("HOME")})
	out := run(t, c)
	if out.Stdout.Text != "good\nfine\n" {
		t.Errorf("it says %q, %q", out.Stdout.Text, out.Stderr.Text)
	}
}
