package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/doctor"
)

// toolsCmd lists the tools of a space, and turns them off and on.
type toolsCmd struct {
	List toolsListCmd `cmd:"" default:"withargs" help:"List tools with their state and why one is missing."`
	Off  toolsOffCmd  `cmd:"" help:"Turn a tool off for all agents, in all spaces."`
	On   toolsOnCmd   `cmd:"" help:"Turn a tool on again."`
}

type toolsListCmd struct {
	Agent string `help:"Show the tools as this agent sees them, and which line of its lists excludes one." placeholder:"ID"`
}

// toolLine is a tool as --json lists it (docs/spec/01-command-line.md). With
// --agent it also says whether that agent may call it.
type toolLine struct {
	Name        string          `json:"name"`
	Qualified   string          `json:"qualified"`
	Source      string          `json:"source"`
	State       string          `json:"state"`
	Reason      string          `json:"reason,omitempty"`
	File        string          `json:"file,omitempty"` // where the reason stands
	Available   *bool           `json:"available,omitempty"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input"`
	SideEffect  bool            `json:"side_effect"`
	Idempotent  bool            `json:"idempotent"`
	Confirm     bool            `json:"confirm"`
	Next        string          `json:"next,omitempty"` // what to do about it
}

// Run lists every tool, whatever its state, in look-up order.
func (c toolsListCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	s.waitServers(space)
	list, err := space.Tools().For(c.Agent)
	if err != nil {
		return usage{err}
	}
	if s.app.JSON {
		lines := make([]toolLine, 0, len(list))
		for _, t := range list {
			lines = append(lines, c.line(t))
		}
		return s.print(map[string]any{"tools": lines})
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tSOURCE\tSTATE\tDESCRIPTION OR REASON")
	for _, t := range list {
		text, state := short(firstLine(t.Info.Description)), string(t.State)
		if !t.Available {
			text = t.Why
			if t.Pattern != "" || state == "ready" {
				state = "not offered"
			}
			if next := withAction(t.Next, t.Action); next != "" && next != text {
				text = join("; ", text, next)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", visible(t.Qualified), visible(t.Info.Source), state, visible(text))
	}
	return w.Flush()
}

// waitServers waits for servers that have never said what they have, and says so if
// that takes a while.
func (s *session) waitServers(space *operator.Space) {
	var names []string
	for _, f := range space.Servers().Unknown() {
		names = append(names, f.Name)
	}
	if len(names) == 0 {
		return
	}
	told := time.AfterFunc(time.Second, func() {
		fmt.Fprintf(s.Stderr, "Waiting up to 30 seconds for servers to list their tools: %s.\n", visible(strings.Join(names, ", ")))
	})
	defer told.Stop()
	space.Servers().Wait(s.ctx)
}

func (c toolsListCmd) line(t operator.ToolState) toolLine {
	e := t.Entry
	line := toolLine{
		Name: e.Info.Name, Qualified: e.Qualified, Source: e.Info.Source, State: string(e.State), Reason: t.Why, Title: e.Info.Title,
		Description: e.Info.Description, Input: json.RawMessage("{}"), SideEffect: e.Info.SideEffect, Idempotent: e.Info.Idempotent, Confirm: e.Info.Confirm,
	}
	if !t.Available {
		line.File, line.Next = t.File, withAction(t.Next, t.Action)
	}
	if c.Agent != "" {
		line.Available = &t.Available
	}
	if e.Info.Input != nil {
		line.Input = e.Info.Input.JSON()
	}
	return line
}

type toolsOffCmd struct {
	Name string `arg:"" help:"The tool's short name, full name or alias."`
}

// Run turns a tool off.
func (c toolsOffCmd) Run(s *session) error { return s.switchTool(c.Name, false) }

type toolsOnCmd struct {
	Name string `arg:"" help:"The tool's short name, full name or alias."`
}

// Run turns a tool on again.
func (c toolsOnCmd) Run(s *session) error { return s.switchTool(c.Name, true) }

// switchTool turns a tool off or on, for every agent and in every space.
func (s *session) switchTool(name string, on bool) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	qualified, err := space.Tools().Switch(s.ctx, name, on)
	if err != nil {
		return usage{err}
	}
	if on {
		fmt.Fprintf(s.Stderr, "%s is on.\n", clean(qualified))
		return nil
	}
	fmt.Fprintf(s.Stderr, "%s is off for all agents, in all spaces. To turn it on again: handrail tools on %s\n", clean(qualified), clean(qualified))
	return nil
}

// doctorCmd says what works here.
type doctorCmd struct{}

// A finding is one of the doctor's, with what to do about it in words.
type finding struct {
	doctor.Finding
	Action string `json:"action,omitempty"`
}

// Run prints each finding with what to do about it.
func (doctorCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	area := ""
	for _, f := range doctor.New(o.Operator).Examine(s.ctx, space) {
		todo := cmp.Or(f.Advice, actionWords(f.Action))
		if s.app.JSON {
			if err := s.print(finding{f, todo}); err != nil {
				return err
			}
			continue
		}
		if f.Area != area {
			area = f.Area
			fmt.Fprintf(s.Stdout, "\n%s\n", area)
		}
		fmt.Fprintf(s.Stdout, "  %-7s  %s: %s\n", f.State, clean(f.Name), clean(f.Text))
		if todo != "" {
			fmt.Fprintf(s.Stdout, "           → %s\n", clean(todo))
		}
	}
	return nil
}
