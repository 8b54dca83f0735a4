package snapshot

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

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
}

// A Store keeps contents by their hash. It is safe for concurrent use, and several
// processes may share one. Errors name what could not be read or written.
type Store struct {
	root  string
	packs *packs
}

// ErrGone is what Open returns of a content that the store does not have (any more).
var ErrGone = errors.New("its content is no longer kept")

// Open opens the store, which is made if it is not there. Nothing is read until it is needed.
func Open(c Config) (*Store, error) {
	if len(c.Key) != 32 {
		return nil, errors.New("the snapshots cannot be opened: their key is not 32 bytes")
	}
	for _, name := range []string{"packs", "sets", "trees", "users"} {
		if err := os.MkdirAll(filepath.Join(c.Dir, name), 0o700); err != nil {
			return nil, fmt.Errorf("the snapshots cannot be opened: %w", err)
		}
	}
	return &Store{root: c.Dir, packs: newPacks(filepath.Join(c.Dir, "packs"), c)}, nil
}

func (s *Store) dir(parts ...string) string {
	return filepath.Join(append([]string{s.root}, parts...)...)
}

// use holds the store open for changes: no content goes away until release.
func (s *Store) use(ctx context.Context) (release func(), err error) {
	path := s.dir("users", randomID())
	mine, err := lockfile.Try(path)
	if err == nil && mine == nil {
		err = errors.New("its name is taken")
	}
	if err != nil {
		return nil, fmt.Errorf("the snapshots cannot be used: %w", err)
	}
	release = func() { _ = os.Remove(path); mine.Release() }
	gate, err := lockfile.Acquire(ctx, s.dir("sweep.lock")) // whoever sweeps looks at users once it has this
	if err != nil {
		release()
		return nil, err
	}
	gate.Release()
	return release, nil
}

// Keyed makes the hash that names the content of a file that may hold secrets.
func (s *Store) Keyed() hash.Hash { return s.packs.key.keyed() }

// Open returns the content with a hash; ErrGone if the store does not have it. Reading fails
// if the content is damaged.
func (s *Store) Open(hash string) (io.ReadCloser, error) { return s.packs.open(hash) }
