package restore_test

import (
	"context"
	"os/signal"
	"syscall"
	"testing"

	"handrail/internal/restore"
	"handrail/internal/snapshot"
)

// TestFullDisk shows that a file that cannot be written changes nothing of its own, and leaves
// nothing over. The limit on the size of files stands in for the disk.
func TestFullDisk(t *testing.T) {
	k := kept{}
	dir := t.TempDir()
	place(t, dir, map[string]string{"f": "precious"})
	a := tree(t, dir, k)
	hash := k.add(make([]byte, 5<<20))
	steps := []restore.Step{{Root: dir, Path: "f", Now: a["f"], Want: &snapshot.Entry{Kind: snapshot.File, Mode: 0o644, Size: 5 << 20, Hash: hash}}}

	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	small := limit
	small.Cur = 4 << 20 // more than the log that go test itself writes
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small))
	r, err := restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))

	if err != nil || r.Count(restore.Failed) != 1 {
		t.Fatalf("%v, %+v", err, r)
	}
	if d := differences(tree(t, dir, kept{}), a); len(d) > 0 {
		t.Errorf("changed: %q", d)
	}
	r, err = restore.Apply(context.Background(), restore.Config{Roots: roots(t, dir), Contents: k}, steps)
	if err != nil || r.Count(restore.Done) != 1 {
		t.Errorf("with room: %v\n%s", err, undone(r))
	}
}
