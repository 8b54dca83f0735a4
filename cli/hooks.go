package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/hookstate"
	"handrail/operator/walls"
)

// hooksCmd lists, tries and switches the hooks of a space.
type hooksCmd struct {
	List    hooksListCmd    `cmd:"" help:"List hooks with what each applies to, its statistics and why one doesn't run."`
	Test    hooksTestCmd    `cmd:"" help:"Run one hook on a call, without running the tool."`
	Enable  hooksEnableCmd  `cmd:"" help:"Turn a hook on."`
	Disable hooksDisableCmd `cmd:"" help:"Turn a hook off."`
}

// hookJSON is one hook as `hooks list --json` prints it.
type hookJSON struct {
	ID        string   `json:"id"`
	Type      string   `json:"type,omitempty"`
	Tools     []string `json:"tools"`
	Command   string   `json:"command,omitempty"`
	Blocking  bool     `json:"blocking"`
	Enabled   bool     `json:"enabled"`
	State     string   `json:"state"`
	Reason    string   `json:"reason,omitempty"`
	Needs     string   `json:"needs,omitempty"`
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Runs      int64    `json:"totalRuns"`
	Blocked   int64    `json:"blockedCount"`
	Errors    int64    `json:"errorCount"`
	Average   float64  `json:"avgExecutionMs"`
	Slowest   float64  `json:"slowestMs"`
	LastRun   string   `json:"lastExecuted,omitempty"`
	LastError string   `json:"lastError,omitempty"`
}

type hooksListCmd struct{}

// Run lists the hooks in the order in which they run.
func (hooksListCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := space.Hooks().List(s.ctx)
	if err != nil {
		return err
	}
	if s.app.JSON {
		for _, h := range list {
			if err := s.print(hookLine(h)); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		fmt.Fprintln(s.Stderr, "This space has no hooks. They are declared in agent/hooks/*.json; docs/guide/hooks.md shows how.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "HOOK\tWHEN\tTOOLS\tBLOCKING\tSTATE\tRUNS\tBLOCKED\tERRORS\tAVERAGE\tSLOWEST\tWHERE")
	for _, h := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s:%d\n", visible(h.Key), h.Phase, visible(covered(h.Tools)), yesNo(h.Blocking), h.State,
			h.Runs, h.Blocked, h.Errors, millis(h.Average), millis(h.Slowest), visible(h.File), h.Line)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, h := range list {
		if h.Reason != "" {
			fmt.Fprintf(s.Stdout, "%s: %s\n", visible(h.Key), clean(withAction(h.Reason, h.Action)))
		}
		if h.Needs != "" {
			fmt.Fprintf(s.Stdout, "%s: %s\n", visible(h.Key), clean(h.Needs))
		}
		if h.LastError != "" {
			fmt.Fprintf(s.Stdout, "%s: its last error: %s\n", visible(h.Key), clean(h.LastError))
		}
	}
	return nil
}

func hookLine(h hookstate.Line) hookJSON {
	line := hookJSON{
		ID: h.Key, Type: h.Phase, Tools: h.Tools, Command: h.Command, Blocking: h.Blocking, Enabled: h.Enabled, State: string(h.State), Reason: h.Reason, Needs: h.Needs,
		File: h.File, Line: h.Line, Runs: h.Runs, Blocked: h.Blocked, Errors: h.Errors, LastError: h.LastError,
		Average: float64(h.Average.Microseconds()) / 1000, Slowest: float64(h.Slowest.Microseconds()) / 1000,
	}
	if line.Tools == nil {
		line.Tools = []string{}
	}
	if !h.LastRun.IsZero() {
		line.LastRun = h.LastRun.UTC().Format(time.RFC3339)
	}
	return line
}

// covered says which tools a list is for.
func covered(list []string) string {
	if len(list) == 0 {
		return "all"
	}
	return strings.Join(list, ",")
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func millis(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

type hooksTestCmd struct {
	Hook string `arg:"" help:"The hook's id."`
	JSON string `arg:"" optional:"" name:"json" help:"The call: {\"tool\":…,\"input\":{…}}, for a post_tool hook also \"content\"; or @FILE."`
	Call string `help:"A recorded call instead: its id, or its first characters." placeholder:"ID"`
}

// Run runs one hook against a call. It ends with 3 if the hook would refuse the
// call or stop the run, and with 1 if what it made of the input does not fit.
func (c hooksTestCmd) Run(s *session) (err error) {
	if (c.JSON == "") == (c.Call == "") {
		return usagef(`give the call as JSON, such as '{"tool":"bash","input":{"command":"ls"}}', or a recorded one with --call ID`)
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	call, err := c.read(s, o, space)
	if err != nil {
		return usage{err}
	}
	t, err := space.Hooks().Try(s.ctx, c.Hook, call)
	if err != nil {
		return usage{err}
	}
	if s.app.JSON {
		if err := s.print(t); err != nil {
			return err
		}
	} else {
		c.show(s, t)
	}
	switch {
	case t.Outcome == "blocks" || t.Outcome == "stops":
		return exit(ExitRefused)
	case !t.Fits:
		return exit(ExitFailed)
	}
	return nil
}

// read makes the call of the arguments.
func (c hooksTestCmd) read(s *session, o *operator.Operator, space *operator.Space) (call hookstate.Call, err error) {
	if c.Call != "" {
		id, err := o.History().FindCall(s.ctx, c.Call)
		if err != nil {
			return call, err
		}
		return space.Hooks().Recorded(s.ctx, id)
	}
	raw := []byte(c.JSON)
	if file, ok := strings.CutPrefix(c.JSON, "@"); ok {
		if raw, err = s.readFile(file); err != nil {
			return call, err
		}
	}
	if err := json.Unmarshal(raw, &call); err != nil {
		return call, fmt.Errorf("the call is not valid JSON: %w", err)
	}
	if call.Tool == "" {
		return call, fmt.Errorf(`the call names no tool: write {"tool":"bash","input":{…}}`)
	}
	return call, nil
}

// show prints a trial for a person.
func (hooksTestCmd) show(s *session, t hookstate.Trial) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(s.Stdout, "%-9s %s\n", name, strings.ReplaceAll(cleanText(fmt.Sprintf(format, args...)), "\n", "\n          "))
	}
	line("outcome", "%s: %s", t.Outcome, t.Words)
	line("command", "%s", t.Command)
	switch {
	case t.TimedOut:
		line("exit code", "none: it timed out")
	case t.ExitCode < 0:
		line("exit code", "none: it couldn't start")
	default:
		line("exit code", "%d", t.ExitCode)
	}
	line("took", "%s", millis(t.Took))
	if t.Input != nil {
		line("input", "%s", t.Input)
	}
	if t.Content != nil {
		line("content", "%s", *t.Content)
	}
	if !t.Fits {
		line("but", "the input it returned is invalid: %s", t.Misfit)
	}
	for _, stream := range []struct{ name, text string }{{"stdout", t.Stdout}, {"stderr", t.Stderr}} {
		for text := range strings.Lines(stream.text) {
			line(stream.name, "%s", strings.TrimRight(text, "\n"))
		}
	}
}

type hooksEnableCmd struct {
	Hook string `arg:"" help:"The hook's id."`
}

// Run turns a hook on.
func (c hooksEnableCmd) Run(s *session) error { return switchHook(s, c.Hook, true) }

type hooksDisableCmd struct {
	Hook string `arg:"" help:"The hook's id."`
}

// Run turns a hook off.
func (c hooksDisableCmd) Run(s *session) error { return switchHook(s, c.Hook, false) }

func switchHook(s *session, id string, on bool) (err error) {
	if walls.InRoom() {
		fmt.Fprintln(s.Stderr, "handrail: refused: an agent started this program (it runs in Handrail's sandbox), and agents can't turn hooks on or off")
		return exit(ExitRefused)
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := space.Hooks().Switch(s.ctx, id, on); err != nil {
		return usage{err}
	}
	if on {
		fmt.Fprintf(s.Stderr, "The hook %s is on.\n", clean(id))
	} else {
		fmt.Fprintf(s.Stderr, "The hook %s is off. To turn it on again: handrail hooks enable %[1]s\n", clean(id))
	}
	return nil
}
