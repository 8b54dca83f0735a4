package snapshot

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// Another file system below the folder is not covered, and that is said. What lay there
// before is not said to be gone.
func TestAMountInside(t *testing.T) {
	if os.Getenv("SNAPSHOT_AGAIN") == "" {
		ids := func(id int) []syscall.SysProcIDMap {
			return []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
		}
		again(t, self(t), t.TempDir(), &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS, UidMappings: ids(os.Getuid()), GidMappings: ids(os.Getgid())})
		return
	}
	root := t.TempDir()
	write(t, filepath.Join(root, "d/on/a"), "below")
	write(t, filepath.Join(root, "d/b"), "beside")
	s := open(t, t.TempDir())
	tree := s.Tree(TreeConfig{Root: root})
	before := look(t, tree)
	at := filepath.Join(root, "d/on")
	if err := unix.Mount("none", at, "tmpfs", 0, ""); err != nil {
		t.Skipf("nothing can be mounted here: %v", err)
	}
	write(t, filepath.Join(at, "c"), "inside")
	during := look(t, tree)
	if got := during.Partial(); !slices.Equal(got, []string{at + " is another file system"}) {
		t.Errorf("it does not cover %q", got)
	}
	if got := said(Between(before, during)); len(got) > 0 {
		t.Errorf("with the mount, it says %q", got)
	}
	if nodeOf(during, "d/on/c") != nil || nodeOf(during, "d/on/a") != nil {
		t.Error("it has looked there")
	}
	write(t, filepath.Join(root, "d/b"), "changed")
	if got := strings.Join(said(Between(during, look(t, tree))), " "); got != "changed d/b" {
		t.Errorf("beside the mount, it says %q", got)
	}
	if err := unix.Unmount(at, unix.MNT_DETACH); err != nil {
		t.Fatal(err)
	}
	after := look(t, tree)
	if got := said(Between(during, after)); !slices.Equal(got, []string{"changed d/b"}) || text(t, s, hashOf(t, after, "d/on/a")) != "below" {
		t.Errorf("without the mount, it says %q", got)
	}
}

// The two ways to ask for a stamp say the same of the same file, on any file system.
func TestBothWaysToAskForAStampAgree(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "f"), "text")
	for _, path := range []string{filepath.Join(root, "f"), root, "/proc", "/proc/version", "/dev/shm", "/sys", "/usr/bin/env", "/etc/passwd"} {
		path, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue // not everywhere
		}
		above, _, err := openHandle(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		defer above.close()
		named, err := above.stat(filepath.Base(path))
		if err != nil {
			t.Fatal(err)
		}
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer file(fd).close()
		opened, err := file(fd).stamp()
		if err != nil || named != opened {
			t.Errorf("%s: %+v by its name, %+v once it is open, %v", path, named, opened, err)
		}
	}
	if _, err := handle(-1).stat("f"); err == nil {
		t.Error("a handle that is none has a file")
	}
	h, _, err := openHandle(root)
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	for _, name := range []string{"none", strings.Repeat("n", 255), strings.Repeat("n", 256)} {
		if _, err := h.stat(name); err == nil {
			t.Errorf("%.10s… is there", name)
		}
	}
}
