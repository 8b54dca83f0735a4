package window

import (
	"time"

	"handrail/operator"
	"handrail/operator/history"
	"handrail/operator/origins"
	"handrail/operator/replay"
	"handrail/tools"
)

// Replay judges recorded calls by the rules as they are now, and by the hooks.
func (a *Rules) Replay(space string, count int, hooks bool) (ReplayView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ReplayView{}, err
	}
	began := time.Now()
	found, err := replay.Run(a.ctx, a.o, s, replay.Config{Last: count, Hooks: hooks})
	return replayView(found, hooks, time.Since(began)), err
}

// ReplayView is what would become of recorded calls now.
type ReplayView struct {
	// How many were looked at, the newest ones.
	Calls     int `json:"calls"`
	Unchanged int `json:"unchanged"`
	// Of these, those that ask now as they did then, and that the person answered.
	Answered int `json:"answered"`
	Changed  int `json:"changed"`
	// Of those that changed, by what would become of them.
	WouldRun  int `json:"wouldRun"`
	WouldAsk  int `json:"wouldAsk"`
	WouldDeny int `json:"wouldDeny"`
	// They would go on with another input.
	WouldChange int `json:"wouldChange"`
	// Calls that could not be judged again, by reason.
	Skipped []ReplaySkippedView `json:"skipped"`
	// Newest first; more may have changed than are listed.
	Changes []ReplayChangeView `json:"changes"`
	// Hooks were run for it.
	Hooks  bool    `json:"hooks"`
	TookMs float64 `json:"tookMs"`
}

// ReplaySkippedView counts calls that could not be judged again.
type ReplaySkippedView struct {
	Why   string `json:"why"`
	Count int    `json:"count"`
	// One such call.
	Call string `json:"call"`
}

// ReplayChangeView is a call whose fate would be another.
type ReplayChangeView struct {
	Run   string   `json:"run"`
	Call  string   `json:"call"`
	Tool  string   `json:"tool"`
	Title string   `json:"title"`
	Was   FateView `json:"was"`
	Now   FateView `json:"now"`
	// What to know of it, such as that the person had answered it.
	Note string `json:"note"`
}

// FateView is what becomes of a call, and by what.
type FateView struct {
	Verdict Fate `json:"verdict"`
	// "rule bash(git push*)"
	By string `json:"by"`
	// Where that stands: "agent/rules.json:3"; "" = nowhere.
	File   string `json:"file"`
	Reason string `json:"reason"`
}

func replayView(r replay.Report, hooks bool, took time.Duration) ReplayView {
	v := ReplayView{
		Calls: r.Calls, Unchanged: r.Same, Answered: r.Answered, Changed: r.Changes, Hooks: hooks, TookMs: millis(took),
		Skipped: each(r.Left, skippedView),
		Changes: each(r.Changed, func(c replay.Call) ReplayChangeView {
			return ReplayChangeView{Run: c.Run, Call: c.Call, Tool: c.Tool, Title: c.What, Was: fateView(c.Was), Now: fateView(c.Now), Note: sentence(c.Note)}
		}),
	}
	for _, w := range r.Ways {
		switch w.Now {
		case "allow":
			v.WouldRun += w.Calls
		case "ask":
			v.WouldAsk += w.Calls
		case "changed":
			v.WouldChange += w.Calls
		default: // what is not known is no yes
			v.WouldDeny += w.Calls
		}
	}
	return v
}

func skippedView(l replay.LeftOut) ReplaySkippedView {
	return ReplaySkippedView{Why: sentence(l.Reason), Count: l.Calls, Call: l.First}
}

func fateView(f replay.Fate) FateView {
	return FateView{Verdict: Fate(f.Verdict), By: f.By, File: f.File, Reason: f.Reason}
}

// millis is a duration in milliseconds, with what is below them.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// Elsewhere says which calls of the last days would ask because of text from elsewhere, by the rules and grants as they are now.
func (a *Rules) Elsewhere(space string, days int) (OutflowView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return OutflowView{}, err
	}
	found, err := replay.Elsewhere(a.ctx, a.o, s, replay.ElsewhereConfig{Since: time.Now().AddDate(0, 0, -days)})
	return viewOf(found, err, outflowView)
}

// OutflowView is what would ask because of text from elsewhere.
type OutflowView struct {
	// Calls of agents and served programs.
	Calls int `json:"calls"`
	// Of these, those after text from elsewhere; of these, the ways out; of these, those that would ask.
	After int `json:"after"`
	Ways  int `json:"ways"`
	Asks  int `json:"asks"`
	// Of these, those that would ask anyway.
	Anyway int `json:"anyway"`
	// How many asked because of it when they were made.
	Then     int                 `json:"then"`
	Groups   []OutGroupView      `json:"groups"`
	Silenced []SilencerView      `json:"silenced"`
	Skipped  []ReplaySkippedView `json:"skipped"`
}

// OutGroupView counts calls that would ask, by one source and one way out.
type OutGroupView struct {
	// In words.
	Source string `json:"source"`
	Way    string `json:"way"`
	Calls  int    `json:"calls"`
	Then   int    `json:"then"`
	// The newest one.
	Run  string `json:"run"`
	Call string `json:"call"`
	When string `json:"when"`
	// What it would have done, and why it is a way out, a clause.
	What string `json:"what"`
	Why  string `json:"why"`
	// The lasting answer that silences it.
	Answer string `json:"answer"`
	// The allow rules that would, too.
	Rules []string `json:"rules"`
}

// SilencerView counts calls that don't ask by what the person has said.
type SilencerView struct {
	// A grant's label; "" = a rule.
	Grant string `json:"grant"`
	Calls int    `json:"calls"`
}

func outflowView(f replay.Outflow) OutflowView {
	return OutflowView{
		Calls: f.Calls, After: f.After, Ways: f.Ways, Asks: f.Asks, Anyway: f.Anyway, Then: f.Then,
		Groups: each(f.Groups, func(g replay.OutGroup) OutGroupView {
			return OutGroupView{
				Source: g.Source, Way: g.Way, Calls: g.Calls, Then: g.Then, Run: g.Run, Call: g.Call, When: timeText(g.Last), What: g.What, Why: g.Why,
				Answer: g.Label, Rules: append([]string{}, g.Rules...),
			}
		}),
		Silenced: each(f.Silenced, func(s replay.Silencer) SilencerView { return SilencerView{Grant: s.Label, Calls: s.Calls} }),
		Skipped:  each(f.Left, skippedView),
	}
}

// Foreign lists the files of a space that hold text from elsewhere, as they lie there now.
func (a *Rules) Foreign(space string) ([]ForeignView, error) { return a.foreign(space, nil) }

// Own says that a file is the person's, or a paragraph of the memory with such a text; all: every file of the space. What stands there does
// not count as from elsewhere any more.
func (a *Rules) Own(space, path, paragraph string, all bool) ([]ForeignView, error) {
	return a.foreign(space, func(f *origins.Files) error {
		switch {
		case all:
			return f.Clear(a.ctx)
		case paragraph != "":
			return f.Memory().Take(a.ctx, paragraph)
		}
		return f.Clear(a.ctx, path)
	})
}

// foreign changes whose words the files of a space hold, if change is not nil, and lists them.
func (a *Rules) foreign(space string, change func(*origins.Files) error) ([]ForeignView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	files := operator.FilesOf(s)
	if change != nil {
		if err := change(files); err != nil {
			return nil, err
		}
	}
	found, err := files.List(a.ctx)
	return each(found, func(l origins.Label) ForeignView {
		return ForeignView{
			Path: l.Path, File: origins.Short(s.Dir(), l.Path), Paragraph: l.Text, From: each(l.Origins, tools.Origin.String),
			Run: l.Run, Call: l.Call, When: timeText(l.Time),
		}
	}), err
}

// ForeignView is a file, or a paragraph of the memory, that holds text from elsewhere.
type ForeignView struct {
	// Absolute, and as the space calls it.
	Path string `json:"path"`
	File string `json:"file"`
	// "" = the whole file.
	Paragraph string `json:"paragraph"`
	// In words, each.
	From []string `json:"from"`
	// The call that wrote it.
	Run  string `json:"run"`
	Call string `json:"call"`
	When string `json:"when"`
}

// CallRecord says how a call was decided, also while it goes on.
func (a *Runs) CallRecord(call string) (CallRecordView, error) {
	r, err := a.o.History().Call(a.ctx, call)
	return viewOf(r, err, callRecordView)
}

// CallRecordView is how a call was decided.
type CallRecordView struct {
	State history.CallState `json:"state"`
	// What let it run, or kept it from running, in one sentence.
	Why string `json:"why"`
	// The way through the door, in order.
	Stages []StageView `json:"stages"`
	// What is not in the record, and why; "" = it is whole.
	Missing   string      `json:"missing"`
	Questions []AskedView `json:"questions"`
	// As requested, JSON as text; "" = it is not kept.
	Input string `json:"input"`
	// Inputs that took the place of others, in order.
	Changes []InputChangeView `json:"changes"`
}

// StageView is one stage of the door.
type StageView struct {
	// look-up, check, pre_tool, prepare, guard, confirm, snapshot, run, post_tool, fit
	Name string `json:"name"`
	// ok, allow, ask, denied, an error code, …
	Result  string      `json:"result"`
	By      string      `json:"by"`
	Decider DeciderView `json:"decider"`
	// Where what decided stands: "agent/rules.json:3".
	File   string `json:"file"`
	Reason string `json:"reason"`
	// The same as codes, for the language of the page; none = only reason says it.
	Because []ClauseView `json:"because"`
	Micros  int64        `json:"micros"`
}

// AskedView is what the person was asked, and what came of it.
type AskedView struct {
	Title   string       `json:"title"`
	Reason  string       `json:"reason"`
	Because []ClauseView `json:"because"`
	Answer  AnswerKind   `json:"answer"`
	// Who answered, and where: "the person, in the window".
	By      string      `json:"by"`
	Decider DeciderView `json:"decider"`
	// In the person's words.
	Said     string  `json:"said"`
	WaitedMs float64 `json:"waitedMs"`
}

// DeciderView is who or what has decided, for what the page does with it; By says it in words.
type DeciderView struct {
	Kind tools.DeciderKind `json:"kind"`
	// Of a rule, "bash(git status*)"; a built-in rule, its id; a grant, its label; the person, where they answered.
	Name string `json:"name"`
}

// InputChangeView is an input that took the place of another.
type InputChangeView struct {
	By      string      `json:"by"`
	Decider DeciderView `json:"decider"`
	// JSON as text; "" = it is not kept.
	Input string `json:"input"`
}

func callRecordView(r history.Call) CallRecordView {
	v := CallRecordView{
		State: r.State, Why: r.Why, Missing: r.Missing, Input: string(r.Input), Stages: each(r.Stages, stageView), Questions: each(r.Questions, askedView),
		Changes: each(r.Changes, func(c history.InputChange) InputChangeView {
			return InputChangeView{By: c.By, Decider: deciderView(c.Decider), Input: string(c.Input)}
		}),
	}
	if len(r.Stages) == 0 { // what was decided is known all the same
		v.Stages = each(r.Decisions, decisionView)
	}
	return v
}

func stageView(s tools.Stage) StageView {
	return StageView{Name: s.Name, Result: s.Result, By: s.By, Decider: deciderView(s.Decider), File: s.File, Reason: s.Reason, Because: clauseViews(s.Because), Micros: s.Micros}
}

func deciderView(d tools.Decider) DeciderView { return DeciderView{Kind: d.Kind, Name: d.Name} }

// decisionView is a yes or no as the stage that it was made in.
func decisionView(d history.Decision) StageView {
	v := StageView{Name: "guard", Result: string(d.Kind), By: d.By, Decider: deciderView(d.Decider), File: d.File, Reason: d.Reason, Because: clauseViews(d.Because)}
	if v.Result == "declined" || v.Result == "expired" {
		v.Name = "confirm"
	}
	return v
}

func askedView(q history.Question) AskedView {
	v := AskedView{Title: q.Title, Reason: q.Reason, Because: clauseViews(q.Because), Answer: AnswerKind(q.Answer), By: q.By, Decider: deciderView(q.Decider), Said: q.Said}
	if !q.Answered.IsZero() {
		v.WaitedMs = millis(max(time.Duration(0), q.Answered.Sub(q.Asked)))
	}
	return v
}
