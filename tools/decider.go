package tools

import "fmt"

// A Decider is who or what has decided about a call: for programs as data, and in
// words as String has them. The zero Decider is nothing that could be named.
type Decider struct {
	Kind DeciderKind `json:"kind"`
	Name string      `json:"name,omitempty"` // see the kinds

	// Origin is the file that a rule stands in, in words: "settings"; "": in none.
	Origin string `json:"-"`
}

// DeciderKind says what sort of thing has decided.
type DeciderKind string

// The kinds of a Decider, with what the name is of each.
const (
	Undecided DeciderKind = ""        // nothing that could be named
	ByRule    DeciderKind = "rule"    // the rule: "bash(git status*)"
	ByBuiltin DeciderKind = "builtin" // the id of a built-in rule: "sql-drop"
	ByGrant   DeciderKind = "grant"   // what the person's lasting yes covers, as they have read it
	ByMode    DeciderKind = "mode"    // the mode: "workspace"
	ByConfirm DeciderKind = "confirm" // "": the tool always asks
	ByHook    DeciderKind = "hook"    // the hook with its place; "": some hook
	ByPerson  DeciderKind = "person"  // where they have answered: "window"; "": when they were asked before
	ByFlag    DeciderKind = "flag"    // "": --confirm has answered, and nobody was asked
	ByProgram DeciderKind = "program" // "": the program that asks says that its user has answered
	ByNobody  DeciderKind = "nobody"  // "": nobody could be asked, or nobody answered
	ByChange  DeciderKind = "change"  // what has changed since the person was asked: "reload"
)

// String names it for the journal, a model and a terminal: "rule bash(git status*) in
// settings", "mode workspace", "the person, in the window"; "" of the zero Decider.
func (d Decider) String() string {
	switch d.Kind {
	case Undecided:
		return ""
	case ByRule:
		if d.Origin != "" {
			return fmt.Sprintf("rule %s in %s", d.Name, d.Origin)
		}
		return "rule " + d.Name
	case ByBuiltin:
		return "built-in rule " + d.Name
	case ByGrant:
		return "your grant: " + d.Name
	case ByMode:
		return "mode " + d.Name
	case ByConfirm:
		return "confirm: true"
	case ByHook:
		if d.Name == "" {
			return "a hook"
		}
	case ByPerson:
		if d.Name == "" {
			return "the person, who was shown it before"
		}
		return "the person, in the " + d.Name
	case ByFlag:
		return "--confirm on the command line"
	case ByProgram:
		return "the asking program (in the person's name)"
	case ByNobody:
		return "nobody"
	}
	return d.Name
}

// Decider is who has given the answer, as far as that is known.
func (a Answer) Decider() Decider {
	if a.Verdict == Expire { // wherever it was shown
		return Decider{Kind: ByNobody}
	}
	switch a.Where {
	case WhereFixed:
		return Decider{Kind: ByFlag}
	case WhereClient:
		return Decider{Kind: ByProgram}
	case WhereNobody, "":
		return Decider{Kind: ByNobody}
	}
	return Decider{Kind: ByPerson, Name: a.Where}
}
