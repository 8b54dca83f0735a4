package guard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/builtins"
	"handrail/tools"
)

// RuleLimit is the longest rule, in bytes.
const RuleLimit = 4096

// SpaceOrigin is the Origin of a space's own rules.
const SpaceOrigin = "agent/rules.json"

// A Rule is one line of the person's or a space's rules
// (docs/spec/11-guard.md), such as "bash(git status*)", "write(**/*.md)" or
// "github__*".
type Rule struct {
	Outcome Outcome
	Tool    string // a name or glob; aliases are resolved
	Pattern string // what follows in brackets; empty matches every act of the tool
	Caller  string // a glob of who calls, as "pages/find.html" or "agent/ops"; empty matches everybody
	After   string // of an allow: a glob of the servers, hosts, files or tools after whose text it holds, too; empty: none
	Via     string // of an ask of the person's: the channel to which the question is sent as well; empty: none
	Origin  string // where the rule stands: "settings", "agent/rules.json"
	File    string // the file and line of it, if known: "agent/rules.json:3"
}

// ParseRule reads one rule. The error says what to write instead.
func ParseRule(outcome Outcome, text, origin string) (Rule, error) {
	r := Rule{Outcome: outcome, Origin: origin}
	in := ""
	if origin != "" {
		in = " in " + origin
	}
	if len(text) > RuleLimit {
		return r, fmt.Errorf("a rule%s has %d bytes and may have %d: it begins with %q; write a shorter pattern, or several rules", in, len(text), RuleLimit, strings.ToValidUTF8(text[:40], ""))
	}
	whole := strings.TrimSpace(text)
	text, via, sent := cutWord(whole, viaWord)
	if err := checkVia(outcome, via, origin); sent && err != nil {
		return r, fmt.Errorf("rule %q%s: %w", whole, in, err)
	}
	r.Via = via
	text, after, behind := cutWord(text, afterWord)
	if err := checkAfter(outcome, after); behind && err != nil {
		return r, fmt.Errorf("rule %q%s: %w", whole, in, err)
	}
	r.After = after
	text, caller, from := cutWord(text, fromWord)
	if err := checkCaller(outcome, caller); from && err != nil {
		return r, fmt.Errorf("rule %q%s: %w", whole, in, err)
	}
	r.Caller = caller
	open := strings.IndexByte(text, '(')
	switch {
	case text == "":
		return r, fmt.Errorf("an empty rule%s: write tool or tool(pattern), as in bash(git status*)", in)
	case open < 0:
		r.Tool = text
	case open == 0 || !strings.HasSuffix(text, ")"):
		return r, fmt.Errorf("rule %q%s cannot be read: write tool or tool(pattern), as in bash(git status*)", text, in)
	default:
		r.Tool, r.Pattern = strings.TrimSpace(text[:open]), text[open+1:len(text)-1]
	}
	if strings.ContainsAny(r.Tool, " \t\n)") {
		return r, fmt.Errorf("rule %q%s cannot be read: %q is no tool's name; write tool or tool(pattern), as in bash(git status*)", text, in, r.Tool)
	}
	r.Tool = tools.Canonical(r.Tool)
	if meant := tools.Canonical(tools.Folded(r.Tool)); outcome != Allow && builtins.Taken(meant) { // Bash(rm *) is about commands, too
		r.Tool = meant
	}
	if _, err := alternatives(r.Pattern); err != nil {
		return r, fmt.Errorf("rule %q%s: %w", text, in, err)
	}
	return r, nil
}

// fromWord stands before who calls, at the end of a rule.
const fromWord = " from "

// afterWord stands before whose text a rule allows to leave, at the end of it.
const afterWord = " after "

// viaWord stands before the channel to which the question of a rule is sent, at the end of it.
const viaWord = " via "

// checkVia says why the question of a rule cannot be sent to a channel.
func checkVia(outcome Outcome, via, origin string) error {
	switch {
	case outcome != Ask:
		return errors.New("only a rule that asks can send its question to a channel: leave \"via …\" out")
	case origin == SpaceOrigin:
		return errors.New("a space's rules can't send your questions anywhere: only your own rules can")
	case via == "" || len(via) > 32 || strings.ContainsFunc(via, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}):
		return fmt.Errorf("%q is no channel: write via NAME, with the name of one of your channels", via)
	}
	return nil
}

// cutWord parts a rule from what stands behind a word, if it says so behind its brackets.
func cutWord(text, word string) (rule, what string, found bool) {
	at := strings.LastIndex(text, word)
	if at < 0 || strings.HasSuffix(text, ")") { // the word is the pattern's
		return text, "", false
	}
	return strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+len(word):]), true
}

// checkAfter says why a rule cannot be about text from elsewhere: what came in makes nothing stricter by itself, since
// a conversation that has read it asks anyway.
func checkAfter(outcome Outcome, after string) error {
	switch {
	case outcome != Allow:
		return errors.New("only a rule that allows can say after whose text it holds: leave \"after …\" out")
	case after == "" || strings.ContainsAny(after, " \t\n"):
		return fmt.Errorf("%q names nothing that text comes from: write after SERVER, after HOST or after FILE", after)
	case strings.Trim(after, "*?") == "":
		return errors.New("after * would be about text of anybody: name the server, host or file")
	}
	return nil
}

// checkCaller says why a rule cannot be about a caller. Who calls is a name that a space
// gives, so it makes nothing looser.
func checkCaller(outcome Outcome, caller string) error {
	switch {
	case outcome == Allow:
		return errors.New("a rule about a caller can only deny or ask, because a space chooses the names of its pages and agents: leave \"from …\" out")
	case strings.ContainsAny(caller, " \t\n") || !slices.ContainsFunc([]string{"pages/", "apps/", "agent/"}, func(p string) bool { return strings.HasPrefix(caller, p) }):
		return fmt.Errorf("%q is no caller: write from pages/NAME.html, from apps/SERVER or from agent/ID", caller)
	}
	return nil
}

// callerOf is who calls, as rules name them; "" for those that they cannot.
func callerOf(c tools.Caller) string {
	switch c.Kind {
	case tools.CallerPage:
		return c.Name
	case tools.CallerAgent:
		return "agent/" + c.ID
	}
	return ""
}

// Text is the rule as it is written.
func (r Rule) Text() string {
	text := r.Tool
	if r.Pattern != "" {
		text += "(" + r.Pattern + ")"
	}
	if r.Caller != "" {
		text += fromWord + r.Caller
	}
	if r.After != "" {
		text += afterWord + r.After
	}
	if r.Via != "" {
		text += viaWord + r.Via
	}
	return text
}

// String names the rule and where it stands.
func (r Rule) String() string { return r.decider().String() }

func (r Rule) decider() tools.Decider {
	return tools.Decider{Kind: tools.ByRule, Name: r.Text(), Origin: r.Origin}
}

// names reports whether the rule is about the tool. A deny or ask counts for
// every tool that has this name, or stands for a server's tool that has it; an
// allow only for the tool that is meant, with its namespace: a server's tool called
// write is not the built-in one. No allow but one of the space's own trusted rules is
// about the tool of a server that the space itself declares: the space chooses that
// name, and might choose that of a server that the person has allowed (decision 0442).
func (r Rule) names(e tools.Entry) bool {
	if r.Outcome == Allow && e.Info.Own && r.Origin != SpaceOrigin {
		return false
	}
	if r.Outcome == Allow {
		return tools.Match(r.Tool, e.Qualified)
	}
	return r.matchesName(e.Qualified) || r.matchesName(e.Info.Name) || e.Info.StandsFor != "" && r.matchesName(e.Info.StandsFor) || r.aboutFiles(e)
}

// aboutFiles reports whether a rule about files is about the built-in tool because of what
// that does with them (docs/spec/11-guard.md#rules-about-files).
func (r Rule) aboutFiles(e tools.Entry) bool {
	name := e.Info.StandsFor
	if e.Info.Source == "builtin" {
		name = e.Info.Name
	}
	facts, _ := builtins.Of(name)
	shows, changes := r.Deeds()
	return (facts.Shows || e.Info.Data == tools.DataResource) && shows || facts.Changes && changes
}

// Deeds says what the rule keeps from being done with the files that its pattern names, by
// whatever tool: to be shown, to be changed. A rule without a pattern, with a caller, or that
// allows, is about its tool alone.
func (r Rule) Deeds() (shows, changes bool) {
	if r.Outcome == Allow || r.Pattern == "" || r.Caller != "" {
		return false, false
	}
	for _, row := range builtins.All() {
		if r.matchesName(row.Name) {
			changes = changes || row.Changes
			shows = shows || row.Shows && !row.Changes
		}
	}
	return shows, changes
}

// matchesName holds the rule's name of tools against one, or a pattern of names: widely, unless it allows.
func (r Rule) matchesName(name string) bool {
	return matchesName(r.Tool, name) || r.Outcome != Allow && matchesName(tools.Folded(r.Tool), tools.Folded(name))
}

func matchesName(pattern, name string) bool {
	return pattern == name || !strings.Contains(pattern, "?") && lineOf(pattern).match(name) || strings.Contains(pattern, "?") && tools.Match(pattern, name)
}
