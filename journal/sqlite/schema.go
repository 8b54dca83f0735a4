package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	driverpkg "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// applicationID marks a database as a journal of ours: "HRjl".
const applicationID = 0x48526a6c

// migrations make the schema. Number n, from 1, takes a journal from version
// n-1 to n. A released one never changes; testdata holds a journal of each.
func migrations() []string { //nolint:funlen // one list; a released one never changes
	return []string{
		`CREATE TABLE migrations (
	version INTEGER PRIMARY KEY,
	applied TEXT NOT NULL,        -- RFC 3339
	program TEXT NOT NULL         -- the Handrail that did it
) STRICT;
CREATE TABLE owners (             -- processes with runs that go on
	id     TEXT PRIMARY KEY,      -- names the lock file, too
	pid    INTEGER NOT NULL,
	opened INTEGER NOT NULL       -- Unix time in ns, like every time here
) STRICT, WITHOUT ROWID;
CREATE TABLE runs (
	n             INTEGER PRIMARY KEY AUTOINCREMENT,
	id            TEXT NOT NULL UNIQUE,
	owner         TEXT NOT NULL,
	session       TEXT NOT NULL,
	space         TEXT NOT NULL,
	origin        TEXT NOT NULL,
	agent         TEXT NOT NULL,
	model         TEXT NOT NULL,
	title         TEXT NOT NULL,
	started       INTEGER NOT NULL,
	ended         INTEGER NOT NULL, -- 0: it goes on
	state         TEXT NOT NULL,
	reason        TEXT NOT NULL,
	calls         INTEGER NOT NULL,
	input_tokens  INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL
) STRICT;
CREATE INDEX runs_space ON runs (space, n);
CREATE INDEX runs_session ON runs (session, n);
CREATE INDEX runs_open ON runs (owner) WHERE state = 'running';
CREATE TABLE events (
	seq  INTEGER PRIMARY KEY,
	run  INTEGER NOT NULL,        -- runs.n
	call TEXT NOT NULL,           -- '' if it is the run's own
	time INTEGER NOT NULL,
	kind TEXT NOT NULL,
	data TEXT NOT NULL            -- JSON
) STRICT;
CREATE TABLE state (              -- what several processes change at once: trust, grants (see state.go)
	kind    TEXT NOT NULL,
	name    TEXT NOT NULL,
	value   TEXT NOT NULL,
	changed INTEGER NOT NULL,
	PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_run ON events (run);
CREATE INDEX events_called ON events (call) WHERE kind = 'called';`,
		`CREATE TABLE hook_counts (        -- see hooks.go
	space      TEXT NOT NULL,
	hook       TEXT NOT NULL,
	enabled    INTEGER,           -- what the person has set; NULL: nothing
	shown      INTEGER,           -- what hook-states.json said last; NULL: nothing
	runs       INTEGER NOT NULL,
	blocked    INTEGER NOT NULL,
	errors     INTEGER NOT NULL,
	total      INTEGER NOT NULL,  -- ns, of all runs
	slowest    INTEGER NOT NULL,  -- ns
	last       INTEGER NOT NULL,  -- 0: it has not run
	last_error TEXT NOT NULL,
	PRIMARY KEY (space, hook)
) STRICT, WITHOUT ROWID;`,
		// A statement of its own would make the first write of every call a transaction of four.
		`CREATE TRIGGER events_count AFTER INSERT ON events WHEN NEW.kind = 'called' BEGIN
	UPDATE runs SET calls = calls + 1 WHERE n = NEW.run;
END;`,
		// What agents give to other agents (docs/spec/14-agents.md#sub-agents).
		`ALTER TABLE runs ADD COLUMN parent TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN parent_call TEXT NOT NULL DEFAULT '';
CREATE INDEX runs_parent ON runs (parent) WHERE parent != '';`,
		`CREATE TABLE outbox (             -- messages on their way out: see outbox.go
	n        INTEGER PRIMARY KEY AUTOINCREMENT,
	id       TEXT NOT NULL UNIQUE,
	key      TEXT NOT NULL,       -- of the call that it came from; '': none
	channel  TEXT NOT NULL,
	chat     TEXT NOT NULL,
	content  TEXT NOT NULL,       -- '' once it is sent
	size     INTEGER NOT NULL,    -- bytes
	space    TEXT NOT NULL,
	session  TEXT NOT NULL,
	sender   TEXT NOT NULL,       -- who wrote it, as people see it
	state    TEXT NOT NULL,       -- queued, claimed, sending, sent, failed, unknown
	owner    TEXT NOT NULL,       -- owners.id of who has claimed it
	boot     TEXT NOT NULL,       -- of the machine's start in which it was claimed; '': not known
	created  INTEGER NOT NULL,
	due      INTEGER NOT NULL,    -- not before
	deadline INTEGER NOT NULL,    -- not after
	changed  INTEGER NOT NULL,
	tries    INTEGER NOT NULL,
	reason   TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX outbox_key ON outbox (key) WHERE key <> '';
CREATE INDEX outbox_open ON outbox (state, due, size) WHERE state <> 'sent';
CREATE INDEX outbox_sent ON outbox (changed) WHERE state = 'sent';`,
		`CREATE TABLE labels (             -- whose words files hold: see labels.go
	space   TEXT NOT NULL,
	path    TEXT NOT NULL,
	content TEXT NOT NULL,        -- hex SHA-256; '': any
	size    INTEGER NOT NULL,     -- bytes
	origins TEXT NOT NULL,        -- JSON
	run     TEXT NOT NULL,
	call    TEXT NOT NULL,
	time    INTEGER NOT NULL,
	PRIMARY KEY (space, path, content)
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_content ON labels (space, content);
ALTER TABLE runs ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_started ON runs (started);`,
		// What was said, for searching: see chats.go. It holds no text of its own.
		`CREATE VIRTUAL TABLE said USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
INSERT INTO said (rowid, text) SELECT seq, json_extract(data, '$.text') FROM events
	WHERE kind IN ('prompted', 'replied') AND json_valid(data) AND coalesce(json_extract(data, '$.text'), '') <> '';
CREATE TRIGGER events_said AFTER INSERT ON events
	WHEN NEW.kind IN ('prompted', 'replied') AND json_valid(NEW.data) AND coalesce(json_extract(NEW.data, '$.text'), '') <> '' BEGIN
	INSERT INTO said (rowid, text) VALUES (NEW.seq, json_extract(NEW.data, '$.text'));
END;
CREATE TRIGGER events_unsaid AFTER DELETE ON events WHEN OLD.kind IN ('prompted', 'replied') BEGIN
	DELETE FROM said WHERE rowid = OLD.seq;
END;`,
		`CREATE TABLE post (               -- letters between processes and machines: see post.go
	n    INTEGER PRIMARY KEY AUTOINCREMENT,
	box  TEXT NOT NULL,
	id   TEXT NOT NULL,
	body BLOB NOT NULL,
	made INTEGER NOT NULL,
	UNIQUE (box, id)
) STRICT;
CREATE INDEX post_box ON post (box, n);`,
	}
}

// migrate brings the journal up to date. One that is not ours or newer than
// this program is not touched.
func (db *database) migrate(ctx context.Context) error {
	known := len(migrations())
	version, err := db.version(ctx)
	if err != nil || version == known {
		return err
	}
	if version == 0 {
		if err := db.prepareNew(ctx); err != nil {
			return err
		}
	}
	return db.inTransaction(ctx, func() error {
		version, err := db.version(ctx) // another process may have been quicker
		if err != nil {
			return err
		}
		for ; version < known; version++ {
			if _, err := db.conn.ExecContext(ctx, migrations()[version]); err != nil {
				return err
			}
			_, err := db.conn.ExecContext(ctx, "INSERT INTO migrations (version, applied, program) VALUES (?, ?, ?)",
				version+1, time.Now().UTC().Format(time.RFC3339), db.program)
			if err != nil {
				return err
			}
		}
		_, err = db.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID))
		return err
	})
}

// prepareNew sets what must be set before the first table is made. WAL lets
// readers and the writer work at the same time. Where two processes make the
// same journal, SQLite may answer "busy" to one at once, without waiting.
func (db *database) prepareNew(ctx context.Context) error {
	for deadline := time.Now().Add(db.busy); ; {
		_, err := db.conn.ExecContext(ctx, "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
		if !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// version says which migration the journal has; 0 for a new one.
func (db *database) version(ctx context.Context) (int, error) {
	var app, tables int
	err := db.conn.QueryRowContext(ctx, "SELECT (SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_schema)").Scan(&app, &tables)
	switch {
	case err != nil:
		return 0, err
	case tables == 0:
		return 0, nil
	case app != applicationID:
		return 0, failure(db.path, ErrForeign, nil, "%s is a database of another program, not a journal, and was left as it is; move it, or set HANDRAIL_DATA_DIR to another folder", db.path)
	}
	var version sql.NullInt64
	if err := db.conn.QueryRowContext(ctx, "SELECT max(version) FROM migrations").Scan(&version); err != nil {
		return 0, err
	}
	if known := len(migrations()); int(version.Int64) > known {
		return 0, failure(db.path, ErrNewer, nil, "the journal %s was written by a newer Handrail (its version is %d, this one knows %d) and was left as it is; update Handrail, or set HANDRAIL_DATA_DIR to another folder", db.path, version.Int64, known)
	}
	return int(version.Int64), nil
}

func isBusy(err error) bool {
	var e *driverpkg.Error
	return errors.As(err, &e) && e.Code()&0xff == codes.SQLITE_BUSY
}
