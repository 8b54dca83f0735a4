package window

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"handrail/operator"
	"handrail/operator/hookstate"
)

// Hooks is the hooks of a space, as the page asks for them.
type Hooks struct{ *app }

// Hooks lists the hooks of a space in the order in which they run.
func (a *Hooks) Hooks(space string) (HooksView, error) { return a.hooks(space, nil) }

// hooks changes something about the hooks of a space, if change is not nil, and
// lists them.
func (a *Hooks) hooks(space string, change func(*operator.Space) error) (HooksView, error) {
	s, err := a.o.Space(space)
	if err == nil && change != nil {
		err = change(s)
	}
	if err != nil {
		return HooksView{}, err
	}
	list, err := s.Hooks().List(a.ctx)
	return viewOf(list, err, hooksView)
}

// SetHookEnabled turns a hook on or off. That counts from the next call on.
func (a *Hooks) SetHookEnabled(space, hook string, enabled bool) (HooksView, error) {
	return a.hooks(space, func(s *operator.Space) error { return s.Hooks().Switch(a.ctx, hook, enabled) })
}

// TestHook runs one hook against a call, and no tool. input is a JSON object as text;
// content is what the tool gave back, for hooks that run after it.
func (a *Hooks) TestHook(space, hook, tool, input, content string) (HookTestView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return HookTestView{}, err
	}
	trial, err := s.Hooks().Try(a.ctx, hook, hookstate.Call{Tool: tool, Input: json.RawMessage(input), Content: content})
	return viewOf(trial, err, hookTestView)
}

// HooksView is every hook of a space.
type HooksView struct {
	Hooks []HookView `json:"hooks"`
	// Where hooks are declared, relative to the space: "agent/hooks".
	Folder string `json:"folder"`
	// The view of the states that other programs read, relative to the space.
	StatesFile string `json:"statesFile"`
}

// HookView is a hook, or an entry of a hooks file that cannot be one.
type HookView struct {
	// Names it in calls and in the address: its id; "file:line" where it has none that can be read.
	Key string `json:"key"`
	ID  string `json:"id"`
	// "" = it cannot be read.
	Phase HookPhase `json:"phase"`
	// As declared: names, aliases and globs; empty = all tools.
	Tools          []string   `json:"tools"`
	Command        string     `json:"command"`
	Blocking       bool       `json:"blocking"`
	Input          HookInput  `json:"input"`
	Format         HookFormat `json:"format"`
	TimeoutSeconds float64    `json:"timeoutSeconds"`
	// Relative to the space.
	File string `json:"file"`
	// From 1; 0 = the whole file.
	Line int `json:"line"`
	// What the person has set. One that is held back or broken does not run all the same.
	Enabled bool            `json:"enabled"`
	State   hookstate.State `json:"state"`
	// Why it does not run, a sentence; "" = it does.
	Why string `json:"why"`
	// What it keeps shut while it does not run: "bash, write", "every tool"; "" = nothing.
	Shuts string `json:"shuts"`
	// What its program may touch beside the space, in so many words; "" = nothing.
	Needs  string `json:"needs"`
	Runs   int64  `json:"runs"`
	Blocks int64  `json:"blocks"`
	Errors int64  `json:"errors"`
	// 0 = it has not run.
	AverageMs float64 `json:"averageMs"`
	SlowestMs float64 `json:"slowestMs"`
	LastRun   string  `json:"lastRun"`
	LastError string  `json:"lastError"`
}

// HookTestView is what one hook made of one call.
type HookTestView struct {
	Outcome HookOutcome `json:"outcome"`
	// It is for this tool. If not, it would not have been asked.
	Covers bool `json:"covers"`
	// What would become of the call, a sentence.
	Words string `json:"words"`
	// "" = it ended without one: it ran out of time, or could not be started.
	ExitCode string `json:"exitCode"`
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	// The new input, JSON as text; "" = it did not change it.
	Input string `json:"input"`
	// The new content, if contentChanged.
	Content        string `json:"content"`
	ContentChanged bool   `json:"contentChanged"`
	// Why the input that goes on is none of the tool; "" = it is one.
	Misfit string `json:"misfit"`
	// The same, place by place.
	Violations []ViolationView `json:"violations"`
	TookMs     float64         `json:"tookMs"`
}

// hooksView lists each hook once: what only says that one is held back is said
// with that hook, which comes before it.
func hooksView(list []hookstate.Line) HooksView {
	v := HooksView{Hooks: []HookView{}, Folder: "agent/hooks", StatesFile: "agent/hooks/hook-states.json"}
	for _, h := range list {
		held := slices.IndexFunc(list, func(held hookstate.Line) bool {
			return h.Of != "" && held.State == hookstate.Held && held.ID == h.Of && held.File == h.File
		})
		if held >= 0 && held < len(v.Hooks) {
			v.Hooks[held].Shuts = shuts(h) // of what was trusted, and of what is there now
			continue
		}
		v.Hooks = append(v.Hooks, hookView(h))
	}
	return v
}

func hookView(h hookstate.Line) HookView {
	return HookView{
		Key: h.Key, ID: h.ID, Phase: HookPhase(h.Phase), Tools: append([]string{}, h.Tools...), Command: h.Command, Blocking: h.Blocking, Input: HookInput(h.Input), Format: HookFormat(h.Format),
		TimeoutSeconds: h.Timeout.Seconds(), File: h.File, Line: h.Line, Enabled: h.Enabled, State: h.State, Why: withAction(h.Reason, h.Action), Shuts: shuts(h), Needs: h.Needs,
		Runs: h.Runs, Blocks: h.Blocked, Errors: h.Errors, AverageMs: millis(h.Average), SlowestMs: millis(h.Slowest), LastRun: timeText(h.LastRun), LastError: h.LastError,
	}
}

// shuts names the tools that a hook keeps shut while it does not run.
func shuts(h hookstate.Line) string {
	var names []string
	for _, t := range h.Tools { // of what was trusted and of what is there now, some are the same
		if !slices.Contains(names, t) {
			names = append(names, t)
		}
	}
	tools := strings.Join(names, ", ")
	switch {
	case !h.Shuts:
		return ""
	case tools == "" && h.Acts:
		return "every tool with a side effect"
	case tools == "":
		return "every tool"
	case h.Acts:
		return "what has a side effect of " + tools
	}
	return tools
}

func hookTestView(t hookstate.Trial) HookTestView {
	v := HookTestView{
		Outcome: HookOutcome(t.Outcome), Covers: t.Covers, Words: sentence(t.Words), Stdout: t.Stdout, Stderr: t.Stderr, Input: string(t.Input), Misfit: sentence(t.Misfit),
		Violations: each(t.Violations, violationView), TookMs: millis(t.Took),
	}
	if t.Content != nil {
		v.Content, v.ContentChanged = *t.Content, true
	}
	if t.ExitCode >= 0 && !t.TimedOut {
		v.ExitCode = strconv.Itoa(t.ExitCode)
	}
	return v
}
