package cli

import (
	"context"
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
		dir = findSpace(s, o)
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
			fmt.Fprintln(s.Stdout, cleanText(strings.TrimRight(line, "\r\n")))
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
	defer tellNotices(s, o.Operator)()
	if c.Name == "" {
		return c.all(s, space)
	}
	wait := waitFor(s, space)
	wait.on(c.Name)
	test, err := space.Servers().Trials().Telling(func(step servers.Step) {
		wait.off(c.Name)
		if !s.app.JSON {
			s.showServerStep(step)
		}
		wait.on(c.Name)
	}).Test(s.ctx, c.Name)
	wait.end()
	switch {
	case s.ctx.Err() != nil:
		return exit(ExitStopped)
	case err != nil:
		return err
	case !s.app.JSON:
		s.showServerTest(test)
	default:
		if err := s.print(test); err != nil {
			return err
		}
	}
	if !test.OK {
		return exit(ExitFailed)
	}
	return nil
}

// silentWait is how long a server is waited for before the person is told.
const silentWait = 3 * time.Second

// serverWait tells a person which servers are waited for, where that takes long.
type serverWait struct {
	s     *session
	space *operator.Space
	stop  func() bool // to tell of an interrupt

	mu   sync.Mutex
	open map[string]*time.Timer
}

func waitFor(s *session, space *operator.Space) *serverWait {
	w := &serverWait{s: s, space: space, open: map[string]*time.Timer{}}
	w.stop = context.AfterFunc(s.ctx, func() { fmt.Fprintln(s.Stderr, "Stopped.") })
	return w
}

// on has the person told, in a moment, that a server is waited for, unless it is off by then.
func (w *serverWait) on(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[name] = time.AfterFunc(silentWait, func() {
		limit, fetched := w.space.Servers().Trials().Patience(name)
		text := fmt.Sprintf("Waiting for the server %s to answer, for %s at most", visible(name), limitWords(limit))
		if fetched {
			text += ": it may have to be downloaded first"
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.open[name] != nil && w.s.ctx.Err() == nil {
			fmt.Fprintln(w.s.Stderr, text+". To stop: Ctrl+C")
		}
	})
}

func (w *serverWait) off(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t := w.open[name]; t != nil {
		t.Stop()
		w.open[name] = nil
	}
}

// end ends the wait for all.
func (w *serverWait) end() {
	w.stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.open {
		if t != nil {
			t.Stop()
		}
	}
	clear(w.open)
}

// limitWords is a limit in whole minutes or seconds.
func limitWords(d time.Duration) string {
	if d >= 2*time.Minute && d%time.Minute == 0 {
		return fmt.Sprintf("%d minutes", d/time.Minute)
	}
	return fmt.Sprintf("%d seconds", d/time.Second)
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
	ended := make([]chan struct{}, len(list))
	slots := make(chan struct{}, mostTests)
	wait := waitFor(s, space)
	defer wait.end()
	wide := 0
	for i, v := range list {
		ended[i], wide = make(chan struct{}), max(wide, len([]rune(visible(v.Name))))
		go func() {
			defer close(ended[i])
			slots <- struct{}{}
			defer func() { <-slots }()
			wait.on(v.Name)
			lines[i] = c.one(s, space, v.Name)
			wait.off(v.Name)
		}()
	}
	for i := range lines {
		if <-ended[i]; !s.app.JSON && s.ctx.Err() == nil {
			c.show(s, lines[i], wide)
		}
	}
	if s.ctx.Err() != nil {
		return exit(ExitStopped)
	}
	if s.app.JSON {
		if err := s.print(map[string]any{"servers": lines}); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(lines, func(l testLine) bool { return !l.OK }) {
		return exit(ExitFailed)
	}
	return nil
}

func (serversTestCmd) show(s *session, l testLine, wide int) {
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
