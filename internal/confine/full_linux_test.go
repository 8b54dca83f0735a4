package confine

import (
	"errors"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A disk that is full in the middle of a write: the old content stays, nothing
// is left over, and the error says why. The limit on the size of files stands
// in for the disk, because that works for every user.
func TestDiskFullLosesNothing(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"f": "precious"})
	r := open(t, Config{Base: top})
	old, fresh := resolve(t, r, "f"), resolve(t, r, "new/deep/g")

	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	small := before
	small.Cur = 4 << 20 // more than the log that go test itself writes
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Fatal(err)
	}
	big := make([]byte, 5<<20)
	errOld := r.WriteAtomic(old, big, WriteOptions{})
	errFresh := r.WriteAtomic(fresh, big, WriteOptions{})
	errFits := r.WriteAtomic(resolve(t, r, "fits"), big[:4<<20], WriteOptions{})
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}

	if !errors.Is(errOld, syscall.EFBIG) || !errors.Is(errFresh, syscall.EFBIG) {
		t.Errorf("errors are %v and %v", errOld, errFresh)
	}
	if errFits != nil {
		t.Errorf("a file that fits: %v", errFits)
	}
	if got := read(t, filepath.Join(top, "f")); got != "precious" {
		t.Errorf("the old file holds %q", got)
	}
	if d := cmp.Diff([]string{"f", "fits"}, names(t, top)); d != "" {
		t.Errorf("what lies there (-want +got):\n%s", d)
	}
}
