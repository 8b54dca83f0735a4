package undo

import (
	"crypto/rand"
	"errors"
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
func (s signal) give() (name string, over func(), err error) {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return "", nil, err
	}
	for range 100 {
		path := filepath.Join(s.folder, s.word+rand.Text())
		lock, err := lockfile.Try(path)
		if err != nil {
			return "", nil, err
		}
		if lock == nil {
			continue // somebody was just trying whether it is that of a dead process
		}
		return filepath.Base(path), func() {
			_ = os.Remove(path) // one that stays is that of a dead process
			lock.Release()
		}, nil
	}
	return "", nil, errors.New("each lock was taken at once")
}

// elsewhere says why nothing is taken back while another process makes a call in the space;
// "" if none does. mine is left out.
func (s signal) elsewhere(mine string) string {
	list, _ := os.ReadDir(s.folder) // there is none before the first call
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), s.word) || e.Name() == mine {
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
