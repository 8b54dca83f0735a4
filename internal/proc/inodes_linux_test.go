package proc

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// What the kernel counts by user, programs of a room have a part of: the person's editors need some, too.
func TestCountersOfTheUser(t *testing.T) {
	w, space := walls(t, nil)
	c := bash(t, `cat /proc/sys/user/max_inotify_instances /proc/sys/fs/inotify/max_user_instances; ulimit -i; ulimit -q`)
	c.Dir, c.Walls = space, w
	out := run(t, c)
	lines := strings.Fields(out.Stdout.Text)
	if len(lines) != 4 {
		t.Fatalf("%q, %s", lines, out.Stderr.Text)
	}
	own, err := strconv.Atoi(lines[0])
	all, err2 := strconv.Atoi(lines[1])
	if err != nil || err2 != nil || own <= 0 || own > all/2 {
		t.Errorf("%d of %d inotify instances", own, all)
	}
	for i, what := range []int{unix.RLIMIT_SIGPENDING, unix.RLIMIT_MSGQUEUE} {
		var outside unix.Rlimit
		if err := unix.Prlimit(0, what, nil, &outside); err != nil {
			t.Fatal(err)
		}
		if got, err := strconv.ParseUint(lines[2+i], 10, 64); err != nil || got > outside.Cur/2 {
			t.Errorf("%d: %s, outside %d", what, lines[2+i], outside.Cur)
		}
	}
}
