package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/operator"
)

// What crosses for the pages of hooks and of the replay, and what fills it;
// frontend/src/backend/hook-views.ts says what each field means.

// HooksView is every hook of a space.
type HooksView struct {
	Hooks      []HookView `json:"hooks"`
	Folder     string     `json:"folder"`
	StatesFile string     `json:"statesFile"`
}

// HookView is a hook, or an entry of a hooks file that cannot be one.
type HookView struct {
	Key            string   `json:"key"`
	ID             string   `json:"id"`
	Phase          string   `json:"phase"`
	Tools          []string `json:"tools"`
	Command        string   `json:"command"`
	Blocking       bool     `json:"blocking"`
	Input          string   `json:"input"`
	Format         string   `json:"format"`
	TimeoutSeconds float64  `json:"timeoutSeconds"`
	File           string   `json:"file"`
	Line           int      `json:"line"`
	Enabled        bool     `json:"enabled"`
	State          string   `json:"state"`
	Why            string   `json:"why"`
	Shuts          string   `json:"shuts"`
	Runs           int64    `json:"runs"`
	Blocks         int64    `json:"blocks"`
	Errors         int64    `json:"errors"`
	AverageMs      float64  `json:"averageMs"`
	SlowestMs      float64  `json:"slowestMs"`
	LastRun        string   `json:"lastRun"`
	LastError      string   `json:"lastError"`
}

// HookTestView is what one hook made of one call.
type HookTestView struct {
	Outcome        string          `json:"outcome"`
	Covers         bool            `json:"covers"`
	Words          string          `json:"words"`
	ExitCode       string          `json:"exitCode"`
	Stdout         string          `json:"stdout"`
	Stderr         string          `json:"stderr"`
	Input          string          `json:"input"`
	Content        string          `json:"content"`
	ContentChanged bool            `json:"contentChanged"`
	Misfit         string          `json:"misfit"`
	Violations     []ViolationView `json:"violations"`
	TookMs         float64         `json:"tookMs"`
}

// ReplayView is what would become of recorded calls now.
type ReplayView struct {
	Calls       int                 `json:"calls"`
	Unchanged   int                 `json:"unchanged"`
	Answered    int                 `json:"answered"`
	Changed     int                 `json:"changed"`
	WouldRun    int                 `json:"wouldRun"`
	WouldAsk    int                 `json:"wouldAsk"`
	WouldDeny   int                 `json:"wouldDeny"`
	WouldChange int                 `json:"wouldChange"`
	Skipped     []ReplaySkippedView `json:"skipped"`
	Changes     []ReplayChangeView  `json:"changes"`
	Hooks       bool                `json:"hooks"`
	TookMs      float64             `json:"tookMs"`
}

// ReplaySkippedView counts calls that could not be judged again.
type ReplaySkippedView struct {
	Why   string `json:"why"`
	Count int    `json:"count"`
	Call  string `json:"call"`
}

// ReplayChangeView is a call whose fate would be another.
type ReplayChangeView struct {
	Run   string   `json:"run"`
	Call  string   `json:"call"`
	Tool  string   `json:"tool"`
	Title string   `json:"title"`
	Was   FateView `json:"was"`
	Now   FateView `json:"now"`
	Note  string   `json:"note"`
}

// FateView is what becomes of a call, and by what.
type FateView struct {
	Verdict string `json:"verdict"`
	By      string `json:"by"`
	File    string `json:"file"`
	Reason  string `json:"reason"`
}

// hooksView lists each hook once: what only says that one is held back is said
// with that hook, which comes before it.
func hooksView(list []operator.HookLine) HooksView {
	v := HooksView{Hooks: []HookView{}, Folder: "agent/hooks", StatesFile: "agent/hooks/hook-states.json"}
	for _, h := range list {
		held := slices.IndexFunc(list, func(held operator.HookLine) bool {
			return h.State == operator.HookBroken && held.State == operator.HookHeld && strings.HasPrefix(h.Reason, "the hook "+held.Reason)
		})
		if held >= 0 && held < len(v.Hooks) {
			v.Hooks[held].Shuts = shuts(h) // of what was trusted, and of what is there now
			continue
		}
		v.Hooks = append(v.Hooks, hookView(h))
	}
	return v
}

func hookView(h operator.HookLine) HookView {
	return HookView{
		Key: h.Key, ID: h.ID, Phase: h.Phase, Tools: append([]string{}, h.Tools...), Command: h.Command, Blocking: h.Blocking, Input: h.Input, Format: h.Format,
		TimeoutSeconds: h.Timeout.Seconds(), File: h.File, Line: h.Line, Enabled: h.Enabled, State: string(h.State), Why: h.Reason, Shuts: shuts(h),
		Runs: h.Runs, Blocks: h.Blocked, Errors: h.Errors, AverageMs: millis(h.Average), SlowestMs: millis(h.Slowest), LastRun: timeText(h.LastRun), LastError: h.LastError,
	}
}

// shuts names the tools that a hook keeps shut while it does not run.
func shuts(h operator.HookLine) string {
	tools := strings.Join(h.Tools, ", ")
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

func hookTestView(t operator.HookTrial) HookTestView {
	v := HookTestView{
		Outcome: t.Outcome, Covers: t.Covers, Words: sentence(t.Words), Stdout: t.Stdout, Stderr: t.Stderr, Input: string(t.Input), Misfit: sentence(t.Misfit),
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

func replayView(r operator.Replay, hooks bool, took time.Duration) ReplayView {
	v := ReplayView{
		Calls: r.Calls, Unchanged: r.Same, Answered: r.Answered, Changed: r.Changes, Hooks: hooks, TookMs: millis(took),
		Skipped: each(r.Left, func(l operator.LeftOut) ReplaySkippedView {
			return ReplaySkippedView{Why: sentence(l.Reason), Count: l.Calls, Call: l.First}
		}),
		Changes: each(r.Changed, func(c operator.ReplayedCall) ReplayChangeView {
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

func fateView(f operator.Fate) FateView {
	return FateView{Verdict: f.Verdict, By: f.By, File: f.File, Reason: f.Reason}
}

// millis is a duration in milliseconds, with what is below them.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
