package proc

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// A program that makes empty files without end takes no space, and is ended all the same
// before the disk has no number left for another file.
func TestFilesWithoutEnd(t *testing.T) {
	disk, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "nr_inodes=60000"); err != nil {
		t.Skip("not run: a disk with few numbers of files can only be made by root: ", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(disk, unix.MNT_DETACH) })
	w, _ := walls(t, func(p *sandbox.Profile) {
		p.Write = append(p.Write, disk)
		p.Limits.Inodes = 40000
	})
	c := bash(t, `i=0; while :; do : > $((i++)) || { echo full; exit 3; }; done`)
	c.Dir, c.Walls, c.Timeout = disk, w, time.Minute
	out := run(t, c)
	left, err := os.ReadDir(disk)
	if out.Limit != room.LimitFiles || out.ExitCode != 137 || err != nil || len(left) < 15000 {
		t.Errorf("ended with %d, limit %q, after %d files: %s", out.ExitCode, out.Limit, len(left), out.Stderr.Text)
	}
}
