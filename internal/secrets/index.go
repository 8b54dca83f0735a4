package secrets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"sync"

	"handrail/internal/lockfile"
)

// index is a file that says which secrets there are and where each is kept:
// names, no values. Keychains cannot be listed. It is a convenience: a secret that
// is not in it is still found by its name.
type index struct {
	mu   sync.Mutex
	path string
}

// indexed is what the file holds.
type indexed struct {
	Version int               `json:"version"`
	Secrets map[string]string `json:"secrets"` // where, by name
}

func newIndex(dir string) *index { return &index{path: filepath.Join(dir, "secrets.json")} }

// all is where each secret is kept, by name.
func (x *index) all() (map[string]string, error) { return x.load() }

func (x *index) load() (map[string]string, error) {
	raw, err := lockfile.Read(x.path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the list of secrets cannot be read: %w", err)
	}
	var in indexed
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, fmt.Errorf("the list of secrets in %s is broken (%w): move it away; each secret is listed again once it is used or set", x.path, err)
	}
	if in.Secrets == nil {
		in.Secrets = map[string]string{}
	}
	return in.Secrets, nil
}

// where says where a secret is kept; "" if that is not known.
func (x *index) where(name string) string {
	all, _ := x.all() // then it is looked for
	return all[name]
}

// none reports whether no secret is listed.
func (x *index) none() bool {
	all, err := x.all()
	return err == nil && len(all) == 0
}

// put notes where a secret is kept; "" takes it out. Nothing is written where
// nothing changes.
func (x *index) put(name, kept string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if all, err := x.load(); err == nil && all[name] == kept {
		return nil // as it mostly is
	}
	return alone(filepath.Dir(x.path), func() error { return x.change(name, kept) })
}

// claim notes where a secret is going to be kept. The error is ErrTaken if it is
// noted already.
func (x *index) claim(name, kept string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return alone(filepath.Dir(x.path), func() error {
		all, err := x.load()
		if err != nil {
			return err
		}
		if all[name] != "" {
			return fmt.Errorf("the secret %q: %w", name, ErrTaken)
		}
		return x.change(name, kept)
	})
}

func (x *index) change(name, kept string) error {
	all, err := x.load()
	if err != nil {
		return err
	}
	before := maps.Clone(all)
	if kept == "" {
		delete(all, name)
	} else {
		all[name] = kept
	}
	if maps.Equal(before, all) {
		return nil
	}
	raw, err := json.MarshalIndent(indexed{Version: 1, Secrets: all}, "", "  ")
	if err != nil {
		return err
	}
	return replace(x.path, append(raw, '\n'))
}
