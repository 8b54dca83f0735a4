package undo

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"handrail/internal/restore"
	"handrail/internal/snapshot"
	"handrail/operator/history"
	"handrail/tools"
)

// A Ref names a call of a run.
type Ref struct {
	Run  string `json:"run"`
	Call string `json:"call"`
}

// A Request says what is to be taken back.
type Request struct {
	Calls []Ref `json:"calls"` // oldest first
	// Only are the files and folders that are put back, absolute; nil: all.
	Only []string `json:"only,omitempty"`
	// Without are files and folders that stay as they are, absolute.
	Without []string `json:"without,omitempty"`
	// Over are files that are put back although they were changed since.
	Over []string `json:"over,omitempty"`
	// Merge are texts that were changed since, of which only what the calls have changed goes.
	Merge []string `json:"merge,omitempty"`
	// Parts are the files of which only some parts are taken back.
	Parts []Pick `json:"parts,omitempty"`
}

// A Pick is parts of a text: those of its Comparison, counted from 1.
type Pick struct {
	Path  string `json:"path"` // absolute
	Parts []int  `json:"parts"`
}

// picked are the parts of a file that are taken back; nil: all of it.
func (r Request) picked(path string) []int {
	for _, p := range r.Parts {
		if p.Path == path {
			return p.Parts
		}
	}
	return nil
}

// A State is what would become of an item.
type State string

// The states.
const (
	Ready    State = "ready"    // it would be put back
	Already  State = "already"  // it is as it was
	Conflict State = "conflict" // something else lies there than the calls have left: it stays, unless Over names it
	Lost     State = "lost"     // what was there before is not kept
	Kept     State = "kept"     // it stays, because of what belongs to it
)

// An Item is one name that the calls have changed.
type Item struct {
	Root  string        `json:"root"`
	Path  snapshot.Name `json:"path"` // below it
	State State         `json:"state"`
	Why   string        `json:"why,omitempty"`

	Then *snapshot.Entry `json:"then,omitempty"` // before the calls; nil: nothing
	Left *snapshot.Entry `json:"left,omitempty"` // as they have left it
	Now  *snapshot.Entry `json:"now,omitempty"`  // where that is neither
	Want *snapshot.Entry `json:"want,omitempty"` // what would be there: Then, or the parts of it that are taken back

	Calls []string `json:"calls"`
}

// Abs is the item's path on this system.
func (i Item) Abs() string { return filepath.Join(i.Root, filepath.FromSlash(string(i.Path))) }

// Shown is the item's path for a line of text: what would break the line, or hide, is escaped.
func (i Item) Shown() string { return shown(i.Abs()) }

func shown(path string) string {
	if strings.ContainsFunc(path, unicode.IsControl) {
		return strconv.Quote(path)
	}
	return path
}

// What says in a word what would happen to the item: delete, restore (it is gone), change or
// mode.
func (i Item) What() string {
	return map[string]string{"new": "restore", "gone": "delete", "kind": "change", "changed": "change", "mode": "mode"}[snapshot.Change{Before: i.Left, After: i.Want}.What()]
}

// A Plan is what an undo would do.
type Plan struct {
	Items     []Item   `json:"items"`     // sorted by path
	Elsewhere []string `json:"elsewhere"` // what cannot be taken back, a sentence each
	Partial   []string `json:"partial,omitempty"`
	Unsure    []string `json:"unsure,omitempty"` // what may be somebody else's work, a sentence each
	Skipped   []string `json:"skipped,omitempty"`
	Beside    []string `json:"beside,omitempty"` // calls that ran at the same time: some changes may be theirs
	Digest    string   `json:"digest"`
}

// Count is how many items are in a state.
func (p *Plan) Count(s State) (n int) {
	for _, i := range p.Items {
		if i.State == s {
			n++
		}
	}
	return n
}

// Plan says what an undo would do. Nothing is changed by it.
func (s *Space) Plan(ctx context.Context, r Request) (*Plan, error) {
	store, err := s.k.Store(ctx)
	if err != nil {
		return nil, err
	}
	release, err := store.Hold(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.plan(ctx, store, r)
}

// plan is Plan while the store is held.
func (s *Space) plan(ctx context.Context, store *snapshot.Store, r Request) (*Plan, error) {
	p := &Plan{}
	s.catching.Lock()
	_, err := s.catchUp(ctx, store, "")
	s.catching.Unlock()
	if err != nil {
		p.Partial = append(p.Partial, fmt.Sprintf("what calls have changed that did not end, or left something running, cannot be looked at: %v", err))
	}
	sets, err := s.sets(ctx, store, r.Calls, p)
	if err != nil {
		return nil, err
	}
	between, err := undone(ctx, store, s.c.Dir, r.Calls, sets)
	if err != nil {
		return nil, err
	}
	p.Items = merge(sets, between...)
	all := len(p.Items)
	if len(r.Only) > 0 {
		p.Items = slices.DeleteFunc(p.Items, func(i Item) bool {
			return !slices.ContainsFunc(r.Only, func(o string) bool {
				return i.Abs() == o || strings.HasPrefix(i.Abs(), strings.TrimSuffix(o, string(filepath.Separator))+string(filepath.Separator))
			})
		})
	}
	if len(r.Without) > 0 {
		p.Items = slices.DeleteFunc(p.Items, func(i Item) bool {
			return slices.ContainsFunc(r.Without, func(w string) bool {
				return i.Abs() == w || i.Then == nil && strings.HasPrefix(w, i.Abs()+string(filepath.Separator)) // a folder that it lies in
			})
		})
	}
	if len(p.Items) == 0 && all > 0 && len(r.Only) > 0 {
		return nil, tools.Errorf(tools.NotFound, "the calls have changed %s, and none of those that were named: nothing was put back. Name a file or folder that the plan lists", files(all))
	}
	if err := s.compare(ctx, store, p, r); err != nil {
		return nil, err
	}
	holdRepositories(p, sets)
	if p.Elsewhere, err = s.elsewhere(ctx, r.Calls); err != nil {
		return nil, err
	}
	p.Digest = digest(p, r)
	return p, nil
}

// sets are what is kept of the calls. One of which nothing is kept has changed nothing here, or
// it is too long ago: the plan says which.
func (s *Space) sets(ctx context.Context, store *snapshot.Store, calls []Ref, p *Plan) (list []*snapshot.Set, err error) {
	for _, c := range calls {
		parts, err := store.Parts(c.Run, c.Call)
		if err != nil {
			return nil, err
		}
		if len(parts) == 0 {
			if err := unfinished(ctx, s.k.c.Log, c, p); err != nil {
				return nil, err
			}
		}
		for _, set := range parts {
			if set.Space != s.c.Dir {
				return nil, fmt.Errorf("call %s was made in another space: %s", c.Call, set.Space)
			}
			p.Partial, p.Skipped = append(p.Partial, set.Partial...), append(p.Skipped, set.Skipped...)
			for _, id := range set.Beside {
				if !slices.ContainsFunc(calls, func(c Ref) bool { return c.Call == id }) {
					p.Beside = append(p.Beside, id)
				}
			}
		}
		list = append(list, parts...)
	}
	running, err := s.stillOpen(store, calls)
	if err != nil {
		return nil, err
	}
	p.Partial, p.Unsure = append(p.Partial, running...), unsure(list)
	slices.SortStableFunc(list, func(a, b *snapshot.Set) int { return a.Time.Compare(b.Time) })
	for _, l := range []*[]string{&p.Partial, &p.Skipped, &p.Beside} {
		slices.Sort(*l)
		*l = slices.Compact(*l)
	}
	return list, ctx.Err()
}

// unfinished tells of a call of which nothing is kept because it has not ended, or nobody saw its
// end.
func unfinished(ctx context.Context, log *history.Log, c Ref, p *Plan) error {
	call, err := log.Call(ctx, c.Call)
	if err != nil || call.Started.IsZero() {
		return nil //nolint:nilerr // its record is gone, or it did not run
	}
	if call.State == history.CallGoing {
		return tools.Errorf(tools.Unavailable, "%s still runs: wait for its end, or stop it", call.Tool)
	}
	if call.State == history.CallUnknown && call.Snapshot == nil {
		p.Partial = append(p.Partial, fmt.Sprintf("Handrail ended while %s ran (call %s): what it has changed is not known", call.Tool, c.Call))
	}
	return nil
}

// compare looks at what lies there now.
func (s *Space) compare(ctx context.Context, store *snapshot.Store, p *Plan, r Request) error {
	steps := make([]restore.Step, 0, len(p.Items))
	for n := range p.Items {
		i := &p.Items[n]
		i.Want = i.Then
		steps = append(steps, restore.Step{Root: i.Root, Path: i.Path, Now: i.Left, Want: i.Then})
	}
	report, err := restore.Check(ctx, s.restoring(store), steps)
	if err != nil {
		return err
	}
	for n, res := range report.Results {
		i := &p.Items[n]
		over := slices.Contains(r.Over, i.Abs())
		switch {
		case res.Outcome == restore.Already:
			i.State, i.Why = Already, ""
		case res.Outcome == restore.Open && (i.State == "" || over):
			i.State = Ready
		case res.Outcome == restore.Open: // between two of the calls
			i.Now = i.Left
		case res.Outcome == restore.Refused:
			if err := conflict(store, i, res, over); err != nil {
				return err
			}
			if slices.Contains(r.Merge, i.Abs()) && i.State == Conflict {
				if err := takeApart(store, i); err != nil {
					return err
				}
			}
		default:
			i.State, i.Why = Lost, res.Why
		}
		if pick := r.picked(i.Abs()); i.State == Ready && len(pick) > 0 {
			if err := takeParts(store, i, pick); err != nil {
				return err
			}
		}
	}
	return nil
}

// conflict is an item where something else lies than the calls have left. over puts it back
// all the same.
func conflict(store *snapshot.Store, i *Item, res restore.Result, over bool) (err error) {
	i.State, i.Why, i.Now = Conflict, res.Why, res.Found
	if i.Now, err = store.Capture(i.Root, i.Path, tools.SensitivePath(i.Abs())); err != nil {
		i.Why += "; it cannot be read"
		return nil //nolint:nilerr // the rest can be put back
	}
	if over && res.Other == "" && (i.Now != nil || res.Found == nil) {
		i.Left, i.State = i.Now, Ready
		if i.Want != nil && i.Want.Lost != "" {
			i.State, i.Why = Lost, i.Want.Lost
		}
	}
	return nil
}

func (s *Space) restoring(store *snapshot.Store) restore.Config {
	return restore.Config{Roots: s.c.Roots, Contents: store, Keyed: store.Keyed}
}

// elsewhere is what calls have done that no file shows.
func (s *Space) elsewhere(ctx context.Context, calls []Ref) (out []string, err error) {
	out = []string{}
	for _, ref := range calls {
		c, err := s.k.c.Log.Call(ctx, ref.Call)
		if err != nil || c.Act == nil || c.Started.IsZero() {
			continue // it did not run, or its record is gone
		}
		if c.Snapshot != nil && c.Snapshot.Reach != "" {
			out = append(out, fmt.Sprintf("%s could reach %s: what it did there stays", c.Tool, c.Snapshot.Reach))
		}
		for _, e := range c.Act.Effects {
			kind, target, _ := strings.Cut(e, " ")
			switch tools.EffectKind(kind) {
			case tools.EffectReach:
				out = append(out, fmt.Sprintf("%s could reach %s: what it did there stays", c.Tool, target))
			case tools.EffectSend:
				out = append(out, fmt.Sprintf("%s has sent a message by %s", c.Tool, target))
			case tools.EffectStop:
				out = append(out, fmt.Sprintf("%s has ended %s", c.Tool, target))
			case tools.EffectWrite, tools.EffectDelete:
				if change, _ := s.c.Roots.Of(c.Session).Lists(); filepath.IsAbs(target) && s.named(change, target) == nil {
					out = append(out, fmt.Sprintf("%s may have changed %s, which is outside what is kept", c.Tool, target))
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), ctx.Err()
}

// digest names a plan: what the person was shown is what is done.
func digest(p *Plan, r Request) string {
	parts := []string{"undo"}
	for _, c := range r.Calls {
		parts = append(parts, c.Run, c.Call)
	}
	for _, i := range p.Items {
		parts = append(parts, i.Abs(), string(i.State))
		for _, e := range []*snapshot.Entry{i.Left, i.Want} {
			if e != nil {
				parts = append(parts, string(e.Kind), e.Mode.String(), e.Hash, string(e.Target))
			}
		}
	}
	return tools.Digest(parts...)
}

// isText reports whether a content can be shown and merged line by line.
func isText(data []byte) bool { return !slices.Contains(data, 0) }
