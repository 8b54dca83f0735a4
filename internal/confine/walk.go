package confine

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
)

const (
	// readChunk is how many entries are read before a walk looks whether it is
	// to stop.
	readChunk = 4096
	// visitBatch is how many files one worker takes at once.
	visitBatch = 16
)

// A Walk goes through a folder and everything below it, several folders at
// once. It follows no links. Its functions are called from several goroutines,
// in no fixed order, though roughly by name; [fs.SkipAll] from either ends the walk without an error.
type Walk struct {
	// Enter is called once for each folder. It may drop Entries, so that they
	// are not visited, and set Data, which the folders below inherit.
	Enter func(f *Folder) error
	// Visit is called for each entry that is not a folder.
	Visit func(f *Folder, e fs.DirEntry) error
	// Skip is told of folders that could not be read; the walk goes on.
	Skip func(path string, err error)
	// Workers is how many goroutines walk; 0 means one per processor.
	Workers int
}

// A Folder is a folder that a Walk has reached.
type Folder struct {
	Path    Path
	Rel     string        // relative to the start, with slashes; "." is the start itself
	Entries []fs.DirEntry // sorted by name
	Data    any           // as Enter set it, here or further up

	dir  *os.Root
	list *os.File // the same folder, opened for reading; nil if it could not be
	jobs int      // batches and folders that still need the handles; guarded by walker.mu
}

// RelOf returns the entry's place relative to the start, with slashes.
func (f *Folder) RelOf(name string) string { return path.Join(f.Rel, name) }

// Read reads the file of an entry into buf, growing it if need be, and returns
// what it read: a *SizeError if that were more than max bytes. No link is
// followed.
func (f *Folder) Read(e fs.DirEntry, buf []byte, max int64) ([]byte, error) {
	return readEntry(f, e.Name(), buf, max)
}

// Info describes an entry, not following it.
func (f *Folder) Info(e fs.DirEntry) (fs.FileInfo, error) {
	info, err := f.dir.Lstat(e.Name())
	return info, pathError("stat", f.Path.Join(e.Name()).Abs, err)
}

// Walk walks the folder at p. It ends early, with ctx's error, when ctx does.
// The error is the first one of Enter or Visit, or that p cannot be read.
func (r *Roots) Walk(ctx context.Context, p Path, w Walk) error {
	dir, err := r.OpenFolder(p)
	if err != nil {
		return err
	}
	k := &walker{Walk: w, ctx: ctx}
	k.wake = sync.NewCond(&k.mu)
	k.enter(&Folder{Path: p, Rel: ".", dir: dir})
	stop := context.AfterFunc(ctx, func() { k.fail(ctx.Err()) })
	defer stop()
	workers := w.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(k.work)
	}
	group.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if errors.Is(k.err, fs.SkipAll) {
		return nil
	}
	return k.err
}

// walker is a Walk under way.
type walker struct {
	Walk
	ctx context.Context

	mu   sync.Mutex
	wake *sync.Cond
	todo []job // a stack: deep before wide keeps few folders open
	busy int   // jobs taken and not finished
	err  error
}

// A job is a folder to enter, or a batch of a folder's entries to visit.
type job struct {
	in    *Folder
	enter fs.DirEntry
	visit []fs.DirEntry
}

// work does jobs until none are left or the walk has failed.
func (k *walker) work() {
	for {
		k.mu.Lock()
		for len(k.todo) == 0 && k.busy > 0 && k.err == nil {
			k.wake.Wait()
		}
		if len(k.todo) == 0 || k.err != nil {
			k.drop()
			k.mu.Unlock()
			return
		}
		j := k.todo[len(k.todo)-1]
		k.todo = k.todo[:len(k.todo)-1]
		k.busy++
		k.mu.Unlock()

		k.visit(j)

		k.mu.Lock()
		k.busy--
		k.release(j.in)
		if k.busy == 0 || k.err != nil {
			k.wake.Broadcast()
		}
		k.mu.Unlock()
	}
}

// drop forgets the jobs that are left and closes their folders.
func (k *walker) drop() {
	for _, j := range k.todo {
		k.release(j.in)
	}
	k.todo = nil
	k.wake.Broadcast()
}

// release ends one job of a folder, and closes it after the last.
func (k *walker) release(f *Folder) {
	if f.jobs--; f.jobs > 0 {
		return
	}
	_ = f.dir.Close() // it was only read: nothing is lost
	if f.list != nil {
		_ = f.list.Close()
	}
}

// fail keeps the first error and stops the walk.
func (k *walker) fail(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.err == nil {
		k.err = err
	}
	k.wake.Broadcast()
}

// failed reports whether the walk is to stop, also because its time is over.
func (k *walker) failed() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.err == nil {
		k.err = k.ctx.Err()
	}
	return k.err != nil
}

func (k *walker) visit(j job) {
	if j.enter != nil {
		at := j.in.Path.Join(j.enter.Name())
		dir, err := enter(j.in.dir, j.enter.Name(), at.Abs)
		if err != nil {
			k.skip(at.Abs, err)
			return
		}
		k.enter(&Folder{Path: at, Rel: j.in.RelOf(j.enter.Name()), Data: j.in.Data, dir: dir})
		return
	}
	for _, e := range j.visit {
		if k.failed() {
			return
		}
		if err := k.Visit(j.in, e); err != nil {
			k.fail(err)
			return
		}
	}
}

func (k *walker) skip(path string, err error) {
	if k.Skip != nil {
		k.Skip(path, err)
	}
}

// enter reads a folder and puts what is to be done there on the stack.
func (k *walker) enter(f *Folder) {
	if err := k.read(f); err != nil {
		k.skip(f.Path.Abs, err)
	}
	if k.Enter != nil && !k.failed() {
		if err := k.Enter(f); err != nil {
			k.fail(err)
		}
	}
	var jobs []job
	var files []fs.DirEntry
	flush := func() {
		if len(files) > 0 {
			jobs = append(jobs, job{in: f, visit: files})
		}
		files = nil
	}
	for _, e := range f.Entries {
		if e.IsDir() {
			flush()
			jobs = append(jobs, job{in: f, enter: e})
		} else if k.Visit != nil {
			if files = append(files, e); len(files) == visitBatch {
				flush()
			}
		}
	}
	flush()
	slices.Reverse(jobs) // a stack: what comes first is done first
	k.mu.Lock()
	defer k.mu.Unlock()
	f.jobs = len(jobs) + 1
	k.todo = append(k.todo, jobs...)
	k.release(f)
	k.wake.Broadcast()
}

// read lists a folder, a piece at a time.
func (k *walker) read(f *Folder) error {
	file, err := f.dir.Open(".")
	if err != nil {
		return pathError("open", f.Path.Abs, err)
	}
	f.list = file
	lister, err := listerOf(f)
	if err != nil {
		return pathError("read folder", f.Path.Abs, err)
	}
	defer lister.Close()
	for !k.failed() {
		part, err := lister.ReadDir(readChunk)
		f.Entries = append(f.Entries, part...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return pathError("read folder", f.Path.Abs, err)
		}
	}
	slices.SortFunc(f.Entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return nil
}
