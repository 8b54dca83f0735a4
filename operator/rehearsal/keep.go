package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/confine"
	"handrail/internal/layer"
	"handrail/internal/lockfile"
	"handrail/internal/restore"
	"handrail/internal/snapshot"
	"handrail/operator/walls"
	"handrail/tools"
)

// KeepTool is the name under which keeping is recorded. It is in no registry: only the person keeps.
const KeepTool = "keep_rehearsal"

// KeepInput says what is kept.
type KeepInput struct {
	ID   string   `json:"id" doc:"The rehearsal"`
	Only []string `json:"only,omitempty" doc:"Paths, absolute: these, and what lies below them; none: all of it"`
}

// Keeper makes the tool by which the person keeps what a rehearsal would change. What git would run of it never lies where git looks.
func (d *Desk) Keeper(space string, roots *confine.Roots, w *walls.Space) (tools.Tool, error) {
	k := keeper{d: d, space: space, roots: roots, walls: w}
	return tools.Define[KeepInput, tools.Result](tools.Info{
		Name: KeepTool, Title: "Keep what was rehearsed", Source: "app", StandsFor: "write", // what is denied of changing files is denied here
		SideEffect: true, Idempotent: true, Danger: tools.Moderate,
	}, k.settle)
}

type keeper struct {
	d     *Desk
	space string
	roots *confine.Roots
	walls *walls.Space
}

// settle says what would be kept.
func (k keeper) settle(_ context.Context, _ tools.Call, in KeepInput) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	r, err := k.d.Get(in.ID)
	if err != nil {
		return none, tools.Errorf(tools.NotFound, "%v", err)
	}
	if r.Space != k.space {
		return none, tools.Errorf(tools.NotFound, "this was rehearsed in another space: %s", r.Space)
	}
	steps, moved, err := r.steps(in.Only)
	if err != nil {
		return none, err
	}
	p := tools.Preview{}.Titled(keepTitle(r, len(steps)+len(moved)))
	digest, detail := []string{KeepTool, r.ID}, strings.Builder{}
	for _, s := range steps {
		kind := tools.EffectWrite
		if s.Want == nil {
			kind = tools.EffectDelete
		}
		p.Effects = append(p.Effects, tools.Effect{Kind: kind, Target: s.Abs()})
		fmt.Fprintf(&detail, "%s %q\n", (snapshot.Change{Before: s.Now, After: s.Want}).What(), name(r.Space, s.Root, s.Path))
		digest = append(digest, fmt.Sprintf("%q %v %v", s.Abs(), s.Now, s.Want))
	}
	p.Detail, p.Digest = strings.TrimSuffix(detail.String(), "\n"), tools.Digest(digest...)
	return tools.Act[tools.Result]{Preview: p, Run: func(ctx context.Context, _ tools.Output) (tools.Result, error) {
		return k.keep(ctx, r, steps, moved)
	}}, nil
}

// keepTitle is what keeping some changes is called.
func keepTitle(r Rehearsal, changes int) tools.Clause {
	if r.Session != "" {
		return tools.Say(tools.TitleKeepChat, strconv.Itoa(changes))
	}
	return tools.Say(tools.TitleKeepCall, strconv.Itoa(changes), r.Tool)
}

// A refusedName is one that was not kept, and why.
type refusedName struct{ path, why string }

// steps are what keeping does; moved is what was changed meanwhile and is refused. only are
// absolute paths.
func (r Rehearsal) steps(only []string) (steps []restore.Step, moved []refusedName, err error) {
	used := map[string]bool{}
	for _, l := range r.Layers {
		changed := map[snapshot.Name]bool{}
		for _, name := range l.Moved {
			changed[name] = true
		}
		wanted := map[snapshot.Name]bool{}
		for _, c := range l.Changes {
			abs := filepath.Join(l.Root, filepath.FromSlash(string(c.Path)))
			for _, path := range only {
				if abs == path || strings.HasPrefix(abs, strings.TrimSuffix(path, string(filepath.Separator))+string(filepath.Separator)) {
					used[path], wanted[c.Path] = true, true
				}
			}
		}
		for _, c := range l.Changes {
			if len(only) > 0 && !wanted[c.Path] && !leadsTo(c, wanted) {
				continue
			}
			if changed[c.Path] {
				moved = append(moved, refusedName{name(r.Space, l.Root, c.Path), "somebody has changed it while that was rehearsed"})
				continue
			}
			steps = append(steps, restore.Step{Root: l.Root, Path: c.Path, Now: c.Before, Want: c.After})
		}
	}
	for _, path := range only {
		if !used[path] {
			return nil, nil, tools.Errorf(tools.InvalidArgs, "this rehearsal would change nothing at %s", path)
		}
	}
	return steps, moved, nil
}

// leadsTo reports whether a change makes a folder that something wanted lies in.
func leadsTo(c snapshot.Change, wanted map[snapshot.Name]bool) bool {
	if c.After == nil || c.After.Kind != snapshot.Folder || c.Before != nil && c.Before.Kind == snapshot.Folder {
		return false
	}
	for path := range wanted {
		if strings.HasPrefix(string(path), string(c.Path)+"/") {
			return true
		}
	}
	return false
}

// contents are the files of all layers.
type contents []*layer.Contents

// Open implements restore.Contents.
func (c contents) Open(hash string) (io.ReadCloser, error) {
	for _, one := range c {
		f, err := one.Open(hash)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, errors.New("its content is gone from the rehearsal")
}

// keep does the steps, and forgets of the rehearsal what is kept.
func (k keeper) keep(ctx context.Context, r Rehearsal, steps []restore.Step, moved []refusedName) (tools.Result, error) {
	lock, err := k.d.still(r)
	if err != nil {
		return tools.Result{}, err
	}
	defer lock.Release()
	early := len(moved)
	var from contents
	defer func() {
		for _, c := range from {
			_ = c.Close() // it was only read
		}
	}()
	for _, l := range r.Layers {
		c, err := layer.OpenContents(filepath.Join(k.d.dir, r.ID, l.Own), l.Changes)
		if err != nil {
			return tools.Result{}, err
		}
		from = append(from, c)
	}
	p, err := k.place(ctx, r, steps, from)
	if err != nil && p == nil {
		return tools.Result{}, tools.Errorf(tools.Unavailable, "nothing was kept: %v", err)
	}
	moved = append(moved, p.refused...)
	done := p.kept()
	err = errors.Join(err, k.d.forget(r.ID, done))
	result := tools.Result{Content: fmt.Sprintf("kept %d of %d changes", len(done), p.all+early)}
	for _, m := range moved {
		result.Content += fmt.Sprintf("\nnot kept: %q: %s", m.path, m.why)
	}
	for _, text := range p.aside {
		result.Content += "\nput aside, because git would run it unasked: " + text
	}
	for _, text := range p.told {
		result.Content += "\nin git: " + text
	}
	switch {
	case err != nil:
		return result, tools.Errorf(tools.ExecutionFailed, "it was not finished: %v; keep it once more to complete it", err)
	case len(moved) > 0:
		return result, tools.Errorf(tools.ExecutionFailed, "%d of the changes were not kept: %q: %s", len(moved), moved[0].path, moved[0].why)
	}
	return result, nil
}

// still takes hold of a rehearsal, which nobody else keeps or drops until the lock is released, and
// makes sure that it is as it was looked at.
func (d *Desk) still(r Rehearsal) (*lockfile.Lock, error) {
	lock, err := d.hold(r.ID)
	if errors.Is(err, ErrUnknown) { // somebody was quicker, to the end
		return nil, tools.Errorf(tools.Unavailable, "nothing was kept: %v", err)
	}
	if err != nil {
		return nil, err
	}
	now, err := d.Get(r.ID)
	if err == nil && !reflect.DeepEqual(now, r) {
		err = errors.New("some of it was kept meanwhile: look at it again")
	}
	if err != nil {
		lock.Release()
		return nil, tools.Errorf(tools.Unavailable, "nothing was kept: %v", err)
	}
	return lock, nil
}

// forget takes what is kept out of a rehearsal; one of which nothing is left is gone.
func (d *Desk) forget(id string, done map[string]bool) error {
	r, err := d.Get(id)
	if err != nil {
		return err
	}
	for i := range r.Layers {
		l := &r.Layers[i]
		l.Changes = slices.DeleteFunc(l.Changes, func(c snapshot.Change) bool {
			return done[filepath.Join(l.Root, filepath.FromSlash(string(c.Path)))]
		})
	}
	if r.Changes() == 0 {
		return d.remove(id)
	}
	return d.write(r)
}
