package builtin

import (
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"handrail/tools"
)

// A disk that is full in the middle of a write, an edit or a patch: the agent
// is told, and nothing is lost. The limit on the size of files stands in for
// the disk, because that works for every user.
func TestDiskFull(t *testing.T) {
	old := "old\n" + strings.Repeat("x", 40<<10)
	d := newDesk(t, map[string]string{"f": old, "g": "g\n"})
	d.must("read", input{"path": "f"})
	more := strings.Repeat("y", 5<<20) // more than the log that go test itself writes
	calls := map[string]input{
		"write": {"path": "f", "content": more},
		"edit":  {"path": "f", "old_string": "old", "new_string": more},
		"patch": {"patch": "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-g\n+h\n--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n old\n+" + more + "\n"},
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	small := before
	small.Cur = 4 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Fatal(err)
	}
	for tool, in := range calls {
		d.refused(tools.ExecutionFailed, tool, in, "disk is full", "nothing was changed", "free some space")
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if d.get("f") != old || d.get("g") != "g\n" {
		t.Error("a file has changed")
	}
	if left, err := os.ReadDir(d.space); err != nil || len(left) != 2 {
		t.Errorf("left over: %v, %v", left, err)
	}
}
