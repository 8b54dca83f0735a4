package hookstate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"handrail/hooks"
	"handrail/internal/plain"
	"handrail/journal/sqlite"
	"handrail/spaces"
	"handrail/tools"
)

// statesFile is the view of the counts that other programs read
// (docs/spec/10-hooks.md#state).
const statesFile = "agent/hooks/hook-states.json"

const (
	statesPause = time.Second // between two writings (docs/spec/10-hooks.md)
	statesLimit = 4 << 20     // bytes that are read of it
)

// states writes the view, at most once a second and once at the end.
type states struct {
	mu      sync.Mutex // guards all but writing
	dirty   bool
	closed  bool
	timer   *time.Timer
	last    time.Time
	trouble string // the last notice

	writing sync.Mutex // held while the file is written
}

// state is one hook in the file, in exactly the words of
// docs/spec/10-hooks.md#state.
type state struct {
	ID             string `json:"id"`
	Enabled        *bool  `json:"enabled"`
	LastExecuted   string `json:"lastExecuted"` // ISO 8601; "": never
	TotalRuns      int64  `json:"totalRuns"`
	BlockedCount   int64  `json:"blockedCount"`
	ErrorCount     int64  `json:"errorCount"`
	AvgExecutionMs int64  `json:"avgExecutionMs"`
	LastError      string `json:"lastError,omitempty"`
}

type statesForm struct {
	Hooks map[string]state `json:"hooks"`
}

// changed has the view written soon.
func (b *Book) changed() {
	h := &b.states
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dirty = true
	if h.closed || h.timer != nil {
		return
	}
	h.timer = time.AfterFunc(max(0, statesPause-time.Since(h.last)), func() { b.flush() })
}

// flush writes the view if something has changed since it was.
func (b *Book) flush() {
	h := &b.states
	h.writing.Lock()
	defer h.writing.Unlock()
	h.mu.Lock()
	dirty := h.dirty
	h.dirty, h.timer, h.last = false, nil, time.Now()
	h.mu.Unlock()
	if !dirty || b.c.Rehearsed {
		return
	}
	b.report(b.writeStates(context.WithoutCancel(b.c.Context)))
}

// report tells what is wrong with the file, once. The counts go on without it.
func (b *Book) report(err error) {
	h := &b.states
	h.mu.Lock()
	before, trouble := h.trouble, ""
	if err != nil {
		trouble = err.Error()
	}
	h.trouble = trouble
	h.mu.Unlock()
	if trouble != "" && trouble != before {
		b.c.Notice("warning", "%v", tools.Advise(tools.Action{Kind: tools.ListHooks}, "%s: %s; the counts go on", statesFile, trouble))
	}
}

// Close writes the view for the last time: then it is exact.
func (b *Book) Close() {
	h := &b.states
	h.mu.Lock()
	h.closed = true
	if h.timer != nil {
		h.timer.Stop()
	}
	h.mu.Unlock()
	b.flush()
}

// writeStates writes the view until it says what is counted: another process may
// count and write meanwhile, and whoever writes last looks last.
func (b *Book) writeStates(ctx context.Context) error {
	written, failed := "", []error(nil)
	for _, p := range b.readStates(ctx, b.c.Current().source.Space.Hooks) { // what was set by hand since
		failed = append(failed, errors.New(p.Text))
	}
	for range 50 {
		counts, err := b.c.Store.HookCounts(ctx, b.c.Dir)
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		list := b.c.Current().source.Space.Hooks
		text, err := render(list, counts)
		if err != nil || text == written {
			return errors.Join(append(failed, err)...)
		}
		if err := b.replaceStates(text); err != nil {
			return errors.Join(append(failed, err)...)
		}
		written = text
		for _, h := range list {
			on, c := enabled(h, counts[h.ID]), counts[h.ID]
			if c.Shown != nil && *c.Shown == on {
				continue
			}
			if err := b.c.Store.SetHookShown(ctx, b.c.Dir, h.ID, &on); err != nil {
				return errors.Join(append(failed, err)...)
			}
		}
	}
	return errors.Join(failed...)
}

// render is the file as the counts have it.
func render(list []hooks.Hook, counts map[string]sqlite.HookCount) (string, error) {
	f := statesForm{Hooks: map[string]state{}}
	for _, h := range list {
		c := counts[h.ID]
		on := enabled(h, c)
		line := state{ID: h.ID, Enabled: &on, TotalRuns: c.Runs, BlockedCount: c.Blocked, ErrorCount: c.Errors, LastError: c.LastError}
		if c.Runs > 0 {
			line.AvgExecutionMs = (c.Total / time.Duration(c.Runs)).Round(time.Millisecond).Milliseconds()
			line.LastExecuted = c.Last.UTC().Format(time.RFC3339)
		}
		f.Hooks[h.ID] = line
	}
	raw, err := json.MarshalIndent(f, "", "  ")
	return string(raw) + "\n", err
}

// replaceStates puts a new file in the place of the old one, never half of it. A
// file that the person has made read-only stays as it is.
func (b *Book) replaceStates(text string) error {
	root, err := plain.OpenRoot(b.c.Dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // what was written is synced by then
	name := filepath.FromSlash(statesFile)
	mode := fs.FileMode(0o644)
	switch info, err := root.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("it is a folder; remove it")
	case info.Mode().IsRegular() && info.Mode()&0o200 == 0:
		return errors.New("it is read-only, so it is left as it is; make it writable with chmod u+w")
	case info.Mode().IsRegular():
		mode = info.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".hook-states-%d.tmp", os.Getpid())) // a killed process's is taken over
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(temp))
	}
	return nil
}

// readStates says what is wrong with the file: also an "enabled" in it that is not what the file said
// when it was last written. That counts for nothing. The file lies among the space's own, where git, an
// archive and agents bring files, and whether a hook runs is the person's to say.
func (b *Book) readStates(ctx context.Context, list []hooks.Hook) []spaces.Problem {
	problem := func(format string, args ...any) []spaces.Problem {
		return []spaces.Problem{{File: statesFile, Severity: spaces.Warning, Text: fmt.Sprintf(format, args...), Action: tools.ActionIn(args)}}
	}
	const after = "; no count is lost, and it is written again when a hook runs"
	text, err := b.statesText()
	switch {
	case err != nil:
		return problem("%v%s", err, after)
	case text == nil:
		return nil
	}
	var f statesForm
	if err := json.Unmarshal(text, &f); err != nil {
		return problem("is not valid JSON (%v)%s", err, after)
	}
	counts, err := b.c.Store.HookCounts(ctx, b.c.Dir)
	if err != nil {
		return problem("cannot be compared with the counts: %v", err)
	}
	var found []spaces.Problem
	for _, h := range list {
		c, said := counts[h.ID], f.Hooks[h.ID].Enabled
		shown := h.Enabled
		if c.Shown != nil {
			shown = *c.Shown
		}
		if said == nil || *said == shown {
			continue
		}
		do, text := tools.Action{Kind: tools.DisableHook, Subject: h.ID}, "says that the hook %q is off, and that counts for nothing: the file only shows what you have set"
		if *said {
			do, text = tools.Action{Kind: tools.ListHooks}, "says that the hook %q is on, and that counts for nothing: the file only shows what you have set"
		}
		found = append(found, problem("%v", tools.Advise(do, text, h.ID))...)
	}
	return found
}

// statesText reads the file; nil if there is none.
func (b *Book) statesText() ([]byte, error) {
	root, err := plain.OpenRoot(b.c.Dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // nothing was written
	name := filepath.FromSlash(statesFile)
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", err)
	case !info.Mode().IsRegular():
		return nil, errors.New("is not a regular file; remove it")
	case info.Size() > statesLimit:
		return nil, fmt.Errorf("has %d bytes, which is no file of ours; remove it", info.Size())
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(f, statesLimit))
	return text, errors.Join(err, f.Close())
}
