package pins

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// horizon is how long it is known who could have written what.
const horizon = 30 * 24 * time.Hour

// skew is how far a clock may be off before nothing is known any more.
const skew = time.Second

// logLimit is how large a process's log gets, in bytes, before it is handed on.
const logLimit = 64 << 10

// Calls is a log of who could write what and until when, in all processes that share a
// folder, and of when a space was known to be what the person has trusted. It is safe for
// concurrent use.
//
// A process writes a file of its own, PID-RANDOM.log; what it knew goes into a file of the
// day when it ends, or is killed and found dead. Rooms outlive processes, and have a file
// each: see Lodge. Of everything that has the same scope only the last end is kept. The
// times are the clock's, and are compared with each other only, never with those of files.
type Calls struct {
	dir   string
	alive func(pid int) bool
	boot  string

	mu     sync.Mutex
	file   *os.File
	id     string
	made   int
	open   int // notes of Begin that have not ended
	size   int
	stays  map[string]bool
	broken bool // something could not be written: nothing is known
}

// OpenCalls makes a log in a folder, which is made when it is first needed. alive
// tells whether a process with a number still runs. boot names this run of the machine, ""
// if that is not known.
func OpenCalls(dir string, boot string, alive func(pid int) bool) *Calls {
	return &Calls{dir: dir, alive: alive, boot: boot, id: rand.Text()[:10], stays: map[string]bool{}}
}

// Begin notes that something begins that can write what is in the scope, and returns what
// notes its end: nothing of it is left then.
func (c *Calls) Begin(s Scope) (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	c.open++
	n := strconv.Itoa(c.made)
	text, err := c.text(s)
	c.broken = c.broken || err != nil
	c.write("b", n, text)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.open--
		c.write("e", n, "")
		c.rotate()
	}
}

// Stay notes that something begins that can write what is in the scope, and of which
// nobody can tell when it ends: it may last as long as the machine runs.
func (c *Calls) Stay(s Scope) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text, err := c.text(s)
	c.broken = c.broken || err != nil
	if err != nil || c.stays[text] {
		return
	}
	c.write("l", bootWord(c.boot), text)
	c.stays[text] = !c.broken
}

// bootWord is a boot's name in the log.
func bootWord(boot string) string {
	if boot == "" {
		return "unknown"
	}
	return name(boot)
}

// Know notes that a space was what the person has trusted when it was looked at; at is
// before the look. Of the files that are held back nothing is known. They have
// slashes.
func (c *Calls) Know(space string, at time.Time, held []string) {
	if len(held) > heldLimit {
		return // what was known before still is
	}
	var names []string
	for _, file := range held {
		names = append(names, name(file))
	}
	slices.Sort(names)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write("k", strconv.FormatInt(at.UnixNano(), 10), strings.TrimSpace(name(space)+" "+strings.Join(slices.Compact(names), " ")))
	c.rotate()
}

// heldLimit is how many files may be held back for it to be noted that others are not.
const heldLimit = 50

func name(text string) string { return Sum([]byte(text))[:16] }

// allScope is the text of a Scope that is All.
const allScope = "*"

// text is how the log names a scope: an entry by its path, others by a file that holds
// them.
func (c *Calls) text(s Scope) (string, error) {
	switch {
	case s.All:
		return allScope, nil
	case s.Entry != "":
		return strconv.Quote(s.Entry), nil
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	sum := name(string(raw))
	path := filepath.Join(c.dir, scopePrefix+sum)
	if now := time.Now(); os.Chtimes(path, now, now) == nil { // it is there, and stays as long as it is named
		return sum, nil
	}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return "", err
	}
	temp := filepath.Join(c.dir, roomBuilt+rand.Text()[:16])
	if err := os.WriteFile(temp, raw, 0o600); err != nil {
		return "", errors.Join(err, os.RemoveAll(temp))
	}
	return sum, os.Rename(temp, path)
}

const scopePrefix = "scope-"

// write adds a line. c.mu is held.
func (c *Calls) write(kind, word, rest string) {
	if err := c.add(kind, word, rest); err != nil {
		c.broken = true
	}
}

func (c *Calls) add(kind, word, rest string) error {
	if c.file == nil {
		if err := os.MkdirAll(c.dir, 0o700); err != nil {
			return err
		}
		f, err := os.OpenFile(filepath.Join(c.dir, fmt.Sprintf("%d-%s.log", os.Getpid(), c.id)), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		c.file, c.size = f, 0
	}
	n, err := fmt.Fprintln(c.file, kind, time.Now().UnixNano(), word, rest)
	c.size += n
	return err
}

// rotate hands on the process's log when it is large. c.mu is held.
func (c *Calls) rotate() {
	if c.size < logLimit || c.open > 0 {
		return
	}
	if err := c.finish(); err != nil {
		c.broken = true
	}
}

// finish hands on the process's log. c.mu is held.
func (c *Calls) finish() error {
	if c.file == nil {
		return nil
	}
	path := c.file.Name()
	err := c.file.Close()
	c.file, c.id = nil, rand.Text()[:10]
	return errors.Join(err, c.fold(path, time.Now()))
}

// Close hands on what this process has noted. What it has begun has ended.
func (c *Calls) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.finish()
}

// Sweep hands on what killed processes have noted, and rooms that are gone, and removes
// what is too old.
func (c *Calls) Sweep(now time.Time) error {
	entries, err := os.ReadDir(c.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	problems := []error{err}
	for _, e := range entries {
		err := c.sweepFile(e, now)
		if !errors.Is(err, os.ErrNotExist) { // another process was quicker
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

func (c *Calls) sweepFile(e os.DirEntry, now time.Time) error {
	path := filepath.Join(c.dir, e.Name())
	older := func(age time.Duration) bool {
		info, err := e.Info()
		return err == nil && now.Sub(info.ModTime()) > age
	}
	switch number, _, _ := strings.Cut(e.Name(), "-"); {
	case strings.HasPrefix(e.Name(), roomFile):
		return c.sweepRoom(path, now)
	case strings.HasPrefix(e.Name(), roomBuilt):
		if older(time.Hour) {
			return os.Remove(path)
		}
	case strings.HasPrefix(e.Name(), roomDoor):
		return c.sweepDoor(path)
	case strings.HasPrefix(e.Name(), scopePrefix):
		if older(2 * horizon) {
			return os.Remove(path)
		}
	case number == "past":
		day, err := time.Parse(pastName, e.Name())
		if err != nil {
			return nil //nolint:nilerr // a file that is not ours stays
		}
		switch {
		case now.Sub(day) > horizon+48*time.Hour, older(time.Hour) && now.Sub(day) > 24*time.Hour && sizeOf(e) > logLimit:
			return c.fold(path, now) // nobody writes into it any more
		}
	default:
		if pid, err := strconv.Atoi(number); err == nil && !c.alive(pid) {
			return c.fold(path, now)
		}
	}
	return nil
}

func sizeOf(e os.DirEntry) int64 {
	info, err := e.Info()
	if err != nil {
		return 0
	}
	return info.Size()
}

// pastName is how the file of a day is called.
const pastName = "past-" + time.DateOnly + ".log"

// fold adds a file to the day's, with what was open closed at now, and removes it.
func (c *Calls) fold(path string, now time.Time) error {
	n := newNotes()
	if err := n.readLog(path); err != nil {
		return err
	}
	return c.hand(n, path, now)
}

// hand adds notes to the day's file, and removes the one that they were read from.
func (c *Calls) hand(n *Notes, path string, now time.Time) error {
	out := n.lines(c.boot, now)
	if len(out) > 0 {
		f, err := os.OpenFile(filepath.Join(c.dir, now.UTC().Format(pastName)), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		_, err = f.Write(append([]byte("\n"), out...)) // a killed process may have left half a line
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return os.Remove(path)
}

// entriesKept is how many single paths a file of notes tells apart.
const entriesKept = 500

// lines are the notes as a log has them, with what is open closed at now. What is too old
// to matter is left out.
func (n *Notes) lines(boot string, now time.Time) []byte {
	var out bytes.Buffer
	old := now.Add(-horizon).UnixNano()
	ends := map[string]int64{}
	var single []string
	for scope, at := range n.ends {
		if at = min(at, now.UnixNano()); at < old {
			continue
		}
		ends[scope] = at
		if strings.HasPrefix(scope, `"`) {
			single = append(single, scope)
		}
	}
	slices.SortFunc(single, func(a, b string) int { return int(max(-1, min(1, ends[a]-ends[b]))) })
	for _, scope := range single[:max(0, len(single)-entriesKept)] { // the oldest ones become one note
		ends[allScope] = max(ends[allScope], ends[scope])
		delete(ends, scope)
	}
	for _, scope := range slices.Sorted(maps.Keys(ends)) {
		fmt.Fprintln(&out, "w", ends[scope], "-", scope)
	}
	for stay, at := range n.stays {
		if stay.boot == bootWord(boot) || stay.boot == bootWord("") {
			fmt.Fprintln(&out, "l", at, stay.boot, stay.scope)
		}
	}
	for said, at := range n.known {
		space, held, _ := strings.Cut(said, " ")
		if at > old && (held == "" || n.known[space] < at) { // a later look that held nothing back says more
			fmt.Fprintln(&out, "k", at, at, said)
		}
	}
	if n.odd {
		fmt.Fprintln(&out, "odd", now.UnixNano(), "-")
	}
	return out.Bytes()
}
