package builtin

import (
	"container/list"
	"sync"
)

// maxReads is how many reads a ReadLog remembers; the oldest are forgotten, and
// must be read again before they are written.
const maxReads = 20_000

// A ReadLog remembers which lines of which file, in which state, each session has
// last read or written. It is what "read before write" is judged by
// (docs/spec/05-built-in-tools.md#changing-a-file). It is safe for concurrent
// use.
type ReadLog struct {
	mu    sync.Mutex
	found map[readKey]*list.Element
	order *list.List // of *readEntry, the latest in front
}

type readKey struct{ session, path string }

type readEntry struct {
	key  readKey
	seen Seen
}

// NewReadLog makes an empty log.
func NewReadLog() *ReadLog {
	return &ReadLog{found: map[readKey]*list.Element{}, order: list.New()}
}

// Record notes what the session knows of the file at path, a real path; it adds to
// what it knew of the file in the same state.
func (l *ReadLog) Record(session, path string, s Seen) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := readKey{session, path}
	if e, ok := l.found[key]; ok {
		s = e.Value.(*readEntry).seen.and(s)
		l.order.Remove(e)
	}
	l.found[key] = l.order.PushFront(&readEntry{key, s})
	if l.order.Len() > maxReads {
		oldest := l.order.Remove(l.order.Back()).(*readEntry)
		delete(l.found, oldest.key)
	}
}

// Lookup returns what the session knows of the file.
func (l *ReadLog) Lookup(session, path string) (Seen, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.found[readKey{session, path}]
	if !ok {
		return Seen{}, false
	}
	return e.Value.(*readEntry).seen, true
}

// Known is a copy of everything that the session knows, by path: to be kept
// where a session has several processes.
func (l *ReadLog) Known(session string) map[string]Seen {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := map[string]Seen{}
	for key, e := range l.found {
		if key.session == session {
			known[key.path] = e.Value.(*readEntry).seen
		}
	}
	return known
}

// Forget drops a file, for a session that has removed it.
func (l *ReadLog) Forget(session, path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := readKey{session, path}
	if e, ok := l.found[key]; ok {
		l.order.Remove(e)
		delete(l.found, key)
	}
}

// End drops everything that a session knows.
func (l *ReadLog) End(session string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, e := range l.found {
		if key.session == session {
			l.order.Remove(e)
			delete(l.found, key)
		}
	}
}
