package permits

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/confine"
	"handrail/operator/settings"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// The nouns that faces read, so that they need to know this package alone.
type (
	// Mode is how much runs unasked in a space: read-only, ask or workspace.
	Mode = guard.Mode
	// Outcome is what a rule does with a call: deny, ask or allow.
	Outcome = guard.Outcome
)

// SpaceConfig is what a Space is made of.
type SpaceConfig struct {
	Dir       string // real and absolute
	Session   string // of the calls that the person tries
	Rehearsed bool   // what is done here is only rehearsed
	Temp      string // the folder that programs see as /tmp, real
	Roots     *confine.Roots
	Trust     *trust.Keeper
	// Others lists the other spaces whose files its tools may touch.
	Others func() []guard.Other
	// Current are its judges and its tools as the space was last read, of one moment.
	Current func() (Judges, *tools.Registry)
	// Held is what rooms keep from the programs of the space, by rules about files.
	Held func() []walls.Held
	// Forecast settles a call of the person without running it.
	Forecast func(ctx context.Context, tool, input string) pipeline.Forecast
	// Conversation is one that has read text from some places, as a person writes them, and in which the person has
	// written said: where the text comes from, and what is named in it.
	Conversation func(ctx context.Context, after []string, said string) ([]tools.Origin, guard.Words, error)
	// Reload reads the space again and tells faces.
	Reload func(context.Context) error
	// Answered makes what the person has answered about the network count.
	Answered func(context.Context) error
	// RevokeNetwork takes that answer back.
	RevokeNetwork func(context.Context) error
	// Repositories lists what git reads in the space where its name does not tell, as
	// guard.Config's Protect.
	Repositories func() []string
	// Finds are folders in which the person's shell looks for programs, as guard.Config's.
	Finds func() []string
}

// A Space is what may run unasked in one open space. What is granted lies in the Book, and what
// follows from it in the Judges that Judge returns. It is safe for concurrent use.
type Space struct {
	book *Book
	c    SpaceConfig
	more moreRoots
}

// Space makes the permits of a space.
func (b *Book) Space(c SpaceConfig) *Space { return &Space{book: b, c: c} }

// A Reading is what the judges of a space are made from.
type Reading struct {
	Settings settings.Settings
	Trust    trust.State
	Reach    *walls.Reach
	Broken   error // what of the settings cannot be read
}

// Judges are what the calls of a space are judged by, as it was last read. They do
// not change.
type Judges struct {
	Config  guard.Config // what Guard is made of; a replay may change it
	Guard   *guard.Guard
	Problem string       // what cannot be read; only reading is allowed then
	Action  tools.Action // what the person can do about the problem
}

// Mode is how much runs unasked.
func (j Judges) Mode() guard.Mode { return j.Config.Mode }

// Judge makes the judges of a space that was just read. What cannot be read of rules
// or settings makes it read-only: fail closed.
func (s *Space) Judge(r Reading) Judges {
	c := guard.Config{
		Mode: r.Settings.Mode, Rehearsed: s.c.Rehearsed, Roots: s.c.Roots.List, Home: s.book.c.Home, Walls: s.book.c.Walls.Unwalled,
		Reach:   func(host string) bool { return r.Reach.Allows(host, 443) },
		Outside: r.Reach.Outside, Grants: s.counting,
	}
	if !s.c.Rehearsed { // there, /tmp has a layer on which nobody looks
		c.Temp = s.c.Temp
	}
	broken := errors.Join(r.Broken, r.Settings.Limits.Check(), r.Settings.Snapshots.Check())
	if own := r.Settings.PerSpace[s.c.Dir]; own.Mode != "" {
		c.Mode = own.Mode
	}
	rules, err := r.Settings.Rules.Parse(settingsOrigin)
	broken = errors.Join(broken, err)
	c.Rules, c.Builtin = s.book.c.Settings.Place(rules), r.Settings.Rules.Builtin
	scripts := r.Trust.Scripts()
	c.Protect = func() []string { return append(slices.Clone(scripts), s.c.Repositories()...) }
	c.Finds = s.c.Finds
	c.Others, c.Aliases = s.c.Others, s.book.gitAliases
	c.Built = func(path string) bool { return isBuilt(c.Roots(), path) }
	c.BuiltBelow = func(dir, name string, apart bool) bool { return allBuilt(c.Roots(), dir, name, apart) }
	if r.Trust.Level() != trust.Untrusted {
		own, err := s.c.Trust.Rules(r.Trust)
		broken = errors.Join(broken, err, r.Trust.Unkept())
		c.Rules = append(c.Rules, own...)
	}
	if len(guard.FileRules(c.Rules, c.Home, c.Roots)) > 0 {
		c.Walls = s.book.c.Walls.HoldsFiles
	}
	var problem string
	switch {
	case broken != nil:
		c.Mode, c.Why, c.Do = guard.ReadOnly, broken.Error(), tools.ActionOf(broken)
		problem = broken.Error() + "; until it is fixed, only reading is allowed here"
	case r.Trust.Level() == trust.Untrusted:
		c.Mode, c.Why, c.Do = guard.ReadOnly, tools.Say(tools.WhyUntrusted).String(), tools.Action{Kind: tools.TrustSpace}
	}
	if c.Mode == "" {
		c.Mode = guard.Workspace
	}
	return Judges{Config: c, Guard: guard.New(c), Problem: problem, Action: tools.ActionOf(broken)}
}

// SetMode says by which mode the calls of the space are judged from the next one
// on, and tells the window. "" is the mode that all spaces have. It is the person's
// word: an agent's program may not say it. A space that is not trusted stays
// read-only, so its mode cannot be set.
func (s *Space) SetMode(ctx context.Context, mode guard.Mode) error {
	switch {
	case walls.InRoom():
		return errors.New("only you can set the mode of a space, and an agent started this program")
	case mode != "" && !slices.Contains(guard.Modes(), mode):
		return fmt.Errorf("unknown mode %q, so nothing was changed: use read-only, ask, rehearse or workspace", mode)
	case s.c.Trust.State().Level() == trust.Untrusted:
		return tools.Advise(tools.Action{Kind: tools.TrustSpace}, "this space is not trusted, so it stays read-only")
	}
	_, err := s.book.c.Settings.Update(func(all *settings.Settings) error {
		own := all.PerSpace[s.c.Dir]
		own.Mode = mode
		all.SetSpace(s.c.Dir, own)
		return nil
	})
	if err != nil {
		return err
	}
	return s.c.Reload(ctx)
}

// Counts implements pipeline.Grants: in a space that is not trusted none does.
func (s *Space) Counts() bool { return s.c.Trust.State().Level() != trust.Untrusted }

// Keep implements pipeline.Grants.
func (s *Space) Keep(ctx context.Context, _ tools.Call, g guard.Grant) (string, error) {
	if !s.Counts() {
		return "", fmt.Errorf("nothing can be always allowed in a space that is not trusted; review the space and trust it first")
	}
	kept := grant{Grant: g}
	if server, all := strings.CutSuffix(g.Tool, pipeline.AllTools); all && g.Digest == "" {
		kept.Tools = s.toolsOf(server)
	} else if e, ok := s.entry(g.Tool); ok && g.Digest == "" {
		kept.Definition = definitionOf(e)
	}
	return s.book.grants.add(ctx, kept)
}

// toolsOf are the tools of a server that are ready, with their definitions.
func (s *Space) toolsOf(server string) map[string]string {
	out := map[string]string{}
	_, registry := s.c.Current()
	for _, e := range registry.Entries() {
		if strings.HasPrefix(e.Qualified, server+"__") && strings.HasPrefix(e.Info.Source, "mcp:") && e.State == tools.Ready {
			out[e.Qualified] = definitionOf(e)
		}
	}
	return out
}

// Used implements pipeline.Grants.
func (s *Space) Used(ctx context.Context, id string) bool { return s.book.grants.countUse(ctx, id) }

// Changed implements pipeline.Grants.
func (s *Space) Changed(ctx context.Context) <-chan struct{} { return s.book.grants.changes(ctx) }

// entry finds a tool of the space by its qualified name, whatever its state.
func (s *Space) entry(qualified string) (tools.Entry, bool) {
	_, registry := s.c.Current()
	for _, e := range registry.Entries() {
		if e.Qualified == qualified {
			return e, true
		}
	}
	return tools.Entry{}, false
}

// counting are the grants that count in the space, as the door has taken them over at
// the beginning of the call. One that was taken back since lets nothing through:
// see Used.
func (s *Space) counting() []guard.Grant {
	if !s.Counts() {
		return nil
	}
	list := s.book.grants.known(s.book.c.Context)
	out := make([]guard.Grant, 0, len(list))
	for _, kept := range list {
		switch {
		case kept.Space != "" && kept.Space != s.c.Dir || s.idle(kept) != "":
		case kept.Tools != nil:
			out = append(out, s.eachOf(kept)...)
		default:
			out = append(out, kept.Grant)
		}
	}
	return out
}

// eachOf is a grant for all tools of a server, as one for each that is what it was. A rule of the person's that asks
// about one of them is about that one, and stands.
func (s *Space) eachOf(kept grant) (out []guard.Grant) {
	judges, registry := s.c.Current()
	for _, e := range registry.Entries() {
		definition, has := kept.Tools[e.Qualified]
		asks := slices.ContainsFunc(judges.Config.Rules, func(r guard.Rule) bool { return r.Outcome == guard.Ask && tools.MatchWide(r.Tool, e.Qualified) })
		if has && !asks && definitionOf(e) == definition {
			one := kept.Grant
			one.Tool = e.Qualified
			out = append(out, one)
		}
	}
	return out
}

// idle says why a kept grant does not count in this space, or "".
func (s *Space) idle(kept grant) string {
	if !kept.Live(s.book.grants.now()) {
		return "it has ended"
	}
	if kept.Tools != nil && len(s.eachOf(kept)) == 0 {
		return "none of the tools is what it was, or a rule asks about each"
	}
	if kept.Digest != "" || kept.Definition == "" {
		return ""
	}
	e, ok := s.entry(kept.Tool)
	switch {
	case !ok:
		return "there is no tool " + strings.TrimSpace(kept.Tool) + " now"
	case definitionOf(e) != kept.Definition:
		return "the definition of " + kept.Tool + " has changed since"
	}
	return ""
}
