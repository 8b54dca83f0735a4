package builtin

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

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
	from   string      // shown name of the file that it was renamed or copied from
	copied bool        // that file stays
	proven bool        // the call shows what it thinks the file holds, as a patch does

	// What of a file that exists the session must have been shown, unless proven.
	whole   bool
	touches []Span
}

// show names a path as an agent would: relative to the space if it lies in it.
func (f *files) show(p confine.Path) string {
	if rel, err := filepath.Rel(f.roots.Base(), p.Abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return confine.CalledIn(f.roots, p.Abs)
}

// load resolves a name that may be changed, and reads what lies there. A file that does not exist is
// a change without old content.
func (f *files) load(ctx context.Context, name string) (change, error) {
	return within(ctx, f.limits.fileTime, "reading "+name, func(ctx context.Context) (change, error) {
		p, err := f.roots.Resolve(name)
		if err == nil {
			err = f.roots.Changeable(p)
		}
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
	return f.unread(c, seen)
}

// unshown reports whether a file is shown only when the person says so and this session has not been shown all of it: then no answer may
// tell what stands in it, not even whether a guess does. A tool that compares such a file with what it is given refuses before.
func unshown(f *files, session string, c change) bool {
	if !c.before.Exists || !f.withholds(c.path.Abs) && !tools.SensitivePath(c.path.Abs) {
		return false
	}
	seen, ok := f.reads.Lookup(session, c.path.Abs)
	return !ok || !seen.Same(c.before) || len(seen.missing(Span{1, seen.Total}, false)) > 0
}

// readFirst says that a file is to be read before it is compared with anything.
func readFirst(name string) error {
	return tools.Errorf(tools.PermissionDenied, "%s is shown only when the person says so, and has not been read whole in this session: read it first. Nothing was compared or changed", name)
}

// foreseen adds to an error what the call would have done to a file, by its name alone: what is denied is denied in
// those words, whatever the file holds.
func foreseen(f *files, err error, name string) error {
	p, resolveErr := f.roots.Resolve(name)
	if err == nil || resolveErr != nil {
		return err
	}
	return unfit(err, []tools.Effect{{Kind: tools.EffectWrite, Target: p.Abs}})
}

// unfit is an error with what the call would have done; only the error, where nothing of that is known.
func unfit(err error, would []tools.Effect) error {
	if err == nil || len(would) == 0 {
		return err
	}
	return &tools.Unfit{Err: err, Would: tools.Preview{Effects: would}}
}
