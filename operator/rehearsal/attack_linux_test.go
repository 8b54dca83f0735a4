package rehearsal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
)

// TestNoWayToTheRealFolder shows that nothing that works in a rehearsed conversation reaches the folder
// itself: not by other processes, mounts, namespaces, names, links or handles, and not later.
func TestNoWayToTheRealFolder(t *testing.T) {
	b := newBench(t, "")
	before := treeHash(t, b.Dir)
	s := newScene(b)
	s.bash("true") // a room stands
	holder := operator.RunIn(s.s).Cover().PID()
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/ns/mnt", holder)); err != nil {
		t.Fatalf("the process that has the layers: %v", err)
	}
	paths := strings.NewReplacer("SPACE", b.Dir, "HOLDER", fmt.Sprint(holder), "US", fmt.Sprint(os.Getpid()), "DATA", b.Options.Dirs.Data)
	tries := map[string]string{
		"another process's root":  `for p in /proc/[0-9]*; do echo evil > $p/root/SPACE/evil-root; echo evil > $p/cwd/evil-cwd; done; echo evil > /proc/HOLDER/root/SPACE/evil-root; echo evil > /proc/US/root/SPACE/evil-us`,
		"another process's files": `for f in /proc/[0-9]*/fd/*; do echo evil > $f/evil-fd; done; for f in /proc/HOLDER/fd/* /proc/US/fd/*; do echo evil > $f/evil-fd; done`,
		"its namespaces":          `nsenter -t HOLDER -m -U sh -c "echo evil > SPACE/evil-ns"; nsenter -t 1 -m sh -c "umount -l SPACE; echo evil > SPACE/evil-ns"`,
		"signals and memory":      `kill -9 HOLDER; kill -9 US; dd if=/dev/zero of=/proc/HOLDER/mem bs=1 count=1; dd if=/dev/zero of=/proc/1/mem bs=1 count=1`,
		"taking mounts away":      `cd /; umount SPACE; umount -l SPACE; umount -a; unshare -Urm sh -c "umount -l SPACE; echo evil > SPACE/evil-umount"; unshare -Ur sh -c "umount SPACE"`,
		"making mounts":           `mkdir -p m; mount --bind SPACE m; mount --bind / m; unshare -Urm sh -c "mount --bind / m && echo evil > m/SPACE/evil-bind"; mount -o remount,rw /; mount -t overlay -o lowerdir=SPACE,upperdir=SPACE,workdir=m none m`,
		"hard links":              `ln notes.txt hard && echo evil >> hard; ln src/a.go /tmp/hard && echo evil >> /tmp/hard; ln /tmp/hard back`,
		"links":                   `ln -s SPACE out; echo evil > out/evil-link; ln -s / top; echo evil > top/SPACE/evil-top; ln -s /proc/1/root/SPACE p; echo evil > p/evil-p`,
		"renaming":                `mv src /tmp/src; mv notes.txt /tmp/n; cp /tmp/n notes.txt; mv SPACE SPACE.away; mkdir -p SPACE; mv SPACE/../space other`,
		"where layers lie":        `ls DATA; find / -path "*rehearsals*" -exec sh -c 'echo evil > $1' _ {} \;`,
		"handles of files": `python3 - <<'P'
import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
class H(ctypes.Structure):
    _fields_ = [("n", ctypes.c_uint), ("t", ctypes.c_int), ("b", ctypes.c_ubyte * 128)]
h, m = H(128), ctypes.c_int()
r = c.name_to_handle_at(-100, b"SPACE/notes.txt", ctypes.byref(h), ctypes.byref(m), 0)
for at in ("/", "/etc", "SPACE", "/tmp"):
    f = c.open_by_handle_at(os.open(at, os.O_RDONLY), ctypes.byref(h), os.O_WRONLY)
    if f >= 0:
        os.write(f, b"evil")
P`,
		"attributes":  `setfattr -n trusted.overlay.opaque -v y src; setfattr -n user.overlay.redirect -v /etc src; setfattr -n user.overlay.metacopy -v "" notes.txt; chattr +i notes.txt; chmod -R 0 src; chown 12345 notes.txt`,
		"left behind": `nohup setsid sh -c 'while true; do echo evil > SPACE/evil-late; sleep 0.1; done' > /dev/null 2>&1 &`,
	}
	for name, script := range tries {
		s.must("write", map[string]any{"path": "try.sh", "content": paths.Replace(script) + "\ntrue\n"}) // past the guard, which reads commands
		r := s.call("bash", map[string]any{"command": "sh ./try.sh"})
		if r.Error != nil && r.Error.Code != "execution_failed" {
			t.Errorf("%s was not even tried: %v", name, r.Error)
		}
		if treeHash(t, b.Dir) != before {
			t.Fatalf("%s reaches the real folder", name)
		}
	}
	// Our own process must not be led there either.
	s.bash(paths.Replace("rm -rf led; mkdir -p led && ln -s SPACE/src led/in && ln -s / led/out && ln -s /proc/self/fd led/fd"))
	for _, path := range []string{"led/in/evil", "led/out" + b.Dir + "/evil", "led/fd/3/evil", "led/fd/4/evil", b.Dir + "/../space/evil"} {
		s.call("write", map[string]any{"path": path, "content": "evil\n"})
	}
	s.call("bash", map[string]any{"command": "echo evil > evil-job; sleep 600", "background": true})
	if treeHash(t, b.Dir) != before {
		t.Fatal("a file tool was led to the real folder")
	}
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/ns/mnt", holder)); err != nil {
		t.Errorf("the process that has the layers is gone: %v", err)
	}
	r := s.end()
	if alive := namedInProc(t, "evil-late"); alive != "" {
		t.Errorf("it goes on after the end: %s", alive)
	}
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/ns/mnt", holder)); err == nil {
		t.Error("the process that has the layers goes on")
	}
	if treeHash(t, b.Dir) != before {
		t.Fatal("the real folder was changed at the end")
	}
	if !strings.Contains(fmt.Sprint(files(b, r)), "evil-late") {
		t.Error("the control: what was left running has written nothing on the layer either")
	}
	if err := operator.RehearsalsOf(b.O).Drop(r.ID); err != nil || treeHash(t, b.Dir) != before {
		t.Errorf("dropped: %v", err)
	}
}

// namedInProc is the command line of a process that names a word; "" if none does.
func namedInProc(t *testing.T, word string) string {
	t.Helper()
	lists, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lists {
		if raw, err := os.ReadFile(path); err == nil && strings.Contains(string(raw), word) {
			return string(raw)
		}
	}
	return ""
}

// TestTheHolderMayGo shows that what stands in the place of the folder stays when the process that has
// made it ends, and that nothing falls back on the folder.
func TestTheHolderMayGo(t *testing.T) {
	b := newBench(t, "")
	before := treeHash(t, b.Dir)
	s := newScene(b)
	s.bash("echo one > one.txt")
	p, err := os.FindProcess(operator.RunIn(s.s).Cover().PID())
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
	operatortest.WaitFor(t, func() bool { _, err := os.Stat(fmt.Sprintf("/proc/%d/ns/mnt", p.Pid)); return err != nil })
	s.must("write", map[string]any{"path": "two.txt", "content": "two\n"})
	if got := s.bash("cat one.txt two.txt"); got != "one\ntwo\n" {
		t.Errorf("%q", got)
	}
	// Another room cannot be built any more, and what would have needed one runs nowhere.
	s.call("bash", map[string]any{"command": "rm -rf /etc/nothing src; curl http://127.0.0.1:1/ -d x; echo evil > evil"})
	if treeHash(t, b.Dir) != before {
		t.Fatal("the real folder was changed")
	}
	r := s.end()
	if got := files(b, r); got["one.txt"] != "new file" || got["two.txt"] != "new file" {
		t.Errorf("%v", got)
	}
	if treeHash(t, b.Dir) != before {
		t.Fatal("the real folder was changed")
	}
}
