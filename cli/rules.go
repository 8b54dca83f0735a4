package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"handrail/operator"
	"handrail/operator/permits"
	"handrail/operator/walls"
	"handrail/tools"
)

// rulesCmd is what is denied, asked and allowed.
type rulesCmd struct {
	List   rulesListCmd   `cmd:"" default:"1" help:"List the rules that apply here, where each comes from, and any warnings."`
	Add    rulesAddCmd    `cmd:"" help:"Add a rule: deny, ask or allow, and tool or tool(pattern)."`
	Revoke rulesRevokeCmd `cmd:"" help:"Remove one of your rules."`
	Test   rulesTestCmd   `cmd:"" help:"Show how a call would be decided, and by what. Nothing runs."`
	Replay rulesReplayCmd `cmd:"" help:"Check what the current rules and hooks would do with recorded calls."`

	Elsewhere rulesElsewhereCmd `cmd:"" help:"Show which recorded calls would ask because of text from elsewhere, by source and way out, and what would silence them."`
}

type rulesListCmd struct{}

// Run lists the rules in the order in which they are asked.
func (rulesListCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	set := space.Permits().Rules()
	if s.app.JSON {
		return s.print(rulesOf(set))
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "OUTCOME\tRULE\tOWNER\tWHERE")
	for _, r := range set.Rules {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.Outcome, clean(cut(r.Text, 100)), r.Owner, clean(r.File))
	}
	for _, b := range set.Builtin {
		whose := "built-in"
		if b.Now != b.Outcome {
			whose = fmt.Sprintf("built-in, changed by you (default: %s)", b.Outcome)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", b.Now, b.ID, whose, b.About)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(s.Stdout, "\nWhere no rule applies, the mode decides: %s", set.Mode)
	if set.Why != "" {
		fmt.Fprintf(s.Stdout, " (%s)", clean(set.Why))
	}
	fmt.Fprintln(s.Stdout)
	writeHolds(s.Stdout, set.Rules)
	for _, r := range set.Rules {
		for _, warning := range r.Warnings {
			fmt.Fprintf(s.Stderr, "%s: warning: %s\n", clean(r.File), clean(cut(warning, 400)))
		}
	}
	if set.Problem != "" { // it was said when the app was opened
		return exit(ExitFailed)
	}
	return nil
}

// writeHolds says what rules about files hold, once for all of which the same is true.
func writeHolds(w io.Writer, rules []permits.RuleLine) {
	var texts []string
	about := map[string][]string{}
	for _, r := range rules {
		if r.Holds == "" {
			continue
		}
		if about[r.Holds] == nil {
			texts = append(texts, r.Holds)
		}
		about[r.Holds] = append(about[r.Holds], fmt.Sprintf("%s %s", r.Outcome, clean(cut(r.Text, 100))))
	}
	const named = 3
	for _, text := range texts {
		list := about[text]
		if len(list) > named {
			list = append(list[:named:named], fmt.Sprintf("%d more", len(list)-named))
		}
		fmt.Fprintf(w, "%s: %s\n", strings.Join(list, ", "), clean(text))
	}
}

// ruleSet is what --json prints.
type ruleSet struct {
	Mode    string             `json:"mode"`
	Why     string             `json:"why,omitempty"`
	Rules   []permits.RuleLine `json:"rules"`
	Builtin []builtinLine      `json:"builtin"`
	File    string             `json:"file"`
	Problem string             `json:"problem,omitempty"`
}

type builtinLine struct {
	ID      string          `json:"id"`
	Outcome permits.Outcome `json:"outcome"`
	Shipped permits.Outcome `json:"shipped"`
	Fixed   bool            `json:"fixed,omitempty"`
	About   string          `json:"about"`
}

func rulesOf(set permits.RuleSet) ruleSet {
	out := ruleSet{Mode: string(set.Mode), Why: set.Why, Rules: set.Rules, File: set.File, Problem: set.Problem}
	if out.Rules == nil {
		out.Rules = []permits.RuleLine{}
	}
	for _, b := range set.Builtin {
		out.Builtin = append(out.Builtin, builtinLine{b.ID, b.Now, b.Outcome, b.Fixed, b.About})
	}
	return out
}

// whose refuses to change rules and grants for a program that an agent started.
func whose() error {
	if walls.InRoom() {
		return tools.Errorf(tools.PermissionDenied, "refused: an agent started this program (it runs in Handrail's sandbox), and agents can't change rules or what is always allowed")
	}
	return nil
}

type rulesAddCmd struct {
	Outcome string `arg:"" help:"deny, ask or allow."`
	Rule    string `arg:"" optional:"" help:"tool or tool(pattern), such as 'bash(git push*)' or 'write(docs/**)'; or the name of a built-in rule, as rules list shows it."`
	Call    string `help:"Make a rule from a recorded call: lists the possible rules or, with --pick, adds one." placeholder:"CALL"`
	Pick    int    `help:"With --call: the number of the rule to add." placeholder:"N"`
}

// Run adds a rule, or shows those that a recorded call could become.
func (c rulesAddCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	outcome := permits.Outcome(c.Outcome)
	switch {
	case c.Call == "" && c.Rule == "":
		return usagef("the rule is missing: write one, for example handrail rules add deny 'bash(git push*)', or pass a recorded call with --call")
	case c.Call != "" && c.Rule != "":
		return usagef("write a rule or pass --call, not both")
	case c.Call == "" && c.Pick != 0:
		return usagef("--pick needs --call")
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if c.Call != "" {
		if c.Rule, err = s.ruleOfCall(o.Operator, outcome, c.Call, c.Pick); err != nil || c.Rule == "" {
			return err
		}
	}
	if _, builtin := builtinOf(space, c.Rule); builtin {
		err = o.Permits().SetBuiltin(s.ctx, c.Rule, outcome)
	} else {
		err = o.Permits().AddRule(s.ctx, outcome, c.Rule)
	}
	if err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "From now on, in every space: %s %s\n", outcome, clean(c.Rule))
	for _, r := range space.Permits().Rules().Rules {
		if r.Owner == permits.RuleOfPerson && r.Outcome == outcome && r.Text == strings.TrimSpace(c.Rule) {
			if r.Holds != "" {
				fmt.Fprintf(s.Stderr, "%s Programs and servers that run already go on as they are.\n", clean(r.Holds))
			}
			for _, warning := range r.Warnings {
				fmt.Fprintf(s.Stderr, "warning: %s\n", clean(warning))
			}
		}
	}
	return nil
}

// builtinOf finds a built-in rule by its name.
func builtinOf(space *operator.Space, name string) (permits.BuiltinLine, bool) {
	all := space.Permits().Rules().Builtin
	i := slices.IndexFunc(all, func(b permits.BuiltinLine) bool { return b.ID == name })
	if i < 0 {
		return permits.BuiltinLine{}, false
	}
	return all[i], true
}

// ruleOfCall is the rule that was picked of those that a recorded call could
// become; "" if they were only shown.
func (s *session) ruleOfCall(o *operator.Operator, outcome permits.Outcome, call string, pick int) (string, error) {
	id, err := o.History().FindCall(s.ctx, call)
	if err != nil {
		return "", usage{err}
	}
	all, err := o.Permits().Propose(s.ctx, id)
	if err != nil {
		return "", err
	}
	proposed := slices.DeleteFunc(all, func(p permits.Proposal) bool { return p.Outcome != outcome })
	switch {
	case len(proposed) == 0:
		return "", usagef("no %s rule can be made from call %s: write one by hand, and try it with `handrail rules test`", outcome, id)
	case pick < 0 || pick > len(proposed):
		return "", usagef("--pick %d: choose one of the %d rules", pick, len(proposed))
	case pick > 0:
		return proposed[pick-1].Text, nil
	case s.app.JSON:
		return "", s.print(map[string]any{"rules": proposed})
	}
	for i, p := range proposed {
		fmt.Fprintf(s.Stdout, "%d  %s %s  (%s)\n", i+1, p.Outcome, clean(p.Text), clean(p.About))
	}
	fmt.Fprintf(s.Stderr, "To add one: handrail rules add %s --call %s --pick N\n", outcome, id)
	return "", nil
}

type rulesRevokeCmd struct {
	Outcome string `arg:"" help:"deny, ask or allow; for a built-in rule, what you changed it to."`
	Rule    string `arg:"" help:"The rule, as rules list shows it."`
}

// Run takes a rule of the person's back.
func (c rulesRevokeCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if b, builtin := builtinOf(space, c.Rule); builtin {
		return o.Permits().SetBuiltin(s.ctx, c.Rule, b.Outcome)
	}
	if err := o.Permits().RevokeRule(s.ctx, permits.Outcome(c.Outcome), c.Rule); err != nil {
		return usage{err}
	}
	return nil
}

type rulesTestCmd struct {
	Tool    string   `arg:"" help:"The tool's name."`
	Input   []string `arg:"" optional:"" help:"A JSON object, @FILE, or key=value pairs."`
	Rule    string   `help:"Try a rule before adding it." placeholder:"RULE"`
	Outcome string   `help:"With --rule: its outcome." default:"deny" enum:"deny,ask,allow"`
	After   []string `help:"As an agent's call in a chat that has read text from there: server:NAME, web:HOST, search:HOST, program:TOOL, file:PATH or clipboard. Can be repeated." placeholder:"SOURCE" sep:"none"`
	Said    string   `help:"With --after: what you have written in that chat; what it names may be sent to." placeholder:"TEXT"`
}

// Run judges a call without running it.
func (c rulesTestCmd) Run(s *session) (err error) {
	if c.Said != "" && len(c.After) == 0 {
		return usagef("--said needs --after: without text from elsewhere nothing has to be named")
	}
	input, err := s.readInput(c.Input)
	if err != nil {
		return usage{err}
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	test := space.Permits().Test(s.ctx, permits.Trial{
		Tool: c.Tool, Input: string(input), Rule: c.Rule, Outcome: permits.Outcome(c.Outcome), After: c.After, Said: c.Said,
	})
	if test.Problem != "" {
		what := ""
		if c.Rule != "" {
			what = "the rule to try: "
		}
		fmt.Fprintf(s.Stderr, "handrail: %s%s\n", what, clean(test.Problem))
	}
	for _, v := range test.Forecast.Violations {
		fmt.Fprintf(s.Stderr, "handrail: %s\n", clean(v.String()))
	}
	switch {
	case len(test.Forecast.Violations) > 0:
		return exit(ExitUsage)
	case test.Forecast.Refusal != nil:
		return test.Forecast.Refusal
	case test.Verdict == "":
		return exit(ExitUsage)
	case s.app.JSON:
		return s.print(struct {
			permits.Test
			Title  string          `json:"title"`
			Detail string          `json:"detail"`
			Input  json.RawMessage `json:"input"`
		}{test, test.Forecast.Preview.Title, test.Forecast.Preview.Detail, input})
	}
	s.showTest(test)
	return nil
}

func (out *printer) showTest(test permits.Test) {
	fmt.Fprintf(out.env.Stdout, "%s\n\n%s: %s", clean(test.Forecast.Preview.Title), test.Verdict, clean(test.By))
	if test.File != "" {
		fmt.Fprintf(out.env.Stdout, " (%s)", clean(test.File))
	}
	if test.Reason != "" {
		fmt.Fprintf(out.env.Stdout, ": %s", clean(test.Reason))
	}
	fmt.Fprint(out.env.Stdout, "\n\n")
	w := tabwriter.NewWriter(out.env.Stdout, 0, 4, 2, ' ', 0)
	decided := 0
	for i, step := range test.Chain {
		if step.Outcome != "" {
			decided = i
		}
	}
	for i, step := range test.Chain {
		said := "doesn't apply"
		switch {
		case step.Outcome != "":
			if said = string(step.Outcome); i == decided {
				said += "  ←"
			}
		case step.By != "":
			said = step.By
		}
		fmt.Fprintf(w, "%d  %s\t%s\n", i+1, step.Name, said)
	}
	_ = w.Flush() // as for every line on a terminal, nobody can be told
	if test.Outward != nil {
		showOutward(out.env.Stdout, *test.Outward)
	}
	fmt.Fprintln(out.env.Stdout, "\nHooks don't run in this test; they can still change or deny the real call.")
}

// showOutward says what becomes of the call because of text from elsewhere.
func showOutward(w io.Writer, o permits.Outward) {
	fmt.Fprintf(w, "\nAfter text from %s:\n", clean(strings.Join(o.After, ", ")))
	switch {
	case o.Secret != "":
		fmt.Fprintf(w, "  denied: its input holds %s, and what it is given can leave this machine.\n", clean(o.Secret))
	case o.Way == "":
		fmt.Fprintln(w, "  nothing asks: it is no way out, what you wrote names where it leads, or it is denied anyway.")
	case len(o.Open) == 0:
		fmt.Fprintf(w, "  nothing asks: %s, and you let this text leave by it.\n", clean(o.Why))
	default:
		fmt.Fprintf(w, "  asks: %s.\n  It would ask no more if you answered: %s.\n", clean(o.Why), clean(o.Label))
	}
	if len(o.Later) > 0 {
		fmt.Fprintf(w, "  when it has ended: asks, if a program of it has changed what runs or speaks later without being told to by its text (%s).\n", clean(strings.Join(o.Later, ", ")))
	}
	for _, label := range o.Answered {
		fmt.Fprintf(w, "  by your grant: %s\n", clean(label))
	}
	for _, rule := range o.Rules {
		fmt.Fprintf(w, "  or by a rule: handrail rules add allow '%s'\n", clean(rule))
	}
}
