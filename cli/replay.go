package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

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
		fmt.Fprintf(w, "    input     %s\n", cut(clean(oneLine(c.Input)), 160))
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
