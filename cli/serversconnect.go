package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/programs"
	"handrail/operator/servers"
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

type serversTestCmd struct {
	Name string `arg:"" optional:"" help:"The server's name. Default: all servers in use here."`
}

// Run starts a server and says how far it gets.
func (c serversTestCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if c.Name == "" {
		return c.all(s, space)
	}
	test, err := space.Servers().Trials().Test(s.ctx, c.Name)
	if err != nil {
		return err
	}
	if s.app.JSON {
		if err := s.print(test); err != nil {
			return err
		}
	} else {
		s.showServerTest(test)
	}
	if !test.OK {
		return exit(ExitFailed)
	}
	return nil
}

// mostTests is how many servers are tested at once.
const mostTests = 4

// testLine is a server as `servers test` without a name tells of it.
type testLine struct {
	Name string        `json:"name"`
	OK   bool          `json:"ok"`
	Why  string        `json:"why,omitempty"` // what is wrong, in a sentence
	Test *servers.Test `json:"test,omitempty"`
}

// all tests every server of the space that is not turned off, and prints a line for
// each in the order of the list.
func (c serversTestCmd) all(s *session, space *operator.Space) error {
	list := slices.DeleteFunc(space.Servers().List(), func(v servers.View) bool { return v.Disabled || v.Shadowed })
	if len(list) == 0 && !s.app.JSON {
		fmt.Fprintln(s.Stderr, "No servers to test. To add one: handrail servers add NAME -- COMMAND ARGS…; to import them from other programs: handrail servers import")
		return nil
	}
	lines := make([]testLine, len(list))
	slots := make(chan struct{}, mostTests)
	var all sync.WaitGroup
	for i, v := range list {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			lines[i] = c.one(s, space, v.Name)
		})
	}
	all.Wait()
	failed := slices.ContainsFunc(lines, func(l testLine) bool { return !l.OK })
	if s.app.JSON {
		if err := s.print(map[string]any{"servers": lines}); err != nil {
			return err
		}
	} else {
		c.show(s, lines)
	}
	if failed {
		return exit(ExitFailed)
	}
	return nil
}

func (c serversTestCmd) show(s *session, lines []testLine) {
	wide := 0
	for _, l := range lines {
		wide = max(wide, len([]rune(visible(l.Name))))
	}
	for _, l := range lines {
		word, text := "ok    ", l.Why
		if l.OK {
			text = fmt.Sprintf("%s (%d ms)", toolsCount(len(l.Test.Tools)), time.Duration(l.Test.Took).Milliseconds())
			if n := len(l.Test.Broken); n > 0 {
				text += fmt.Sprintf("; %d left out: handrail servers show %s", n, l.Name)
			}
		} else {
			word = "failed"
		}
		fmt.Fprintf(s.Stdout, "%s %-*s  %s\n", word, wide, visible(l.Name), visible(strings.Join(strings.Fields(text), " ")))
	}
}

// one tests one server; what is wrong is the step that failed.
func (serversTestCmd) one(s *session, space *operator.Space, name string) testLine {
	test, err := space.Servers().Trials().Test(s.ctx, name)
	if err != nil {
		return testLine{Name: name, Why: errorText(err)}
	}
	l := testLine{Name: name, OK: test.OK, Test: &test}
	if !test.OK {
		l.Why = "it didn't become ready: handrail servers test " + name
		for _, step := range test.Steps {
			if !step.OK {
				l.Why = withAction(step.Text, step.Action)
			}
		}
	}
	return l
}

func toolsCount(n int) string {
	if n == 1 {
		return "1 tool"
	}
	return fmt.Sprintf("%d tools", n)
}

// showServerTest prints a handshake for a person.
func (out *printer) showServerTest(t servers.Test) {
	for _, step := range t.Steps {
		word := "ok    "
		if !step.OK {
			word = "failed"
		}
		fmt.Fprintf(out.env.Stdout, "%s %s", word, step.Name)
		if step.Text != "" {
			fmt.Fprintf(out.env.Stdout, ": %s", visible(withAction(step.Text, step.Action)))
		}
		fmt.Fprintf(out.env.Stdout, " (%d ms)\n", time.Duration(step.Took).Milliseconds())
	}
	for _, name := range t.Tools {
		fmt.Fprintf(out.env.Stdout, "       %s\n", visible(name))
	}
	for _, text := range t.Broken {
		fmt.Fprintf(out.env.Stdout, "note   %s\n", visible(text))
	}
	if !t.OK {
		for _, r := range t.Refused {
			fmt.Fprintf(out.env.Stdout, "note   %s\n", visible(withAction(r.Text, r.Action)))
		}
		for _, note := range t.Profile.Notes {
			fmt.Fprintf(out.env.Stdout, "note   %s\n", visible(withAction(note.Text, note.Action)))
		}
		out.showSaid(t.Said)
	}
}
