-- A journal of version 8, which has letters. It is never changed again.
PRAGMA application_id = 1213360748;
CREATE TABLE migrations (
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
CREATE INDEX events_called ON events (call) WHERE kind = 'called';
CREATE TABLE hook_counts (        -- see hooks.go
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
) STRICT, WITHOUT ROWID;
INSERT INTO migrations VALUES (1, '2026-11-21T09:00:00Z', '0.1.0');
INSERT INTO migrations VALUES (2, '2026-11-22T09:00:00Z', '0.4.0');
INSERT INTO migrations VALUES (3, '2026-11-22T10:00:00Z', '0.5.0');
INSERT INTO migrations VALUES (4, '2026-11-26T10:00:00Z', '0.5.0');
INSERT INTO migrations VALUES (5, '2026-11-26T12:00:00Z', '0.6.0');
INSERT INTO migrations VALUES (6, '2026-11-27T18:00:00Z', '0.7.0');
INSERT INTO migrations VALUES (7, '2026-11-27T22:00:00Z', '0.8.0');
INSERT INTO migrations VALUES (8, '2026-11-27T22:30:00Z', '0.8.0');
INSERT INTO owners VALUES ('00000000deadbeef', 4242, 1795251600000000000);
INSERT INTO runs VALUES (1, 'r_old', '00000000deadbeef', 's_1', '/space', 'chat', 'architect', 'ollama/qwen3', 'an old run',
	1795251600000000000, 1795251601000000000, 'done', '', 1, 10, 20);
INSERT INTO runs VALUES (2, 'r_open', '00000000deadbeef', 's_1', '/space', 'cli', '', '', 'an open run', 1795251602000000000, 0, 'running', '', 1, 0, 0);
INSERT INTO events VALUES (1, 1, 'c_1', 1795251600500000000, 'called', '{"tool":"read","input":{"path":"a"},"caller":"agent"}');
INSERT INTO events VALUES (2, 1, 'c_1', 1795251600600000000, 'returned', '{"content":"text"}');
INSERT INTO events VALUES (3, 1, '', 1795251601000000000, 'ended', '{"state":"done"}');
INSERT INTO events VALUES (4, 2, 'c_2', 1795251602100000000, 'called', '{"tool":"bash","input":{"command":"make"},"caller":"person"}');
INSERT INTO events VALUES (5, 2, 'c_2', 1795251602200000000, 'started', '{"tool":"bash"}');
INSERT INTO state VALUES ('trust', '/space', 'yes', 1795251600000000000);
INSERT INTO hook_counts VALUES ('/space', 'validate-sql', NULL, 1, 1247, 13, 2, 56115000000, 300000000, 1795251600000000000, '');
CREATE TRIGGER events_count AFTER INSERT ON events WHEN NEW.kind = 'called' BEGIN
	UPDATE runs SET calls = calls + 1 WHERE n = NEW.run;
END;
ALTER TABLE runs ADD COLUMN parent TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN parent_call TEXT NOT NULL DEFAULT '';
CREATE INDEX runs_parent ON runs (parent) WHERE parent != '';
CREATE TABLE outbox (             -- messages on their way out: see outbox.go
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
CREATE INDEX outbox_sent ON outbox (changed) WHERE state = 'sent';
INSERT INTO outbox VALUES (1, 'm_old', '', 'ops', '', 'half sent', 9, '/space', 's_1', 'architect', 'sending', '00000000deadbeef', 'long ago',
	1795251600000000000, 1795251600000000000, 1795338000000000000, 1795251600000000000, 0, '');
ALTER TABLE runs ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_started ON runs (started);
CREATE TABLE labels (             -- whose words files hold: see labels.go
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
INSERT INTO labels VALUES ('/space', '/space/notes.md', '', 4, '[{"kind":"web","name":"example.com"}]', 'r_old', 'c_1', 1795251600000000000);
CREATE VIRTUAL TABLE said USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
INSERT INTO said (rowid, text) SELECT seq, json_extract(data, '$.text') FROM events
	WHERE kind IN ('prompted', 'replied') AND json_valid(data) AND coalesce(json_extract(data, '$.text'), '') <> '';
CREATE TRIGGER events_said AFTER INSERT ON events
	WHEN NEW.kind IN ('prompted', 'replied') AND json_valid(NEW.data) AND coalesce(json_extract(NEW.data, '$.text'), '') <> '' BEGIN
	INSERT INTO said (rowid, text) VALUES (NEW.seq, json_extract(NEW.data, '$.text'));
END;
CREATE TRIGGER events_unsaid AFTER DELETE ON events WHEN OLD.kind IN ('prompted', 'replied') BEGIN
	DELETE FROM said WHERE rowid = OLD.seq;
END;
CREATE TABLE post (               -- letters between processes and machines: see post.go
	n    INTEGER PRIMARY KEY AUTOINCREMENT,
	box  TEXT NOT NULL,
	id   TEXT NOT NULL,
	body BLOB NOT NULL,
	made INTEGER NOT NULL,
	UNIQUE (box, id)
) STRICT;
CREATE INDEX post_box ON post (box, n);
INSERT INTO post (box, id, body, made) VALUES ('asks', 'a1', x'7b7d', 1795251600000000000);
