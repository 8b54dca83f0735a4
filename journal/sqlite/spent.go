package sqlite

import (
	"context"
	"time"
)

// Spent is what agents have used.
type Spent struct {
	Calls  int           // of tools
	Tokens int           // that models have read and written
	Time   time.Duration // that runs went on, or go on
	Cost   float64       // US dollars, as far as it is known
}

// micro is how the database counts dollars.
const micro = 1_000_000

// SpentBy is what an agent's run has used by now, with its sub-agents. Time is not counted.
func (h *History) SpentBy(ctx context.Context, run string) (s Spent, err error) {
	var cost int64
	err = h.db.read.QueryRowContext(ctx, `WITH RECURSIVE down(n, id) AS (
		SELECT n, id FROM runs WHERE id = ?1
		UNION SELECT r.n, r.id FROM down JOIN runs r ON r.parent = down.id AND r.parent != ''
	) SELECT coalesce(sum(calls), 0), coalesce(max(CASE WHEN id = ?1 THEN input_tokens + output_tokens END), 0), coalesce(max(CASE WHEN id = ?1 THEN cost END), 0)
	FROM runs WHERE n IN (SELECT n FROM down)`, run).Scan(&s.Calls, &s.Tokens, &cost)
	s.Cost = float64(cost) / micro
	return s, h.db.fault(err)
}

// SpentSince is what the runs of agents have used that began at a time or later, in a space; "" is all.
func (h *History) SpentSince(ctx context.Context, space string, since, now time.Time) (s Spent, err error) {
	var cost, lasted int64
	err = h.db.read.QueryRowContext(ctx, `SELECT coalesce(sum(calls), 0),
		coalesce(sum(CASE WHEN parent = '' THEN input_tokens + output_tokens ELSE 0 END), 0),
		coalesce(sum(CASE WHEN parent = '' THEN cost ELSE 0 END), 0),
		coalesce(sum(CASE WHEN parent <> '' THEN 0 WHEN state = 'running' THEN max(0, ?3 - started) ELSE max(0, ended - started) END), 0)
	FROM runs WHERE started >= ?1 AND origin = 'chat' AND (?2 = '' OR space = ?2)`, since.UnixNano(), space, now.UnixNano()).Scan(&s.Calls, &s.Tokens, &cost, &lasted)
	s.Cost, s.Time = float64(cost)/micro, time.Duration(lasted)
	return s, h.db.fault(err)
}
