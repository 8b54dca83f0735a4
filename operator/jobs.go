package operator

import (
	"path/filepath"
	"slices"
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

// outputKept is where the whole output of programs lies, in the data folder.
const outputKept = "output"

// mostOutput is the most that Output returns at once, in bytes.
const mostOutput = 1 << 20

// openJobs makes the place for what runs in the background and for the whole
// output of programs. What is too old there is removed meanwhile.
func (o *Operator) openJobs() {
	o.outputs = spool.New(spool.Config{Dir: filepath.Join(o.c.Dirs.Data, outputKept)})
	o.jobs = builtin.NewJobs(o.outputs)
	o.work.Go(func() {
		if err := o.outputs.Prune(time.Now()); err != nil {
			o.hub.Notice("warning", "old output of programs could not be removed: %v", err)
		}
	})
}

// Output is a piece of the whole output that a result's meta names, or of a job:
// at most limit bytes (1 MiB at most) from the byte at offset, cutting no
// character. Only programs that printed more than a result holds have one, and
// it is kept for a week at most. The error is spool.ErrGone if it is not there.
func (o *Operator) Output(id string, offset int64, limit int) (spool.Piece, error) {
	return o.outputs.Read(id, offset, min(limit, mostOutput))
}

// Jobs are the jobs of a space that this app has started, oldest first; "" is
// every space.
func (o *Operator) Jobs(space string) []builtin.Job {
	list := slices.DeleteFunc(o.jobs.List(), func(j builtin.Job) bool { return space != "" && j.Space != space })
	for i, j := range list {
		list[i].Title, list[i].Why = o.redact.Text(j.Title), o.redact.Text(j.Why)
	}
	return list
}

// StopJob ends a job, for the person, and returns when it is gone. One that has
// ended is left alone.
func (o *Operator) StopJob(id string) error { return o.jobs.Stop(id) }

// endJobs ends what runs in the background in a space that is closed.
func (o *Operator) endJobs(space string) {
	for _, j := range o.Jobs(space) {
		if j.Running {
			_ = o.jobs.Stop(j.ID) // one that is forgotten meanwhile has ended
		}
	}
}
