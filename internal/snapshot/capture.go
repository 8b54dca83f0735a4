package snapshot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Capture is what lies at a path below a folder, with its content in the store; nil if nothing
// does, or something that is not kept. No link is followed on the way. See Hold.
func (s *Store) Capture(root string, path Name, secret bool) (*Entry, error) {
	return capture(root, path, func(f file, size int64) (string, error) { return s.Put(f, size, secret) })
}

func capture(root string, path Name, read func(file, int64) (string, error)) (*Entry, error) {
	h, _, err := openHandle(root)
	if err != nil {
		return nil, err
	}
	defer func() { h.close() }()
	parts := strings.Split(string(path), "/")
	for _, part := range parts[:len(parts)-1] {
		if st, err := h.stat(part); err == nil && st.kind == isFolder && st.mode&ownerLooks != ownerLooks {
			_, _ = h.unlock(part, isFolder, ownerAll) // see TreeConfig.Opens
		}
		below, _, err := h.sub(part)
		if gone(err) {
			return nil, nil
		}
		if err != nil {
			return nil, &os.PathError{Op: "read", Path: filepath.Join(root, string(path)), Err: cause(err)}
		}
		h.close()
		h = below
	}
	e, err := h.entry(parts[len(parts)-1], read)
	if gone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, &os.PathError{Op: "read", Path: filepath.Join(root, string(path)), Err: cause(err)}
	}
	return e, nil
}

// gone reports whether nothing lies at a path: also not a folder on the way to it.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || notFolder(err)
}

// entry is what lies under a name of a folder; read returns the hash of a file's content. A
// file that is written meanwhile is read again, a few times.
func (h handle) entry(name string, read func(file, int64) (string, error)) (*Entry, error) {
	st, err := h.stat(name)
	if err != nil {
		return nil, err
	}
	n := node{name: name, stamp: st}
	switch st.kind {
	case isFolder:
		return n.entry(), nil
	case isLink:
		n.target, err = h.readlink(name)
		return n.entry(), err
	case isOdd:
		return nil, nil
	}
	for range 3 {
		f, st, err := h.open(name)
		if errors.Is(err, fs.ErrPermission) {
			f, st, err = h.openClosed(name)
		}
		if err != nil {
			return nil, err
		}
		hash, err := read(f, st.size)
		after, statErr := f.stamp()
		f.close()
		if errors.Is(err, errSecret) || errors.Is(err, errCrowded) {
			n.stamp, n.lost = st, err.Error()
			return n.entry(), nil
		}
		if err := errors.Join(err, statErr); err != nil {
			return nil, err
		}
		if after == st {
			n.stamp = st
			e := n.entry()
			e.Hash = hash
			return e, nil
		}
	}
	return nil, errors.New("it was written again and again while it was read")
}

// ReadAll reads a content of at most limit bytes.
func (s *Store) ReadAll(hash string, limit int64) ([]byte, error) {
	r, err := s.Open(hash)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("it has over %d bytes", limit)
	}
	return out.Bytes(), err
}

// Warm looks at a tree for the first time, if nobody has: what a call then adds is small.
func (t *Tree) Warm(ctx context.Context) error {
	if !t.mu.TryLock() {
		return nil // somebody looks
	}
	looked := t.last != nil
	t.mu.Unlock()
	if looked {
		return nil
	}
	_, err := t.Look(ctx)
	return err
}
