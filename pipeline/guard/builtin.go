package guard

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// The ids of the built-in rules (docs/spec/11-guard.md#built-in-rules).
const (
	ruleOutside   = "rm-outside"
	ruleRecursive = "rm-recursive"
	rulePush      = "git-push-force"
	ruleLease     = "git-push-lease"
	ruleDrop      = "sql-drop"
	ruleDelete    = "sql-delete"
	ruleDisk      = "disk"
	rulePower     = "power"
	ruleBomb      = "fork-bomb"
	ruleProcesses = "processes"
	ruleRights    = "permissions"
	ruleRemote    = "remote"
	ruleSchedule  = "schedule"
	rulePrinted   = "secrets-printed"
	ruleRead      = "secrets-read"
	ruleProtected = "protected"
	ruleSelf      = "handrail"
	ruleUndecided = "undecided"
	ruleUnread    = "unread"
)

// A BuiltinRule is one of the safety patterns that are on without being asked for.
type BuiltinRule struct {
	ID      string
	Outcome Outcome // as it is shipped
	Fixed   bool    // nobody can loosen it
	About   string  // what it stops or asks about
}

// BuiltinRules lists the built-in rules. A person may turn each into allow or
// ask, but for those that are fixed; allow means that it no longer speaks, and
// that rules and the mode decide.
func BuiltinRules() []BuiltinRule {
	return []BuiltinRule{
		{ruleOutside, Deny, true, "deleting or emptying a space as a whole, a home folder, / or anything outside the space, with all that is in it"},
		{rulePush, Deny, false, "git push --force, +branch, :branch, --mirror, --delete: overwriting or deleting what others have"},
		{ruleDrop, Deny, false, "DROP DATABASE, DROP TABLE, TRUNCATE and their like, sent to a database client"},
		{ruleDelete, Deny, false, "DELETE without WHERE, sent to a database client"},
		{ruleDisk, Deny, false, "making file systems, and writing to disks and other devices"},
		{rulePower, Deny, false, "turning the machine off or starting it again"},
		{ruleBomb, Deny, false, "programs that start themselves without end"},
		{ruleProcesses, Deny, false, "ending all processes at once"},
		{ruleRights, Deny, false, "changing owner or rights of everything in a home folder, / or a folder outside the space"},
		{ruleRecursive, Ask, false, "any other deleting of folders with all that is in them"},
		{ruleLease, Ask, false, "git push --force-with-lease, and a push that is told something that nobody knows before it runs"},
		{ruleRemote, Ask, false, "publishing packages, and deleting what a service holds: npm publish, gh repo delete, hg push --force, terraform destroy and their like"},
		{ruleSchedule, Ask, false, "changing or deleting what runs at set times"},
		{rulePrinted, Ask, false, "printing the environment, or variables that look like secrets"},
		{ruleRead, Ask, false, "reading files that usually hold secrets, and programs that name them"},
		{ruleProtected, Ask, true, "changing what decides what runs later: agents, tools, hooks and their scripts, rules, .git/hooks, editors' settings"},
		{ruleSelf, Ask, true, "using Handrail's own command line to trust, to allow, or to change rules, hooks and secrets"},
		{ruleUnread, Ask, true, "what is longer, deeper or more entangled than is read before it runs"},
		{ruleUndecided, Ask, false, "what cannot be decided before it runs, where no walls stand around programs"},
	}
}

// CheckBuiltin refuses settings of built-in rules that cannot be: an unknown id or
// outcome, and loosening what is fixed.
func CheckBuiltin(set map[string]Outcome) error {
	rules := BuiltinRules()
	for _, id := range slices.Sorted(maps.Keys(set)) {
		i := slices.IndexFunc(rules, func(r BuiltinRule) bool { return r.ID == id })
		if i < 0 {
			var ids []string
			for _, r := range rules {
				ids = append(ids, r.ID)
			}
			return fmt.Errorf("rules.builtin: there is no built-in rule %q: they are %s", id, strings.Join(ids, ", "))
		}
		switch o := set[id]; {
		case o != Allow && o != Ask && o != Deny:
			return fmt.Errorf("rules.builtin: %q is %q: write allow, ask or deny", id, o)
		case rules[i].Fixed && strict(o) < strict(rules[i].Outcome):
			return fmt.Errorf("rules.builtin: %q cannot be loosened to %s: it is about %s", id, o, rules[i].About)
		}
	}
	return nil
}

// strict orders outcomes: the higher wins.
func strict(o Outcome) int {
	switch o {
	case Allow:
		return 0
	case Ask:
		return 1
	}
	return 2
}

// safety judges by the built-in rules, as the person has set them.
type safety struct {
	place    *place
	outcomes map[string]Outcome // by id
	made     *makings           // what the script that is judged does in the temporary folder of its room; nil: nothing
	looked   *int               // names in folders, for the patterns of the script
}

// of is the safety that judges one script.
func (sf *safety) of(s *bash.Script) *safety {
	one := *sf
	one.made, one.looked = sf.place.makingsOf(s), new(int)
	return &one
}

// A finding is what a built-in rule says of a part of an act.
type finding struct {
	rule   string
	reason tools.Clause
	value  bool // it may be caused by a value, not by the author alone
	row    int  // the line of the text in which it stands; 0: it is not known
}

// builtinOutcomes are the outcomes of the built-in rules, with what the person has made
// of them. A setting that CheckBuiltin refuses counts for nothing.
func builtinOutcomes(set map[string]Outcome) map[string]Outcome {
	out := map[string]Outcome{}
	for _, r := range BuiltinRules() {
		out[r.ID] = r.Outcome
		o, ok := set[r.ID]
		if ok && CheckBuiltin(map[string]Outcome{r.ID: o}) == nil {
			out[r.ID] = o
		}
	}
	return out
}

// weigh makes one verdict of the findings: the strictest, and of those the first.
// In a trusted tool, what only its author's words cause does not ask: trusting it
// was the answer. A deny holds always.
func (sf *safety) weigh(findings []finding, authored bool) Verdict {
	worst, tells := Verdict{Outcome: Allow}, false
	for _, f := range findings {
		o := sf.outcomes[f.rule]
		if o == Ask && authored && !f.value {
			continue
		}
		tells = tells || o == Ask && slices.Contains([]string{ruleRead, rulePrinted, ruleUnread}, f.rule)
		if strict(o) > strict(worst.Outcome) {
			worst = Verdict{Outcome: o, Stage: BuiltinAsk, By: tools.Decider{Kind: tools.ByBuiltin, Name: f.rule}, Reason: tools.Because(f.reason)}
			if o == Deny {
				worst.Stage = BuiltinDeny
			}
		}
	}
	worst.Tells = tells
	worst.Rows = sf.rowsOf(findings, worst.Outcome, authored)
	return worst
}
