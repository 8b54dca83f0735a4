package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"handrail/spaces"
)

// The ways in which a definition can differ from what was trusted.
const (
	StatusChanged = "changed"
	StatusNew     = "new"
	StatusRemoved = "removed"
)

// look is where the person finds the difference.
const look = "look at the difference in the window or with `handrail space trust`"

// A deviation is an item that is not what was trusted.
type deviation struct {
	status string
	was    pin         // of a new one, only its names
	is     spaces.Item // of a removed one, only its names
	during string      // why it may be a program's; "": it surely is none's, or this is not asked
}

func (d deviation) key() string {
	if d.status == StatusRemoved {
		return d.was.key()
	}
	return keyOf(d.is)
}

func (d deviation) kind() string { return strings.SplitN(d.key(), "\x00", 3)[0] }
func (d deviation) name() string { return strings.SplitN(d.key(), "\x00", 3)[1] }
func (d deviation) file() string { return strings.SplitN(d.key(), "\x00", 3)[2] }

// how says what has become of it, after a name.
func (d deviation) how() string {
	switch d.status {
	case StatusNew:
		return "is new since you trusted this space"
	case StatusRemoved:
		return "is gone since you trusted this space"
	}
	return "changed since you trusted it"
}

// reason says why it is held back.
func (d deviation) reason() string {
	return fmt.Sprintf("%s %s: %s; %s", d.name(), d.how(), d.file(), look)
}

// deviations compares a space with what was trusted.
func deviations(space *spaces.Space, p *pinned) []deviation {
	var list []deviation
	there := map[string]bool{}
	was := map[string]pin{}
	for _, one := range p.Items {
		was[one.key()] = one
	}
	for _, i := range space.Inventory() {
		there[keyOf(i)] = true
		one, known := was[keyOf(i)]
		switch {
		case i.Digest == "" && !known: // nothing of it is pinned
		case !known:
			list = append(list, deviation{status: StatusNew, is: i})
		case !one.same(i):
			list = append(list, deviation{status: StatusChanged, was: one, is: i})
		}
	}
	for _, one := range p.Items {
		if !there[one.key()] {
			list = append(list, deviation{status: StatusRemoved, was: one})
		}
	}
	if now, was := orders(space, p); !slices.Equal(now, was) {
		one := pin{Kind: "hook", Name: orderName, File: orderFolder}
		list = append(list, deviation{status: StatusChanged, was: one, is: spaces.Item{Kind: one.Kind, Name: one.Name, File: one.File, Detail: strings.Join(now, ", ")}})
	}
	return list
}

// The order in which hooks run is trusted like a hook: one that ends the chain
// could be put before one that blocks.
const (
	orderName   = "the order of the hooks"
	orderFolder = "agent/hooks"
)

// orders are the hooks that are pinned and there, as they run now and as they ran
// when they were trusted.
func orders(space *spaces.Space, p *pinned) (now, was []string) {
	common := func(list, in []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return !slices.Contains(in, id) })
	}
	return common(space.HookOrder(), p.Hooks), common(p.Hooks, space.HookOrder())
}

// hold takes out of a space what is not what was trusted, so that nothing of it
// counts: what would run is listed and does not, what would be told is told as it
// was, and what would forbid goes on forbidding.
func (s *Space) hold(ctx context.Context, next *loaded) error {
	next.changes = deviations(next.space, next.pins)
	if len(next.changes) > 0 && next.pins.Own {
		if err := s.acceptOwn(ctx, next); err != nil {
			return err
		}
	}
	next.held = map[string]string{}
	for _, d := range next.changes {
		next.holdBack(d.key(), d.reason())
		next.problems = append(next.problems, Problem{File: d.file(), Severity: string(spaces.Warning), Text: d.kind() + " " + d.reason()})
	}
	next.holdUsers()
	next.holdOrder()
	s.holdHooks(next)
	s.holdTexts(ctx, next)
	return nil
}

// holdBack keeps a definition from running, for the first reason that is given.
func (l *loaded) holdBack(k, why string) {
	kind, name, _ := strings.Cut(k, "\x00")
	name, _, _ = strings.Cut(name, "\x00")
	for _, k := range []string{k, kind + "\x00" + name} {
		if l.held[k] == "" {
			l.held[k] = why
		}
	}
}

// heldBack says why one definition of a trusted space may not run now, or "":
// it is not what the person has trusted (docs/spec/03-spaces.md). kind and name
// are those of the spaces.Item.
func (l *loaded) heldBack(kind, name string) string { return l.held[kind+"\x00"+name] }

// heldIn is heldBack for the definition that stands in one file.
func (l *loaded) heldIn(kind, name, file string) string { return l.held[key(kind, name, file)] }

// holdUsers holds back what names a script that is not what was trusted.
func (l *loaded) holdUsers() {
	scripts := map[string]deviation{}
	for _, d := range l.changes {
		if d.kind() == "script" {
			scripts[d.file()] = d
		}
	}
	if len(scripts) == 0 {
		return
	}
	for _, i := range l.space.Inventory() {
		was, _ := l.pins.byKey(keyOf(i))
		for _, name := range append(slices.Clone(i.Scripts), was.Scripts...) {
			if d, ok := scripts[name]; ok {
				l.holdBack(keyOf(i), fmt.Sprintf("%s runs %s, which %s; %s", i.Name, name, d.how(), look))
			}
		}
	}
}

// holdOrder holds back every hook whose order is another one.
func (l *loaded) holdOrder() {
	now, was := orders(l.space, l.pins)
	if slices.Equal(now, was) {
		return
	}
	for _, i := range l.space.Inventory() {
		if i.Kind == "hook" && slices.Contains(was, i.Name) {
			l.holdBack(keyOf(i), fmt.Sprintf("%s cannot run: %s changed since you trusted it (%s, and now %s); %s", i.Name, orderName, strings.Join(was, ", "), strings.Join(now, ", "), look))
		}
	}
}

// guarding is what matters of a hook's definition for what it keeps shut.
type guarding struct {
	Tools    []string `json:"tools"`
	Blocking bool     `json:"blocking"`
	Enabled  *bool    `json:"enabled"`
}

// guardingOf reads a definition; blocks is false of one that surely guards
// nothing.
func guardingOf(raw []byte) (tools []string, blocks bool) {
	var g guarding
	if json.Unmarshal(raw, &g) != nil {
		return nil, true
	}
	return g.Tools, g.Blocking && (g.Enabled == nil || *g.Enabled)
}

// holdHooks shuts what a blocking hook guards that is held back, or gone: as the
// person trusted it, and as it is now.
func (s *Space) holdHooks(next *loaded) {
	texts := map[string]string{}
	for _, i := range next.space.Inventory() {
		if i.Kind == "hook" {
			texts[keyOf(i)] = i.Text
		}
	}
	shut := map[string]bool{}
	bar := func(k string, versions ...[]byte) {
		why := next.held[k]
		if why == "" || shut[k] {
			return
		}
		shut[k] = true
		var list []string
		blocks, all := false, false
		for _, raw := range versions {
			if guarded, shuts := guardingOf(raw); shuts {
				blocks, all = true, all || len(guarded) == 0
				list = append(list, guarded...)
			}
		}
		if all {
			list = nil
		}
		if file := strings.SplitN(k, "\x00", 3)[2]; blocks {
			next.space.Barriers = append(next.space.Barriers, spaces.Barrier{Tools: list, File: file, Reason: "the hook " + why + "; what it guards may not run until then"})
		}
	}
	for _, one := range next.pins.Items {
		if one.Kind != "hook" || next.held[one.key()] == "" {
			continue
		}
		was, _ := one.content(s.o.pins) // what is not kept any more counts as blocking everything
		versions := [][]byte{was}
		if text, ok := texts[one.key()]; ok {
			versions = append(versions, []byte(text))
		}
		bar(one.key(), versions...)
	}
	for k, text := range texts {
		bar(k, []byte(text))
	}
}

// holdTexts puts what agents were told, and what the space was called, when it was
// trusted in the place of what is not that. An agent limits what it may use, so
// one that is gone stays, too.
func (s *Space) holdTexts(ctx context.Context, next *loaded) {
	told := map[string]bool{}
	for _, d := range next.changes {
		told[d.kind()] = true
	}
	if told["page"] {
		next.space.Pages = slices.DeleteFunc(next.space.Pages, func(file string) bool {
			return next.heldIn("page", strings.TrimSuffix(path.Base(file), ".html"), file) != ""
		})
	}
	if !told["agent"] && !told["skill"] && !told["manifest"] {
		return
	}
	was := spaces.Kept(ctx, s.dir, s.keptTexts(next))
	if told["manifest"] {
		next.space.ID, next.space.Name = was.ID, was.Name
	}
	if told["skill"] {
		next.space.Skills = slices.DeleteFunc(next.space.Skills, func(k spaces.Skill) bool { return next.heldIn("skill", k.Name, k.File) != "" })
		for _, k := range was.Skills {
			if next.heldIn("skill", k.Name, k.File) != "" && !next.removed("skill", k.Name, k.File) {
				next.space.Skills = append(next.space.Skills, k)
			}
		}
	}
	if told["agent"] {
		s.holdAgents(next, was.Agents)
	}
}

// holdAgents gives a space the agents that were trusted.
func (s *Space) holdAgents(next *loaded, was []spaces.Agent) {
	next.space.Agents = slices.DeleteFunc(next.space.Agents, func(a spaces.Agent) bool { return next.heldIn("agent", a.ID, a.File) != "" || a.File == "" })
	for _, one := range next.pins.Items {
		if one.Kind != "agent" || next.held[one.key()] == "" {
			continue
		}
		at := slices.IndexFunc(was, func(a spaces.Agent) bool { return a.ID == one.Name && a.File == one.File })
		if at < 0 {
			next.unkept = errors.Join(next.unkept, fmt.Errorf("what you trusted of the agent %s is not kept any more: %s", one.Name, look))
			continue
		}
		next.space.Agents = append(next.space.Agents, was[at])
	}
	slices.SortStableFunc(next.space.Agents, func(a, b spaces.Agent) int { return strings.Compare(agentOrder(a.File), agentOrder(b.File)) })
	if len(next.space.Agents) == 0 {
		next.space.Agents = []spaces.Agent{spaces.DefaultAgent()}
	}
}

// agentOrder puts agent/config.md first, as the loader does.
func agentOrder(file string) string {
	if file == "agent/config.md" {
		return ""
	}
	return file
}

func (l *loaded) removed(kind, name, file string) bool {
	return slices.ContainsFunc(l.changes, func(d deviation) bool { return d.status == StatusRemoved && d.key() == key(kind, name, file) })
}

// keptTexts are the files with agents, skills and the manifest as they were
// trusted.
func (s *Space) keptTexts(next *loaded) map[string][]byte {
	files := map[string][]byte{}
	for _, one := range next.pins.Items {
		switch one.Kind {
		case "agent", "skill":
			if data, err := one.content(s.o.pins); err == nil {
				files[one.File] = data
			}
		case "manifest": // its part says what the space is called
			if data, err := one.content(s.o.pins); err == nil {
				files[one.File] = data
			}
		}
	}
	return files
}
