package running

import (
	"errors"
	"slices"
	"sync"
	"time"

	"handrail/internal/spool"
	"handrail/tools/builtin"
)

// What faces read of jobs.
type (
	// A Job is what runs in the background, or has.
	Job = builtin.Job
	// A Piece is a part of an output.
	Piece = spool.Piece
)

// mostOutput is the most that Output returns at once, in bytes.
const mostOutput = 1 << 20

// Jobs are what runs in the background in all spaces, and the whole output of
// programs. They are safe for concurrent use.
type Jobs struct {
	jobs    *builtin.Jobs
	outputs *spool.Store
	redact  func(text string) string
	left    Leftovers
}

// Leftovers know what finished calls and hooks have left running.
type Leftovers struct {
	List func() ([]Job, error) // the oldest first; their Left is set
	End  func(id string) error // returns when it is gone
}

// NewJobs returns jobs whose output is stored in a folder. redact takes secrets out of
// what a job is called. The caller closes them.
func NewJobs(folder string, redact func(text string) string, left Leftovers) *Jobs {
	outputs := spool.New(spool.Config{Dir: folder})
	return &Jobs{jobs: builtin.NewJobs(outputs), outputs: outputs, redact: redact, left: left}
}

// Builtin is what the built-in tools start jobs with.
func (j *Jobs) Builtin() *builtin.Jobs { return j.jobs }

// Sweep removes output that is too old.
func (j *Jobs) Sweep() error { return j.outputs.Prune(time.Now()) }

// Close ends every job and waits for it.
func (j *Jobs) Close() { j.jobs.Close() }

// Output is a piece of the whole output that a result's meta names, or of a job:
// at most limit bytes (1 MiB at most) from the byte at offset, cutting no
// character. Only programs that printed more than a result holds have one, and
// it is kept for a week at most. The error is spool.ErrGone if it is not there.
func (j *Jobs) Output(id string, offset int64, limit int) (Piece, error) {
	return j.outputs.Read(id, offset, min(limit, mostOutput))
}

// List lists the jobs of a space that this app has started, oldest first, and what
// finished calls and hooks of every Handrail have left running there; "" is every space.
func (j *Jobs) List(space string) ([]Job, error) {
	left, err := j.left.List()
	list := slices.DeleteFunc(append(j.jobs.List(), left...), func(job Job) bool { return space != "" && job.Space != space })
	slices.SortStableFunc(list, func(a, b Job) int { return a.Began.Compare(b.Began) })
	for i, job := range list {
		list[i].Title, list[i].Why = j.redact(job.Title), j.redact(job.Why)
	}
	return list, err
}

// Stop ends a job, or what a finished call has left running, for the person, and returns
// when it is gone. A job that has ended is left alone.
func (j *Jobs) Stop(id string) error {
	left, err := j.left.List()
	if slices.ContainsFunc(left, func(job Job) bool { return job.ID == id }) {
		return j.left.End(id)
	}
	return errors.Join(j.jobs.Stop(id), err)
}

// StopAll ends every job of this app in a space, all at once, and says how many there were; "" is every space.
func (j *Jobs) StopAll(space string) (stopped int) {
	var work sync.WaitGroup
	for _, job := range j.jobs.List() {
		if job.Running && (space == "" || job.Space == space) {
			stopped++
			work.Go(func() { _ = j.jobs.Stop(job.ID) }) // one that is forgotten meanwhile has ended
		}
	}
	work.Wait()
	return stopped
}

// EndLeft ends what finished calls and hooks of every Handrail have left running, all at once.
func (j *Jobs) EndLeft() (ended int, err error) {
	left, err := j.left.List()
	errs := make([]error, len(left)+1)
	errs[len(left)] = err
	var work sync.WaitGroup
	for i, job := range left {
		work.Go(func() { errs[i] = j.left.End(job.ID) })
	}
	work.Wait()
	return len(left), errors.Join(errs...)
}

// Going reports whether a job of this app runs.
func (j *Jobs) Going() bool {
	return slices.ContainsFunc(j.jobs.List(), func(job Job) bool { return job.Running })
}
