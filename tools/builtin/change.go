package builtin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/confine"
	"handrail/tools"
)

// A change is what a call would do to one file. Its act is settled: where, from
// what, to what.
type change struct {
	path   confine.Path
	before confine.State // of old; the file must still be so when the change is made
	old    []byte        // what it holds now; nil if it does not exist
	new    []byte
	remove bool
	mode   fs.FileMode // for a file that does not exist yet; 0: the usual one
	from   string      // shown name of the file that it was renamed from
	proven bool        // the call shows what it thinks the file holds, as a patch does
}

// show names a path as an agent would: relative to the space if it lies in it.
func (f *files) show(p confine.Path) string {
	if rel, err := filepath.Rel(f.roots.Base(), p.Abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return p.Abs
}

// load resolves a name and reads what lies there. A file that does not exist is
// a change without old content.
func (f *files) load(ctx context.Context, name string) (change, error) {
	return within(ctx, f.limits.fileTime, "reading "+name, func(ctx context.Context) (change, error) {
		p, err := f.roots.Resolve(name)
		if err != nil {
			return change{}, f.fail(name, err)
		}
		data, info, err := f.roots.ReadFile(p, f.limits.fileSize)
		switch {
		case ctx.Err() != nil:
			return change{}, ctx.Err()
		case errors.Is(err, fs.ErrNotExist) && !isGone(err):
			return change{path: p}, nil
		case err != nil:
			return change{}, f.fail(name, err)
		}
		return change{path: p, old: data, before: confine.StateOf(data), mode: info.Mode().Perm()}, nil
	})
}

// isGone tells a root that is gone from a file that is not there.
func isGone(err error) bool {
	var root *confine.RootError
	return errors.As(err, &root)
}

// gate refuses to change a file that this session does not know as it is now
// (docs/spec/05-built-in-tools.md#changing-a-file).
func (f *files) gate(session string, c change) error {
	if !c.before.Exists || c.proven {
		return nil
	}
	seen, ok := f.reads.Lookup(session, c.path.Abs)
	if !ok {
		return tools.Errorf(tools.PermissionDenied,
			"%s exists and has not been read in this session: read it first, so that nothing in it is lost unseen", f.show(c.path))
	}
	if !seen.Same(c.before) {
		return tools.Errorf(tools.PermissionDenied,
			"%s has changed since it was last read in this session: read it again, then decide", f.show(c.path))
	}
	return nil
}

// preview shows changes as one act.
func (f *files) preview(tool, title string, changes []change) tools.Preview {
	p := tools.Preview{Title: title}
	var detail strings.Builder
	var secret []string
	parts := []string{tool}
	for _, c := range changes {
		detail.WriteString(f.difference(c))
		kind := tools.EffectWrite
		if c.remove {
			kind = tools.EffectDelete
		}
		p.Effects = append(p.Effects, tools.Effect{Kind: kind, Target: c.path.Abs})
		if tools.SensitiveName(filepath.Base(c.path.Abs)) {
			secret = append(secret, f.show(c.path))
		}
		parts = append(parts, c.path.Abs, string(kind), c.before.SHA256, confine.StateOf(c.new).SHA256, c.mode.String())
	}
	p.Detail = detail.String()
	p.Digest = tools.Digest(parts...)
	if len(secret) > 0 {
		p.Confirm = true
		p.Reason = "it changes what usually holds secrets: " + strings.Join(secret, ", ")
	}
	return p
}

// act makes changes to be run with the time limit of
// docs/spec/05-built-in-tools.md. done says what was done.
func (f *files) act(call tools.Call, p tools.Preview, changes []change, done string) tools.Act[tools.Result] {
	return tools.Act[tools.Result]{Preview: p, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
		return within(ctx, f.limits.fileTime, p.Title, func(ctx context.Context) (tools.Result, error) {
			if err := f.apply(ctx, call.Session, changes); err != nil {
				return tools.Result{}, err
			}
			return tools.Result{Content: done}, nil
		})
	}}
}

// apply makes all changes or none. Everything is written beside its place
// before the first file changes; what fails later is taken back.
func (f *files) apply(ctx context.Context, session string, changes []change) (err error) {
	staged := make([]*confine.Staged, len(changes))
	defer func() {
		for _, s := range staged {
			if s != nil {
				err = errors.Join(err, s.Discard())
			}
		}
	}()
	for i, c := range changes {
		if err := f.gate(session, c); err != nil {
			return err
		}
		if c.remove {
			continue
		}
		staged[i], err = f.roots.Stage(c.path, c.new, confine.WriteOptions{Expect: &c.before, Mode: c.mode})
		if err == nil {
			err = staged[i].Check()
		}
		if err != nil {
			return f.fail(f.show(c.path), err)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, c := range changes {
		if err := f.commit(c, staged[i]); err != nil {
			return f.takeBack(changes[:i], staged[:i], f.fail(f.show(c.path), err))
		}
	}
	f.learn(session, changes)
	return nil
}

// learn notes what the session knows after its changes. Who patched a file
// without having read it still has to read it before writing it whole.
func (f *files) learn(session string, changes []change) {
	for _, c := range changes {
		seen, ok := f.reads.Lookup(session, c.path.Abs)
		switch {
		case c.remove:
			f.reads.Forget(session, c.path.Abs)
		case !c.proven, !c.before.Exists, ok && seen.Same(c.before):
			f.reads.Record(session, c.path.Abs, confine.StateOf(c.new))
		}
	}
}

// commit makes one change.
func (f *files) commit(c change, s *confine.Staged) error {
	if !c.remove {
		return s.Commit()
	}
	now, err := f.roots.State(c.path)
	if err != nil {
		return err
	}
	if !c.before.Same(now) {
		return &confine.ChangedError{Path: c.path.Abs, Why: "it has been changed by someone else"}
	}
	return f.roots.Remove(c.path)
}

// takeBack undoes changes that were made before one failed with cause. What has
// been changed by someone else meanwhile stays, and is named.
func (f *files) takeBack(made []change, staged []*confine.Staged, cause error) error {
	var stuck []string
	for i, c := range slices.Backward(made) {
		expect := confine.StateOf(c.new)
		if c.remove {
			expect = confine.State{}
		}
		var err error
		if c.before.Exists {
			err = f.roots.WriteAtomic(c.path, c.old, confine.WriteOptions{Expect: &expect, Mode: c.mode})
		} else if err = f.commit(change{path: c.path, before: expect, remove: true}, nil); err == nil {
			for _, folder := range slices.Backward(staged[i].Made()) {
				if f.roots.Remove(folder) != nil {
					break // it is not empty: someone else uses it
				}
			}
		}
		if err != nil {
			stuck = append(stuck, fmt.Sprintf("%s (%v)", f.show(c.path), err))
		}
	}
	if len(stuck) == 0 {
		return cause
	}
	return tools.Errorf(tools.AsError(cause).Code, "%v. These files had been changed before that and could not be put back: %s", cause, strings.Join(stuck, "; "))
}
