package sqlite

import (
	"context"
	"errors"
	"strings"
	"time"

	"handrail/journal"
)

// A Chat is a conversation as the record has it.
type Chat struct {
	Title   string      // of its first run
	Last    journal.Run // the newest
	Running string      // the run that goes on, or ""
}

// Chats lists all conversations of a space, those last spoken in first.
func (h *History) Chats(ctx context.Context, space string) (list []Chat, err error) {
	rows, err := h.db.read.QueryContext(ctx, `SELECT c.last, `+runColumns+` FROM (
	SELECT max(n) AS last FROM runs WHERE space = ?1 AND parent = '' AND origin = 'chat' AND `+notGone+` GROUP BY session
) c JOIN runs r ON r.n = c.last ORDER BY c.last DESC`, space)
	if err != nil {
		return nil, h.db.fault(err)
	}
	runs, _, err := scanRuns(rows)
	if err != nil {
		return nil, h.db.fault(err)
	}
	first, going, err := h.ends(ctx, space)
	for _, r := range runs {
		list = append(list, Chat{Title: first[r.Session], Last: r, Running: going[r.Session]})
	}
	return list, err
}

// notGone leaves out the runs of conversations that were deleted.
const notGone = "session NOT IN (SELECT name FROM state WHERE kind = '" + ChatGone + "')"

// ends are the titles of the first runs of conversations, and the runs that go on, by session.
func (h *History) ends(ctx context.Context, space string) (first, going map[string]string, err error) {
	first, going = map[string]string{}, map[string]string{}
	rows, err := h.db.read.QueryContext(ctx, `SELECT session, title, min(n), '' FROM runs WHERE space = ?1 AND parent = '' AND origin = 'chat' GROUP BY session
UNION ALL SELECT session, '', n, id FROM runs WHERE space = ?1 AND parent = '' AND origin = 'chat' AND state = 'running'`, space)
	if err != nil {
		return nil, nil, h.db.fault(err)
	}
	defer func() { err = errors.Join(err, h.db.fault(rows.Close())) }()
	for rows.Next() {
		var session, title, run string
		var n int64
		if err := rows.Scan(&session, &title, &n, &run); err != nil {
			return nil, nil, h.db.fault(err)
		}
		if run == "" {
			first[session] = title
		} else {
			going[session] = run
		}
	}
	return first, going, h.db.fault(rows.Err())
}

// A SaidQuery says what to search in conversations.
type SaidQuery struct {
	Words string // all of them; the last may be the beginning of one
	Space string // only this folder; "" for all
	Limit int    // at most this many; 0 means 50
}

// A Said is something that was said in a conversation, and that matches a search.
type Said struct {
	Run   journal.Run
	Event journal.Event // journal.Prompted or journal.Replied
}

// Said searches what was said in conversations, the newest first. A search without words finds nothing.
func (h *History) Said(ctx context.Context, q SaidQuery) (found []Said, err error) {
	match := matchOf(q.Words)
	if match == "" {
		return nil, nil
	}
	if q.Limit < 1 {
		q.Limit = 50
	}
	rows, err := h.db.read.QueryContext(ctx, `SELECT e.seq, e.call, e.time, e.kind, e.data, r.id, r.session, r.space, r.agent, r.title
	FROM said JOIN events e ON e.seq = said.rowid JOIN runs r ON r.n = e.run
	WHERE said MATCH ?1 AND r.parent = '' AND r.origin = 'chat' AND (?2 = '' OR r.space = ?2) AND r.`+notGone+` ORDER BY said.rowid DESC LIMIT ?3`, match, q.Space, q.Limit)
	if err != nil {
		return nil, h.db.fault(err)
	}
	defer func() { err = errors.Join(err, h.db.fault(rows.Close())) }()
	for rows.Next() {
		var s Said
		var at int64
		var data string
		if err := rows.Scan(&s.Event.Seq, &s.Event.Call, &at, &s.Event.Kind, &data, &s.Run.ID, &s.Run.Session, &s.Run.Space, &s.Run.Agent, &s.Run.Title); err != nil {
			return nil, h.db.fault(err)
		}
		s.Event.Run, s.Event.Time, s.Event.Data = s.Run.ID, time.Unix(0, at).UTC(), []byte(data)
		found = append(found, s)
	}
	return found, h.db.fault(rows.Err())
}

// matchOf makes words into a search for all of them: each is quoted, so that none is taken for an operator.
func matchOf(words string) string {
	list := strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(words, "\x00", " "), " "))
	for i, w := range list {
		list[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"`
	}
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, " ") + "*"
}
