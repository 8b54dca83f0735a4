package snapshot

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

// errMoving is why a content is not kept of which no two moments were alike.
var errMoving = errors.New("it was written again and again while it was read")

// unreadable makes a sentence of why a file cannot be read.
func unreadable(err error) error {
	if err == nil || errors.Is(err, errMoving) || errors.Is(err, errCrowded) {
		return err
	}
	return fmt.Errorf("it cannot be read: %w", cause(err))
}

// content keeps the content of a node, and takes what it had when it was read. A file that
// is written meanwhile is read again, a few times.
func (v *visit) content(n *node) {
	budgeted := n.stamp.size
	err := errMoving
	for range 3 {
		if err = v.tryContent(n); !errors.Is(err, errMoving) {
			break
		}
	}
	if err == nil {
		v.w.bytes.Add(n.stamp.size - budgeted)
		return
	}
	v.w.bytes.Add(-budgeted)
	n.sum, n.lost = sum{}, err.Error()
	if errors.Is(err, errMoving) {
		n.loose = true
	}
	if errors.Is(err, fs.ErrNotExist) {
		v.lose(n.name)
	}
}

// tryContent reads a node once. errMoving: it changed meanwhile.
func (v *visit) tryContent(n *node) error {
	f, st, err := v.h.open(n.name)
	if errors.Is(err, fs.ErrPermission) && v.w.t.c.Opens {
		f, st, err = v.h.openClosed(n.name)
	}
	if exchanged(err) {
		return errMoving
	}
	if err != nil {
		return unreadable(err)
	}
	defer f.close()
	if st.kind != isFile {
		return errMoving // a pipe lies there now, say: it is not read
	}
	n.stamp = st
	n.sum, err = v.keep(n.name, f, st)
	n.loose = !st.settled(v.w.now)
	return err
}

// openClosed opens a file that its owner may not read, and leaves it as closed as it was.
func (h handle) openClosed(name string) (file, stamp, error) {
	lock, err := h.unlock(name, isFile, ownerReads)
	var none file
	if err != nil {
		return none, stamp{}, err
	}
	f, st, err := h.open(name)
	if err := errors.Join(err, lock()); err != nil {
		if st != (stamp{}) {
			f.close()
		}
		return none, stamp{}, err
	}
	st, err = f.stamp() // its mode is what it was, and its time of change is not
	return f, st, err
}

// keep puts the content of an open file into the store, if it is the same after it was read.
func (v *visit) keep(name string, f file, st stamp) (sum, error) {
	secret := v.w.t.c.Secret != nil && v.w.t.c.Secret(v.w.path(join(v.at, name)))
	steady := func() error {
		after, err := f.stamp()
		if err == nil && after != st {
			return errMoving
		}
		return unreadable(err)
	}
	switch {
	case secret && len(v.w.batch.s.key) == 0:
		return sum{}, errSecret
	case secret && st.size > sealLimit:
		return sum{}, fmt.Errorf("it may hold secrets, and has over %d MB", sealLimit>>20)
	case !secret && st.size >= streamFrom:
		k, _, err := v.w.batch.stream(io.LimitReader(f, st.size), st.size, steady) // no more: one that grows need not end
		return k, unreadable(err)
	}
	buf := buffers.Get().(*buffer)
	defer buffers.Put(buf)
	data := buf.room(int(st.size))
	if _, err := io.ReadFull(f, data); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return sum{}, errMoving // it has become shorter
		}
		return sum{}, unreadable(err)
	}
	if err := steady(); err != nil {
		return sum{}, err
	}
	return v.w.batch.put(data, secret)
}

// buffers are for files that are held in memory.
var buffers = sync.Pool{New: func() any { return &buffer{} }}

type buffer struct{ data []byte }

// room is n bytes. What is larger than most files goes back to the system.
func (b *buffer) room(n int) []byte {
	if n > streamFrom {
		return make([]byte, n)
	}
	if cap(b.data) < n {
		b.data = make([]byte, n, max(2*cap(b.data), n, 64<<10))
	}
	return b.data[:n]
}
