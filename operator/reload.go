package operator

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"handrail/internal/render"
	"handrail/operator/hookstate"
	"handrail/operator/news"
	"handrail/operator/settings"
	"handrail/operator/trust"
	"handrail/pipeline/guard"
	"handrail/spaces"
)

// whyGone says to a person why a folder cannot be read.
func whyGone(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "The folder isn't there. It may have been moved, renamed or deleted. Put it back, or open it where it is now."
	case errors.Is(err, fs.ErrPermission):
		return "You aren't allowed to read this folder. Change its permissions to use it."
	}
	return err.Error()
}

// Reload reads the space again and swaps it in. Calls that run finish as they began.
func (s *Space) Reload(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	began, seen := time.Now(), s.stamp()
	set, warnings, err := s.commons.settings.Load()
	if err != nil {
		warnings = append(warnings, err.Error())
	}
	space, found, openErr := spaces.Open(ctx, s.dir)
	next := &loaded{space: space, stamp: seen, settings: set, over: make(chan struct{})}
	if openErr != nil { // the folder is gone, or closed to us: nothing of it counts
		next.space = &spaces.Space{Dir: s.dir, Name: filepath.Base(s.dir)}
		next.gone = whyGone(openErr)
	}
	next.report(found)
	next.report(next.space.CheckPrompts(render.Text))
	for _, w := range warnings {
		next.problems = append(next.problems, Problem{File: "settings.json", Severity: string(spaces.Warning), Text: w})
	}
	for _, p := range s.commons.setup.FindPlain(set) {
		next.problems = append(next.problems, Problem{File: "settings.json", Severity: string(spaces.Warning), Text: p.Text(), Action: p.Action()})
	}
	state, held, judgeErr := s.trust.Judge(ctx, next.space, began)
	if judgeErr != nil {
		return judgeErr
	}
	next.trust = state
	next.report(held)
	r := reading{s, next, set}
	r.judge(ctx, err)
	next.servers = r.servers()
	r.checkNamespace()
	r.checkGit()
	s.servers.Adopt(next.servers)
	next.registry = r.registry(ctx)
	for _, e := range next.registry.Entries() {
		for _, warning := range e.Info.Warnings {
			next.problems = append(next.problems, Problem{File: cmp.Or(e.Info.File, e.Info.Source), Severity: string(spaces.Warning), Text: warning})
		}
	}
	next.report(next.space.CheckPages(next.registry.Missing))
	hookSet, found := s.hooks.Read(ctx, hookstate.Source{Space: next.space, Trusted: next.trust.Level() != trust.Untrusted, Held: next.trust.HeldBack})
	next.hooks = hookSet
	next.report(found)
	if before := s.current.Swap(next); before != nil {
		close(before.over)
	}
	return nil
}

// reloadAndTell reads the space again and tells the window.
func (s *Space) reloadAndTell(ctx context.Context) error {
	if err := s.Reload(ctx); err != nil {
		return err
	}
	s.announce(news.OnSpace)
	return nil
}

// answered swaps in what the person has answered about the network, and tells
// the window. The space is not read again, which would withdraw the questions that wait.
func (s *Space) answered(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	set, _, err := s.commons.settings.Load()
	if err != nil {
		return nil // broken settings have closed the space, and are told of there
	}
	reach, err := s.walls.Reach(ctx, set)
	if err != nil {
		return err
	}
	next := *s.current.Load()
	next.reach = reach
	s.current.Store(&next)
	s.announce(news.OnSpace)
	return nil
}

// relist lists the tools again, unless refresh, which may be nil, reports that nothing
// has changed. The space is not read again, which would withdraw the questions that
// wait.
func (s *Space) relist(ctx context.Context, refresh func(context.Context) (changed bool)) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	if refresh != nil && !refresh(ctx) {
		return nil
	}
	set, _, err := s.commons.settings.Load()
	if err != nil {
		return err
	}
	next := *s.current.Load()
	next.registry = reading{s, &next, set}.registry(ctx)
	s.current.Store(&next)
	return nil
}

// stamp looks at what a reload is about to read. It looks before the reload does:
// a change in between makes one reload more, never one less.
func (s *Space) stamp() stamp {
	text, err := s.trust.Version(s.commons.ctx)
	if err != nil {
		text = "unreadable" // no pins look like that: it is looked at again
	}
	return stamp{settings: s.commons.settings.Info(), trust: text}
}

// CatchUp brings what other processes and the person have changed into the space,
// before a call is looked at: grants, the settings with their rules, and trust.
// That costs one look at the database and one at the settings file.
func (s *Space) CatchUp() {
	version := s.commons.permits.CatchUp()
	now := s.current.Load()
	moved := !settings.SameInfo(now.stamp.settings, s.commons.settings.Info())
	if last := s.followed.Swap(&version); last == nil || *last != version {
		text, err := s.trust.Version(s.commons.ctx)
		moved = moved || err != nil || text != now.stamp.trust
	}
	if !moved {
		return
	}
	if err := s.reloadAndTell(s.commons.ctx); err != nil && s.ctx.Err() == nil {
		s.commons.hub.Notice("error", "%s could not be read again after its settings or its trust had changed: %v", s.dir, err)
	}
}

// followEvery is how soon a space that is watched hears of what another process has changed.
const followEvery = time.Second

// Watch reloads the space by itself when what it declares has changed, or what the person has said
// of it in another process: trust, grants, the settings.
func (s *Space) Watch() {
	s.watching.Do(func() {
		go follow(s)
		err := spaces.Watch(s.ctx, s.dir, func() {
			if err := s.Reload(s.ctx); err != nil && s.ctx.Err() == nil {
				s.commons.hub.Notice("error", "%s could not be read again: %v", s.dir, err)
			}
			s.announce(news.OnSpace)
		})
		if err != nil && s.ctx.Err() == nil {
			s.commons.hub.Notice("warning", "changes in %s are not noticed by themselves: %v", s.dir, err)
		}
	})
}

// follow catches up with other processes until the space is closed.
func follow(s *Space) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
			s.CatchUp()
		}
	}
}

// others lists the other known spaces whose files the tools of this one may touch.
func others(s *Space) func() []guard.Other {
	return func() []guard.Other {
		trusted := ""
		if version := s.followed.Load(); version != nil {
			trusted = *version
		}
		return s.around.of(s.commons, s.dir, s.roots.List(), trusted)
	}
}

// othersBeyond is others, or where folders are given those whose files one may touch who may write these.
func othersBeyond(s *Space) func(beyond []string) []guard.Other {
	return func(beyond []string) []guard.Other {
		if len(beyond) == 0 {
			return others(s)()
		}
		return s.commons.othersOf(s.dir, beyond)
	}
}
