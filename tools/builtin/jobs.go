package builtin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/internal/spool"
	"handrail/tools"
)

const (
	jobsAtOnce = 20  // that run, in one session
	jobsEnded  = 500 // that are remembered, in the whole app; the oldest are forgotten
)

// Jobs holds what runs in the background, in the whole app, and is the proc.Shelf
// from which the whole output of programs is read again. A job belongs to a session and a space:
// another one neither sees nor stops it. It is safe for concurrent use.
type Jobs struct {
	store  *spool.Store    // nil: nothing can run in the background
	ctx    context.Context // ends when the app closes
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	list     []*job // oldest first
	starting map[owner]int
	spawned  []string // what spawn runs now
}

// owner is whose job it is.
type owner struct{ session, space string }

// A job is a program in the background or, if it was never there, the kept
// output of a call.
type job struct {
	starting bool // its place is counted, not it; guarded by Jobs.mu
	owner
	id     string
	call   string // that has started it
	tool   string
	title  string
	folder string
	began  time.Time
	guest  *proc.Guest   // nil: it was not in the background
	over   chan struct{} // closed once done; nil where guest is
	done   bool          // guarded by Jobs.mu
	ending proc.Ending   // valid once done
}

// A Job is what is known of one job.
type Job struct {
	ID       string
	Call     string // that has started it; "" where it is not known
	Session  string
	Space    string
	Tool     string // "bash"
	Title    string // the first line of its command
	Folder   string
	Began    time.Time
	Running  bool
	Stopped  bool   // it was ended before its time: by the person, an agent or the app
	ExitCode int    // once it has ended
	Why      string // why it ended, where more is known than the exit code
	Left     bool   // no job, but what a finished call of Tool has left running
}

// NewJobs makes a Jobs that keeps output in store; nil keeps none. The caller
// closes it.
func NewJobs(store *spool.Store) *Jobs {
	ctx, cancel := context.WithCancel(context.Background())
	return &Jobs{store: store, ctx: ctx, cancel: cancel, starting: map[owner]int{}}
}

// Close ends every job, with all that it has started, and returns when they are
// gone: after 3 s at the latest for programs that do not want to end.
func (j *Jobs) Close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.cancel()
	j.work.Wait()
}

// List is every job that is remembered, oldest first.
func (j *Jobs) List() []Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := make([]Job, 0, len(j.list))
	for _, x := range j.list {
		if x.guest != nil {
			out = append(out, x.describe())
		}
	}
	return out
}

// Stop ends a job of whatever session, for the person, and returns when it is
// gone. One that has ended is left alone.
func (j *Jobs) Stop(id string) error {
	j.mu.Lock()
	at := slices.IndexFunc(j.list, func(x *job) bool { return x.id == id && x.guest != nil })
	if at < 0 {
		j.mu.Unlock()
		return fmt.Errorf("there is no job %q: it ended with the app that ran it, or so long ago that it is forgotten", id)
	}
	x := j.list[at]
	j.mu.Unlock()
	x.stop()
	return nil
}

// stop ends a job and returns when it is gone and all is known about it.
func (x *job) stop() {
	if x.guest == nil {
		return
	}
	x.guest.Stop()
	<-x.over
}

// describe says what is known of a job. Jobs.mu is held.
func (x *job) describe() Job {
	d := Job{
		ID: x.id, Call: x.call, Session: x.session, Space: x.space, Tool: x.tool, Title: x.title, Folder: x.folder, Began: x.began, Running: !x.done,
		ExitCode: x.ending.ExitCode,
	}
	if x.done {
		d.Why, d.Stopped = x.why(), x.ending.Cancelled
	}
	return d
}

// why says why a job has ended, where more is known than its exit code.
func (x *job) why() string {
	switch s := x.ending; {
	case s.TimedOut:
		return fmt.Sprintf("it was stopped after %v, its timeout", s.Duration.Round(time.Second))
	case s.Cancelled:
		return "it was stopped"
	case s.Why != nil:
		return s.Why.Error()
	case s.Signal != "":
		return "it was ended by the signal " + s.Signal
	}
	return ""
}

func ownerOf(call tools.Call) owner { return owner{call.Session, call.Space} }

// start starts a program in the background. ctx is the call's: it does not end
// the program, unless it ends before the program has begun.
func (j *Jobs) start(ctx context.Context, call tools.Call, house proc.House, c proc.Command, title string) (*job, error) {
	who := ownerOf(call)
	if err := j.reserve(who); err != nil {
		return nil, err
	}
	var x *job
	defer func() { j.release(who, x) }()
	id, whole, err := j.store.Create()
	if err != nil {
		j.work.Done()
		return nil, tools.Errorf(tools.Unavailable, "%v; free some space, or run it without background", err)
	}
	c.Whole = whole
	guest, err := house.Start(j.ctx, ctx, errand(call), c)
	if err != nil {
		j.work.Done()
		return nil, errors.Join(notStarted(err), whole.Close(), j.store.Remove(id))
	}
	x = &job{
		starting: true, owner: who, id: id, call: call.ID, tool: errand(call).Tool, title: firstLine(title), folder: c.Dir, began: time.Now(), guest: guest, over: make(chan struct{}),
	}
	j.add(x)
	go j.see(x, whole)
	if ctx.Err() != nil { // cancelled while it started: nobody has learnt its name
		x.stop()
		return nil, tools.Errorf(tools.Cancelled, "the call was cancelled while the job started; it was stopped")
	}
	return x, nil
}

// see waits for the end of a job.
func (j *Jobs) see(x *job, whole io.Closer) {
	defer j.work.Done()
	ending := x.guest.Wait()
	_ = whole.Close() // what could not be written is missed where it is read
	j.mu.Lock()
	defer j.mu.Unlock()
	x.ending, x.done = ending, true
	close(x.over)
}

// reserve takes one of the session's places for a job that is about to start,
// and notes that Close must wait for it.
func (j *Jobs) reserve(who owner) error {
	if j.store == nil {
		return tools.Errorf(tools.Unavailable, "nothing can run in the background here: run it without background")
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return tools.Errorf(tools.Unavailable, "Handrail is closing: nothing new is started")
	}
	running := j.starting[who]
	for _, x := range j.list {
		if x.session == who.session && !x.done && !x.starting {
			running++
		}
	}
	if running >= jobsAtOnce {
		return tools.Errorf(tools.Unavailable, "%d jobs of this session run already, which is the most: stop one with job_stop first. %s", running, j.named(who))
	}
	j.starting[who]++
	j.work.Add(1)
	return nil
}

// release gives the place back to the job that has started, if one has: until then that
// counts by its place alone.
func (j *Jobs) release(who owner, x *job) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if x != nil {
		x.starting = false
	}
	if j.starting[who]--; j.starting[who] == 0 {
		delete(j.starting, who)
	}
}

// add remembers a job, and forgets the oldest that have ended.
func (j *Jobs) add(x *job) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.list = append(j.list, x)
	over := -jobsEnded
	for _, x := range j.list {
		if x.done {
			over++
		}
	}
	j.list = slices.DeleteFunc(j.list, func(x *job) bool {
		if !x.done || over <= 0 {
			return false
		}
		over--
		return true
	})
}

// Create implements proc.Shelf: it remembers whose output it is, so that
// job_output finds it.
func (j *Jobs) Create(e proc.Errand) (string, io.WriteCloser, error) {
	if j.store == nil {
		return "", nil, errors.New("no output is kept here")
	}
	id, w, err := j.store.Create()
	if err == nil {
		j.add(&job{owner: owner{e.Session, e.Space}, id: id, tool: e.Tool, began: time.Now(), done: true})
	}
	return id, w, err
}

// find finds a job of a session and a space. The error names those there are.
func (j *Jobs) find(who owner, id string) (*job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, x := range j.list {
		if x.id == id && x.owner == who {
			return x, nil
		}
	}
	return nil, tools.Errorf(tools.NotFound, "this session has no job %q here: a job is gone with the app that ran it, and belongs to the session and the space that started it. %s", id, j.named(who))
}

// named lists the jobs of a session and a space, in words. j.mu is held.
func (j *Jobs) named(who owner) string {
	var names []string
	for _, x := range slices.Backward(j.list) {
		if x.owner != who || x.guest == nil || len(names) == jobsAtOnce {
			continue
		}
		state := "running"
		if x.done {
			state = fmt.Sprintf("ended with exit code %d", x.ending.ExitCode)
		}
		names = append(names, fmt.Sprintf("%s (%s: %s)", x.id, state, x.title))
	}
	if len(names) == 0 {
		return "It has no jobs"
	}
	return "Its jobs: " + strings.Join(names, ", ")
}

// state says whether a job has ended, and how.
func (j *Jobs) state(x *job) Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	return x.describe()
}

// admit lets a program of spawn run, if fewer than five do. The caller releases
// its place.
func (j *Jobs) admit(title string) (release func(), err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.spawned) >= spawnAtOnce {
		return nil, tools.Errorf(tools.Unavailable, "%d programs of spawn run already, which is the most: wait until one has ended. They are: %s", len(j.spawned), strings.Join(j.spawned, "; "))
	}
	j.spawned = append(j.spawned, title)
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		at := slices.Index(j.spawned, title)
		j.spawned = slices.Delete(j.spawned, at, at+1)
	}, nil
}
