package snapshot

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"handrail/internal/lockfile"
)

// Config says where a Store lies and what seals contents.
type Config struct {
	// Dir is the store's own folder. Nobody but us may write there.
	Dir string
	// Key seals the contents: 32 bytes, the same at each start. With another key, what was kept
	// before is lost.
	Key []byte
	// NoSecrets says that files that may hold secrets are not kept at all.
	NoSecrets bool
	// Reserve is how many bytes of the disk stay free: what would leave fewer is not kept, and says so. 0: none.
	Reserve int64
}

// A Store keeps contents by their hash. It is safe for concurrent use, and several
// processes may share one. Errors name what could not be read or written.
type Store struct {
	root  string
	packs *packs
	setFiles

	staying sync.Mutex
	stay    *stay // the last that has passed the gate; nil once it has ended
}

// ErrGone is what Open returns of a content that the store does not have (any more).
var ErrGone = errors.New("its content is no longer kept")

// Open opens the store, which is made if it is not there. Nothing is read until it is needed.
func Open(c Config) (*Store, error) {
	if n := len(c.Key); n != keySize {
		return nil, fmt.Errorf("the snapshots cannot be opened: their key has %d bytes, not %d", n, keySize)
	}
	s := &Store{root: c.Dir, packs: newPacks(filepath.Join(c.Dir, "packs"), c)}
	s.setFiles = setFiles{s}
	if err := s.build(); err != nil {
		return nil, fmt.Errorf("the snapshots cannot be opened: %w", err)
	}
	return s, nil
}

// build makes the folders that are missing: somebody may delete them at any time.
func (s *Store) build() error {
	for _, name := range []string{"packs", "sets", "trees", "users", "begun"} {
		if err := os.MkdirAll(s.dir(name), 0o700); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) dir(parts ...string) string {
	return filepath.Join(append([]string{s.root}, parts...)...)
}

// A stay is a lock of our own, and by how many acts of this process it is held.
type stay struct {
	path string
	lock *lockfile.Lock
	acts int // guarded by Store.staying
}

// use holds the store open for changes: no content goes away until release. The order counts:
// our own lock first, then the gate. Whoever sweeps has the gate, and then looks for such
// locks: so either it sees ours, or we wait until it is through. Where an act of this process holds a lock
// that has passed the gate, that one counts for the next too.
func (s *Store) use(ctx context.Context) (release func(), err error) {
	if release := s.join(); release != nil {
		return release, nil
	}
	path, mine, err := s.register()
	if err != nil {
		return nil, fmt.Errorf("the snapshots cannot be used: %w", err)
	}
	st := &stay{path: path, lock: mine, acts: 1}
	gate, err := lockfile.Acquire(ctx, s.dir(gateName))
	if err != nil {
		s.leave(st)
		return nil, err
	}
	gate.Release()
	s.staying.Lock()
	defer s.staying.Unlock()
	s.stay = st
	return sync.OnceFunc(func() { s.leave(st) }), nil
}

// join shares the lock that another act of this process holds; nil if none does, or somebody has deleted it.
func (s *Store) join() (release func()) {
	s.staying.Lock()
	defer s.staying.Unlock()
	st := s.stay
	if st == nil {
		return nil
	}
	if _, err := os.Lstat(st.path); err != nil {
		return nil
	}
	st.acts++
	return sync.OnceFunc(func() { s.leave(st) })
}

// leave ends an act's part in a stay, and the stay with its last act.
func (s *Store) leave(st *stay) {
	s.staying.Lock()
	defer s.staying.Unlock()
	if st.acts--; st.acts > 0 {
		return
	}
	if s.stay == st {
		s.stay = nil
	}
	_ = os.Remove(st.path)
	st.lock.Release()
}

// register makes and holds a lock of our own.
func (s *Store) register() (path string, mine *lockfile.Lock, err error) {
	for range 100 {
		path = s.dir("users", randomID())
		if mine, err = lockfile.Try(path); mine != nil {
			return path, mine, nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = s.build()
		}
		if err != nil {
			return "", nil, err
		}
		// who sweeps was just trying whether it is that of a dead process
	}
	return "", nil, errors.New("each lock was taken at once")
}

// gateName is the lock of who sweeps.
const gateName = "sweep.lock"

// LeaveSecrets says whether files that may hold secrets are left out from now on.
func (s *Store) LeaveSecrets(yes bool) { s.packs.noSecrets.Store(yes) }

// Keyed makes the hash that names the content of a file that may hold secrets.
func (s *Store) Keyed() hash.Hash { return s.packs.key.keyed() }

// Open returns the content with a hash; ErrGone if the store does not have it. Reading fails
// if the content is damaged.
func (s *Store) Open(hash string) (io.ReadCloser, error) { return s.packs.open(hash) }
