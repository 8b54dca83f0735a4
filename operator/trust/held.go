package trust

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"handrail/internal/pins"
	"handrail/spaces"
	"handrail/tools"
)

// The ways in which a definition can differ from what was trusted.
const (
	StatusChanged = "changed"
	StatusNew     = "new"
	StatusRemoved = "removed"
)

// Problem is the Reason as the problems of the space say it.
func (d Deviation) Problem() string { return d.Kind + " " + d.Reason() }

// review is what the person can do about what is held back.
var review = tools.Action{Kind: tools.ReviewChanges} // never changed

// A Deviation is one item that is not what was trusted.
type Deviation struct {
	Key
	Status string      // StatusChanged, StatusNew or StatusRemoved
	Item   spaces.Item // as it is now; of a removed one, nothing
	During string      // why it may be a program's; "": it surely is none's, or this is not asked

	trusted pin // of a new one, nothing
}

// How says what has become of it, after its name.
func (d Deviation) How() string {
	switch d.Status {
	case StatusNew:
		return "is new and not reviewed yet"
	case StatusRemoved:
		return "was removed after you trusted this space"
	}
	return "changed since you trusted it"
}

// Reason says why it is held back.
func (d Deviation) Reason() string {
	return fmt.Sprintf("%s %s: %s", d.Name, d.How(), d.File)
}

// deviations compares a space with what was trusted.
func deviations(space *spaces.Space, p *pinned) []Deviation {
	var list []Deviation
	there := map[Key]bool{}
	trusted := map[Key]pin{}
	for _, one := range p.Items {
		trusted[one.key()] = one
	}
	for _, i := range space.Inventory() {
		there[KeyOf(i)] = true
		one, known := trusted[KeyOf(i)]
		switch {
		case i.Digest == "" && !known: // nothing of it is pinned
		case !known:
			list = append(list, Deviation{Key: KeyOf(i), Status: StatusNew, Item: i})
		case !one.same(i):
			list = append(list, Deviation{Key: KeyOf(i), Status: StatusChanged, Item: i, trusted: one})
		}
	}
	for _, one := range p.Items {
		if !there[one.key()] {
			list = append(list, Deviation{Key: one.key(), Status: StatusRemoved, trusted: one})
		}
	}
	if now, before := orders(space, p); !slices.Equal(now, before) {
		list = append(list, Deviation{
			Key: orderKey, Status: StatusChanged, trusted: pin{Kind: orderKey.Kind, Name: orderKey.Name, File: orderKey.File},
			Item: spaces.Item{Kind: orderKey.Kind, Name: orderKey.Name, File: orderKey.File, Detail: strings.Join(now, ", ")},
		})
	}
	return list
}

// The order in which hooks run is trusted like a hook: one that ends the chain
// could be put before one that blocks.
const orderName = "the order of the hooks"

var orderKey = Key{Kind: "hook", Name: orderName, File: "agent/hooks"}

// orders are the hooks that are pinned and there, as they run now and as they ran
// when they were trusted.
func orders(space *spaces.Space, p *pinned) (now, before []string) {
	common := func(list, in []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return !slices.Contains(in, id) })
	}
	return common(space.HookOrder(), p.Hooks), common(p.Hooks, space.HookOrder())
}

// withhold takes out of a space what is not what was trusted, so that nothing of it
// counts: what would run is listed and does not, what would be told is told as it
// was, and what would forbid goes on forbidding.
func (k *Keeper) withhold(ctx context.Context, s *State) ([]spaces.Problem, error) {
	s.changes = deviations(s.space, s.pins)
	if s.pins.Bare && s.space.Declares() {
		holdMade(s)
	}
	if len(s.changes) > 0 && s.pins.Own {
		if err := k.acceptOwn(ctx, s); err != nil {
			return nil, err
		}
	}
	s.held, s.named = map[Key]string{}, map[kindName]string{}
	var problems []spaces.Problem
	for _, d := range s.changes {
		s.holdBack(d.Key, d.Reason())
		problems = append(problems, spaces.Problem{File: d.File, Severity: spaces.Warning, Text: d.Problem(), Action: review})
	}
	s.holdUsers()
	s.holdOrder()
	s.holdHooks(k.c.Store.contents)
	s.holdTexts(ctx, k.c.Store.contents)
	return problems, nil
}

// holdUsers holds back what names a script that is not what was trusted.
func (s *State) holdUsers() {
	scripts := map[string]Deviation{}
	for _, d := range s.changes {
		if d.Kind == "script" {
			scripts[d.File] = d
		}
	}
	if len(scripts) == 0 {
		return
	}
	for _, i := range s.space.Inventory() {
		trusted, _ := s.pins.find(KeyOf(i))
		for _, name := range append(slices.Clone(i.Scripts), trusted.Scripts...) {
			if d, ok := scripts[name]; ok {
				s.holdBack(KeyOf(i), fmt.Sprintf("%s runs %s, which %s", i.Name, name, d.How()))
			}
		}
	}
}

// holdOrder holds back every hook whose order is another one.
func (s *State) holdOrder() {
	now, before := orders(s.space, s.pins)
	if slices.Equal(now, before) {
		return
	}
	for _, i := range s.space.Inventory() {
		if i.Kind == "hook" && slices.Contains(before, i.Name) {
			s.holdBack(KeyOf(i), fmt.Sprintf("%s cannot run: %s changed since you trusted it (%s, and now %s)", i.Name, orderName, strings.Join(before, ", "), strings.Join(now, ", ")))
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
func (s *State) holdHooks(contents *pins.Store) {
	texts := map[Key]string{}
	for _, i := range s.space.Inventory() {
		if i.Kind == "hook" {
			texts[KeyOf(i)] = i.Text
		}
	}
	shut := map[Key]bool{}
	bar := func(hook Key, versions ...[]byte) {
		why := s.held[hook]
		if why == "" || shut[hook] {
			return
		}
		shut[hook] = true
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
		if blocks {
			s.space.Barriers = append(s.space.Barriers, spaces.Barrier{Tools: list, File: hook.File, Hook: hook.Name, Reason: "the hook " + why + "; until then, the tools it checks can't run"})
		}
	}
	for _, one := range s.pins.Items {
		if one.Kind != "hook" || s.held[one.key()] == "" {
			continue
		}
		trusted, _ := one.content(contents) // what is not kept any more counts as blocking everything
		versions := [][]byte{trusted}
		if text, ok := texts[one.key()]; ok {
			versions = append(versions, []byte(text))
		}
		bar(one.key(), versions...)
	}
	for hook, text := range texts {
		bar(hook, []byte(text))
	}
}

// holdTexts puts what agents were told, and what the space was called, when it was
// trusted in the place of what is not that. An agent limits what it may use, so
// one that is gone stays, too.
func (s *State) holdTexts(ctx context.Context, contents *pins.Store) {
	changed := map[string]bool{}
	for _, d := range s.changes {
		changed[d.Kind] = true
	}
	if changed["page"] {
		s.space.Pages = slices.DeleteFunc(s.space.Pages, func(file string) bool {
			return s.HeldIn("page", strings.TrimSuffix(path.Base(file), ".html"), file) != ""
		})
	}
	if !changed["agent"] && !changed["skill"] && !changed["manifest"] {
		return
	}
	trusted := spaces.Kept(ctx, s.space.Dir, s.trustedTexts(contents))
	if changed["manifest"] {
		s.space.ID, s.space.Name, s.space.Manifest = trusted.ID, trusted.Name, trusted.Manifest
	}
	if changed["skill"] {
		keyOf := func(skill spaces.Skill) Key { return Key{"skill", skill.Name, skill.File} }
		s.space.Skills = slices.DeleteFunc(s.space.Skills, func(skill spaces.Skill) bool { return s.held[keyOf(skill)] != "" })
		for _, skill := range trusted.Skills {
			if s.held[keyOf(skill)] != "" && !s.removed(keyOf(skill)) {
				s.space.Skills = append(s.space.Skills, skill)
			}
		}
	}
	if changed["agent"] {
		s.holdAgents(trusted.Agents)
	}
}

// holdAgents gives a space the agents that were trusted.
func (s *State) holdAgents(trusted []spaces.Agent) {
	s.space.Agents = slices.DeleteFunc(s.space.Agents, func(a spaces.Agent) bool { return s.HeldIn("agent", a.ID, a.File) != "" || a.File == "" })
	for _, one := range s.pins.Items {
		if one.Kind != "agent" || s.held[one.key()] == "" {
			continue
		}
		at := slices.IndexFunc(trusted, func(a spaces.Agent) bool { return a.ID == one.Name && a.File == one.File })
		if at < 0 {
			s.unkept = errors.Join(s.unkept, tools.Advise(review, "the version of the agent %s you trusted is no longer saved", one.Name))
			continue
		}
		s.space.Agents = append(s.space.Agents, trusted[at])
	}
	slices.SortStableFunc(s.space.Agents, func(a, b spaces.Agent) int { return strings.Compare(agentOrder(a.File), agentOrder(b.File)) })
	if len(s.space.Agents) == 0 {
		s.space.Agents = []spaces.Agent{spaces.DefaultAgent()}
	}
}

// agentOrder puts agent/config.md first, as the loader does.
func agentOrder(file string) string {
	if file == "agent/config.md" {
		return ""
	}
	return file
}

// trustedTexts are the files with agents, skills and the manifest as they were
// trusted.
func (s *State) trustedTexts(contents *pins.Store) map[string][]byte {
	files := map[string][]byte{}
	for _, one := range s.pins.Items {
		switch one.Kind {
		case "agent", "skill", "manifest": // the manifest's part says what the space is called
			if data, err := one.content(contents); err == nil {
				files[one.File] = data
			}
		}
	}
	return files
}
