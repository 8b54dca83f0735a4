package cli

import (
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/running"
	"handrail/operator/serving"
	"handrail/operator/settings"
)

// jobsCmd is what runs in the background, and what finished calls have left running.
type jobsCmd struct {
	List jobsListCmd `cmd:"" default:"1" help:"List the jobs of the open window, and what finished calls and hooks have left running, in all spaces."`
	Stop jobsStopCmd `cmd:"" help:"Stop a job, or end what a call has left running."`
}

type jobsListCmd struct{}

// jobLine is a job as it is printed.
type jobLine struct {
	ID      string    `json:"id"`
	Left    bool      `json:"left"` // no job: left running by a finished call
	Tool    string    `json:"tool"`
	Since   time.Time `json:"since"`
	Command string    `json:"command"`
	Folder  string    `json:"folder"`
	Space   string    `json:"space"`
	Session string    `json:"session"`
}

// Run lists what runs, the oldest first.
func (jobsListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, leftErr := o.Jobs().List("")
	jobs, appErr := serving.Jobs(s.ctx, s.openWindow())
	if errors.Is(appErr, serving.ErrNoApp) {
		appErr = nil
	}
	list = append(list, jobs...)
	slices.SortStableFunc(list, func(a, b running.Job) int { return a.Began.Compare(b.Began) })
	if err := s.printJobs(list); err != nil {
		return err
	}
	return errors.Join(leftErr, appErr)
}

func (s *session) printJobs(list []running.Job) error {
	lines := make([]jobLine, 0, len(list))
	for _, j := range list {
		lines = append(lines, jobLine{ID: j.ID, Left: j.Left, Tool: j.Tool, Since: j.Began, Command: j.Title, Folder: j.Folder, Space: j.Space, Session: j.Session})
	}
	if s.app.JSON {
		return s.print(map[string]any{"jobs": lines})
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stdout, "Nothing runs in the background.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tWHAT\tSTARTED BY\tSINCE\tCOMMAND\tFOLDER")
	for _, l := range lines {
		what := "job"
		if l.Left {
			what = "left running"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", l.ID, what, clean(l.Tool), l.Since.Local().Format(time.DateTime), clean(l.Command), clean(l.Folder))
	}
	return w.Flush()
}

type jobsStopCmd struct {
	ID string `arg:"" help:"The id, as jobs list shows it."`
}

// Run ends a job of the open window, or what a call of any Handrail has left running.
func (c jobsStopCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	here := o.Jobs().Stop(c.ID)
	if here == nil {
		fmt.Fprintf(s.Stderr, "Stopped %s.\n", clean(c.ID))
		return nil
	}
	err = serving.StopJob(s.ctx, s.openWindow(), c.ID)
	switch {
	case errors.Is(err, serving.ErrNoApp):
		return here
	case err == nil:
		fmt.Fprintf(s.Stderr, "Stopped %s.\n", clean(c.ID))
	}
	return err
}

// openWindow says how the open window is reached.
func (s *session) openWindow() serving.RelayConfig {
	return serving.RelayConfig{Dirs: settings.DefaultDirs(), Version: s.Version}
}

// stopCmd stops everything.
type stopCmd struct{}

// Run stops what goes on in all processes, and says what it was.
func (stopCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	h, err := operator.Stop(s.ctx, o)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(map[string]any{
			"runs": h.Runs, "calls": h.Calls, "jobs": h.Jobs + h.Left, "questions": h.Questions, "messages": h.Held, "sending": h.Sending,
			"processes": h.Processes, "ended": h.Ended, "stuck": h.Stuck,
		})
	}
	h.Jobs += h.Left
	fmt.Fprintf(s.Stdout, "Stopped: %s.\n", operator.Stopped(h.Stopped))
	if h.Held > 0 {
		fmt.Fprintf(s.Stdout, "Held back: %s. To send one: handrail outbox retry ID\n", plural(h.Held, "message"))
	}
	if h.Sending > 0 {
		fmt.Fprintf(s.Stdout, "On the way already: %s.\n", plural(h.Sending, "message"))
	}
	for _, pid := range h.Ended {
		fmt.Fprintf(s.Stdout, "The process %d did not answer, and was ended.\n", pid)
	}
	for _, what := range h.Stuck {
		fmt.Fprintf(s.Stderr, "Not stopped: %s.\n", clean(what))
	}
	if len(h.Stuck) > 0 {
		return exit(ExitFailed)
	}
	return nil
}
