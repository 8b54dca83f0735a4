package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/history"
	"handrail/operator/paths"
)

// runsCmd is the journal on the command line.
type runsCmd struct {
	List   runsListCmd   `cmd:"" help:"List the newest runs of all spaces, or of --space."`
	Show   runsShowCmd   `cmd:"" help:"Show everything that happened in a run."`
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
	if s.app.JSON {
		for _, r := range page {
			if err := s.print(r); err != nil {
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
	return w.Flush()
}

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
