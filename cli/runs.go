package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/history"
	"handrail/operator/paths"
)

// runsCmd is the journal on the command line.
type runsCmd struct {
	List   runsListCmd   `cmd:"" help:"List the newest runs of all spaces, or of --space."`
	Show   runsShowCmd   `cmd:"" help:"Show everything that happened in a run."`
	Resume runsResumeCmd `cmd:"" help:"Go on with an agent's run where it was cut."`
	Export runsExportCmd `cmd:"" help:"Export the events of a run."`
	Undo   runsUndoCmd   `cmd:"" help:"Take back what a run or a call has changed."`
}

type runsListCmd struct {
	Limit int `default:"20" help:"How many runs to list."`
}

// Run lists runs, newest first.
func (c runsListCmd) Run(s *session) (err error) {
	if c.Limit < 1 {
		return usagef("--limit must be at least 1")
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	dir := ""
	if s.app.Space != "" {
		if dir, err = paths.Real(s.app.Space); err != nil {
			return usage{err}
		}
	}
	page, _, err := o.History().Runs(s.ctx, dir, "", c.Limit)
	if err != nil {
		return err
	}
	if page, err = o.History().Families(s.ctx, page); err != nil {
		return err
	}
	commands, err := cutRuns(s, o)
	if err != nil {
		return err
	}
	reviews, err := cutReviews(s, o)
	if err != nil {
		return err
	}
	if s.app.JSON {
		for _, r := range page {
			if err := s.print(runLine{r, commands[r.ID], reviews[r.ID]}); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "RUN\tSTARTED\tSTATE\tCALLS\tWHAT")
	depth := map[string]int{}
	for _, r := range page {
		what := clean(firstLine(r.Title))
		if r.Parent != "" {
			depth[r.ID] = depth[r.Parent] + 1
			what = strings.Repeat("  ", depth[r.ID]) + clean(r.Agent) + ": " + what
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", r.ID, r.Started.Local().Format("2006-01-02 15:04:05"), r.State, r.Calls, cut(what, 80))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, r := range page {
		if commands[r.ID] != "" {
			fmt.Fprintf(s.Stderr, "%s was cut. To go on with it: %s\n", r.ID, commands[r.ID])
		}
		if reviews[r.ID] != "" {
			fmt.Fprintf(s.Stderr, "%s was cut while it was only rehearsed, and cannot go on. To see what it would change: %s\n", r.ID, reviews[r.ID])
		}
	}
	return nil
}

// A runLine is a run as --json prints it.
type runLine struct {
	journal.Run
	Resume string `json:"resume,omitempty"` // the command that goes on with it; "": it was not cut, or its conversation has gone on
	Review string `json:"review,omitempty"` // the command that shows what it would change, of one that was cut while it was rehearsed
}

// cutRuns are the commands that go on with runs that were cut, by the run.
func cutRuns(s *session, o *operator.Operator) (map[string]string, error) {
	list, err := o.History().Cut(s.ctx, "")
	out := map[string]string{}
	for _, r := range list {
		out[r.ID] = resumeCommand(r)
	}
	return out, err
}

// cutReviews are the commands that show what runs would change that were cut while they were only
// rehearsed, by the run: of those that are neither kept nor dropped.
func cutReviews(s *session, o *operator.Operator) (map[string]string, error) {
	list, ids, err := o.History().CutRehearsed(s.ctx, "")
	out := map[string]string{}
	for _, r := range list {
		if _, err := operator.RehearsalsOf(o).Get(ids[r.ID]); err == nil {
			out[r.ID] = reviewCommand(ids[r.ID])
		}
	}
	return out, err
}

// reviewCommand shows what was rehearsed.
func reviewCommand(id string) string { return "handrail rehearsals show " + id }

type runsShowCmd struct {
	RunID  string `arg:"" name:"run" help:"The id of a run or a call, or its first characters."`
	Call   string `help:"Show only this call, in full." placeholder:"CALL"`
	Events bool   `help:"List every event in order, one per line."`
}

// Run prints what happened in a run: what was said, and of each call the way it
// went through the door. With --json it prints the events.
func (c runsShowCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	run, call, err := c.find(s, o)
	if err != nil {
		return usage{err}
	}
	if s.app.JSON || c.Events {
		return s.showEvents(o, run, call)
	}
	if call != "" {
		r, err := o.History().Call(s.ctx, call)
		if err != nil {
			return err
		}
		return s.trace(r, true)
	}
	s.head(run)
	commands, err := cutRuns(s, o)
	if err != nil {
		return err
	}
	if how := commands[run.ID]; how != "" {
		fmt.Fprintf(s.Stdout, "It was cut. To go on with it: %s\n\n", how)
	}
	reviews, err := cutReviews(s, o)
	if err != nil {
		return err
	}
	if how := reviews[run.ID]; how != "" {
		fmt.Fprintf(s.Stdout, "It was cut while it was only rehearsed, and cannot go on. To see what it would change: %s\n\n", how)
	}
	below, err := o.History().Children(s.ctx, run.ID)
	if err != nil {
		return err
	}
	return o.History().EachCall(s.ctx, run, func(e journal.Event) error {
		_, err := fmt.Fprintf(s.Stdout, "%s  %-9s %s\n", e.Time.Local().Format("15:04:05.000"), e.Kind, describe(e))
		return err
	}, func(r history.Call) error {
		if err := s.trace(r, false); err != nil {
			return err
		}
		return traceSubagents(s, o, r.ID, below, 1)
	})
}

// traceSubagents prints those that a call gave a task to, with their calls, a line each.
func traceSubagents(s *session, o *operator.Operator, call string, below []journal.Run, depth int) error {
	at := strings.Repeat("  ", depth)
	for _, r := range below {
		if r.ParentCall != call {
			continue
		}
		fmt.Fprintf(s.Stdout, "%s◆ %s, %s, run %s: %s\n", at, clean(r.Agent), r.State, r.ID, cut(clean(firstLine(r.Title)), 80))
		further, err := o.History().Children(s.ctx, r.ID)
		if err != nil {
			return err
		}
		calls, err := o.History().Calls(s.ctx, r.ID)
		if err != nil {
			return err
		}
		for _, c := range calls {
			fmt.Fprintf(s.Stdout, "%s  %-9s %s %s\n", at, c.State, clean(c.Tool), cut(clean(oneLine(inputOf(c))), 80))
			if err := traceSubagents(s, o, c.ID, further, depth+2); err != nil {
				return err
			}
		}
		if depth == 1 {
			fmt.Fprintln(s.Stdout)
		}
	}
	return nil
}

// find is the run, and the call if one is meant.
func (c runsShowCmd) find(s *session, o *operator.Operator) (run journal.Run, call string, err error) {
	if c.Call != "" {
		call, err = o.History().FindCall(s.ctx, c.Call)
		if err != nil {
			return run, "", err
		}
	}
	run, err = o.History().FindRun(s.ctx, c.RunID)
	if err != nil {
		id, callErr := o.History().FindCall(s.ctx, c.RunID)
		if callErr != nil {
			return run, "", err
		}
		call, err = id, nil
	}
	if call == "" {
		return run, "", err
	}
	r, err := o.History().Call(s.ctx, call)
	if err != nil {
		return run, "", err
	}
	if run.ID != "" && run.ID != r.Run {
		return run, "", fmt.Errorf("call %s belongs to run %[3]s, not to run %[2]s", call, run.ID, r.Run)
	}
	run, err = o.History().FindRun(s.ctx, r.Run)
	return run, call, err
}

// head prints what a run is.
func (out *printer) head(run journal.Run) {
	fmt.Fprintf(out.env.Stdout, "%s  %s\nspace   %s\nstate   %s\n", run.ID, clean(firstLine(run.Title)), clean(run.Space), run.State)
	if run.Parent != "" {
		fmt.Fprintf(out.env.Stdout, "agent   %s, with a task of run %s\n", clean(run.Agent), run.Parent)
	}
	if run.Reason != "" {
		fmt.Fprintf(out.env.Stdout, "reason  %s\n", clean(run.Reason))
	}
	fmt.Fprintln(out.env.Stdout)
}

// showEvents prints the events of a run, or of one call of it.
func (s *session) showEvents(o *operator.Operator, run journal.Run, call string) error {
	if !s.app.JSON {
		s.head(run)
	}
	return o.History().EachEvent(s.ctx, run.ID, func(e journal.Event) error {
		switch {
		case call != "" && e.Call != call:
			return nil
		case s.app.JSON:
			return s.print(e)
		}
		_, err := fmt.Fprintf(s.Stdout, "%s  %-9s %s\n", e.Time.Local().Format("15:04:05.000"), e.Kind, describe(e))
		return err
	})
}

type runsExportCmd struct {
	RunID  string `arg:"" name:"run" help:"The run's id, or its first characters."`
	Format string `enum:"jsonl,csv" default:"jsonl" help:"The format: jsonl or csv."`
}

// Run writes a run's events to standard output.
func (c runsExportCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	run, err := o.History().FindRun(s.ctx, c.RunID)
	if err != nil {
		return usage{err}
	}
	return o.History().Export(s.ctx, run.ID, c.Format, s.Stdout)
}

// lostCall prints what is known of a call that was lost.
func lostCall(out io.Writer, l chats.LostCall) {
	fmt.Fprintf(out, "\n%s  %s\n", l.ID, clean(l.Title))
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(out, "  %-10s%s\n", name, strings.ReplaceAll(cleanText(strings.TrimSpace(text)), "\n", "\n            "))
		}
	}
	row("tool", l.Tool)
	row("agent", l.Agent)
	row("action", l.Detail)
	row("began", l.Began.Local().Format("2006-01-02 15:04:05"))
	row("known", knownOf(l))
	row("printed", l.Printed)
	row("now", l.Differs)
}

// knownOf says what is known of a call that was lost, but for what it printed.
func knownOf(l chats.LostCall) string {
	switch {
	case l.Changed >= 0 && l.Late:
		return "its snapshot shows " + plural(l.Changed, "name") + " that changed since it began; some of that may be your work, or a later call's"
	case l.Changed == 0:
		return "its snapshot shows no changed file"
	case l.Changed > 0:
		return "its snapshot shows " + plural(l.Changed, "changed file")
	case l.Printed == "":
		return "it began; it has printed nothing that was recorded"
	}
	return "it began"
}

// resumeCommand is how a run that was cut goes on.
func resumeCommand(r journal.Run) string { return "handrail runs resume " + r.ID }

// mostOffered is how many chats that were cut are named at once.
const mostOffered = 3

// offerCut names the chats of a space that were cut.
func offerCut(s *session, o *operator.Operator, space *operator.Space) error {
	list, err := o.History().Cut(s.ctx, space.Dir())
	if err != nil {
		return err
	}
	for _, r := range list[:min(len(list), mostOffered)] {
		fmt.Fprintf(s.Stderr, "An answer was cut when Handrail ended: %s. To go on with it: %s\n", cut(clean(firstLine(r.Title)), 60), resumeCommand(r))
	}
	list, ids, err := o.History().CutRehearsed(s.ctx, space.Dir())
	if err != nil {
		return err
	}
	for _, r := range list[:min(len(list), mostOffered)] {
		if _, err := operator.RehearsalsOf(o).Get(ids[r.ID]); err == nil {
			fmt.Fprintf(s.Stderr, "A rehearsal was cut when Handrail ended: %s. To see what it would change: %s\n", cut(clean(firstLine(r.Title)), 60), reviewCommand(ids[r.ID]))
		}
	}
	return nil
}
