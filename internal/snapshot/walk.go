package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// chunk is how many files of one folder a worker reads before others may take the rest.
const chunk = 64

// A walk is one look at a tree, by several workers.
type walk struct {
	t     *Tree
	was   *View
	now   int64
	batch *Batch
	sieve *sieve
	dev   uint64 // the file system of the root

	mu    sync.Mutex
	ready sync.Cond
	jobs  []job // for whoever is free
	err   error

	workers      int32
	free         atomic.Int32 // workers without a job; changes under mu
	ended        atomic.Bool  // by an error
	names, bytes atomic.Int64
}

// A job is a folder to enter, or files of one to read.
type job struct {
	in    *visit // whose handle is open until this job is done
	enter int    // a node
	read  []int  // nodes; nil: enter one
}

// A worker has jobs of its own, and does the last first: so few folders are open at once. It
// gives the first ones away to workers that have none.
type worker struct {
	w     *walk
	jobs  []job
	found []finding
}

// A finding is a folder as a walk found it.
type finding struct {
	at   string
	f    *folder
	same bool // it is the one of before
}

// walk looks at the whole tree.
func (t *Tree) walk(ctx context.Context) (*View, error) {
	w := &walk{t: t, was: t.last, now: time.Now().UnixNano(), batch: t.s.packs.batch(), sieve: newSieve(t.c.Root)}
	w.ready.L = &w.mu
	if w.was == nil {
		w.was = &View{}
	}
	w.bytes.Store(w.was.bytes)
	h, st, err := openHandle(t.c.Root)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", t.c.Root, err)
	}
	w.dev = st.dev
	crew := make([]worker, max(2, runtime.NumCPU()))
	for i := range crew {
		crew[i].w = w
	}
	w.workers = int32(len(crew)) //nolint:gosec // a few
	if err := crew[0].enter("", h, st); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", t.c.Root, cause(err))
	}
	stop := context.AfterFunc(ctx, func() { w.fail(context.Cause(ctx)) })
	defer stop()
	var all sync.WaitGroup
	for i := range crew {
		all.Go(crew[i].work)
	}
	all.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil { // the workers may have finished before they heard that ctx ended
		w.err = context.Cause(ctx)
	}
	if err := errors.Join(w.err, w.batch.Close()); err != nil {
		return nil, err
	}
	return w.view(crew), nil
}

// view is what the workers have found: the view of before where nothing is different.
func (w *walk) view(crew []worker) *View {
	n, same := 0, true
	for i := range crew {
		n += len(crew[i].found)
		for _, f := range crew[i].found {
			same = same && f.same
		}
	}
	if same && n == len(w.was.folders) {
		return w.was
	}
	folders := make(map[string]*folder, n)
	for i := range crew {
		for _, f := range crew[i].found {
			folders[f.at] = f.f
		}
	}
	return newView(folders)
}

func (k *worker) work() {
	for {
		j, ok := k.next()
		if !ok {
			return
		}
		k.do(j)
	}
}

// next is a job; false once nobody has any.
func (k *worker) next() (job, bool) {
	w := k.w
	if n := len(k.jobs); n > 0 {
		if n > 1 && w.free.Load() > 0 {
			k.share(n / 2)
		}
		last := len(k.jobs) - 1
		j := k.jobs[last]
		k.jobs = k.jobs[:last]
		return j, true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free.Add(1)
	for len(w.jobs) == 0 {
		if w.free.Load() == w.workers {
			w.ready.Broadcast()
			return job{}, false
		}
		w.ready.Wait()
	}
	w.free.Add(-1)
	n := (len(w.jobs) + 1) / 2
	k.jobs = append(k.jobs, w.jobs[n:]...)
	w.jobs = w.jobs[:n]
	j := w.jobs[n-1]
	w.jobs = w.jobs[:n-1]
	return j, true
}

// share gives the first n jobs away.
func (k *worker) share(n int) {
	k.w.mu.Lock()
	k.w.jobs = append(k.w.jobs, k.jobs[:n]...)
	k.w.mu.Unlock()
	k.w.ready.Signal()
	k.jobs = append(k.jobs[:0], k.jobs[n:]...)
}

func (k *worker) do(j job) {
	defer j.in.done(k)
	if j.read == nil && !k.w.ended.Load() {
		j.in.descend(k, j.enter)
		return
	}
	for _, i := range j.read {
		if k.w.ended.Load() {
			return
		}
		j.in.content(&j.in.nodes[i])
	}
}

// fail ends the walk. The first error counts.
func (w *walk) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	w.ended.Store(true)
}

func (w *walk) path(at string) string { return filepath.Join(w.t.c.Root, filepath.FromSlash(at)) }

// leavesOut reports whether a folder is left out.
func (w *walk) leavesOut(at, name string) bool {
	if !toolsMake(name) {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sieve.leavesOut(at, name)
}

// budget says why a content of a size is not kept; "" if it is. A file that has bytes of
// the budget already gives them back.
func (w *walk) budget(size, had int64) string {
	l := w.t.c.Limits
	w.bytes.Add(-had)
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

// cause is an error without the names around it.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
