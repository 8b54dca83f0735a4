package replay

import (
	"crypto/sha256"
	"slices"
	"strings"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/pipeline"
	"handrail/pipeline/guard"
)

// compare counts the call, and keeps it if its fate would have been another.
func (w *worker) compare(j *sqlite.Judged, act journal.ActData, now Fate) {
	was := Fate{Verdict: act.Verdict, By: act.By, File: act.File, Reason: act.Reason}
	if act.Forced && now.Verdict == string(guard.Allow) && (w.hooks == nil || !pipeline.AskedByHook(act)) { // what asked then was no rule
		now.Verdict = was.Verdict
	}
	if was.Verdict == now.Verdict {
		w.unchanged(j, was.Verdict == "ask")
		return
	}
	c := Call{Call: j.Call, Run: j.Run.ID, Tool: act.Tool, What: whatOf(act), Was: was, Now: now, Answer: string(j.Answer), seq: j.Seq}
	if was.Verdict == "ask" && j.Answer != "" {
		c.Note = "you were asked then: it was " + string(j.Answer)
	}
	w.change(c)
}

// sessionOf is the call's session, if it makes a difference.
func (r *replayer) sessionOf(j *sqlite.Judged) string {
	if r.session {
		return j.Run.Session
	}
	return ""
}

// unchanged counts a call whose fate is the same, and remembers it for the next
// one of just this record.
func (w *worker) unchanged(j *sqlite.Judged, asks bool) {
	w.same++
	if asks && j.Asked {
		w.answered++
	}
	if w.hooks != nil {
		return
	}
	if len(w.sames) >= memoMost {
		clear(w.sames)
	}
	w.sames[w.sameKey(j)] = asks
}

// seen counts a call that another one was recorded exactly like, and which has
// not changed. It need not even be decoded.
func (w *worker) seen(j *sqlite.Judged) bool {
	if w.hooks != nil {
		return false
	}
	asks, ok := w.sames[w.sameKey(j)]
	if !ok {
		return false
	}
	w.judged++
	w.same++
	if asks && j.Asked {
		w.answered++
	}
	return true
}

// sameKey names the record of an act, with what else the guard looks at.
type sameKey struct {
	record         [sha256.Size]byte
	session, agent string
}

func (w *worker) sameKey(j *sqlite.Judged) sameKey {
	return sameKey{sha256.Sum256(j.Act), w.sessionOf(j), j.Run.Agent}
}

// change counts a change. Batches come newest first, so what a worker has kept is
// the newest of what it has seen.
func (w *worker) change(c Call) {
	w.changes++
	w.ways[Way{Was: c.Was.Verdict, Now: c.Now.Verdict, By: c.Now.By, File: c.Now.File}]++
	if w.c.Keep < 0 || len(w.changed) < w.c.Keep {
		w.changed = append(w.changed, c)
	}
}

// whatOf is what a reader must see of an act in a list.
func whatOf(act journal.ActData) string {
	if act.Shell != "" {
		return act.Shell
	}
	if act.Detail != "" && act.Detail != act.Title {
		return act.Title + ": " + act.Detail
	}
	return act.Title
}

// sum adds up what the workers have found.
func (r *replayer) sum(workers []*worker) Report {
	var out Report
	ways, left := map[Way]int{}, map[string]LeftOut{}
	for _, w := range workers {
		out.Calls += w.calls
		out.Judged += w.judged
		out.Same += w.same
		out.Answered += w.answered
		out.Changes += w.changes
		out.Changed = append(out.Changed, w.changed...)
		for way, n := range w.ways {
			ways[way] += n
		}
		for reason, l := range w.left {
			if before, ok := left[reason]; ok {
				l.Calls += before.Calls
				l.First = max(l.First, before.First)
			}
			left[reason] = l
		}
	}
	slices.SortFunc(out.Changed, func(a, b Call) int { return int(b.seq - a.seq) })
	if r.c.Keep > 0 && len(out.Changed) > r.c.Keep {
		out.Changed = out.Changed[:r.c.Keep]
	}
	for way, n := range ways {
		way.Calls = n
		out.Ways = append(out.Ways, way)
	}
	slices.SortFunc(out.Ways, func(a, b Way) int {
		if a.Calls != b.Calls {
			return b.Calls - a.Calls
		}
		return strings.Compare(a.Was+a.Now+a.By, b.Was+b.Now+b.By)
	})
	out.Left = leftOf(left)
	return out
}

// leftOf lists what could not be judged again, the most frequent first.
func leftOf(left map[string]LeftOut) (list []LeftOut) {
	for _, l := range left {
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b LeftOut) int {
		if a.Calls != b.Calls {
			return b.Calls - a.Calls
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return list
}
