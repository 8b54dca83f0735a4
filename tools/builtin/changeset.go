package builtin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/confine"
	"handrail/tools"
)

// A changeSet is what one call does to files: all of it or nothing.
type changeSet struct {
	files   *files
	session string
	changes []change
	reads   []string // real paths of files that they take content from, and leave as they are
}

// preview shows the changes as one act.
func (s *changeSet) preview(tool string, title tools.Clause) tools.Preview {
	p := tools.Preview{Layered: true}.Titled(title)
	var detail strings.Builder
	var secret []string
	parts := []string{tool}
	for _, c := range s.changes {
		detail.WriteString(s.files.difference(c))
		kind := tools.EffectWrite
		if c.remove {
			kind = tools.EffectDelete
		}
		p.Effects = append(p.Effects, tools.Effect{Kind: kind, Target: c.path.Abs})
		if tools.SensitivePath(c.path.Abs) {
			secret = append(secret, s.files.show(c.path))
		}
		parts = append(parts, c.path.Abs, string(kind), c.before.SHA256, confine.StateOf(c.new).SHA256, c.mode.String())
	}
	for _, path := range s.reads {
		p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectRead, Target: path})
		parts = append(parts, path, string(tools.EffectRead))
	}
	p.Detail = detail.String()
	p.Digest = tools.Digest(parts...)
	if len(secret) > 0 {
		return p.Asking(tools.Say(tools.AskSecrets, strings.Join(secret, ", ")))
	}
	return p
}

// act makes the changes to be run with the time limit of
// docs/spec/05-built-in-tools.md. done says what was done.
func (s *changeSet) act(tool string, title tools.Clause, done string) tools.Act[tools.Result] {
	p := s.preview(tool, title)
	return tools.Act[tools.Result]{Preview: p, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
		return within(ctx, s.files.limits.fileTime, p.Title, func(ctx context.Context) (tools.Result, error) {
			if err := s.apply(ctx); err != nil {
				return tools.Result{}, err
			}
			return tools.Result{Content: done}, nil
		})
	}}
}

// apply makes all changes or none. Everything is written beside its place
// before the first file changes; what fails later is taken back.
func (s *changeSet) apply(ctx context.Context) (err error) {
	f, changes := s.files, s.changes
	staged := make([]*confine.Staged, len(changes))
	defer func() {
		for _, file := range staged {
			if file != nil {
				err = errors.Join(err, file.Discard())
			}
		}
	}()
	for i, c := range changes {
		if err := f.gate(s.session, c); err != nil {
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
		if err := commit(f.roots, c, staged[i]); err != nil {
			return s.undo(staged[:i], f.fail(f.show(c.path), err))
		}
	}
	s.learn()
	return nil
}

// learn notes what the session knows after its changes. Who patched a file
// without having read it still has to read it before writing it whole.
func (s *changeSet) learn() {
	reads, session := s.files.reads, s.session
	for _, c := range s.changes {
		seen, ok := reads.Lookup(session, c.path.Abs)
		switch {
		case c.remove:
			reads.Forget(session, c.path.Abs)
		case !c.before.Exists:
			reads.Record(session, c.path.Abs, shownWhole(confine.StateOf(c.new), lineCount(textOf(c.new))))
		case ok && seen.Same(c.before):
			after := seen.after(textOf(c.old), textOf(c.new))
			after.State = confine.StateOf(c.new)
			reads.Record(session, c.path.Abs, after)
		}
	}
}

// commit makes one change.
func commit(roots *confine.Roots, c change, staged *confine.Staged) error {
	if !c.remove {
		return staged.Commit()
	}
	now, err := roots.State(c.path)
	if err != nil {
		return err
	}
	if !c.before.Same(now) {
		return &confine.ChangedError{Path: c.path.Abs, Why: "it has been changed by someone else"}
	}
	return roots.Remove(c.path)
}

// undo takes back the changes that were made, one for each staged file, before one
// failed with cause. What has been changed by someone else meanwhile stays, and is
// named.
func (s *changeSet) undo(staged []*confine.Staged, cause error) error {
	roots := s.files.roots
	var stuck []string
	for i, c := range slices.Backward(s.changes[:len(staged)]) {
		expect := confine.StateOf(c.new)
		if c.remove {
			expect = confine.State{}
		}
		var err error
		if c.before.Exists {
			err = roots.WriteAtomic(c.path, c.old, confine.WriteOptions{Expect: &expect, Mode: c.mode})
		} else if err = commit(roots, change{path: c.path, before: expect, remove: true}, nil); err == nil {
			for _, folder := range slices.Backward(staged[i].Made()) {
				if roots.Remove(folder) != nil {
					break // it is not empty: someone else uses it
				}
			}
		}
		if err != nil {
			stuck = append(stuck, fmt.Sprintf("%s (%v)", s.files.show(c.path), err))
		}
	}
	if len(stuck) == 0 {
		return cause
	}
	return tools.Errorf(tools.AsError(cause).Code, "%v. These files had been changed before that and could not be put back: %s", cause, strings.Join(stuck, "; "))
}
