package snapshot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// chunk is how many files of one folder a worker reads before others may take the rest.
const chunk = 64

// A walk is one look at a tree, by several goroutines.
type walk struct {
	t     *Tree
	was   *View
	now   int64
	batch *Batch
	sieve *sieve
	root  stamp

	mu      sync.Mutex
	ready   sync.Cond
	jobs    []func()
	busy    int
	err     error
	folders map[string]*folder

	files, bytes atomic.Int64
}

// walk looks at the whole tree.
func (t *Tree) walk(ctx context.Context) (*View, error) {
	w := &walk{t: t, was: t.last, now: time.Now().UnixNano(), batch: t.s.packs.batch(), sieve: newSieve(t.c.Root), folders: map[string]*folder{}}
	w.ready.L = &w.mu
	if w.was == nil {
		w.was = &View{}
	}
	h, st, err := openHandle(t.c.Root)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", t.c.Root, err)
	}
	w.root = st
	w.jobs = []func(){func() { w.enter("", h, st) }}
	stop := context.AfterFunc(ctx, func() { w.fail(context.Cause(ctx)) })
	defer stop()
	var workers sync.WaitGroup
	for range max(2, runtime.NumCPU()) {
		workers.Go(w.work)
	}
	workers.Wait()
	if err := errors.Join(w.err, w.batch.Close()); err != nil {
		return nil, err
	}
	return &View{folders: w.folders, bytes: w.bytes.Load(), files: int(w.files.Load())}, nil
}

func (w *walk) work() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.jobs) == 0 && w.busy > 0 {
			w.ready.Wait()
		}
		if len(w.jobs) == 0 {
			w.ready.Broadcast()
			return
		}
		job := w.jobs[len(w.jobs)-1]
		w.jobs = w.jobs[:len(w.jobs)-1]
		w.busy++
		w.mu.Unlock()
		job()
		w.mu.Lock()
		w.busy--
	}
}

func (w *walk) push(job func()) {
	w.mu.Lock()
	w.jobs = append(w.jobs, job)
	w.mu.Unlock()
	w.ready.Signal()
}

func (w *walk) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
}

func (w *walk) failed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err != nil
}

// A visit is one folder during a walk.
type visit struct {
	w    *walk
	at   string
	h    handle
	was  *folder // as it was; nil: new
	next *folder
	left atomic.Int32
}

// enter looks at one folder whose handle is open, and closes it.
func (w *walk) enter(at string, h handle, st stamp) {
	if w.failed() {
		h.close()
		return
	}
	v := &visit{w: w, at: at, h: h, was: w.was.folders[at], next: &folder{stamp: st, loose: !st.settled(w.now)}}
	names, err := v.names()
	if err != nil {
		h.close()
		w.put(at, &folder{stamp: st, loose: true, partial: []string{fmt.Sprintf("%s cannot be read: %v", w.path(at), cause(err))}})
		return
	}
	if w.files.Load()+int64(len(names)) > int64(w.t.c.Limits.Names) {
		h.close()
		w.fail(fmt.Errorf("%s: %w: over %d", w.t.c.Root, errTooMany, w.t.c.Limits.Names))
		return
	}
	var stale []int
	for _, name := range names {
		n, read, ok := v.look(name)
		if !ok {
			continue
		}
		v.next.nodes = append(v.next.nodes, n)
		if read {
			stale = append(stale, len(v.next.nodes)-1)
		}
	}
	v.left.Store(1)
	for part := range slices.Chunk(stale, chunk) {
		v.left.Add(1)
		w.push(func() { v.read(part) })
	}
	v.done()
}

// names lists the folder, sorted; an unchanged one has the names that it had.
func (v *visit) names() ([]string, error) {
	if v.was != nil && !v.was.loose && v.was.stamp == v.next.stamp && len(v.was.partial) == 0 {
		names := make([]string, 0, len(v.was.nodes)+len(v.was.skipped))
		for _, n := range v.was.nodes {
			names = append(names, n.name)
		}
		if len(v.was.skipped) > 0 {
			names = append(names, v.was.skipped...)
			slices.Sort(names)
		}
		return names, nil
	}
	names, err := v.h.names()
	slices.Sort(names)
	return names, err
}

// look stats one name. read asks that its content be read; ok is false for what is left out.
func (v *visit) look(name string) (n node, read, ok bool) {
	st, err := v.h.stat(name)
	if err != nil || st.kind == isOdd {
		return node{}, false, false // gone meanwhile, or nothing that is kept
	}
	n = node{name: name, stamp: st}
	was, known := node{}, false
	if v.was != nil {
		was, known = v.was.find(name)
	}
	switch st.kind {
	case isFolder:
		n.stamp = stamp{kind: isFolder, mode: st.mode, ino: st.ino}
		return n, false, v.descend(name, st)
	case isLink:
		if known && was.stamp == st && !was.loose {
			n = was
			break
		}
		if n.target, err = v.h.readlink(name); err != nil {
			return node{}, false, false
		}
		n.loose = !st.settled(v.w.now)
	default:
		if known && was.stamp == st && !was.loose {
			n = was
			if n.sum != (sum{}) {
				v.w.bytes.Add(st.size)
			}
			break
		}
		n.lost = v.w.budget(st.size)
		read = n.lost == ""
	}
	v.w.files.Add(1)
	return n, read, true
}

// budget says why a content of a size is not kept; "" if it is.
func (w *walk) budget(size int64) string {
	l := w.t.c.Limits
	if size > l.File {
		return fmt.Sprintf("it is larger than %d MB", l.File>>20)
	}
	total := w.bytes.Add(size)
	if total > l.Bytes && (size > small || total > 2*l.Bytes) {
		w.bytes.Add(-size)
		return fmt.Sprintf("the folder has more than the %d MB that are kept", l.Bytes>>20)
	}
	return ""
}

// descend goes on below a folder, unless it is left out.
func (v *visit) descend(name string, st stamp) bool {
	w, at := v.w, join(v.at, name)
	if st.dev != w.root.dev {
		v.next.partial = append(v.next.partial, fmt.Sprintf("%s is another file system", w.path(at)))
		return true
	}
	if _, ok := made[name]; ok {
		w.mu.Lock()
		out := w.sieve.leavesOut(v.at, name)
		w.mu.Unlock()
		if out {
			v.next.skipped = append(v.next.skipped, name)
			return false
		}
	}
	h, st, err := v.h.sub(name)
	if errors.Is(err, os.ErrNotExist) {
		return false
	}
	if err != nil {
		v.next.partial = append(v.next.partial, fmt.Sprintf("%s cannot be read: %v", w.path(at), cause(err)))
		return true
	}
	w.push(func() { w.enter(at, h, st) })
	return true
}

func (w *walk) path(at string) string { return filepath.Join(w.t.c.Root, filepath.FromSlash(at)) }

// read keeps the contents of some nodes.
func (v *visit) read(list []int) {
	defer v.done()
	for _, i := range list {
		if v.w.failed() {
			return
		}
		v.content(&v.next.nodes[i])
	}
}

// buffers are for files that are held in memory.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// content keeps the content of a node, and takes what it had when it was read. A file that
// is written meanwhile is read again, a few times.
func (v *visit) content(n *node) {
	for range 3 {
		f, st, err := v.h.open(n.name)
		if err != nil {
			n.lost = "it cannot be read: " + cause(err).Error()
			return
		}
		n.stamp = st
		n.sum, err = v.keep(n.name, f, st)
		after, statErr := stampOfFile(f)
		_ = f.Close()
		switch {
		case errors.Is(err, errSecret):
			n.lost = err.Error()
			return
		case err != nil:
			n.lost = "it cannot be kept: " + cause(err).Error()
			return
		case statErr == nil && after == st:
			n.loose = !st.settled(v.w.now)
			return
		}
	}
	n.sum, n.lost, n.loose = sum{}, "it was written again and again while it was read", true
}

func (v *visit) keep(name string, f *os.File, st stamp) (sum, error) {
	secret := v.w.t.c.Secret != nil && v.w.t.c.Secret(v.w.path(join(v.at, name)))
	if secret && st.size > sealLimit {
		return sum{}, fmt.Errorf("it may hold secrets, and has over %d MB", sealLimit>>20)
	}
	if !secret && st.size >= streamFrom {
		k, _, err := v.w.batch.stream(f)
		return k, err
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.Grow(int(st.size) + bytes.MinRead)
	if _, err := buf.ReadFrom(io.LimitReader(f, sealLimit)); err != nil {
		return sum{}, err
	}
	return v.w.batch.put(buf.Bytes(), secret)
}

// done ends one part of a visit; the last closes the folder.
func (v *visit) done() {
	if v.left.Add(-1) > 0 {
		return
	}
	v.h.close()
	if v.was != nil && v.was.stamp == v.next.stamp && v.was.loose == v.next.loose && slices.Equal(v.was.nodes, v.next.nodes) &&
		slices.Equal(v.was.skipped, v.next.skipped) && slices.Equal(v.was.partial, v.next.partial) {
		v.next = v.was
	}
	v.w.put(v.at, v.next)
}

func (w *walk) put(at string, f *folder) {
	w.mu.Lock()
	w.folders[at] = f
	w.mu.Unlock()
}

// cause is an error without the names around it.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
