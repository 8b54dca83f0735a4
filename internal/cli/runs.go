package cli

import (
	"fmt"
	"text/tabwriter"

	"handrail/operator"
)

// runsCmd is the journal on the command line.
type runsCmd struct {
	List   runsListCmd   `cmd:"" help:"The newest runs of every space, or of --space."`
	Show   runsShowCmd   `cmd:"" help:"Everything that happened in a run."`
	Export runsExportCmd `cmd:"" help:"Write the events of a run."`
}

type runsListCmd struct {
	Limit int `default:"20" help:"How many."`
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
		if dir, err = operator.RealDir(s.app.Space); err != nil {
			return usage{err}
		}
	}
	page, _, err := o.Runs(s.ctx, dir, "", c.Limit)
	if err != nil {
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
	for _, r := range page {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", r.ID, r.Started.Local().Format("2006-01-02 15:04:05"), r.State, r.Calls, cut(clean(firstLine(r.Title)), 80))
	}
	return w.Flush()
}

type runsShowCmd struct {
	RunID string `arg:"" name:"run" help:"The run's id, or the first characters of it."`
}

// Run prints a run's events.
func (c runsShowCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	run, err := o.FindRun(s.ctx, c.RunID)
	if err != nil {
		return usage{err}
	}
	if !s.app.JSON {
		fmt.Fprintf(s.Stdout, "%s  %s\nspace   %s\nstate   %s\n", run.ID, clean(firstLine(run.Title)), clean(run.Space), run.State)
		if run.Reason != "" {
			fmt.Fprintf(s.Stdout, "reason  %s\n", clean(run.Reason))
		}
		fmt.Fprintln(s.Stdout)
	}
	return o.EachEvent(s.ctx, run.ID, func(e operator.Record) error {
		if s.app.JSON {
			return s.print(e)
		}
		fmt.Fprintf(s.Stdout, "%s  %-9s %s\n", e.Time.Local().Format("15:04:05.000"), e.Kind, describe(e))
		return nil
	})
}

type runsExportCmd struct {
	RunID  string `arg:"" name:"run" help:"The run's id, or the first characters of it."`
	Format string `enum:"jsonl,csv" default:"jsonl" help:"jsonl or csv."`
}

// Run writes a run's events to standard output.
func (c runsExportCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	run, err := o.FindRun(s.ctx, c.RunID)
	if err != nil {
		return usage{err}
	}
	return o.Export(s.ctx, run.ID, c.Format, s.Stdout)
}
