package snapshot

import (
	"crypto/rand"
	"errors"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// On a disk that is full, a look and a set fail and say why, what was kept stays whole, and
// nothing is left over. The limit on the size of files stands in for the disk, because that
// works for every user.
func TestADiskThatIsFull(t *testing.T) {
	s, tree := filled(t)
	before := look(t, tree)
	big := make([]byte, 9<<20)
	_, _ = rand.Read(big)
	write(t, filepath.Join(tree.Root(), "streamed"), string(big))
	for i := range 3 {
		write(t, filepath.Join(tree.Root(), "in memory"+string(rune('a'+i))), string(big[i:3<<20]))
	}
	set := &Set{ID: "huge", Run: "run", Time: time.Now()}
	for i := range 60_000 {
		set.Skipped = append(set.Skipped, string(big[i*100:][:100]))
	}

	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	small := limit
	small.Cur = 4 << 20 // more than the log that go test itself writes
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Fatal(err)
	}
	_, errLook := tree.Look(t.Context())
	_, errOther := open(t, s.root).Tree(tree.c).Look(t.Context())
	_, errPut := s.Put(strings.NewReader(string(big)), int64(len(big)), false)
	errKeep := s.Keep(set)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}

	for what, err := range map[string]error{"look": errLook, "look of another process": errOther, "put": errPut, "keep": errKeep} {
		if !errors.Is(err, syscall.EFBIG) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, name := range files(t, s.root) {
		if strings.HasPrefix(filepath.Base(name), ".") {
			t.Errorf("%s is left over", name)
		}
	}
	for i := range 4 {
		whole(t, s, "run", "call"+string(rune('0'+i)))
	}
	sound(t, s)
	after := look(t, tree)
	if got := strings.Join(said(Between(before, after)), ", "); got != "new in memorya, new in memoryb, new in memoryc, new streamed" {
		t.Errorf("then it sees %s", got)
	}
	if text(t, s, hashOf(t, after, "streamed")) != string(big) {
		t.Error("the content is another")
	}
}
