package window

import (
	"time"

	"handrail/operator/replay"
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
		Skipped: each(r.Left, func(l replay.LeftOut) ReplaySkippedView {
			return ReplaySkippedView{Why: sentence(l.Reason), Count: l.Calls, Call: l.First}
		}),
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

func fateView(f replay.Fate) FateView {
	return FateView{Verdict: Fate(f.Verdict), By: f.By, File: f.File, Reason: f.Reason}
}

// millis is a duration in milliseconds, with what is below them.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
