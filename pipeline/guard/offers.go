package guard

import (
	"path"
	"slices"
	"strings"

	"handrail/tools"
)

// What an Offer covers.
const (
	ScopeAct     = "act"     // exactly this act, by its digest
	ScopePattern = "pattern" // acts that tool(Pattern) covers
	ScopeOrigin  = "origin"  // text of some origins, by one way or any
)

// EveryCall is the Pattern of a grant for all calls of a tool that is no shell.
const EveryCall = "*"

// An Offer is what "Always…" may say of one act (docs/spec/11-guard.md). A
// Grant made of it is as wide as Label says, and no wider.
type Offer struct {
	Scope   string       // ScopeAct, ScopePattern
	Pattern string       // with ScopePattern: the Grant's Pattern
	Label   tools.Clause // what follows "Always allow": "exactly this", "commands that begin with git status"
}

// Offers lists what a lasting yes may cover for an act that asks, narrowest
// first. There is a pattern only where a grant of it would let this very act
// through, and never for confirm: true or what a built-in rule asks about.
func (g *Guard) Offers(call tools.Call, e tools.Entry, p tools.Preview, v Verdict) []Offer {
	if v.Outcome != Ask || p.Digest == "" || p.Once {
		return nil
	}
	offers := []Offer{{Scope: ScopeAct, Label: tools.Say(tools.CoverExactly)}}
	a := g.look(call, e, p)
	o, ok := patternOffer(a)
	if !ok {
		return offers
	}
	trial := Grant{Tool: e.Qualified, Pattern: o.Pattern}
	if a.onlyExact() || !trial.covers(a) {
		return offers
	}
	return append(offers, o)
}

// patternOffer is the one pattern that is sensible for the act, if there is one.
func patternOffer(a *act) (Offer, bool) {
	switch {
	case a.e.Info.Source != "builtin":
		return Offer{Scope: ScopePattern, Pattern: EveryCall, Label: tools.Say(tools.CoverCalls, a.e.Qualified)}, true
	case a.script != nil:
		return shellOffer(a)
	}
	return effectOffer(a)
}

// shellOffer offers the program with its subcommand, for one plain command.
func shellOffer(a *act) (Offer, bool) {
	if len(a.script.Commands) != 1 || !a.decided() {
		return Offer{}, false
	}
	c := a.script.Commands[0]
	if len(c.Assigns)+len(c.Writes)+len(c.Reads) > 0 || len(c.Args) == 0 {
		return Offer{}, false
	}
	words := 1
	switch name := c.Args[0].Text; {
	case slices.Contains(plainPrograms(), name):
	case len(c.Args) > 1 && plainWord(c.Args[1].Text) && slices.Contains(subcommands()[name], c.Args[1].Text):
		words = 2
		if c.Args[1].Text == "run" {
			if len(c.Args) < 3 || !plainWord(c.Args[2].Text) {
				return Offer{}, false
			}
			words = 3
		}
	default:
		return Offer{}, false
	}
	var parts []string
	for _, w := range c.Args[:words] {
		parts = append(parts, w.Text)
	}
	line := strings.Join(parts, " ")
	return Offer{Scope: ScopePattern, Pattern: line + "*", Label: tools.Say(tools.CoverCommands, line)}, true
}

// plainPrograms only read, whatever they are told; none prints the environment.
func plainPrograms() []string {
	return []string{"ls", "pwd", "date", "wc", "whoami", "which", "du", "df", "stat", "file", "uname", "id", "tree", "basename", "dirname"}
}

// subcommands are programs whose second word says what they do, with those words
// that may be offered as a pattern. What runs any code that is named in the
// options, publishes or deletes is not among them.
func subcommands() map[string][]string {
	scripts := []string{"test", "run", "ci", "ls", "outdated", "audit"}
	return map[string][]string{
		"git":   {"status", "log", "diff", "show", "add", "commit", "fetch", "blame", "describe", "rev-parse", "ls-files", "shortlog"},
		"npm":   scripts,
		"pnpm":  scripts,
		"yarn":  scripts,
		"go":    {"test", "build", "vet", "list", "doc", "version", "fmt", "mod"},
		"cargo": {"test", "build", "check", "clippy", "fmt", "doc", "tree"},
		"make":  {"test", "build", "check", "lint", "all", "fmt"},
	}
}

// plainWord reports whether a word is a name and nothing else.
func plainWord(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("-_:", r)) {
			return false
		}
	}
	return true
}

// effectOffer offers the folder of the files, or the host.
func effectOffer(a *act) (Offer, bool) {
	if len(a.p.Effects) == 1 && a.p.Effects[0].Kind == tools.EffectSend {
		to := a.p.Effects[0].Target
		if strings.ContainsAny(to, "*?[]{}\\()") {
			return Offer{}, false
		}
		return Offer{Scope: ScopePattern, Pattern: to, Label: tools.Say(tools.CoverMessages, to)}, true
	}
	folder, host := "", ""
	for _, effect := range a.p.Effects {
		switch effect.Kind {
		case tools.EffectWrite, tools.EffectDelete, tools.EffectRead:
			rel, ok := a.place.relative(effect.Target)
			dir := path.Dir(rel)
			if !ok || dir == "." || folder != "" && dir != folder || tools.SensitivePath(rel) || strings.ContainsAny(dir, "*?[]{}\\") {
				return Offer{}, false
			}
			folder = dir
		case tools.EffectReach:
			if host != "" && host != effect.Target || !plainHost(effect.Target) {
				return Offer{}, false
			}
			host = effect.Target
		default:
			return Offer{}, false
		}
	}
	switch {
	case folder != "" && host == "":
		return Offer{Scope: ScopePattern, Pattern: folder + "/**", Label: tools.Say(tools.CoverFolder, a.e.Qualified, folder)}, true
	case host != "" && folder == "":
		return Offer{Scope: ScopePattern, Pattern: host, Label: tools.Say(tools.CoverHost, a.e.Qualified, host)}, true
	}
	return Offer{}, false
}

// plainHost reports whether s is the name of one host, and no pattern.
func plainHost(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:") == "" && strings.Contains(s, ".")
}
