package replay

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"handrail/hooks"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// batchSize is how many calls a worker takes at a time.
const batchSize = 256

// A replayer judges recorded calls again. It does not change while it does.
type replayer struct {
	c        Config
	dir      string // of the space
	user     string // the person's login name
	registry *tools.Registry
	guard    *guard.Guard
	hooks    hooks.Runner           // nil: they are not asked
	entries  map[string]tools.Entry // by qualified name
	agents   map[string]tools.Scope // by id
	session  bool                   // there are grants for one session
}

// run replays what each yields, newest first, with as many workers as there are
// processors.
func (r *replayer) run(ctx context.Context, each func(context.Context, sqlite.ActsQuery, func(sqlite.Judged) error) error) (Report, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	batches := make(chan []sqlite.Judged, 2)
	workers := make([]*worker, runtime.GOMAXPROCS(0))
	var done atomic.Int64
	var telling sync.Mutex
	var wg sync.WaitGroup
	for i := range workers {
		w := &worker{replayer: r, memo: map[memoKey]Fate{}, sames: map[sameKey]bool{}, ways: map[Way]int{}, left: map[string]LeftOut{}}
		workers[i] = w
		wg.Go(func() {
			for batch := range batches {
				for i := range batch {
					if err := w.replay(ctx, &batch[i]); err != nil {
						cancel(err)
					}
				}
				done.Add(int64(len(batch)))
				if r.c.Progress != nil {
					telling.Lock()
					r.c.Progress(int(done.Load()))
					telling.Unlock()
				}
			}
		})
	}
	size := batchSize
	if r.hooks != nil { // each is a program, or several
		size = 1
	}
	var batch []sqlite.Judged
	send := func() error {
		select {
		case batches <- batch:
			batch = nil
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	err := each(ctx, sqlite.ActsQuery{Space: r.dir, Limit: r.c.Last, Inputs: r.hooks != nil}, func(j sqlite.Judged) error {
		batch = append(batch, j)
		if len(batch) < size {
			return nil
		}
		return send()
	})
	if err == nil && len(batch) > 0 {
		err = send()
	}
	close(batches)
	wg.Wait()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err != nil {
		return Report{}, err
	}
	return r.sum(workers), nil
}

// memoKey names an act for the guard: the digest covers what would happen, a
// grant may be of one session only, and an agent has lists of its own. An address may
// become known in the middle of a session.
type memoKey struct {
	tool, digest, session, agent string
	named                        bool
}

// memoMost is how many acts a worker remembers; then it begins anew, so that
// memory does not grow with the journal.
const memoMost = 50_000

// A worker replays calls, one at a time.
type worker struct {
	*replayer
	memo  map[memoKey]Fate
	sames map[sameKey]bool // acts whose fate is the same; true: they ask

	calls, judged, same, answered, changes int
	changed                                []Call
	ways                                   map[Way]int
	left                                   map[string]LeftOut
}

// leave counts a call that cannot be replayed.
func (w *worker) leave(j *sqlite.Judged, reason string) {
	l := w.left[reason]
	l.Reason, l.First = reason, max(l.First, j.Call) // whichever worker meets which call
	l.Calls++
	w.left[reason] = l
}

// replay judges one call again.
func (w *worker) replay(ctx context.Context, j *sqlite.Judged) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	w.calls++
	var h hooked
	if w.hooks != nil {
		var why string
		if h, why = w.recall(j); why != "" {
			w.leave(j, why)
			return nil
		}
		if over, err := w.pre(ctx, j, &h); over || err != nil {
			return err
		}
	}
	if j.Act == nil {
		w.leave(j, whyNoAct(j))
		return nil
	}
	if w.seen(j) {
		return nil
	}
	act, _, err := journal.Judged(j.Act)
	switch {
	case err != nil:
		w.leave(j, "its record cannot be read")
		return nil //nolint:nilerr // it is counted as not replayed
	case act.Omitted != "":
		w.leave(j, "its act is not kept: "+omittedSort(act.Omitted))
		return nil
	}
	now, why := w.fate(j, act)
	if why != "" {
		w.leave(j, why)
		return nil
	}
	if h.ask != "" && now.Verdict == string(guard.Allow) {
		now = Fate{Verdict: string(guard.Ask), By: tools.Decider{Kind: tools.ByHook}.String(), Reason: h.ask}
	}
	if w.hooks != nil && j.Ran && now.Verdict == act.Verdict {
		late, changed, err := w.post(ctx, j, h)
		if err != nil {
			return err
		}
		if changed {
			now = late
		}
	}
	w.judged++
	w.compare(j, act, now)
	return nil
}

// whyNoAct says why a call has no act that could be judged.
func whyNoAct(j *sqlite.Judged) string {
	switch {
	case j.Block != nil && !j.Ran:
		return "a hook had refused it before it was judged, and hooks are not replayed"
	case j.Ran || j.Asked:
		return "it was recorded by an older version, which did not keep the act"
	case j.Answer != "":
		return "it was recorded by an older version, which did not keep the act"
	}
	return "it was refused before it was judged: its tool or its input did not fit, or it goes on"
}

// omittedSort makes one reason of those that differ only in numbers.
func omittedSort(omitted string) string {
	if strings.Contains(omitted, "secrets") {
		return omitted
	}
	return "it is too large"
}

// fate is what becomes of the act now; why says why that cannot be told.
func (w *worker) fate(j *sqlite.Judged, act journal.ActData) (fate Fate, why string) {
	e, ok := w.entries[act.Tool]
	switch {
	case !ok:
		return Fate{}, "its tool is not there any more"
	case e.State == tools.Missing:
		return Fate{}, "its tool cannot work here: " + e.Reason
	}
	key := memoKey{act.Tool, act.Digest, w.sessionOf(j), j.Run.Agent, act.Named}
	if known, ok := w.memo[key]; ok && act.Digest != "" {
		return known, ""
	}
	fate = w.judge(j, act, e)
	if len(w.memo) >= memoMost {
		clear(w.memo)
	}
	w.memo[key] = fate
	return fate, ""
}

// judge is the door's word on the act, from the look-up to the guard.
func (w *worker) judge(j *sqlite.Judged, act journal.ActData, e tools.Entry) Fate {
	if e.State != tools.Ready || e.Tool == nil {
		return Fate{Verdict: string(tools.NotFound), By: string(e.State), File: e.Info.File, Reason: e.Reason}
	}
	if scope, ok := w.agents[j.Run.Agent]; ok && j.Run.Agent != "" {
		if l, no := scope.Refuses(e); no {
			return Fate{Verdict: string(tools.NotFound), By: string(l.List), File: l.At, Reason: l.String()}
		}
	}
	p := pipeline.PreviewOf(act, e)
	v := w.guard.Judge(tools.Call{ID: j.Call, Tool: act.Tool, Session: j.Run.Session, Run: j.Run.ID, Space: w.dir}, e, p)
	if v.Outcome != guard.Allow && v.Outcome != guard.Ask {
		v.Outcome = guard.Deny
	}
	return Fate{Verdict: string(v.Outcome), By: v.By.String(), File: v.File, Reason: v.Reason.String(), Grant: v.Grant}
}
