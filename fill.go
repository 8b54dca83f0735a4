package main

import (
	"encoding/json"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"handrail/operator"
	"handrail/operator/news"
	"handrail/tools"
)

// Pure functions that fill the views.

// each makes a list of views; it is never nil.
func each[T, V any](list []T, view func(T) V) []V {
	out := make([]V, 0, len(list))
	for _, item := range list {
		out = append(out, view(item))
	}
	return out
}

// sentence begins a clause with a capital.
func sentence(clause string) string {
	if clause == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(clause)
	return string(unicode.ToUpper(first)) + clause[size:]
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func runView(r operator.Run) RunView {
	return RunView{
		ID: r.ID, Space: r.Space, Session: r.Session, Origin: string(r.Origin), Agent: r.Agent, Model: r.Model, Title: r.Title, State: string(r.State),
		Reason: r.Reason, Started: timeText(r.Started), Ended: timeText(r.Ended), Calls: r.Calls, InputTokens: r.InputTokens, OutputTokens: r.OutputTokens,
	}
}

func eventView(e operator.Record) EventView {
	return EventView{Seq: e.Seq, Run: e.Run, Call: e.Call, Time: timeText(e.Time), Kind: string(e.Kind), Data: string(e.Data)}
}

func effectView(e tools.Effect) EffectView { return EffectView{Kind: string(e.Kind), Target: e.Target} }

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
		Name: name, Qualified: e.Qualified, Title: e.Info.Title, Description: e.Info.Description, Source: e.Info.Source, State: string(e.State),
		Reason: e.Reason, Category: e.Info.Category, Icon: e.Info.Icon, SideEffect: e.Info.SideEffect, Idempotent: e.Info.Idempotent,
		Confirm: e.Info.Confirm, Danger: string(danger), TimeoutSeconds: e.Info.Timeout.Seconds(),
	}
}

func toolDetailView(e tools.Entry) ToolDetailView {
	input := json.RawMessage(`{"type":"object"}`)
	if e.Info.Input != nil {
		input = e.Info.Input.JSON()
	}
	return ToolDetailView{Tool: toolView(e), Input: string(input), Docs: e.Info.Docs, Declared: e.Info.File, Command: e.Info.Template}
}

// viewOf is the view of what was found, or the error.
func viewOf[T, V any](found T, err error, view func(T) V) (V, error) {
	if err != nil {
		var none V
		return none, err
	}
	return view(found), nil
}

// pageOf makes a page of at most limit events of one more than that.
func pageOf(events []operator.Record, err error) func(limit int) (EventsPageView, error) {
	return func(limit int) (EventsPageView, error) {
		more := len(events) > limit
		if more {
			events = events[:limit]
		}
		return EventsPageView{Events: each(events, eventView), More: more}, err
	}
}

func doctorView(f operator.Finding) DoctorView {
	return DoctorView{Area: f.Area, Name: f.Name, State: f.State, Text: f.Text, Action: f.Action}
}

func agentView(a operator.Agent) AgentView {
	model := a.Model
	if a.Provider != "" && model != "" {
		model = a.Provider + "/" + model
	}
	return AgentView{ID: a.ID, Name: a.Name, Description: a.Description, Model: model}
}

func spaceView(s *operator.Space) SpaceView {
	d := s.Declared()
	v := SpaceView{
		Path: s.Dir(), Name: d.Name, Description: d.Manifest.Description, Icon: d.Manifest.Icon, Trust: string(s.Trust()),
		Unavailable: s.Unavailable(), Mode: string(s.Mode()), Tour: s.Tour(), Agents: each(s.Agents(), agentView),
	}
	for _, p := range s.Problems() {
		if p.Severity == "error" {
			v.Errors++
		} else {
			v.Warnings++
		}
	}
	return v
}

func problemView(p operator.Problem) ProblemView {
	return ProblemView{Severity: p.Severity, File: p.File, Line: p.Line, Text: p.Text}
}

func inventoryView(s *operator.Space) InventoryView {
	inv := s.Inventory()
	return InventoryView{
		Space: s.Dir(), Digest: inv.Digest, Notes: append([]string{}, inv.Notes...),
		Items: each(inv.Items, func(i operator.Item) InventoryItemView {
			return InventoryItemView{Kind: kindOf(i), Name: i.Name, File: i.File, Detail: i.Detail, SHA256: i.SHA256}
		}),
	}
}

// kindOf is the page's word for a kind of item.
func kindOf(i operator.Item) string {
	switch i.Kind {
	case "script":
		return "file"
	}
	return i.Kind
}

func sessionView(s news.Session) SessionView {
	return SessionView{ID: s.ID, Space: s.Space, Title: s.Title, Agent: s.Agent, Model: s.Model, Updated: timeText(s.Updated), Running: s.Running}
}

func chatView(c *operator.Chat) SessionView { return sessionView(c.Session()) }

func previewView(f operator.Forecast) PreviewView {
	v := PreviewView{
		Title: f.Preview.Title, Detail: f.Preview.Detail, Folder: f.Preview.Folder, Effects: each(f.Preview.Effects, effectView), Digest: f.Preview.Digest,
		Violations: each(f.Violations, violationView),
	}
	switch v.Decision = string(f.Verdict.Outcome); v.Decision {
	case "allow":
		v.Decision = "run"
	case "ask":
	default: // what is not known is no yes
		v.Decision = "deny"
	}
	v.Why = sentence(f.Verdict.By)
	if f.Verdict.Reason != "" {
		v.Why = sentence(f.Verdict.Reason) + " (" + f.Verdict.By + ")"
	}
	if f.Refusal != nil {
		v.Code, v.Message = string(f.Refusal.Code), f.Refusal.Message
	}
	return v
}

func violationView(v operator.Violation) ViolationView {
	return ViolationView{Path: pointer(v.Path), Message: v.Message}
}

func handsView(f operator.HandsFile) HandsView {
	return HandsView{Text: f.Text, Digest: f.Digest, Exists: f.Exists, Check: handsCheckView(f.Check)}
}

func handsCheckView(c operator.HandsCheck) HandsCheckView {
	return HandsCheckView{Hands: each(c.Hands, handView), Problems: each(c.Problems, handProblemView)}
}

func handView(h operator.CheckedHand) HandView {
	danger := h.Danger
	if danger == "" {
		danger = string(tools.Safe)
	}
	return HandView{
		Name: h.Name, Qualified: h.Qualified, Description: h.Description, Argv: append([]string{}, h.Command...), Danger: danger, Confirm: h.Confirm,
		Disabled: h.Disabled, Rejected: h.Rejected, Input: h.Input,
	}
}

func handProblemView(p operator.HandProblem) HandProblemView {
	v := HandProblemView{Severity: "error", Hand: p.Tool, Field: p.Field, Line: p.Line, Text: p.String()}
	if p.Minor {
		v.Severity = "warning"
	}
	return v
}

func handArgvView(a operator.HandArgv) HandArgvView {
	return HandArgvView{
		Argv: append([]string{}, a.Argv...), Dropped: append([]string{}, a.Dropped...), Folder: a.Folder, Violations: each(a.Violations, violationView), Message: a.Why,
	}
}

func savedHandsView(s operator.SavedHands) SavedHandsView {
	return SavedHandsView{Saved: s.Saved, Now: handsView(s.Now), Difference: s.Difference, Note: s.Note}
}

func handCallView(c operator.HandCall) HandCallView {
	v := HandCallView{
		Run: c.Run, Call: c.Call, Time: timeText(c.Time), Status: c.Status, Code: c.Code, DurationMs: c.Millis, Who: c.Who.String(), Detail: c.Detail,
	}
	if c.Exit != nil {
		v.Exit = strconv.Itoa(*c.Exit)
	}
	return v
}

func handProposalsView(p operator.HandProposal) HandProposalsView {
	v := HandProposalsView{Hands: []HandProposalView{}, Notes: []string{}}
	for _, h := range p.Hands {
		raw, err := json.Marshal(h.Hand)
		if err != nil { // texts, numbers and lists: it cannot be
			v.Notes = append(v.Notes, h.Name+": "+err.Error())
			continue
		}
		v.Hands = append(v.Hands, HandProposalView{Name: h.Name, Description: h.Hand.Description, Argv: append([]string{}, h.Hand.Command...), From: h.From, Why: h.Why, JSON: string(raw)})
	}
	if p.Blocked != "" {
		v.Notes = append(v.Notes, p.Blocked+".")
	}
	for _, s := range p.Skipped {
		v.Notes = append(v.Notes, strings.TrimSpace(s.Name+" in "+s.From)+": "+s.Why)
	}
	return v
}

// pointer makes a JSON pointer of a path like "tags[2]".
func pointer(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.NewReplacer("~", "~0", "/", "~1", "[", "/", "]", "", ".", "/").Replace(path)
}

func providerView(p operator.ProviderStatus) ProviderView {
	return ProviderView{
		Name: p.Name, Type: p.Type, URL: p.URL, HasKey: p.HasKey, State: string(p.State), Reason: p.Reason, Models: append([]string{}, p.Models...),
	}
}

func localServerView(s operator.LocalServer) LocalServerView {
	return LocalServerView{Name: s.Name, URL: s.URL, Models: append([]string{}, s.Models...)}
}

func settingsView(s operator.SettingsState, err error) (SettingsView, error) {
	return SettingsView{
		Theme: s.Theme, DefaultModel: s.DefaultModel, Providers: each(s.Providers, providerView), File: s.File, Problem: s.Problem,
	}, err
}

// appEvent is the one payload of the one event. It is false where the event is about
// a space that was closed meanwhile.
func appEvent(o *operator.Operator, e news.Event) (AppEvent, bool) {
	out := AppEvent{Kind: string(e.Kind)}
	switch {
	case e.Journal != nil:
		v := eventView(e.Journal.Event)
		out.Journal, out.Space, out.Session = &v, e.Journal.Space, e.Journal.Session
	case e.Delta != nil:
		out.Delta = &DeltaView{Session: e.Delta.Session, Run: e.Delta.Run, Text: e.Delta.Text}
	case e.Output != nil:
		out.Output = &OutputView{Run: e.Output.Run, Call: e.Output.Call, Stream: e.Output.Stream, Text: e.Output.Text}
	case e.Ask != nil:
		v := questionView(*e.Ask)
		out.Question = &v
	case e.Form != nil:
		v := formView(*e.Form)
		out.Form = &v
	case e.Folder != "":
		s, err := o.Space(e.Folder)
		if err != nil {
			return out, false
		}
		v := spaceView(s)
		out.Changed = &v
	case e.Session != nil:
		v := sessionView(*e.Session)
		out.Chat = &v
	case e.Notice != nil:
		out.Notice = &NoticeView{Level: e.Notice.Level, Text: e.Notice.Text, Run: e.Notice.Run}
	}
	return out, true
}

// commit is the commit that this program was built from, if it is known.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
