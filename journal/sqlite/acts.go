package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"

	"handrail/journal"
)

// An ActsQuery says which recorded calls are to be judged again.
type ActsQuery struct {
	Space  string // only this folder
	Limit  int    // the newest calls; at least 1
	Inputs bool   // also what they were called with, and what came out
}

// A Judged is what the journal keeps of a call for a replay.
type Judged struct {
	Seq    int64 // of its Called event
	Run    journal.Run
	Call   string
	Kind   journal.Kind // Asked, Blocked or Started: the newest event with an act; "" if there is none
	Act    []byte       // its data
	Answer journal.Kind // what the person said: Allowed, Declined, Expired; "" if they were not asked, or it was no answer
	Ran    bool         // it started
	Called []byte       // with Inputs: the Called event's data
	Change []byte       // with Inputs: the newest Changed event's data
	Out    []byte       // with Inputs: the Finished event's data
	Block  []byte       // the data of a Blocked event without an act: a hook's no
	Asked  bool
}

// EachJudged calls do with the newest calls of a space, newest first. The data is
// do's to keep. do's error ends it. It reads the journal once, backwards.
func (h *History) EachJudged(ctx context.Context, q ActsQuery, do func(Judged) error) (err error) {
	runs, err := h.runsOf(ctx, q.Space)
	if err != nil || len(runs) == 0 {
		return err
	}
	// the + keeps SQLite from sorting all events of the runs instead
	rows, err := h.db.read.QueryContext(ctx, `SELECT e.seq, e.run, e.call, e.kind,
CASE WHEN e.kind IN ('asked', 'blocked', 'started') OR ?2 AND e.kind IN ('called', 'changed', 'finished') THEN e.data END
FROM events e WHERE e.kind IN ('called', 'asked', 'blocked', 'declined', 'expired', 'started', 'changed', 'finished')
AND e.call <> '' AND +e.run IN (SELECT n FROM runs WHERE space = ?1) ORDER BY e.seq DESC`, q.Space, q.Inputs)
	if err != nil {
		return h.db.fault(err)
	}
	defer func() { err = errors.Join(err, h.db.fault(rows.Close())) }()
	open := map[string]*Judged{}
	var seq, run int64
	var call, kind string
	var data sql.RawBytes
	for left := q.Limit; left > 0 && rows.Next(); {
		if err := rows.Scan(&seq, &run, &call, &kind, &data); err != nil {
			return h.db.fault(err)
		}
		j := open[call]
		if j == nil {
			j = &Judged{Call: call}
			open[call] = j
		}
		if kind := journal.Kind(kind); kind != journal.Called {
			j.add(kind, data)
			continue
		}
		delete(open, call)
		left--
		j.Seq, j.Run, j.Called = seq, runs[run], copied(data)
		if err := do(*j); err != nil {
			return err
		}
	}
	return h.db.fault(rows.Err())
}

// add adds an event, which is older than those before.
func (j *Judged) add(kind journal.Kind, data []byte) {
	switch kind {
	case journal.Started:
		j.Ran = true
	case journal.Asked:
		j.Asked = true
		if j.Answer == "" && j.Ran {
			j.Answer = journal.Allowed
		}
	case journal.Declined, journal.Expired:
		if j.Answer == "" {
			j.Answer = kind
		}
		return
	case journal.Blocked:
		if !hasAct(data) {
			j.Block = copied(data)
			return
		}
	case journal.Changed:
		if j.Change == nil {
			j.Change = copied(data)
		}
		return
	case journal.Finished:
		j.Out = copied(data)
		return
	default:
		return
	}
	if j.Act == nil && hasAct(data) {
		j.Kind, j.Act = kind, copied(data)
	}
}

// hasAct reports whether the data of an event has an act. Within a JSON text the
// quotes would be escaped, so the bytes alone tell.
func hasAct(data []byte) bool { return bytes.Contains(data, []byte(`"act":{`)) }

func copied(data []byte) []byte {
	if data == nil {
		return nil
	}
	return append([]byte{}, data...)
}

// runsOf are the runs of a space, by their number.
func (h *History) runsOf(ctx context.Context, space string) (map[int64]journal.Run, error) {
	rows, err := h.db.read.QueryContext(ctx, "SELECT n, "+runColumns+" FROM runs WHERE space = ? ORDER BY n DESC", space)
	if err != nil {
		return nil, h.db.fault(err)
	}
	page, numbers, err := scanRuns(rows)
	if err != nil {
		return nil, h.db.fault(err)
	}
	runs := make(map[int64]journal.Run, len(page))
	for i, n := range numbers {
		runs[n] = page[i]
	}
	return runs, nil
}
