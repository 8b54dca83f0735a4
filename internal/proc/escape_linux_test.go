package proc

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"handrail/internal/sandbox"
)

// outside is what programs behind the walls must not reach.
type outside struct {
	env     []string
	space   string
	walls   *Walls
	watched []string     // folders that must not change
	reached atomic.Int64 // connections and datagrams that came through
	pid     int
}

// newOutside arranges a space with walls around it, and things outside.
func newOutside(t *testing.T, top string) *outside {
	t.Helper()
	in := func(name string) string { return filepath.Join(top, name) }
	for _, dir := range []string{"a/space/.git/hooks", "out/empty", "home/.ssh", "temp", "hidden", "sockets"} {
		if err := os.MkdirAll(in(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"out/secret": "secret", "out/target": "target", "out/shared": "shared", "home/.ssh/id_test": "key", "home/.bashrc": "# mine\n",
		"hidden/settings.json": "{}", "a/space/ctxnest.json": "{}", "a/space/target.txt": "x", "a/space/.git/config": "[core]\n",
	} {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(in("out"), in("a/space/link")); err != nil {
		t.Fatal(err)
	}
	o := &outside{space: in("a/space"), watched: []string{in("out"), in("home"), in("hidden"), in("a/space/.git"), in("a/space/ctxnest.json")}}
	tcp, udp := o.listen(t, in("sockets/pathname"))
	sleep := exec.Command("sleep", "1000")
	sleep.Dir, sleep.Env = in("out"), []string{"SECRET=outside"}
	if err := sleep.Start(); err != nil {
		t.Fatal(err)
	}
	o.pid = sleep.Process.Pid
	t.Cleanup(func() { _ = sleep.Process.Kill(); _ = sleep.Wait() })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.env = []string{
		"PATH=" + os.Getenv("PATH"), "SPACE=" + in("a/space"), "OUT=" + in("out"), "HOME=" + in("home"), "LINK=link", "HIDDEN=" + in("hidden"),
		"OUTPID=" + strconv.Itoa(o.pid), "TCPPORT=" + tcp, "UDPPORT=" + udp, "UNIXSOCKET=" + in("sockets/pathname"), "ABSTRACT=@" + in("abstract"),
		"GIT_CONFIG_NOSYSTEM=1",
	}
	o.walls = openTestWalls(t, sandbox.Profile{
		Write: []string{in("a/space"), in("temp")}, Temp: in("temp"), Home: in("home"), Hide: []string{in("hidden")}, Read: []string{filepath.Dir(self)},
		Protect: []string{in("a/space/ctxnest.json"), in("a/space/.git/hooks"), in("a/space/.git/config")},
	})
	return o
}

// listen serves outside, on every kind of socket.
func (o *outside) listen(t *testing.T, path string) (tcp, udp string) {
	t.Helper()
	var ports []string
	for _, at := range [][2]string{{"tcp", "127.0.0.1:0"}, {"unix", path}, {"unix", "@" + filepath.Join(filepath.Dir(filepath.Dir(path)), "abstract")}} {
		l, err := net.Listen(at[0], at[1])
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		_, port, _ := net.SplitHostPort(l.Addr().String())
		ports = append(ports, port)
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				o.reached.Add(1)
				_ = c.Close()
			}
		}()
	}
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	go func() {
		for buf := make([]byte, 100); ; {
			if _, _, err := c.ReadFrom(buf); err != nil {
				return
			}
			o.reached.Add(1)
		}
	}()
	_, udp, _ = net.SplitHostPort(c.LocalAddr().String())
	return ports[0], udp
}

// state is a fingerprint of what must not change.
func (o *outside) state(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	for _, top := range o.watched {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			text := ""
			if info.Mode().IsRegular() {
				raw, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				text = string(raw)
			}
			when := info.ModTime()
			fmt.Fprintf(h, "%s %v %v %q\n", path, info.Mode(), when, text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// try runs a command behind the walls and holds the outside against what it was.
func (o *outside) try(t *testing.T, c Command) Outcome {
	t.Helper()
	before := o.state(t)
	c.Dir, c.Env, c.Walls, c.Timeout = o.space, append(c.Env, o.env...), o.walls, 20*time.Second
	out := run(t, c)
	if strings.Contains(out.Stdout.Text+out.Stderr.Text, "ESCAPED") {
		t.Errorf("it got through:\n%s\n%s", out.Stdout.Text, out.Stderr.Text)
	}
	if o.state(t) != before {
		t.Errorf("something outside has changed:\n%s\n%s", out.Stdout.Text, out.Stderr.Text)
	}
	if n := o.reached.Load(); n > 0 {
		o.reached.Store(0)
		t.Errorf("%d connections reached a service outside", n)
	}
	if !running(o.pid) {
		t.Fatal("a process outside was ended")
	}
	return out
}

// What testdata/escapes.txt tries is refused.
func TestNoScriptGetsOut(t *testing.T) {
	raw, err := os.ReadFile("testdata/escapes.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(raw), "\n=== ")[1:]
	if len(cases) < 50 {
		t.Fatalf("only %d cases were read", len(cases))
	}
	o := newOutside(t, seen(t))
	for _, text := range cases {
		name, script, _ := strings.Cut(text, "\n")
		t.Run(name, func(t *testing.T) { o.try(t, bash(t, script)) })
	}
}

// What attempts lists is refused.
func TestNoSystemCallGetsOut(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for where, top := range map[string]string{"where files are seen": seen(t), "where they are hidden": t.TempDir()} {
		o := newOutside(t, top)
		for name := range attempts() {
			t.Run(where+"/"+name, func(t *testing.T) {
				out := o.try(t, Command{Path: self, Args: []string{name}, Env: []string{helper + "=attempt"}})
				if out.ExitCode != 1 {
					t.Errorf("the attempt was not made: exit code %d %s", out.ExitCode, out.Stderr.Text)
				}
				t.Log(out.Stdout.Text)
			})
		}
	}
}

// seen is a folder that a room does not hide: what lies in it is kept by rights
// alone.
func seen(t *testing.T) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if isCovered(here) {
		here = "/var/lib"
	}
	top, err := os.MkdirTemp(here, "outside-") //nolint:usetesting // it must not lie among the temporary files
	if err != nil {
		t.Skipf("a checkout in a folder that rooms hide, and no other place to try from: %v", err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(top); err != nil {
			t.Error(err)
		}
	})
	return top
}

// Where no room can be made, Landlock and seccomp on the starting thread hold
// files and the network on their own. What they do not hold is named in the
// report, and listed here.
func TestNoScriptGetsOutOfAThread(t *testing.T) {
	open := map[string]string{
		"change the mode of a file outside": "modes", "change the owner of a file outside": "modes", "change the times of a file outside": "modes",
		"end a process outside":         "", // Landlock 6 and later hold it
		"processes outside can be seen": "names of processes are visible",
		"end the room":                  "there is none", "end everything": "there is none", "a signal to every process from a child": "there is none",
		"the environment of the room": "there is none", "the memory of the room": "there is none", "the open files of the room": "there is none",
		"the passwords of the machine": "root's own", "the keys of the machine": "root's own",
		"through the root of process 1": "there is none",
		"the addresses of this machine": "they are visible, and of no use",
	}
	raw, err := os.ReadFile("testdata/escapes.txt")
	if err != nil {
		t.Fatal(err)
	}
	o := newOutside(t, seen(t))
	o.walls = threadWalls(t, o.walls.Profile())
	for _, text := range strings.Split(string(raw), "\n=== ")[1:] {
		name, script, _ := strings.Cut(text, "\n")
		if open[name] != "" || strings.Contains(name, "protected") {
			continue
		}
		t.Run(name, func(t *testing.T) { o.try(t, bash(t, script)) })
	}
}

// isCovered reports whether a room hides what lies in a folder.
func isCovered(dir string) bool {
	for _, top := range []string{"/tmp/", "/var/tmp/", "/run/", "/home/", "/root/", "/mnt/", "/media/", "/srv/"} {
		if strings.HasPrefix(dir+"/", top) {
			return true
		}
	}
	return false
}

// threadWalls builds walls without a room.
func threadWalls(t *testing.T, p sandbox.Profile) *Walls {
	t.Helper()
	w, err := OpenWalls(WallsConfig{Profile: p})
	if err != nil {
		t.Fatal(err)
	}
	if w.Room() != nil || !w.Report().Holds() {
		t.Fatalf("%+v", w.Report())
	}
	return w
}

// Programs that start from restricted threads leave the process itself, and
// programs without walls, as free as they were.
func TestThreadWallsHoldNobodyElse(t *testing.T) {
	dir := t.TempDir()
	w := threadWalls(t, sandbox.Profile{})
	for range 20 {
		c := bash(t, `echo x > here || echo kept`)
		c.Dir, c.Walls = dir, w
		if out := run(t, c); out.Stdout.Text != "kept\n" {
			t.Fatalf("%+v", out)
		}
		c.Walls = nil
		if out := run(t, c); out.Stdout.Text != "" || out.ExitCode != 0 {
			t.Fatalf("without walls: %+v", out)
		}
		if err := os.WriteFile(filepath.Join(dir, "ours"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
