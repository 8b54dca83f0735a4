// Package guard judges settled acts: may this run, must the person be asked, or
// is it denied (docs/spec/11-guard.md). It looks at what would happen, never at
// wishes. It is a guard rail, not a boundary: a determined program can get
// around a judgement of its text; only walls hold.
package guard

import (
	"slices"
	"strconv"
	"time"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// Outcome is what becomes of an act.
type Outcome string

// The outcomes. The zero Outcome is none of them and counts as Deny.
const (
	Allow Outcome = "allow"
	Ask   Outcome = "ask"
	Deny  Outcome = "deny"
)

// A Verdict is the guard's word on one act, with what decided and why.
type Verdict struct {
	Outcome Outcome
	Stage   Stage // what has decided
	By      tools.Decider
	Reason  tools.Reason // "it deletes a folder with everything in it"
	File    string       // where the rule stands: "agent/rules.json:3"; "" if in no file
	Grant   string       // the ID of the grant that allowed it
	Do      tools.Action // what the person can do about a no that they have not chosen
	Grave   bool         // a built-in rule asks about it, whatever else does: no program's word is enough
	Tells   bool         // one asks because who called may be shown secrets, or because it is not known

	Rows []int // of a shell's text: the lines that made it so, from 1; none: it is not known, or all

	Via  string         // of AskRule: the channel to which the rule sends its question, too
	Way  Way            // of FromElsewhere: by which text could leave
	From []tools.Origin // of FromElsewhere: where that text comes from
	Also []string       // the IDs of grants that say of such text that it may leave
}

// Mode is how much runs unasked in a space (docs/spec/11-guard.md).
type Mode string

// The modes. Workspace is the default.
const (
	ReadOnly  Mode = "read-only"
	AskAll    Mode = "ask"
	Rehearse  Mode = "rehearse"
	Workspace Mode = "workspace"
)

// Modes returns every mode, most careful first.
func Modes() []Mode { return []Mode{ReadOnly, AskAll, Rehearse, Workspace} }

// Config is what a Guard judges by. It is a value: a change of settings makes
// a new Guard.
type Config struct {
	Mode Mode
	Why  string       // why the mode is what it is, if not by choice: "this space is not trusted"
	Do   tools.Action // what the person can do about Why
	// Rehearsed says that what is judged is only rehearsed: then Rehearse lets run what Workspace
	// does. What is done in earnest asks in that mode.
	Rehearsed bool
	Rules     []Rule
	Roots     func() []string // folders that acts may touch; real paths
	// Temp is the one of Roots that programs in a room see as /tmp; "": nobody knows which.
	Temp string
	Home string // the person's home folder, real path
	// Walls says why programs do not run behind walls that this machine enforces,
	// in a clause; "" if they do. It is asked when a program is judged, and may
	// take a moment the first time. nil: there are none.
	Walls func() string
	// Reach reports whether the space's network leads to a host anyway. It may be
	// nil.
	Reach func(host string) bool
	// Outside names what programs may reach beyond this machine whose author says nothing of it: "any host", or hosts;
	// "" is nothing, and so is nil.
	Outside func() string
	// Grants are the person's lasting yeses, as they are now. It may be nil.
	Grants func() []Grant
	// Now is the time by which grants end; nil: the clock.
	Now func() time.Time
	// Builtin is what the person makes of the built-in rules, by their ids: see
	// BuiltinRules. What is not in it stays as it is.
	Builtin map[string]Outcome
	// Protect returns more names, relative to a root, that decide what runs later:
	// scripts that hooks name. It may be nil.
	Protect func() []string
	// Finds returns folders, by their real paths, in which the person's shell looks for programs: file tools ask before they write there, and programs
	// build there all day. It may be nil.
	Finds func() []string
	// Aliases are what the person's own settings of git let words stand for that are no commands of git's, by these words in small letters, as a
	// shell would write it. They start no program. It may be nil.
	Aliases func() map[string]string
	// Built reports whether a folder, by its real path, surely holds only what a build makes anew. nil: none does.
	Built func(path string) bool
	// BuiltBelow reports the same of all folders of a name, at any depth below a folder, and that nothing else there is called so; apart: nor has a path
	// of one a blank or a quote. nil: of none.
	BuiltBelow func(dir, name string, apart bool) bool
	// Others lists the other spaces that are known, below the roots or around them, in the
	// order of their folders. It may be nil.
	Others func() []Other
}

// A Guard judges acts. It is safe for concurrent use.
type Guard struct {
	c      Config
	place  *place
	safety *safety
	rules  *ruleset
	files  []FileRule
	shell  *bash.Reader
	after  []afterRule
}

// An afterRule is an allow rule that says after whose text it holds.
type afterRule struct {
	rule Rule
	set  *ruleset
}

// New makes a Guard. An unknown mode is taken as ReadOnly: fail closed.
func New(c Config) *Guard {
	if c.Mode == "" {
		c.Mode = Workspace
	}
	if !slices.Contains(Modes(), c.Mode) {
		c.Why = tools.Say(tools.WhyUnknownMode, strconv.Quote(string(c.Mode))).String()
		c.Mode = ReadOnly
	}
	if c.Roots == nil {
		c.Roots = func() []string { return nil }
	}
	if c.Walls == nil {
		c.Walls = func() string { return tools.Say(tools.WhyNoWalls).String() }
	}
	if c.Grants == nil {
		c.Grants = func() []Grant { return nil }
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Protect == nil {
		c.Protect = func() []string { return nil }
	}
	if c.Outside == nil {
		c.Outside = func() string { return "" }
	}
	if c.Reach == nil {
		c.Reach = func(string) bool { return false }
	}
	at := &place{folders: &wholes{}, roots: c.Roots, home: c.Home, walls: c.Walls, protect: c.Protect, finds: c.Finds, others: c.Others, temp: c.Temp, built: c.Built, below: c.BuiltBelow, named: &links{roots: c.Roots, inside: true}}
	var after []afterRule
	for _, r := range c.Rules {
		if r.After != "" {
			after = append(after, afterRule{r, newRuleset([]Rule{r}, c.Home, c.Roots)})
		}
	}
	return &Guard{
		c: c, after: after, place: at, safety: &safety{place: at, outcomes: builtinOutcomes(c.Builtin)}, rules: newRuleset(c.Rules, c.Home, c.Roots), shell: bash.NewReader(c.Home).WithAliases(standsFor(c.Aliases)).WithNames(fits),
		files: FileRules(c.Rules, c.Home, c.Roots),
	}
}

// Grants are the person's lasting yeses, as they are now.
func (g *Guard) Grants() []Grant { return g.c.Grants() }

// Judge says what becomes of a settled act of the tool. The precedence is
// fixed: built-in deny, deny, the person's grants, confirm and ask, allow, then
// the mode (docs/spec/11-guard.md). To ask never widens: what the mode denies
// stays denied.
func (g *Guard) Judge(call tools.Call, e tools.Entry, p tools.Preview) Verdict {
	a := g.look(call, e, p)
	rules := g.rules.about(e, call.Caller)
	if a.shell.Outcome == Deny {
		return a.shell
	}
	if a.files.Outcome == Deny {
		return a.files
	}
	if r, ok := rules.deny.hit(a); ok {
		return Verdict{Outcome: Deny, Stage: DenyRule, By: r.decider(), Reason: tools.Because(tools.Say(tools.WhyRuleDenies)), File: r.File}
	}
	if !g.sealed() {
		if grant, ok := g.granted(a); ok {
			return Verdict{Outcome: Allow, Stage: LastingGrant, By: tools.Decider{Kind: tools.ByGrant, Name: grant.Label}, Grant: grant.ID}
		}
	}
	last := g.lastWord(rules, a)
	if last.Outcome == Deny {
		return last
	}
	if ask, ok := g.asks(rules, a); ok {
		ask.Grave = a.shell.Outcome == Ask || a.files.Outcome == Ask
		ask.Tells = a.shell.Tells || a.files.Tells
		return ask
	}
	return last
}

// sealed reports whether nothing but reading is allowed whatever rules and grants
// say: the space is not trusted, or rules could not be read.
func (g *Guard) sealed() bool { return g.c.Mode == ReadOnly && g.c.Why != "" }

// asks says why the person must be asked, if so.
func (g *Guard) asks(rules *sieves, a *act) (Verdict, bool) {
	if a.p.Confirm || a.e.Info.Confirm {
		reason := a.p.Spoken().Because
		if reason.None() {
			reason = tools.Words(a.p.Reason)
		}
		if reason.None() {
			reason = tools.Say(tools.WhyAlwaysAsks)
		}
		return Verdict{Outcome: Ask, Stage: Confirm, By: tools.Decider{Kind: tools.ByConfirm}, Reason: tools.Because(reason), File: a.e.Info.File}, true
	}
	if r, ok := rules.ask.hit(a); ok {
		return Verdict{Outcome: Ask, Stage: AskRule, By: r.decider(), Reason: tools.Because(tools.Say(tools.WhyRuleAsks)), File: r.File, Via: r.Via, Rows: rules.ask.rows(a, r)}, true
	}
	if a.shell.Outcome == Ask {
		return a.shell, true
	}
	return a.files, a.files.Outcome == Ask
}

// lastWord is an allow rule, or else the mode.
func (g *Guard) lastWord(rules *sieves, a *act) Verdict {
	if !g.sealed() {
		if r, ok := rules.allow.pass(a); ok {
			return Verdict{Outcome: Allow, Stage: AllowRule, By: r.decider(), File: r.File}
		}
	}
	return g.byMode(a)
}

// byMode is the last word: what the space's mode makes of an act that no rule
// speaks about.
func (g *Guard) byMode(a *act) Verdict {
	by := tools.Decider{Kind: tools.ByMode, Name: string(g.c.Mode)}
	verdict := func(o Outcome, reason tools.Clause) Verdict {
		return Verdict{Outcome: o, Stage: ByMode, By: by, Reason: tools.Because(reason)}
	}
	if a.reads() {
		return g.harmless(a, verdict)
	}
	switch g.c.Mode {
	case ReadOnly:
		return onlyReading(g, verdict)
	case AskAll:
		return verdict(Ask, tools.Say(tools.WhyEveryChange))
	case Rehearse:
		if !g.c.Rehearsed {
			return verdict(Ask, tools.Say(tools.WhyRehearses))
		}
	}
	for _, effect := range a.p.Effects {
		if why := asksOf(g, a, effect); why.Code == tools.WhyDeletesFolders {
			v := verdict(Ask, why)
			v.Rows = removalRows(a)
			return v
		} else if !why.None() {
			return verdict(Ask, why)
		}
	}
	if len(a.p.Effects) == 0 && a.e.Info.Source != "bridge" {
		return verdict(Ask, tools.Say(tools.WhyUnsaid))
	}
	switch where, runs := g.programReach(a.e, a.p); {
	case !runs || where == "" || g.c.Rehearsed: // what is rehearsed has no network
		return verdict(Allow, tools.Say(tools.WhyStays))
	case where == anyHost:
		return verdict(Allow, tools.Say(tools.WhyStaysButOpen))
	default:
		return verdict(Allow, tools.Say(tools.WhyStaysButReaches, where))
	}
}

// onlyReading denies what may change something.
func onlyReading(g *Guard, verdict func(Outcome, tools.Clause) Verdict) Verdict {
	why := tools.Say(tools.WhyReadOnly)
	if g.c.Why != "" {
		why = tools.ReadClause(g.c.Why, tools.WhyUntrusted, tools.WhyUnknownMode)
	}
	no := verdict(Deny, tools.Say(tools.WhyOnlyReading).With(why))
	no.Do = g.c.Do
	return no
}

// unwalled says why programs do not run behind walls, as the guard was told; it says nothing if they do.
func unwalled(g *Guard) tools.Clause {
	return tools.ReadClause(g.c.Walls(), tools.WhyNoWalls, tools.WhyUnwalled, tools.WhyNoFileWalls)
}

// asksOf says why the mode workspace asks about one effect; it says nothing if it does not.
func asksOf(g *Guard, a *act, effect tools.Effect) tools.Clause {
	switch effect.Kind {
	case tools.EffectRun:
		if why := unwalled(g); !why.None() {
			return tools.Say(tools.WhyRunsProgram).With(why)
		}
		if g.safety.removes(a) {
			return tools.Say(tools.WhyDeletesFolders)
		}
	case tools.EffectReach:
		if tools.ServerActs(a.e.Info) { // a server has ways of its own, wherever the space's network leads
			return tools.Say(tools.WhyServerReaches, effect.Target)
		}
		if !g.c.Reach(effect.Target) {
			return tools.Say(tools.WhyReaches, effect.Target)
		}
	case tools.EffectWrite, tools.EffectDelete, tools.EffectRead:
		if !g.place.inside(effect.Target) {
			if tools.ServerActs(a.e.Info) && effect.Kind == tools.EffectRead { // a file that a URI names: what the server reads, its room decides
				return tools.Clause{}
			}
			if tools.ServerActs(a.e.Info) { // what the server may do, whatever this call does
				return tools.Say(tools.WhyServerChanges, effect.Target)
			}
			return tools.Say(tools.WhyTouches, effect.Target)
		}
	case tools.EffectSend: // wherever the network leads: it is said to somebody
		return tools.Say(tools.WhySends, effect.Target)
	case tools.EffectStop, tools.EffectCall: // what the session itself has started; an agent, each of whose calls is judged
	default:
		return tools.Say(tools.WhyUnknownEffect, string(effect.Kind))
	}
	return tools.Clause{}
}

// harmless judges an act that, by its author's word, changes nothing. Of a program that
// counts only as far as walls hold it to that, and what it could send somewhere is no less
// sent (docs/spec/11-guard.md#modes).
func (g *Guard) harmless(a *act, verdict func(Outcome, tools.Clause) Verdict) Verdict {
	for _, effect := range a.p.Effects {
		switch effect.Kind {
		case tools.EffectRun:
			why := unwalled(g)
			switch {
			case why.None():
			case g.c.Mode == ReadOnly:
				return verdict(Deny, tools.Say(tools.WhyUnheld).With(why))
			default:
				return verdict(Ask, tools.Say(tools.WhyRunsProgram).With(why))
			}
		case tools.EffectReach:
			switch {
			case g.c.Reach(effect.Target):
			case a.named() && !g.sealed():
			case g.sealed():
				return onlyReading(g, verdict)
			default:
				return verdict(Ask, tools.Say(tools.WhyReaches, effect.Target))
			}
		default: // of a file tool, which does what it says
		}
	}
	return verdict(Allow, tools.Say(tools.WhyChangesNothing))
}
