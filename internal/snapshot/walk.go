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

// A walk is one look at a tree, by several goroutines.
type walk struct {
	t     *Tree
	was   *View
	now   int64
	batch *Batch
	sieve *sieve
	dev   uint64 // the file system of the root

	mu      sync.Mutex
	ready   sync.Cond
	jobs    []job // the last goes first: so few folders are open at once
	busy    int
	err     error
	folders map[string]*folder

	ended        atomic.Bool // by an error
	names, bytes atomic.Int64
}

// A job is a folder to enter, or files of one to read.
type job struct {
	in   *visit // whose handle is open until this job is done
	name string // of the folder to enter
	read []int  // nodes, if there is no name
}

// walk looks at the whole tree.
func (t *Tree) walk(ctx context.Context) (*View, error) {
	w := &walk{t: t, was: t.last, now: time.Now().UnixNano(), batch: t.s.packs.batch(), sieve: newSieve(t.c.Root)}
	w.ready.L = &w.mu
	if w.was == nil {
		w.was = &View{}
	}
	w.folders = make(map[string]*folder, len(w.was.folders))
	w.bytes.Store(w.was.bytes)
	h, st, err := openHandle(t.c.Root)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", t.c.Root, err)
	}
	w.dev = st.dev
	if err := w.enter("", h, st); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", t.c.Root, cause(err))
	}
	stop := context.AfterFunc(ctx, func() { w.fail(context.Cause(ctx)) })
	defer stop()
	var workers sync.WaitGroup
	for range max(2, runtime.NumCPU()) {
		workers.Go(w.work)
	}
	workers.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := errors.Join(w.err, w.batch.Close()); err != nil {
		return nil, err
	}
	return newView(w.folders), nil
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
		j := w.jobs[len(w.jobs)-1]
		w.jobs = w.jobs[:len(w.jobs)-1]
		w.busy++
		w.mu.Unlock()
		w.do(j)
		w.mu.Lock()
		w.busy--
	}
}

func (w *walk) do(j job) {
	defer j.in.done()
	switch {
	case w.ended.Load():
	case j.name == "":
		for _, i := range j.read {
			if w.ended.Load() {
				return
			}
			j.in.content(&j.in.nodes[i])
		}
	default:
		j.in.descend(j.name)
	}
}

// push hands jobs to whoever is free.
func (w *walk) push(jobs []job) {
	if len(jobs) == 0 {
		return
	}
	w.mu.Lock()
	w.jobs = append(w.jobs, jobs...)
	w.mu.Unlock()
	if len(jobs) > 1 {
		w.ready.Broadcast()
		return
	}
	w.ready.Signal()
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

func (w *walk) put(at string, f *folder) {
	w.mu.Lock()
	w.folders[at] = f
	w.mu.Unlock()
}

func (w *walk) path(at string) string { return filepath.Join(w.t.c.Root, filepath.FromSlash(at)) }

// leavesOut reports whether a folder is left out.
func (w *walk) leavesOut(at, name string) bool {
	if _, ok := made[name]; !ok {
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
