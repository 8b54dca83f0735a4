package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/holdings"
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

// dataCmd is what Handrail keeps on this machine (docs/spec/13-journal.md#what-is-kept).
type dataCmd struct {
	Show   dataShowCmd   `cmd:"" default:"1" help:"Show how much is kept, and for how long the record is."`
	Keep   dataKeepCmd   `cmd:"" help:"Set how long the record of runs and chats is kept. What would go is shown before."`
	Export dataExportCmd `cmd:"" help:"Write a copy of what is kept to a zip archive that a person can read. No secret is in it."`
	Delete dataDeleteCmd `cmd:"" help:"Delete chats and runs for good. What goes is shown before."`
}

type dataShowCmd struct{}

// dataLine is what is kept as --json prints it.
type dataLine struct {
	Bytes    map[holdings.Part]int64 `json:"bytes"`
	KeepDays int                     `json:"keep_days"`
	MaxMB    int64                   `json:"max_mb"`
}

// Run shows what is kept.
func (dataShowCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	used, err := operator.HoldingsOf(o).Usage(s.ctx)
	if err != nil {
		return err
	}
	b, err := operator.HoldingsOf(o).Bound()
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(dataLine{used, b.Days, b.MB})
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	for _, p := range holdings.Parts() {
		size := fmt.Sprintf("%.1f MB", float64(used[p])/1e6)
		if used[p] > 0 && used[p] < 100_000 {
			size = "< 0.1 MB"
		}
		fmt.Fprintf(w, "%s\t%s\n", p, size)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(s.Stdout, "The record is kept %s, and %s.\n", orNone(int64(b.Days), "for %d days", "without end"), orNone(b.MB, "to %d MB", "at any size"))
	return nil
}

func orNone(n int64, some, none string) string {
	if n < 0 {
		return none
	}
	return fmt.Sprintf(some, n)
}

type dataKeepCmd struct {
	Days int   `help:"Runs that ended longer ago go; -1: no limit." placeholder:"DAYS"`
	MB   int64 `name:"mb" help:"The oldest runs go until the record is no larger; -1: no limit." placeholder:"MB"`
	Yes  bool  `help:"Do not ask."`
}

// Run sets how long the record is kept.
func (c dataKeepCmd) Run(s *session) (err error) {
	if err := ownHand("setting how long the record is kept"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	desk := operator.HoldingsOf(o)
	b, err := desk.Bound()
	if err != nil {
		return err
	}
	b = holdings.Bound{Days: cmp.Or(c.Days, b.Days), MB: cmp.Or(c.MB, b.MB)}
	runs, err := desk.Would(s.ctx, b)
	if err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "Runs that go within a day: about %d.\n", runs)
	if runs > 0 && !c.Yes {
		if err := s.yes("Keep the record so?", "changed"); err != nil {
			return err
		}
	}
	return desk.Keep(b)
}

type dataExportCmd struct {
	File  string `arg:"" help:"The archive, such as handrail.zip."`
	Force bool   `help:"Replace a file that is there."`
}

// Run writes the archive.
func (c dataExportCmd) Run(s *session) (err error) {
	if err := ownHand("exporting what is kept"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	switch err := operator.HoldingsOf(o).Export(s.ctx, c.File, c.Force); {
	case errors.Is(err, holdings.ErrThere):
		return fmt.Errorf("%s is there already: choose another name, or replace it with --force", clean(c.File))
	case err != nil:
		return err
	}
	fmt.Fprintf(s.Stderr, "Saved as %s.\n", clean(c.File))
	return nil
}

type dataDeleteCmd struct {
	Here bool `help:"Of this space alone; otherwise of all."`
	Yes  bool `help:"Do not ask."`
}

// Run deletes it, once the person has seen what goes.
func (c dataDeleteCmd) Run(s *session) (err error) {
	if err := ownHand("deleting what is kept"); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	dir, where := "", "all spaces"
	if c.Here {
		dir, where = space.Dir(), space.Dir()
	}
	desk := operator.HoldingsOf(o.Operator)
	now, err := desk.Contents(s.ctx, dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "To be deleted for good, of %s: chats (%d) and runs (%d), with all that was said and done in them.\n", clean(where), now.Chats, now.Runs)
	if !c.Here {
		fmt.Fprintln(s.Stderr, "Also the output of programs, pictures, and saved changes: nothing that agents changed until now can be undone.")
	}
	fmt.Fprintln(s.Stderr, "What stays: the files of spaces, settings, secrets, rules, and what you trust.")
	if !c.Yes {
		if err := s.yes("Delete it?", "deleted"); err != nil {
			return err
		}
	}
	if err := desk.Delete(s.ctx, dir); err != nil {
		return err
	}
	fmt.Fprintln(s.Stderr, "Deleted.")
	return nil
}

// mostPassing is how many names are told of what goes with a call.
const mostPassing = 5

// tellPassing says what does not last beyond the one call of a process: what lies in its /tmp, its background job, and that what it has left running is
// beyond the reach of later ones.
func tellPassing(s *session, o *operator.Operator, space *operator.Space, call string) {
	tell := func(format string, args ...any) {
		fmt.Fprintln(s.Stderr, "handrail:", clean(fmt.Sprintf(format, args...)))
	}
	if names := operator.InTemp(space); len(names) > 0 {
		list := strings.Join(names[:min(len(names), mostPassing)], ", ")
		if more := len(names) - mostPassing; more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		tell("/tmp goes with this call: %s. Make several calls through one \"handrail call -\" to keep it, or use the space. What was moved there comes back with: handrail runs undo %s", list, call)
	}
	jobs, _ := o.Jobs().List(space.Dir()) // what cannot be listed is told by handrail jobs
	for _, job := range jobs {
		switch {
		case job.Call != call || !job.Running:
		case job.Left:
			tell("still runs, out of reach of later calls: %s; to end it: handrail jobs stop %s", job.Title, job.ID)
		default:
			tell("job %s ends with this call: it lasts in \"handrail call -\", in a chat and over MCP", job.ID)
		}
	}
}
