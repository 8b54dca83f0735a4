package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"handrail/journal"
)

// numbers has the numbers that stand in events for the ids of their runs.
// The database's mu guards it.
type numbers struct {
	db     *database
	runs   map[string]int64 // of the runs that this Store has begun and that go on
	others map[string]int64 // of other runs, during one write
}

func newNumbers(db *database) numbers {
	return numbers{db: db, runs: map[string]int64{}, others: map[string]int64{}}
}

// find makes sure that the runs of events are known by number.
func (n numbers) find(events []journal.Event) error {
	if n.db.closed {
		return n.db.closedError()
	}
	for _, e := range events {
		if n.of(e.Run) != 0 {
			continue
		}
		var number int64
		err := n.db.conn.QueryRowContext(context.Background(), "SELECT n FROM runs WHERE id = ?", e.Run).Scan(&number)
		if errors.Is(err, sql.ErrNoRows) {
			return failure(n.db.path, ErrUnknownRun, nil, "the journal has no run %q, so nothing can be recorded in it; begin it first", e.Run)
		}
		if err != nil {
			return n.db.fault(err)
		}
		n.others[e.Run] = number
	}
	return nil
}

// of is the number of a run: of one that this Store has begun, or one that find
// has found; else 0.
func (n numbers) of(run string) int64 {
	if number, ok := n.runs[run]; ok {
		return number
	}
	return n.others[run]
}
