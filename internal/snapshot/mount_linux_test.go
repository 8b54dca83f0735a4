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
		again(t, os.Args[0], t.TempDir(), &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS, UidMappings: ids(os.Getuid()), GidMappings: ids(os.Getgid())})
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
