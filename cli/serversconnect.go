package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"handrail/operator/programs"
)

type serversProgramsCmd struct{}

// Run lists the programs.
func (serversProgramsCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list := programs.New(o).List()
	if s.app.JSON {
		return s.print(map[string]any{"programs": list})
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "PROGRAM\tSTATE\tSPACE\tFILE")
	for _, c := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", c.Program, programState(c), orDash(clean(c.Space)), clean(c.File))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, c := range list {
		if c.Problem != "" {
			fmt.Fprintf(s.Stderr, "%s: %s\n", c.Title, clean(c.Problem))
		}
	}
	return nil
}

// programState is how things stand with a program, in a word or two.
func programState(c programs.Connection) string {
	switch {
	case c.Problem != "":
		return "unreadable file"
	case c.Gone:
		return "connected, but Handrail has moved: connect again"
	case c.Connected:
		return "connected"
	case c.Other:
		return "another server named \"handrail\""
	case c.Here:
		return "not connected"
	}
	return "not found"
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

type serversConnectCmd struct {
	Program string `arg:"" help:"The program, as servers programs lists it."`
	Yes     bool   `help:"Write the change without asking."`
}

// Run puts Handrail among a program's servers, for the space of --space.
func (c serversConnectCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	dir := s.app.Space
	if dir == "" {
		dir = o.FindSpace(s.Dir)
	} else if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Dir, dir)
	}
	plan, err := programs.New(o).PlanConnect(c.Program, dir)
	return s.change(plan, err, c.Yes, func() (programs.Result, error) { return programs.New(o).Connect(c.Program, dir, plan.Digest) })
}

type serversDisconnectCmd struct {
	Program string `arg:"" help:"The program, as servers programs lists it."`
	Yes     bool   `help:"Write the change without asking."`
}

// Run takes Handrail out of a program's servers.
func (c serversDisconnectCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	plan, err := programs.New(o).PlanDisconnect(c.Program)
	return s.change(plan, err, c.Yes, func() (programs.Result, error) { return programs.New(o).Disconnect(c.Program, plan.Digest) })
}

type serversUndoCmd struct {
	Program string `arg:"" help:"The program, as servers programs lists it."`
	Yes     bool   `help:"Undo without asking."`
}

// Run undoes the last change.
func (c serversUndoCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	plan, err := programs.New(o).PlanUndo(c.Program)
	return s.change(plan, err, c.Yes, func() (programs.Result, error) { return programs.New(o).Undo(c.Program, plan.Digest) })
}

// change shows a change of another program's file, asks, and makes it.
func (s *session) change(plan programs.Change, err error, yes bool, make func() (programs.Result, error)) error {
	if !s.app.JSON {
		for line := range strings.Lines(plan.Difference) {
			fmt.Fprintln(s.Stdout, clean(strings.TrimRight(line, "\r\n")))
		}
	}
	if err != nil {
		return err
	}
	if plan.Nothing || !yes && s.app.JSON { // for programs: what it would be
		if s.app.JSON {
			return s.print(programs.Result{Change: plan})
		}
		fmt.Fprintf(s.Stderr, "%s needs no change.\n", clean(plan.File))
		return nil
	}
	if !yes {
		if err := s.yes(fmt.Sprintf("Write this to %s?", clean(plan.File)), "written"); err != nil {
			return err
		}
	}
	done, err := make()
	if err != nil {
		return err
	}
	if s.app.JSON {
		if err := s.print(done); err != nil {
			return err
		}
	}
	if !done.Done {
		fmt.Fprintf(s.Stderr, "Nothing was written: %s.\n", clean(done.Why))
		return exit(ExitFailed)
	}
	if s.app.JSON {
		return nil
	}
	fmt.Fprintf(s.Stderr, "Wrote %s\n", clean(done.File))
	if done.Backup != "" {
		fmt.Fprintf(s.Stderr, "Backup: %s (to undo: handrail servers undo %s)\n", clean(done.Backup), done.Program)
	}
	fmt.Fprintln(s.Stderr, done.Note)
	return nil
}
