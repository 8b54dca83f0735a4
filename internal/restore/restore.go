// Package restore puts files, folders and links of roots into a state that they had, or
// would have: it is what undo does, and keeping what was rehearsed.
//
//   - A step is done only where what lies there is what the step expects.
//   - Each file is whole at every moment: the old one or the new one, also after a kill.
//   - Apply, called again with the same steps, completes what was cut short.
//   - Nothing is removed but what the step names: a folder that holds anything else stays.
//
// Names go through confine: no link is followed, and nothing leaves the roots. Hard links to
// a file that is replaced keep the old content. Who calls it sees to it that no other Apply
// works in the same folders (docs/spec/13-journal.md#keeping-and-taking-back).
package restore

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"handrail/internal/confine"
	"handrail/internal/snapshot"
)

// Contents have what files held.
type Contents interface {
	// Open opens the content that the hash of an entry names.
	Open(hash string) (io.ReadCloser, error)
}

// Config says where and from what.
type Config struct {
	Roots    *confine.Roots
	Contents Contents
	// Keyed makes the hash that names the content of files with secrets, where entries have
	// such; nil: all hashes are SHA-256.
	Keyed func() hash.Hash
}

// A Step puts one name into another state.
type Step struct {
	Root string          // real and absolute
	Path snapshot.Name   // below it; ".": the root itself, of which only the mode can be set
	Now  *snapshot.Entry // what must lie there; nil: nothing
	Want *snapshot.Entry // what shall lie there; nil: nothing
}

// Abs is the step's path on this system.
func (s Step) Abs() string { return filepath.Join(s.Root, filepath.FromSlash(string(s.Path))) }

// An Outcome is what came of a step.
type Outcome string

// The outcomes.
const (
	Open    Outcome = "open"    // it could be done, and was not tried: see Check
	Done    Outcome = "done"    // it was done
	Already Outcome = "already" // what is wanted lies there already
	Refused Outcome = "refused" // something else lies there than is expected
	Failed  Outcome = "failed"  // the system refused, or the content is lost
)

// A Result is what came of a step.
type Result struct {
	Step    Step
	Outcome Outcome
	Why     string          // of what was refused or failed, for a person: "it was changed meanwhile"
	Found   *snapshot.Entry // what lay there before; nil: nothing, or what is not a file, folder or link
	Other   string          // what that is: "a named pipe"
}

// A Report is what came of all steps, in the order in which they were given.
type Report struct{ Results []Result }

// Count is how many steps came out so.
func (r Report) Count(o Outcome) (n int) {
	for _, res := range r.Results {
		if res.Outcome == o {
			n++
		}
	}
	return n
}

// Complete reports whether all that is wanted lies there.
func (r Report) Complete() bool { return r.Count(Done)+r.Count(Already) == len(r.Results) }

// Check says what Apply would do, and changes nothing.
func Check(ctx context.Context, c Config, steps []Step) (Report, error) {
	j := newJob(c, steps)
	defer j.close()
	err := j.judge(ctx)
	if err == nil {
		foresee(j)
	}
	return j.report(), err
}

// Apply does the steps that can be done: all files are written beside their places before
// the first takes its own, so that a full disk replaces and removes none. The error says that
// it was stopped; what was done by then is in the Report.
func Apply(ctx context.Context, c Config, steps []Step) (Report, error) {
	j := newJob(c, steps)
	defer j.close()
	err := j.judge(ctx)
	for _, phase := range []func(context.Context) error{j.sweep, j.prepareFolders, j.stage, j.placeAll, j.removeAll, j.placeBlocked, j.finishFolders} {
		if err == nil {
			err = phase(ctx)
		}
	}
	return j.report(), errors.Join(err, j.discard(), j.sync())
}

// A job is one call.
type job struct {
	c    Config
	acts []*act // as they were given
}

// An act is a step on its way.
type act struct {
	step    Step
	outcome Outcome
	why     string
	found   *found
	place   *confine.Place // the folder in which it lies; nil until that is there
	beside  *confine.Place // another one that is held and may be in the same folder; nil: none
	temp    string         // what was written for it, in place.Dir; "" if nothing
	astray  error          // a folder on its way is missing, or is something else by now; nil: none
	opened  bool           // a folder that its owner can change for as long as this goes on
}

func newJob(c Config, steps []Step) *job {
	j := &job{c: c}
	for _, s := range steps {
		j.acts = append(j.acts, &act{step: s, outcome: Open})
	}
	return j
}

func (j *job) report() (r Report) {
	for _, a := range j.acts {
		res := Result{Step: a.step, Outcome: a.outcome, Why: a.why}
		if a.found != nil {
			res.Found, res.Other = a.found.entry, a.found.other
		}
		r.Results = append(r.Results, res)
	}
	return r
}

func (j *job) close() {
	for _, a := range j.acts {
		a.leave()
	}
}

// leave lets go of the folder.
func (a *act) leave() {
	if a.place != nil {
		_ = a.place.Close() // nothing was written through it
		a.place = nil
	}
}

// open are the acts that are still to be done and match.
func (j *job) open(match func(*act) bool) (list []*act) {
	for _, a := range j.acts {
		if a.outcome == Open && match(a) {
			list = append(list, a)
		}
	}
	return list
}

// fail ends an act that did not go.
func (a *act) fail(err error) {
	a.outcome, a.why = Failed, reason(err)
	var r *refusal
	if errors.As(err, &r) {
		a.outcome = Refused
	}
}

// A refusal is why a step may not be done.
type refusal struct{ why string }

// Error implements error.
func (r *refusal) Error() string { return r.why }

// errLinked is why nothing is done behind a link.
var errLinked = refuse("a link leads elsewhere on the way to it")

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// at holds the act's place.
func (j *job) at(a *act) error {
	if a.place != nil {
		return nil
	}
	rel := filepath.FromSlash(string(a.step.Path))
	if !filepath.IsLocal(rel) || filepath.Clean(rel) != rel {
		return refuse("it is no path below the folder")
	}
	abs := a.step.Abs()
	p, err := j.c.Roots.ResolveEntry(abs)
	if err != nil && a.step.behindLink() { // it may lead out of the roots
		return errLinked
	}
	if err != nil {
		return err
	}
	if p.Abs != abs {
		return errLinked
	}
	if a.beside != nil {
		place, ok, err := a.beside.Beside(p)
		if ok || err != nil {
			a.place = place
			return err
		}
	}
	a.place, err = j.c.Roots.Place(p)
	return err
}

// behindLink reports whether a folder on the way to the step is a link now.
func (s Step) behindLink() bool {
	at := s.Root
	parts := strings.Split(string(s.Path), "/")
	for _, part := range parts[:len(parts)-1] {
		at = filepath.Join(at, part)
		if info, err := os.Lstat(at); err != nil || info.Mode()&fs.ModeSymlink != 0 {
			return err == nil
		}
	}
	return false
}

// together is how many acts of one folder are done in a row, while that is open.
const together = 32

// each does something with acts, several at a time: of each folder in the order in which they
// are given, but for parts of together. It stops at the end of ctx.
func (j *job) each(ctx context.Context, list []*act, do func(*act) error) error {
	parts := inParts(list)
	work := make(chan []*act)
	var all sync.WaitGroup
	for range min(len(parts), max(8, 2*runtime.GOMAXPROCS(0))) { // most of the time they wait for the system
		all.Go(func() {
			for part := range work {
				j.inFolder(ctx, part, do)
			}
		})
	}
	defer all.Wait()
	defer close(work)
	for _, part := range parts {
		select {
		case work <- part:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// inParts are the acts by their folders.
func inParts(list []*act) (parts [][]*act) {
	last := map[string]int{}
	for _, a := range list {
		folder := filepath.Dir(a.step.Abs())
		at, ok := last[folder]
		if !ok || len(parts[at]) == together {
			at = len(parts)
			parts, last[folder] = append(parts, nil), at
		}
		parts[at] = append(parts[at], a)
	}
	return parts
}

// inFolder does something with acts of one folder, which is opened once.
func (j *job) inFolder(ctx context.Context, part []*act, do func(*act) error) {
	var held *confine.Place
	if first := part[0]; len(part) > 1 && j.at(first) == nil { // else each act says why
		held, first.place = first.place, nil
		defer held.Close() // nothing was written through it
	}
	for _, a := range part {
		if ctx.Err() != nil {
			return
		}
		a.beside = held
		if err := do(a); err != nil {
			a.fail(err)
		}
		a.leave()
		a.beside = nil
	}
}

// inOrder does something with acts, one after the other.
func inOrder(ctx context.Context, list []*act, do func(*act) error) error {
	for _, a := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := do(a); err != nil {
			a.fail(err)
		}
	}
	return nil
}
