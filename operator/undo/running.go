package undo

import (
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/lockfile"
	"handrail/tools"
)

// A signal lets other processes see that calls run in a space: each holds a lock, a file in a
// folder of the store, whose name begins with the space's own word.
type signal struct{ folder, word string }

func signalOf(store, space string) signal {
	return signal{filepath.Join(store, "running"), tools.Digest(space)[:16] + "-"}
}

// give lets other processes see that a call runs in the space, until over is called.
func (s signal) give() (over func(), err error) {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(s.folder, s.word)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	lock, err := lockfile.Try(f.Name())
	if err != nil || lock == nil {
		return func() {}, err // somebody looks at it at this very moment
	}
	return func() {
		_ = os.Remove(f.Name()) // one that stays is that of a dead process
		lock.Release()
	}, nil
}

// elsewhere says why nothing is taken back while another process makes a call in the space;
// "" if none does.
func (s signal) elsewhere() string {
	list, _ := os.ReadDir(s.folder) // there is none before the first call
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), s.word) {
			continue
		}
		lock, err := lockfile.Try(filepath.Join(s.folder, e.Name()))
		if err == nil && lock != nil { // its process is dead
			_ = os.Remove(filepath.Join(s.folder, e.Name()))
			lock.Release()
			continue
		}
		return "a call runs in this space, in another Handrail: wait for its end, or stop it; then take back"
	}
	return ""
}

// both calls two functions.
func both(a, b func()) func() {
	return func() {
		a()
		b()
	}
}
