package pins

import (
	"bufio"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// forever is the end of what has not ended.
const forever = math.MaxInt64

// Notes are what all processes and rooms have noted, at one moment.
type Notes struct {
	ends   map[string]int64 // by the text of a scope: when the last that has it ended
	stays  map[stay]int64
	known  map[string]int64 // by the name of a space and of what was held back in it
	last   int64            // the latest time
	odd    bool             // times went back
	why    string           // why nothing is known
	boot   string
	scopes map[string]Scope
	dir    string
	old    int64 // before that nothing is known
}

// A stay is a scope of which nobody knows the end, and the run of the machine in which it began.
type stay struct{ boot, scope string }

func newNotes() *Notes {
	return &Notes{ends: map[string]int64{}, stays: map[stay]int64{}, known: map[string]int64{}, scopes: map[string]Scope{}}
}

// Read reads what all have noted. What cannot be read makes everything unknown.
func (c *Calls) Read(now time.Time) *Notes {
	c.mu.Lock()
	broken := c.broken
	c.mu.Unlock()
	swept := c.Sweep(now) // who was killed is noticed now
	n, err := c.readAll()
	if err = errors.Join(swept, err); err != nil {
		n = newNotes()
		n.why = "Handrail can't read its notes about who could have written it: " + err.Error()
	}
	n.boot, n.dir, n.old = bootWord(c.boot), c.dir, now.Add(-horizon).UnixNano()
	switch {
	case broken:
		n.why = "Handrail couldn't note what ran"
	case n.odd || n.last > now.Add(skew).UnixNano():
		n.why = "the clock was set back, so Handrail can't tell when it was made"
	}
	return n
}

func (c *Calls) readAll() (*Notes, error) {
	for try := 0; ; try++ {
		n, err := c.readOnce()
		if !errors.Is(err, os.ErrNotExist) || try == readTries { // handed on meanwhile: read all again
			return n, err
		}
	}
}

// readTries is how often the notes are read again because another process has put them
// elsewhere meanwhile.
const readTries = 20

func (c *Calls) readOnce() (*Notes, error) {
	n := newNotes()
	entries, err := os.ReadDir(c.dir)
	if errors.Is(err, os.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(c.dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), roomFile):
			err = n.readRoom(path)
		case strings.HasSuffix(e.Name(), ".log"):
			err = n.readLog(path)
		}
		if err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (n *Notes) ended(scope string, at int64) {
	n.ends[scope] = max(n.ends[scope], at)
	if at != forever {
		n.last = max(n.last, at)
	}
}

func (n *Notes) readLog(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // nothing was written
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	before, open := int64(0), map[string]string{}
	past := strings.HasPrefix(filepath.Base(path), "past-")
	for lines.Scan() {
		w := strings.SplitN(lines.Text(), " ", 4)
		if len(w) < 3 {
			continue // the mark before a block, or half a line: what it would have said did not begin
		}
		at, err := strconv.ParseInt(w[1], 10, 64)
		if err != nil {
			continue
		}
		if !past {
			n.odd = n.odd || at < before-int64(skew)
			before = at
		}
		n.last = max(n.last, at)
		n.line(append(w, "")[:4], at, open)
	}
	for _, scope := range open {
		n.ended(scope, forever)
	}
	return lines.Err()
}

func (n *Notes) line(w []string, at int64, open map[string]string) {
	word, rest := w[2], w[3]
	switch w[0] {
	case "b":
		open[word] = rest
	case "e":
		n.ended(open[word], at)
		delete(open, word)
	case "w":
		n.ended(rest, at)
	case "l":
		n.stays[stay{word, rest}] = at
	case "k":
		if looked, err := strconv.ParseInt(word, 10, 64); err == nil {
			n.known[rest] = max(n.known[rest], looked)
		}
	case "odd":
		n.odd = true
	}
}

// Known is when a file of a space was last known to be what the person has trusted; the
// zero time if that is not known any more.
func (n *Notes) Known(space, file string) time.Time {
	at := int64(0)
	for said, looked := range n.known {
		words := strings.Fields(said)
		if len(words) > 0 && words[0] == name(space) && !slices.Contains(words[1:], name(file)) {
			at = max(at, looked)
		}
	}
	if at <= n.old {
		return time.Time{}
	}
	return time.Unix(0, at)
}

// Why says why something else than the person could have written a place since a
// moment, "" if surely nothing could. What is not known counts as written.
func (n *Notes) Why(p Place, since time.Time) string {
	switch {
	case n.why != "":
		return n.why
	case since.IsZero(), since.UnixNano() <= n.old, len(p.on) == 0:
		return untold
	}
	for s := range n.stays {
		if (s.boot == n.boot || s.boot == bootWord("")) && n.covers(s.scope, p) {
			return "a program that an agent started could have made it, and Handrail can't tell whether that still runs until this computer is restarted"
		}
	}
	why := ""
	for scope, at := range n.ends {
		if at < since.UnixNano() || !n.covers(scope, p) {
			continue
		}
		if at == forever {
			return "an agent's call, or a program that one left running, can write it and has not ended"
		}
		why = "an agent's call, or a program that one left behind, could have made it"
	}
	return why
}

// covers reports whether a scope that the log names covers a place. One that cannot be
// read covers everything.
func (n *Notes) covers(text string, p Place) bool { return n.scope(text).covers(p) }

// scope is a scope that the log names.
func (n *Notes) scope(text string) Scope {
	s, ok := n.scopes[text]
	if !ok {
		s = n.readScope(text)
		n.scopes[text] = s
	}
	return s
}

func (n *Notes) readScope(text string) (s Scope) {
	if strings.HasPrefix(text, `"`) {
		if path, err := strconv.Unquote(text); err == nil {
			return Scope{Entry: path}
		}
		return Scope{All: true}
	}
	raw, err := os.ReadFile(filepath.Join(n.dir, scopePrefix+text))
	if text == allScope || err != nil || json.Unmarshal(raw, &s) != nil {
		return Scope{All: true}
	}
	return s
}
