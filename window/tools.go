package window

import (
	"cmp"
	"encoding/json"
	"strings"

	"handrail/operator"
	"handrail/operator/skills"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// Tools is the tools and skills of a space, and trying one, as the page asks for them.
type Tools struct{ *app }

// Tools lists the tools of a space.
func (a *Tools) Tools(space string) ([]ToolView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) []ToolView { return each(s.Registry().Entries(), toolView) })
}

// Tool shows one tool whole.
func (a *Tools) Tool(space, qualified string) (ToolDetailView, error) {
	e, err := a.o.Tool(space, qualified)
	return viewOf(e, err, toolDetailView)
}

// Preview settles a call without running it. input is a JSON object as text.
func (a *Tools) Preview(space, tool, input string) (PreviewView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) PreviewView { return previewView(s.Forecast(a.ctx, tool, input)) })
}

// TryTool starts a call and returns at once. It calls through the door, in the
// window's own session of the space. digest is what the preview showed: the call asks
// again if it would now be another act.
func (a *Tools) TryTool(space, tool, input, digest string) (StartedCallView, error) {
	run, call, err := a.o.Try(space, tool, input, digest)
	return StartedCallView{Run: run, Call: call}, err
}

// ToolsFor lists the tools of a space as an agent has them. agent "" is the person.
func (a *Tools) ToolsFor(space, agent string) ([]ToolForView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	list, err := s.Tools().For(agent)
	return each(list, toolForView), err
}

// SetToolOff takes a tool from every agent, or gives it back. That holds in every
// space.
func (a *Tools) SetToolOff(space, tool string, off bool) error {
	s, err := a.o.Space(space)
	if err == nil {
		_, err = s.Tools().Switch(a.ctx, tool, !off)
	}
	return err
}

// Skills lists the skills of a space. Those that count come first, by name.
func (a *Tools) Skills(space string) ([]SkillView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) []SkillView { return each(s.Skills().List(), skillView) })
}

// ToolView is a tool in the list.
type ToolView struct {
	// The name that works in a call: bare where that is unique.
	Name        string `json:"name"`
	Qualified   string `json:"qualified"`
	Title       string `json:"title"`
	Description string `json:"description"`
	// builtin, custom, manifest, hand, bridge, mcp:<server>.
	Source string      `json:"source"`
	State  tools.State `json:"state"`
	// Why it is not ready.
	Reason         string       `json:"reason"`
	Category       string       `json:"category"`
	Icon           string       `json:"icon"`
	SideEffect     bool         `json:"sideEffect"`
	Idempotent     bool         `json:"idempotent"`
	Confirm        bool         `json:"confirm"`
	Danger         tools.Danger `json:"danger"`
	TimeoutSeconds float64      `json:"timeoutSeconds"`
}

// ToolDetailView is a tool with its schema.
type ToolDetailView struct {
	Tool ToolView `json:"tool"`
	// JSON Schema, as text.
	Input string `json:"input"`
	// Markdown, as its author wrote it for the model.
	Docs string `json:"docs"`
	// Where it is declared, "file:line" relative to the space; "" for built-in ones.
	Declared string `json:"declared"`
	// Its template or argv as declared; "" if there is none.
	Command string `json:"command"`
}

// EffectView is one thing that an act would do.
type EffectView struct {
	Kind tools.EffectKind `json:"kind"`
	// A path, a program, a host or a job.
	Target string `json:"target"`
}

// ViolationView is one thing that is wrong with an input.
type ViolationView struct {
	// JSON pointer into the input, also to what is missing there; "" = the whole.
	Path string `json:"path"`
	// What is wrong there, to stand behind its name: "must be a number", "is required".
	Message string `json:"message"`
}

// PreviewView is what a call would do.
type PreviewView struct {
	Title string `json:"title"`
	// The title as a code, for the language of the page; absent = only title says it.
	Heading *ClauseView `json:"heading,omitempty"`
	// The command line, argv, path or difference, whole.
	Detail string `json:"detail"`
	// The folder in which it would run.
	Folder  string       `json:"folder"`
	Effects []EffectView `json:"effects"`
	Digest  string       `json:"digest"`
	// It can be rehearsed, where this machine can: see CannotRehearse.
	Rehearses bool     `json:"rehearses"`
	Decision  Decision `json:"decision"`
	// Why, in a sentence; names the rule, hook or mode and its file.
	Why string `json:"why"`
	// What that was made of, for the language of the page.
	Verdict *ForeseenView `json:"verdict,omitempty"`
	// Not empty: the input is not valid, and all of the above is empty.
	Violations []ViolationView `json:"violations"`
	// An error code of docs/spec/01-command-line.md#error-codes with its sentence, if it could not be prepared (such as invalid_path).
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ForeseenView is why a call that has not been made would run, ask or be refused.
type ForeseenView struct {
	Reason  string       `json:"reason"`
	Because []ClauseView `json:"because"`
	By      string       `json:"by"`
	Decider DeciderView  `json:"decider"`
}

// StartedCallView is a call that has been started.
type StartedCallView struct {
	Run  string `json:"run"`
	Call string `json:"call"`
}

// ToolForView is a tool as one agent has it.
type ToolForView struct {
	Tool ToolView `json:"tool"`
	// The agent may call it.
	Available bool `json:"available"`
	// Why not, a sentence.
	Why string `json:"why"`
	// Where that stands: "agent/reviewer.md:6"; "" = in no file.
	Where string `json:"where"`
	// What to do about it, a clause; "" = nothing.
	Next string `json:"next"`
	// The person has turned it off, in every space.
	Off bool `json:"off"`
}

// SkillView is a skill, or a file that cannot be one.
type SkillView struct {
	// Of one that cannot be read: its file.
	Name        string `json:"name"`
	Description string `json:"description"`
	Version     string `json:"version"`
	// Words and phrases of the person's that bring it up.
	Triggers []string `json:"triggers"`
	// Tools of internal servers that it brings up, as patterns.
	AllowedTools []string            `json:"allowedTools"`
	Variables    []SkillVariableView `json:"variables"`
	// Relative to the space.
	File string `json:"file"`
	// Of its text, in bytes.
	Size int `json:"size"`
	// old: agents read it as it was trusted. held-back, gone, untrusted, broken: no agent reads it.
	State skills.State `json:"state"`
	// Why it does not count as its file has it; "" = it does.
	Why string `json:"why"`
	// What is odd about it, though it counts.
	Notes []string `json:"notes"`
	// What starts it in a chat: "/releasing"; "" = nothing does, and noLine says why.
	Line   string `json:"line"`
	NoLine string `json:"noLine"`
	// Ids of the agents that have it.
	Agents []string `json:"agents"`
}

// SkillVariableView is what a skill's text leaves open.
type SkillVariableView struct {
	Name string `json:"name"`
	// What it is where nobody says; "" = nothing.
	Value string `json:"value"`
}

func effectView(e tools.Effect) EffectView { return EffectView{Kind: e.Kind, Target: e.Target} }

func toolView(e tools.Entry) ToolView {
	name := e.Info.Name
	if e.State == tools.Ready && e.Qualified != name && e.Model != "" {
		name = e.Qualified
	}
	danger := e.Info.Danger
	if danger == "" {
		danger = tools.Safe
	}
	return ToolView{
		Name: name, Qualified: e.Qualified, Title: e.Info.Title, Description: e.Info.Description, Source: e.Info.Source, State: e.State,
		Reason: withAction(e.Reason, e.Action), Category: e.Info.Category, Icon: e.Info.Icon, SideEffect: e.Info.SideEffect, Idempotent: e.Info.Idempotent,
		Confirm: e.Info.Confirm, Danger: danger, TimeoutSeconds: e.Info.Timeout.Seconds(),
	}
}

func toolDetailView(e tools.Entry) ToolDetailView {
	input := json.RawMessage(`{"type":"object"}`)
	if e.Info.Input != nil {
		input = e.Info.Input.JSON()
	}
	return ToolDetailView{Tool: toolView(e), Input: string(input), Docs: e.Info.Docs, Declared: e.Info.File, Command: e.Info.Template}
}

func previewView(f operator.Forecast) PreviewView {
	v := PreviewView{
		Title: f.Preview.Title, Heading: codeView(f.Preview.Heading), Detail: f.Preview.Detail, Folder: f.Preview.Folder, Effects: each(f.Preview.Effects, effectView), Digest: f.Preview.Digest,
		Rehearses:  f.Preview.Rehearses,
		Violations: each(f.Violations, violationView),
	}
	switch f.Verdict.Outcome {
	case guard.Allow:
		v.Decision = DecideRun
	case guard.Ask:
		v.Decision = DecideAsk
	default: // what is not known is no yes
		v.Decision = DecideDeny
	}
	v.Verdict = &ForeseenView{Reason: f.Verdict.Reason.String(), Because: clauseViews(f.Verdict.Reason), By: f.Verdict.By.String(), Decider: deciderView(f.Verdict.By)}
	v.Why = sentence(f.Verdict.By.String())
	if f.Verdict.Reason.String() != "" {
		v.Why = sentence(f.Verdict.Reason.String()) + " (" + f.Verdict.By.String() + ")"
	}
	if f.Refusal != nil {
		v.Code, v.Message = string(f.Refusal.Code), withAction(f.Refusal.Message, f.Refusal.Action)
	}
	return v
}

func violationView(v operator.Violation) ViolationView {
	if v.Missing != "" { // the page names it
		return ViolationView{Path: pointer(v.Path) + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(v.Missing), Message: "is required"}
	}
	return ViolationView{Path: pointer(v.Path), Message: v.Message}
}

func toolForView(t operator.ToolState) ToolForView {
	return ToolForView{
		Tool: toolView(t.Entry), Available: t.Available, Why: sentence(cmp.Or(t.Why, t.Reason)), Where: t.File, Next: withAction(t.Next, t.Action), Off: t.State == tools.Disabled && t.Tool != nil,
	}
}

// hints are what a server says of its tool, in words.
func hints(i tools.Info) []string {
	out := []string{}
	if !i.Claimed {
		return out
	}
	if !i.SideEffect {
		return append(out, "only reads")
	}
	if i.Danger == tools.High {
		out = append(out, "may destroy")
	}
	if i.Idempotent {
		out = append(out, "safe to repeat")
	}
	return out
}

func skillView(k skills.View) SkillView {
	return SkillView{
		Name: k.Name, Description: k.Description, Version: k.Version, Triggers: append([]string{}, k.Triggers...), AllowedTools: append([]string{}, k.AllowedTools...),
		Variables: each(k.Variables, func(v skills.Variable) SkillVariableView { return SkillVariableView(v) }), File: k.File, Size: k.Size,
		State: k.State, Why: named(k.Name, k.Reason), Notes: each(k.Notes, sentence), Line: k.Line, NoLine: sentence(k.NoLine), Agents: append([]string{}, k.Agents...),
	}
}
