package proc

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"handrail/internal/proc/room"
)

// A room tells what its programs have in their memory so that they can change it there, and they go on.
func TestWhatIsMapped(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	space, p := testSpace(t)
	put(t, space, "kept/deep/file")
	if err := os.Link(filepath.Join(space, "kept/deep/file"), filepath.Join(space, "other")); err != nil {
		t.Fatal(err)
	}
	p.Read = []string{filepath.Dir(self)}
	w, door := doored(t, p)
	beside := serve(t, w, space, "beside", ".")
	beside.do("exec 7<>kept/deep/file")
	if list, err := room.Mapped(door); err != nil || len(list) > 0 {
		t.Fatalf("a file that is open: %v, %v", list, err)
	}
	c := bash(t, helper+`=keep "$SELF" mapped >/dev/null 2>err & until [ -e keeps-mapped ]; do sleep 0.02; kill -0 $! || exit 1; done`)
	c.Env = append(c.Env, "SELF="+self)
	c.Dir, c.Walls, c.Timeout = space, w, 20*time.Second
	out := run(t, c)
	if out.Left == nil {
		t.Fatalf("nothing is left running: %+v", out)
	}
	t.Cleanup(out.Left.Tenant.End)
	info, err := os.Stat(filepath.Join(space, "other"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := room.Mapped(door)
	if err != nil || len(list) != 1 || list[0].Ino != info.Sys().(*syscall.Stat_t).Ino || list[0].Program == "" {
		t.Fatalf("a file that is mapped: %+v, %v", list, err)
	}
	if said := beside.do("echo still here"); said != "still here\n" {
		t.Errorf("another program says %q", said)
	}
	out.Left.Tenant.End()
	if list, err := room.Mapped(door); err != nil || len(list) > 0 {
		t.Errorf("once it has ended: %+v, %v", list, err)
	}
}
