package guard

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/builtins"
	"handrail/internal/jsonfile"
	"handrail/tools"
)

// The most that one file may hold: all of it is held against each call, and looked for in the folders of the space.
const (
	mostRules    = 2_000
	mostPatterns = 4_000 // with what braces stand for written out
)

// ParseRules reads rules as they stand in a file: {"deny": [], "ask": [],
// "allow": []}. origin names the file, and goes into each rule with its line.
// Rules of other outcomes than those that are asked for are read and left out.
// What could lose a rule is an error: a key that is not known, a rule that cannot
// be read, text behind the end, more rules or patterns than one file may hold. No
// outcomes means all three.
func ParseRules(raw []byte, origin string, outcomes ...Outcome) ([]Rule, error) {
	return ParseRulesAt(raw, origin, origin, 1, outcomes...)
}

// ParseRulesAt is ParseRules for a part of a file that begins in the given line of
// it; origin is what the rules are said to be of.
func ParseRulesAt(raw []byte, origin, file string, line int, outcomes ...Outcome) ([]Rule, error) {
	if len(outcomes) == 0 {
		outcomes = []Outcome{Deny, Ask, Allow}
	}
	f := ruleFile{origin: origin, file: file}
	rules, err := f.read(raw, line)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(rules, func(r Rule) bool { return !slices.Contains(outcomes, r.Outcome) }), nil
}

// A ruleFile is a file of rules that is being read.
type ruleFile struct {
	origin, file string
	rules        []Rule
	patterns     int
	wrong        []error
}

func (f *ruleFile) place(line int) string { return fmt.Sprintf("%s:%d", f.file, line) }

func (f *ruleFile) bad(line int, format string, args ...any) {
	f.wrong = append(f.wrong, fmt.Errorf(f.place(line)+": "+format, args...))
}

// read reads the object with the lists of rules, which starts on a line of the file.
func (f *ruleFile) read(raw []byte, line int) ([]Rule, error) {
	top, err := jsonfile.Parse(raw, line, jsonfile.Options{Levels: 2})
	if at, ok := errors.AsType[*jsonfile.Error](err); ok && at.Reason != jsonfile.Trailing {
		return nil, f.broken(at)
	}
	switch top.Kind {
	case jsonfile.Null:
		return nil, nil
	case jsonfile.Object:
	default:
		return nil, fmt.Errorf("%s: rules are an object: write {\"deny\": [], \"ask\": []}", f.place(top.Line))
	}
	for _, m := range top.Members {
		switch m.Name {
		case string(Deny), string(Ask), string(Allow):
			if err := f.list(Outcome(m.Name), m.Value); err != nil {
				return nil, err
			}
		case "$schema", "builtin":
		default:
			f.bad(m.Line, "%q is no list of rules; it is deny, ask or allow. Fix it: until then nothing that it was meant to stop is allowed", m.Name)
		}
	}
	if at, ok := errors.AsType[*jsonfile.Error](err); ok {
		f.bad(at.Line, "there is more behind the rules: remove it")
	}
	return f.rules, errors.Join(f.wrong...)
}

// broken says what is wrong with the JSON, and where.
func (f *ruleFile) broken(err *jsonfile.Error) error {
	if err.Reason == jsonfile.Cut {
		return fmt.Errorf("%s is broken: it ends in the middle; write {\"deny\": [], \"ask\": []}", f.place(err.Line))
	}
	return fmt.Errorf("%s is broken: %s", f.place(err.Line), err.Detail)
}

// list reads the rules of one outcome.
func (f *ruleFile) list(outcome Outcome, list jsonfile.Value) error {
	switch list.Kind {
	case jsonfile.Null:
		return nil
	case jsonfile.List:
	default:
		return fmt.Errorf("%s: %s is a list of texts: write [\"bash(curl*)\"]", f.place(list.Line), outcome)
	}
	for _, item := range list.Items {
		if item.Kind != jsonfile.Text {
			return fmt.Errorf("%s: a rule in %s is no text: write \"tool\" or \"tool(pattern)\"", f.place(item.Line), outcome)
		}
		r, err := ParseRule(outcome, item.Text(), f.origin)
		if err != nil {
			f.bad(item.Line, "%w", err)
			continue
		}
		r.File = f.place(item.Line)
		f.rules = append(f.rules, r)
		written, _ := alternatives(r.Pattern)
		if f.patterns += len(written); len(f.rules) > mostRules || f.patterns > mostPatterns {
			return fmt.Errorf("%s: there are more than %d rules, or more than %d patterns with what their braces stand for: write fewer and wider ones. Until then nothing is allowed that they were meant to stop", f.place(item.Line), mostRules, mostPatterns)
		}
	}
	return nil
}

// Problem says why the rule can never match, or matches other than it is written;
// it is empty if nothing is wrong. names are the registry's names of tools, bare
// and qualified.
func (r Rule) Problem(names []string) string {
	if problem := r.toolProblem(names); problem != "" {
		return problem
	}
	p := r.Pattern
	if p == "" {
		return ""
	}
	shell := r.subject() == builtins.Commands
	switch {
	case strings.TrimSpace(p) != p || p == "":
		return fmt.Sprintf("the pattern of %s begins or ends with a blank, and no command and no path does: remove it", r.Text())
	case shell && !quoteFree(p):
		return fmt.Sprintf("the pattern of %s holds quotes, and commands are compared without them: remove them", r.Text())
	case shell && slices.ContainsFunc([]string{" && ", " || ", " | ", ";"}, func(s string) bool { return strings.Contains(p, s) }):
		return fmt.Sprintf("the pattern of %s joins commands, and a rule is held against one command at a time: write a rule for each", r.Text())
	case r.subject() == builtins.Paths && strings.Contains("/"+p+"/", "/../"):
		return fmt.Sprintf("the pattern of %s climbs with .., and paths are compared without: write where it leads", r.Text())
	case r.subject() == builtins.Paths && len(prepare(r, "").paths) == 0:
		return fmt.Sprintf("the pattern of %s is no pattern of paths: a bracket or brace in it is not closed", r.Text())
	}
	return ""
}

// toolProblem says why no tool has this name.
func (r Rule) toolProblem(names []string) string {
	for _, n := range names {
		if (Rule{Tool: r.Tool, Outcome: r.Outcome}).matchesName(n) {
			return ""
		}
	}
	bare := slices.IndexFunc(names, func(n string) bool {
		_, name, ok := strings.Cut(n, "__")
		return ok && (Rule{Tool: r.Tool, Outcome: r.Outcome}).matchesName(name)
	})
	switch {
	case bare >= 0 && r.Outcome != Allow:
		return ""
	case bare >= 0:
		return fmt.Sprintf("%s allows nothing: a tool with a namespace is allowed by its whole name, %s", r.Text(), names[bare])
	}
	return fmt.Sprintf("%s can never match: no tool is called %q", r.Text(), r.Tool)
}

// subject is what the rule's pattern is held against.
func (r Rule) subject() builtins.Subject {
	facts, _ := builtins.Of(r.Tool)
	return facts.Subject
}

func quoteFree(s string) bool { return !strings.ContainsAny(s, `"'`+"`") }

// A Contradiction is a rule that has no effect beside another one.
type Contradiction struct {
	At          int // the rule's place among those that were compared
	Rule, Other Rule
	Twice       bool // Other says the same; else it is stricter and always wins
}

// String says it for the person.
func (c Contradiction) String() string {
	if c.Twice {
		return fmt.Sprintf("%s stands there twice: %s has it already", c.Rule, c.Other)
	}
	return fmt.Sprintf("%s (%s) never counts: %s (%s) always wins", c.Rule, c.Rule.Outcome, c.Other, c.Other.Outcome)
}

// Contradictions finds the rules that can never count because another one always
// wins, or that stand there twice: at most one for each rule, in their order.
func Contradictions(rules []Rule) []Contradiction {
	var out []Contradiction
	for i, weak := range rules {
		for j, strong := range rules {
			if strong.Outcome == weak.Outcome && strong.Text() == weak.Text() && j < i {
				out = append(out, Contradiction{At: i, Rule: weak, Other: strong, Twice: true})
				break
			}
			if strict(strong.Outcome) > strict(weak.Outcome) && strong.shadows(weak) {
				out = append(out, Contradiction{At: i, Rule: weak, Other: strong})
				break
			}
		}
	}
	return out
}

// shadows reports whether a rule matches whatever the other one does.
func (r Rule) shadows(other Rule) bool {
	if !r.matchesName(other.Tool) || r.Caller != "" && !tools.Match(r.Caller, other.Caller) {
		return false
	}
	switch {
	case r.Pattern == "" || r.Pattern == other.Pattern:
		return true
	case other.Pattern == "" || strings.ContainsAny(r.Pattern, "?[{\\"):
		return false
	case r.subject() == builtins.Paths && r.Pattern != "**" && strings.Contains(r.Pattern, "*"):
		folder, below := strings.CutSuffix(r.Pattern, "/**")
		return below && !strings.Contains(folder, "*") && strings.HasPrefix(other.Pattern, folder+"/")
	}
	return lineOf(r.Pattern).match(other.Pattern)
}
