package pins

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// horizon is how long it is known when calls ran.
const horizon = 30 * 24 * time.Hour

// skew is how far a clock may be off before nothing is known any more.
const skew = time.Second

// Calls is a log of when calls of spaces ran, in all processes that share a
// folder. Its times are those of the file system, so that they can be compared
// with the times of files. It is safe for concurrent use.
//
// A process writes a file of its own, PID-RANDOM.log; what it knew goes into a
// file of the day when it ends, or is killed and found dead.
type Calls struct {
	dir   string
	alive func(pid int) bool

	mu     sync.Mutex
	file   *os.File
	id     string
	made   int
	broken bool // something could not be written: nothing is known
}

// OpenCalls makes a log in a folder, which is made when it is first needed. alive
// tells whether a process with a number still runs.
func OpenCalls(dir string, alive func(pid int) bool) *Calls {
	return &Calls{dir: dir, alive: alive, id: rand.Text()[:10]}
}

// Begin notes that a call of a space begins, and returns what notes its end.
func (c *Calls) Begin(space string) (over func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	n := c.made
	c.write("b", n, name(space))
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.write("e", n, "")
	}
}

// Loose notes that a program runs which may leave others behind that can make or
// change these names at the top of the space later; "*" is every name.
func (c *Calls) Loose(space string, names ...string) {
	if len(names) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write("l", 0, name(space)+" "+strings.Join(names, "/"))
}

// Settle notes that the person has looked at the space: what Loose has said
// before does not count any more.
func (c *Calls) Settle(space string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write("s", 0, name(space))
}

func name(space string) string { return Sum([]byte(space))[:16] }

// write adds a line with the file system's own time. c.mu is held.
func (c *Calls) write(kind string, n int, rest string) {
	if err := c.add(kind, n, rest); err != nil {
		c.broken = true
	}
}

func (c *Calls) add(kind string, n int, rest string) error {
	if c.file == nil {
		if err := os.MkdirAll(c.dir, 0o700); err != nil {
			return err
		}
		f, err := os.OpenFile(filepath.Join(c.dir, fmt.Sprintf("%d-%s.log", os.Getpid(), c.id)), os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		c.file = f
	}
	if _, err := c.file.WriteString("\n"); err != nil {
		return err
	}
	info, err := c.file.Stat()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.file, kind, c.id+"."+strconv.Itoa(n), info.ModTime().UnixNano(), rest)
	return err
}

// Close hands on what this process has noted. Calls that still run have ended.
func (c *Calls) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return nil
	}
	name := c.file.Name()
	err := c.file.Close()
	c.file = nil
	c.id = rand.Text()[:10]
	return errors.Join(err, c.fold(name, time.Now()))
}

// Sweep hands on what killed processes have noted, and removes what is too old.
func (c *Calls) Sweep(now time.Time) error {
	entries, err := os.ReadDir(c.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	problems := []error{err}
	for _, e := range entries {
		number, rest, _ := strings.Cut(e.Name(), "-")
		path := filepath.Join(c.dir, e.Name())
		if number == "past" {
			day, err := time.Parse(time.DateOnly+".log", rest)
			if err == nil && now.Sub(day) > horizon+48*time.Hour {
				problems = append(problems, os.Remove(path))
			}
			continue
		}
		if pid, err := strconv.Atoi(number); err == nil && !c.alive(pid) {
			problems = append(problems, c.fold(path, now))
		}
	}
	return errors.Join(problems...)
}

// fold adds a process's file to the day's, with what was open closed at now, and
// removes it.
func (c *Calls) fold(path string, now time.Time) error {
	k := &known{}
	if err := k.read(path); err != nil {
		if errors.Is(err, os.ErrNotExist) { // another process was quicker
			return nil
		}
		return err
	}
	var out bytes.Buffer
	for _, w := range k.windows {
		to := w.to
		if to == 0 {
			to = now.UnixNano()
		}
		fmt.Fprintln(&out, "w", to, w.from, w.space)
	}
	for _, l := range k.loose {
		fmt.Fprintln(&out, "l", "-", l.at, l.space, strings.Join(l.names, "/"))
	}
	for space, at := range k.settled {
		fmt.Fprintln(&out, "s", "-", at, space)
	}
	if k.odd {
		fmt.Fprintln(&out, "odd", "-", now.UnixNano())
	}
	if out.Len() > 0 {
		f, err := os.OpenFile(filepath.Join(c.dir, "past-"+now.UTC().Format(time.DateOnly)+".log"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		_, err = f.Write(out.Bytes())
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// A Moment is when something in a space changed, in nanoseconds since 1970, and
// the first part of its name.
type Moment struct {
	At  int64
	Top string
}

// During says why a change may have been made by a call, "" if surely none ran.
// What is not known counts as a call.
func (c *Calls) During(space string, changes []Moment, now time.Time) string {
	c.mu.Lock()
	broken := c.broken
	c.mu.Unlock()
	if broken {
		return "it could not be noted when calls ran"
	}
	k, err := c.readAll()
	if err != nil {
		return "it cannot be read when calls ran: " + err.Error()
	}
	if k.odd || k.last > now.Add(skew).UnixNano() {
		return "the clock was set back, so Handrail can't tell when it was made"
	}
	for _, m := range changes {
		switch {
		case m.At <= 0, m.At < now.Add(-horizon).UnixNano(), m.At > now.Add(skew).UnixNano():
			return "Handrail can't tell when it was made"
		}
		if why := k.during(name(space), m); why != "" {
			return why
		}
	}
	return ""
}

func (c *Calls) readAll() (*known, error) {
	k := &known{}
	entries, err := os.ReadDir(c.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		err := k.read(filepath.Join(c.dir, e.Name()))
		if errors.Is(err, os.ErrNotExist) { // handed on meanwhile: read all again
			return c.readAll()
		}
		if err != nil {
			return nil, err
		}
	}
	return k, nil
}

// known is what one or more files say.
type known struct {
	windows []window
	loose   []looseNames
	settled map[string]int64 // by space: the last time
	last    int64            // the latest time
	odd     bool             // times went back
}

type window struct {
	id, space string
	from, to  int64 // to 0: it goes on
}

type looseNames struct {
	space string
	at    int64
	names []string
}

func (k *known) read(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // nothing was written
	if k.settled == nil {
		k.settled = map[string]int64{}
	}
	lines := bufio.NewScanner(f)
	before, open := int64(0), map[string]int{}
	for lines.Scan() {
		w := strings.Fields(lines.Text())
		if len(w) < 3 {
			continue // the mark before a line, or the half line of a killed process, whose call did not begin
		}
		at, err := strconv.ParseInt(w[2], 10, 64)
		if err != nil {
			continue
		}
		if own := w[0] == "b" || w[0] == "e"; own {
			k.odd = k.odd || at < before-int64(skew)
			before = at
		}
		k.last = max(k.last, at)
		k.line(w, at, open)
	}
	return lines.Err()
}

func (k *known) line(w []string, at int64, open map[string]int) {
	rest := ""
	if len(w) > 3 {
		rest = w[3]
	}
	switch w[0] {
	case "b":
		open[w[1]] = len(k.windows)
		k.windows = append(k.windows, window{id: w[1], space: rest, from: at})
	case "e":
		if i, ok := open[w[1]]; ok {
			k.windows[i].to = at
		}
	case "w":
		to, err := strconv.ParseInt(w[1], 10, 64)
		if err != nil {
			to = 0
		}
		k.windows = append(k.windows, window{space: rest, from: at, to: to})
	case "l":
		names := []string{"*"}
		if len(w) > 4 {
			names = strings.Split(strings.Join(w[4:], " "), "/")
		}
		k.loose = append(k.loose, looseNames{rest, at, names})
	case "s":
		k.settled[rest] = max(k.settled[rest], at)
	case "odd":
		k.odd = true
	}
}

func (k *known) during(space string, m Moment) string {
	for _, w := range k.windows {
		if w.space == space && w.from <= m.At && (w.to == 0 || m.At <= w.to) {
			return "it was made while a call of this space ran"
		}
	}
	for _, l := range k.loose {
		if l.space == space && l.at <= m.At && l.at > k.settled[space] && (slices.Contains(l.names, "*") || slices.Contains(l.names, m.Top)) {
			return "a program that a call left behind could have made it"
		}
	}
	return ""
}
