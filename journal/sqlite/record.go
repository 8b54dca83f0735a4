package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"

	"handrail/journal"
)

// insertMax is how many events one statement inserts.
const insertMax = 8

// A request is one call of Record that waits to be written.
type request struct {
	events  []journal.Event
	durable bool
	done    bool
	err     error
}

// A queue holds requests while somebody else writes. Whoever writes next
// writes them all in one transaction.
type queue struct {
	mu      sync.Mutex
	waiting []*request
}

func (q *queue) add(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, r)
}

func (q *queue) drain() []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}

// Record implements journal.Recorder: the events are written as one act and in
// the order given. It sets their Seq, and their Data as it was redacted. Counters and state of their runs follow.
// Events of a run that has not begun are refused with ErrUnknownRun.
func (s *Store) Record(ctx context.Context, events ...journal.Event) error {
	if len(events) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{events: events}
	for i, e := range events {
		r.durable = r.durable || e.Durable
		if s.c.Redact != nil {
			events[i].Data = s.c.Redact(e.Data)
		}
	}
	s.queue.add(r)
	runtime.Gosched() // calls that are as far as this one go along in one transaction
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if !r.done { // else whoever wrote before us has taken it along
		s.writeAll(s.queue.drain())
	}
	return r.err
}

// writeAll writes requests as one transaction; db.mu is held. If that fails,
// none of them is written.
func (s *Store) writeAll(requests []*request) {
	defer clear(s.numbers.others)
	var events []*journal.Event
	durable := false
	for _, r := range requests {
		r.done = true
		if r.err = s.numbers.find(r.events); r.err != nil {
			continue
		}
		durable = durable || r.durable
		for i := range r.events {
			events = append(events, &r.events[i])
		}
	}
	if len(events) == 0 {
		return
	}
	if err := s.commit(events, durable); err != nil {
		err = s.db.fault(err)
		for _, r := range requests {
			r.err = errors.Join(r.err, err)
		}
		return
	}
	s.tell(events)
}

// commit writes events in one transaction. If durable, it returns when they
// are on the disk itself; else when they outlive this process.
func (s *Store) commit(events []*journal.Event, durable bool) error {
	if err := s.db.waitForDisk(durable); err != nil {
		return err
	}
	sums := s.numbers.sum(events)
	if len(sums) == 0 && len(events) <= insertMax { // one statement is a transaction of its own
		return s.insertAll(events)
	}
	return s.db.inTransaction(context.Background(), func() error { return s.writeRows(events, sums) })
}

// writeRows writes events and what they add to their runs.
func (s *Store) writeRows(events []*journal.Event, sums []*sum) error {
	if err := s.insertAll(events); err != nil {
		return err
	}
	for _, sum := range sums {
		if err := s.addToRun(sum); err != nil {
			return err
		}
	}
	return nil
}

// insertEvents holds the statements that insert 1, 2, ... insertMax events.
var insertEvents = func() (texts [insertMax]string) {
	const row = "(?, ?, ?, ?, ?)"
	for n := range texts {
		texts[n] = "INSERT INTO events (run, call, time, kind, data) VALUES " + row + strings.Repeat(", "+row, n)
	}
	return texts
}()

// insertAll inserts events and sets their Seq.
func (s *Store) insertAll(events []*journal.Event) error {
	args := make([]any, 0, 5*min(len(events), insertMax))
	for len(events) > 0 {
		part := events[:min(len(events), insertMax)]
		events = events[len(part):]
		args = args[:0]
		for _, e := range part {
			data := string(e.Data)
			if data == "" {
				data = "null"
			}
			args = append(args, s.numbers.of(e.Run), e.Call, e.Time.UnixNano(), string(e.Kind), data)
		}
		result, err := s.db.exec(context.Background(), insertEvents[len(part)-1], args...)
		if err != nil {
			return err
		}
		last, err := result.LastInsertId()
		if err != nil {
			return err
		}
		for i, e := range part {
			e.Seq = last - int64(len(part)-1-i)
		}
	}
	return nil
}

// A sum is what events add to their run; the database counts its calls by itself.
type sum struct {
	run           int64
	input, output int   // tokens
	cost          int64 // millionths of a dollar
	ended         int64 // when, or 0
	end           journal.EndedData
}

// add adds what a model has used for an answer.
func (x *sum) add(input, output int, cost float64) {
	x.input += input
	x.output += output
	x.cost += int64(math.Round(cost * micro))
}

// addCounts is the statement that adds a sum to its run, and to those above it: what a
// sub-agent uses, its callers use.
const addCounts = `UPDATE runs SET input_tokens = input_tokens + ?, output_tokens = output_tokens + ?, cost = cost + ? WHERE n IN (
	WITH RECURSIVE up(n, parent) AS (
		SELECT n, parent FROM runs WHERE n = ?
		UNION SELECT r.n, r.parent FROM up JOIN runs r ON r.id = up.parent WHERE up.parent != ''
	) SELECT n FROM up)`

// sum adds up what events say about their runs, in order of first mention.
func (n numbers) sum(events []*journal.Event) []*sum {
	var sums []*sum
	of := func(e *journal.Event) *sum {
		run := n.of(e.Run)
		for _, x := range sums {
			if x.run == run {
				return x
			}
		}
		sums = append(sums, &sum{run: run})
		return sums[len(sums)-1]
	}
	for _, e := range events {
		switch e.Kind {
		case journal.Replied:
			var data journal.RepliedData
			if json.Unmarshal(e.Data, &data) == nil && (data.Input+data.Output > 0 || data.Cost > 0) {
				of(e).add(data.Input, data.Output, data.Cost)
			}
		case journal.Titled:
			var data journal.TitledData
			if json.Unmarshal(e.Data, &data) == nil && (data.Input+data.Output > 0 || data.Cost > 0) {
				of(e).add(data.Input, data.Output, data.Cost)
			}
		case journal.Ended:
			x := of(e)
			x.ended = e.Time.UnixNano()
			if json.Unmarshal(e.Data, &x.end) != nil || x.end.State == "" || x.end.State == journal.Running {
				x.end.State = journal.Unknown
			}
		}
	}
	return sums
}

// addToRun brings a run up to date.
func (s *Store) addToRun(x *sum) error {
	ctx := context.Background()
	if _, err := s.db.exec(ctx, addCounts, x.input, x.output, x.cost, x.run); err != nil {
		return err
	}
	if x.ended == 0 {
		return nil
	}
	_, err := s.db.conn.ExecContext(ctx, "UPDATE runs SET state = ?, reason = ?, ended = ? WHERE n = ?", string(x.end.State), x.end.Reason, x.ended, x.run)
	return err
}

// tell says what has been written. Runs that are over are forgotten, so that
// memory does not grow with their number.
func (s *Store) tell(events []*journal.Event) {
	for _, e := range events {
		if e.Kind == journal.Ended {
			delete(s.numbers.runs, e.Run)
		}
	}
	if s.c.Notify != nil {
		told := make([]journal.Event, len(events))
		for i, e := range events {
			told[i] = *e
		}
		s.c.Notify(told)
	}
	s.history.changed.send()
}
