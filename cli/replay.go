package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator/replay"
)

// rulesReplayCmd holds recorded calls against the rules and hooks as they are now.
type rulesReplayCmd struct {
	Last    int      `default:"1000" help:"How many of the newest calls to check." placeholder:"N"`
	Hooks   bool     `help:"Also run the hooks, on the recorded inputs and results. No tools run."`
	All     bool     `help:"Print every call that would be decided differently, not only the newest 20."`
	Rule    []string `help:"Try with this rule added: \"deny bash(curl*)\". Can be repeated." placeholder:"RULE" sep:"none"`
	Without []string `help:"Try without this rule." placeholder:"RULE" sep:"none"`
}

// replayShown is how many changed calls are printed unless all are asked for.
const replayShown = 20

// Run prints what would have changed. Nothing runs but hooks, nobody is asked,
// and nothing is counted.
func (c rulesReplayCmd) Run(s *session) (err error) {
	if c.Last < 1 {
		return usagef("--last must be at least 1")
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	config := replay.Config{Last: c.Last, Hooks: c.Hooks, Extra: c.Rule, Without: c.Without, Keep: replayShown}
	if c.All {
		config.Keep = -1
	}
	if c.Hooks {
		fmt.Fprintln(s.Stderr, "The hooks really run: whatever they log, write or send happens again.")
	}
	r, err := replay.Run(s.ctx, o, space, config)
	if err != nil {
		return usage{err}
	}
	if s.app.JSON {
		return s.replayLines(r)
	}
	return s.showReplay(r)
}

// showReplay prints a replay for people.
func (out *printer) showReplay(r replay.Report) error {
	fmt.Fprintf(out.env.Stdout, "%s: %d would be decided differently, %d the same", plural(r.Calls, "recorded call"), r.Changes, r.Same)
	if r.Answered > 0 {
		fmt.Fprintf(out.env.Stdout, " (%d of these would ask again, as they did then)", r.Answered)
	}
	fmt.Fprintln(out.env.Stdout)
	for _, l := range r.Left {
		fmt.Fprintf(out.env.Stdout, "not checked: %d, because %s (for example %s)\n", l.Calls, clean(l.Reason), clean(l.First))
	}
	w := tabwriter.NewWriter(out.env.Stdout, 0, 4, 2, ' ', 0)
	if len(r.Ways) > 0 {
		fmt.Fprintln(w, "\nCALLS\tWAS\tWOULD BE\tBY")
	}
	for _, way := range r.Ways {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", way.Calls, way.Was, way.Now, clean(placed(way.By, way.File, "")))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, c := range r.Changed {
		fmt.Fprintln(out.env.Stdout)
		replayed(out.env.Stdout, c)
	}
	if more := r.Changes - len(r.Changed); more > 0 {
		fmt.Fprintf(out.env.Stdout, "\n… and %d more; to print them, add --all\n", more)
	}
	return nil
}

func replayed(w io.Writer, c replay.Call) {
	fmt.Fprintf(w, "%s  %s  %s\n", clean(c.Call), clean(c.Tool), cut(clean(oneLine(c.What)), 160))
	fmt.Fprintf(w, "    was       %s\n", clean(fateLine(c.Was)))
	if c.Note != "" {
		fmt.Fprintf(w, "              %s\n", clean(c.Note))
	}
	fmt.Fprintf(w, "    would be  %s\n", clean(fateLine(c.Now)))
	if c.Input != "" {
		fmt.Fprintf(w, "    input     %s\n", cut(clean(oneLine(unescaped.Replace(c.Input))), 160))
	}
}

func fateLine(f replay.Fate) string {
	return join("  ", f.Verdict, oneLine(placed(f.By, f.File, f.Reason)))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// replaySum is a replay as --json prints it first; a line for each changed call
// follows.
type replaySum struct {
	Type     string       `json:"type"` // replay
	Calls    int          `json:"calls"`
	Judged   int          `json:"judged"`
	Same     int          `json:"same"`
	Answered int          `json:"answered"`
	Changes  int          `json:"changes"`
	Left     []replayLeft `json:"left_out,omitempty"`
}

type replayLeft struct {
	Reason string `json:"reason"`
	Calls  int    `json:"calls"`
	First  string `json:"first"`
}

// replayLine is a changed call as --json prints it.
type replayLine struct {
	Type   string     `json:"type"` // changed
	Call   string     `json:"call"`
	Run    string     `json:"run"`
	Tool   string     `json:"tool"`
	What   string     `json:"what"`
	Was    replayFate `json:"was"`
	Now    replayFate `json:"now"`
	Answer string     `json:"answer,omitempty"`
	Input  string     `json:"input,omitempty"`
}

type replayFate struct {
	Verdict string `json:"verdict"`
	By      string `json:"by,omitempty"`
	File    string `json:"file,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Grant   string `json:"grant,omitempty"`
}

func (out *printer) replayLines(r replay.Report) error {
	sum := replaySum{Type: "replay", Calls: r.Calls, Judged: r.Judged, Same: r.Same, Answered: r.Answered, Changes: r.Changes}
	for _, l := range r.Left {
		sum.Left = append(sum.Left, replayLeft(l))
	}
	if err := out.print(sum); err != nil {
		return err
	}
	for _, c := range r.Changed {
		line := replayLine{
			Type: "changed", Call: c.Call, Run: c.Run, Tool: c.Tool, What: strings.TrimSpace(c.What), Was: fateOf(c.Was), Now: fateOf(c.Now), Answer: c.Answer, Input: c.Input,
		}
		if err := out.print(line); err != nil {
			return err
		}
	}
	return nil
}

func fateOf(f replay.Fate) replayFate {
	return replayFate{Verdict: f.Verdict, By: f.By, File: f.File, Reason: f.Reason, Grant: f.Grant}
}

// rulesElsewhereCmd says what would have asked because of text from elsewhere.
type rulesElsewhereCmd struct {
	Days    int      `default:"30" help:"How many days back to look." placeholder:"N"`
	Rule    []string `help:"Try with this rule added: \"allow mail__send after notes\". Can be repeated." placeholder:"RULE" sep:"none"`
	Without []string `help:"Try without this rule." placeholder:"RULE" sep:"none"`
}

// Run holds recorded calls against what conversations had read by then. Nothing runs, nobody is asked, and nothing is
// counted.
func (c rulesElsewhereCmd) Run(s *session) (err error) {
	if c.Days < 1 {
		return usagef("--days must be at least 1")
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	found, err := replay.Elsewhere(s.ctx, o, space, replay.ElsewhereConfig{Since: time.Now().AddDate(0, 0, -c.Days), Extra: c.Rule, Without: c.Without})
	if err != nil {
		return usage{err}
	}
	if s.app.JSON {
		return outflowLines(&s.printer, found, c.Days)
	}
	return showOutflow(s.Stdout, found, c.Days)
}

// showOutflow prints what would have asked for people.
func showOutflow(w io.Writer, f replay.Outflow, days int) error {
	fmt.Fprintf(w, "%s of agents in %s: %d after text from elsewhere, %d of these by a way out, and %d would ask (%d asked then)\n",
		plural(f.Calls, "call"), plural(days, "day"), f.After, f.Ways, f.Asks, f.Then)
	if f.Anyway > 0 {
		fmt.Fprintf(w, "%d of these would ask without such text, too\n", f.Anyway)
	}
	for _, l := range f.Left {
		fmt.Fprintf(w, "not checked: %d, because %s (for example %s)\n", l.Calls, clean(l.Reason), clean(l.First))
	}
	for _, by := range f.Silenced {
		what := "your grant: " + by.Label
		if by.Label == "" {
			what = "a rule of yours that names the source"
		}
		fmt.Fprintf(w, "not asked: %d, by %s\n", by.Calls, clean(what))
	}
	if len(f.Groups) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "WOULD ASK\tASKED THEN\tTEXT FROM\tWAY OUT")
	for _, g := range f.Groups {
		fmt.Fprintf(table, "%d\t%d\t%s\t%s\n", g.Calls, g.Then, clean(g.Source), clean(wayLine(g)))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, g := range f.Groups {
		fmt.Fprintf(w, "\n%s, %s\n", clean(g.Source), clean(wayLine(g)))
		fmt.Fprintf(w, "    last      %s  %s  %s\n", clean(g.Call), g.Last.Local().Format("2006-01-02 15:04"), cut(clean(oneLine(g.What)), 160))
		fmt.Fprintf(w, "    why       %s\n", clean(oneLine(g.Why)))
		fmt.Fprintf(w, "    would be silenced by the answer: %s (%d of %d by it alone)\n", clean(g.Label), g.Alone, g.Calls)
		for _, rule := range g.Rules {
			fmt.Fprintf(w, "    or by a rule: handrail rules add allow '%s'\n", clean(rule))
		}
	}
	return nil
}

// wayLine is a way out with the tools that were it.
func wayLine(g replay.OutGroup) string {
	if len(g.Tools) == 1 && g.Tools[0] == g.Way {
		return g.Way
	}
	return g.Way + " (" + strings.Join(g.Tools, ", ") + ")"
}

// outflowSum is what --json prints first; a line for each group follows.
type outflowSum struct {
	Type     string        `json:"type"` // elsewhere
	Days     int           `json:"days"`
	Calls    int           `json:"calls"`
	After    int           `json:"after"`
	Ways     int           `json:"ways_out"`
	Asks     int           `json:"would_ask"`
	Anyway   int           `json:"would_ask_anyway"`
	Then     int           `json:"asked_then"`
	Silenced []silenceLine `json:"silenced,omitempty"`
	Left     []replayLeft  `json:"left_out,omitempty"`
}

type silenceLine struct {
	Grant string `json:"grant,omitempty"` // left out: a rule
	Calls int    `json:"calls"`
}

// outflowLine is a source with a way out as --json prints it.
type outflowLine struct {
	Type   string    `json:"type"` // way
	Source string    `json:"source"`
	Way    string    `json:"way"`
	Calls  int       `json:"calls"`
	Alone  int       `json:"alone"`
	Then   int       `json:"asked_then"`
	Tools  []string  `json:"tools"`
	First  time.Time `json:"first"`
	Last   time.Time `json:"last"`
	Call   string    `json:"call"`
	Run    string    `json:"run"`
	What   string    `json:"what"`
	Why    string    `json:"why"`
	Grant  string    `json:"grant"`
	Rules  []string  `json:"rules,omitempty"`
}

func outflowLines(out *printer, f replay.Outflow, days int) error {
	sum := outflowSum{Type: "elsewhere", Days: days, Calls: f.Calls, After: f.After, Ways: f.Ways, Asks: f.Asks, Anyway: f.Anyway, Then: f.Then}
	for _, by := range f.Silenced {
		sum.Silenced = append(sum.Silenced, silenceLine{by.Label, by.Calls})
	}
	for _, l := range f.Left {
		sum.Left = append(sum.Left, replayLeft(l))
	}
	if err := out.print(sum); err != nil {
		return err
	}
	for _, g := range f.Groups {
		line := outflowLine{"way", g.Source, g.Way, g.Calls, g.Alone, g.Then, g.Tools, g.First, g.Last, g.Call, g.Run, strings.TrimSpace(g.What), g.Why, g.Label, g.Rules}
		if err := out.print(line); err != nil {
			return err
		}
	}
	return nil
}
