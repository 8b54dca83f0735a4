package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/internal/proc"
	"handrail/internal/terminal"
	"handrail/journal"
	"handrail/mcp"
	"handrail/operator/settings"
	"handrail/operator/skills"
	"handrail/operator/trust"
	"handrail/pipeline"
	"handrail/tools"
)

// A ToolState is a tool as one agent finds it: there, or not there and why
// (docs/spec/04-names.md). Its Entry is the registry's, the same for every agent.
type ToolState struct {
	tools.Entry
	Available bool   // this agent may call it
	Why       string // why not, in a sentence that says where that stands
	File      string // where: "agent/ops.md:4", a definition's file, settings.json; "" if in none
	Pattern   string // what the agent's blockedTools says: "bash*"
	Next      string // what to do about it outside of Handrail, or that Action has no words for
}

// A ServerTool is one tool of a server, whatever its state.
type ServerTool struct {
	ToolState
	Ask    bool // a rule of the settings asks about it: see permits.Book.AskTool
	Off    bool // the person has turned it off: see Toolbox.Switch
	Tokens int  // what its definition costs a model at every turn, roughly
}

// A Toolbox is the tools of a space, as the person sees them and turns them off.
type Toolbox struct{ s *Space }

// Tools are the tools of the space, whatever their state.
func (s *Space) Tools() Toolbox { return Toolbox{s} }

// For lists every tool of the space, in look-up order, as an agent finds it;
// "" asks for no agent: what the person may call. The door refuses what is not
// available with the same words. An unknown agent is an error.
func (b Toolbox) For(id string) ([]ToolState, error) {
	var scope tools.Scope
	if id != "" {
		a, ok := b.s.Agent(id)
		if !ok {
			return nil, b.noAgent(id)
		}
		scope = skills.ScopeOf(a, nil)
	}
	entries := b.s.Registry().Entries()
	out := make([]ToolState, 0, len(entries))
	for _, e := range entries {
		t := ToolState{Entry: e, Available: e.State == tools.Ready, Why: e.Reason}
		if e.State != tools.Ready {
			t.File, t.Next, t.Action = b.whyNot(e)
			out = append(out, t)
			continue
		}
		if l, no := scope.Refuses(e); no {
			t.Available, t.Why, t.File, t.Pattern = false, l.String(), l.At, l.Pattern
			t.Next = "change that list if the agent should have it"
			switch l.List {
			case tools.ByRaised:
				t.Next = b.raiseNext(e)
			case tools.ByKey:
				t.Next = fmt.Sprintf("write %s into the file of an agent that should have it", l.Key)
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// whyNot says where a tool's state comes from, and what to do about it: outside of
// Handrail, or in it.
func (b Toolbox) whyNot(e tools.Entry) (file, next string, do tools.Action) {
	switch e.State {
	case tools.Disabled:
		if e.Tool == nil && e.Action == (tools.Action{}) { // its author did
			return e.Info.File, "set its \"enabled\" to true if it should be there", tools.Action{}
		}
		return b.s.commons.settings.Path(), "", e.Action
	case tools.Shadowed:
		return e.Info.File, "give it another name", tools.Action{}
	case tools.Rejected:
		return e.Info.File, "fix its definition", tools.Action{Kind: tools.ReadProblems}
	case tools.Barred:
		if e.Action == (tools.Action{}) {
			return e.Info.File, "fix what blocks it", tools.Action{Kind: tools.ReadProblems}
		}
	}
	return e.Info.File, "", e.Action
}

func (b Toolbox) noAgent(id string) error {
	var ids []string
	for _, a := range b.s.Agents() {
		ids = append(ids, a.ID)
	}
	return fmt.Errorf("this space has no agent %q; there is %s", id, strings.Join(ids, ", "))
}

// raiseNext says how an agent gets an internal tool: by a skill that there is, or
// by its own list.
func (b Toolbox) raiseNext(e tools.Entry) string {
	var by []string
	if b.s.trust.State().Level() != trust.Untrusted {
		for _, k := range b.s.Declared().Skills {
			if (tools.Scope{Raised: append([]string{}, k.AllowedTools...)}).Refusal(e) == "" {
				by = append(by, k.Name)
			}
		}
	}
	if len(by) > 0 {
		return "a skill brings it up for a turn: " + strings.Join(by, ", ")
	}
	return fmt.Sprintf("name it in a skill's allowed_tools or in the agent's allowedTools, as %q, or set the server's internal_only to false", e.Qualified)
}

// Switch switches a tool of the person's off or on, in every space, and
// returns its qualified name. The name may be bare, qualified or an alias. A name
// that no tool of this space has is an error that names the nearest ones, unless
// it is on the list already.
func (b Toolbox) Switch(ctx context.Context, name string, on bool) (string, error) {
	qualified, err := b.switched(name)
	if err != nil {
		settings, _, loadErr := b.s.commons.settings.Load()
		if loadErr != nil || !slices.Contains(settings.Off, name) {
			return "", err
		}
		qualified = name // of a tool that is gone
	}
	_, err = b.s.commons.settings.Update(func(all *settings.Settings) error {
		all.Off = slices.DeleteFunc(all.Off, func(off string) bool { return off == qualified || tools.Canonical(off) == qualified })
		if !on {
			all.Off = append(all.Off, qualified)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if err := b.s.commons.reloadAll(ctx); err != nil {
		return "", err
	}
	for _, e := range b.s.Registry().Entries() {
		if on && e.Qualified == qualified && e.State == tools.Disabled && e.Tool != nil {
			return "", fmt.Errorf("%s is still off: %q in %s has its bare name, %q, which turns off every tool of that name; turn that on", qualified, "off", b.s.commons.settings.Path(), e.Info.Name)
		}
	}
	return qualified, nil
}

// switched is the qualified name that a name means, whatever the tool's state.
func (b Toolbox) switched(name string) (string, error) {
	entries := b.s.Registry().Entries()
	var found []string
	for _, e := range entries {
		if e.State != tools.Shadowed && (e.Qualified == name || e.Info.Name == tools.Canonical(name)) {
			found = append(found, e.Qualified)
		}
		if e.Qualified == name {
			return name, nil
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		_, err := b.s.Registry().Lookup(name, tools.Scope{}) // it says which names are near
		if err == nil {
			err = fmt.Errorf("there is no tool %q", name)
		}
		return "", err
	}
	return "", fmt.Errorf("%q is not unique: say which one, %s", name, strings.Join(found, " or "))
}

// OfServer lists every tool of a server, whatever its state.
func (b Toolbox) OfServer(name string) ([]ServerTool, error) {
	if _, err := b.s.servers.Find(name); err != nil {
		return nil, err
	}
	all, err := b.For("")
	if err != nil {
		return nil, err
	}
	settings, _, err := b.s.commons.settings.Load()
	if err != nil {
		return nil, err
	}
	out := []ServerTool{}
	for _, t := range all {
		if t.Info.Source != mcp.SourceName(name) || t.Info.Data != "" || t.Tool == nil && t.State != tools.Rejected {
			continue
		}
		out = append(out, ServerTool{
			ToolState: t, Ask: slices.Contains(settings.Rules.Ask, t.Qualified), Off: t.State == tools.Disabled, Tokens: agent.ToolTokens([]tools.Entry{t.Entry}),
		})
	}
	return out, nil
}

// Try starts one call of the person in the background, as a run of its own, and
// returns at once. digest is what the preview showed: another act asks.
func (o *Operator) Try(dir, tool, input, digest string) (run, call string, err error) {
	s, err := o.Space(dir)
	if err != nil {
		return "", "", err
	}
	call = "c_" + pipeline.NewID()
	ctx, cancel := context.WithCancel(o.ctx)
	calls, err := s.Calls(CallsConfig{Session: trySession(dir), Origin: journal.FromTry, Title: tool, Cancel: cancel})
	if err != nil {
		cancel()
		return "", "", err
	}
	calls.c.Live = o.runs.Live(calls.run, call)
	ctx, done := o.runs.TrackCall(ctx, calls.run, call)
	o.work.Go(func() {
		defer cancel()
		defer done()
		_, _, _ = calls.shown(ctx, call, tool, json.RawMessage(input), tools.Scope{}, digest) // what came of it is in the journal
		if err := calls.Close(); err != nil {
			o.hub.Notice("error", "%v", err)
		}
	})
	return calls.run, call, nil
}

// Tool finds an entry of a space by its qualified name, whatever its state.
func (o *Operator) Tool(dir, qualified string) (tools.Entry, error) {
	s, err := o.Space(dir)
	if err != nil {
		return tools.Entry{}, err
	}
	for _, e := range s.Registry().Entries() {
		if e.Qualified == qualified {
			return e, nil
		}
	}
	return tools.Entry{}, fmt.Errorf("there is no tool %q here", qualified)
}

// StartWindow runs the program with the window and waits for it. It returns its
// exit code.
func StartWindow(ctx context.Context, program, space string) int {
	c := proc.Command{Path: program, Env: os.Environ(), Stdout: terminal.Out(), Stderr: terminal.Err()} // the system's libraries print there, too
	switch {
	case strings.HasPrefix(space, "handrail:"): // an address
		c.Args = []string{"open", space}
	case space != "":
		c.Args = []string{"--space", space}
	}
	out, err := proc.Run(ctx, c)
	if err != nil {
		fmt.Fprintln(terminal.Err(), "handrail:", err)
		return 1
	}
	return out.ExitCode
}
