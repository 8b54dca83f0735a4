package pins

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A bench is a folder with an outer space, a space in it, and a log.
type bench struct {
	t          *testing.T
	top, calls string
}

func newBench(t *testing.T) bench {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := bench{t, top, filepath.Join(top, "calls")}
	for _, name := range []string{"outer/inner/agent/a.md", "outer/inner/scripts/go.sh", "outer/inner/ctxnest.json", "other/x"} {
		b.write(name)
	}
	return b
}

func (b bench) path(name string) string { return filepath.Join(b.top, filepath.FromSlash(name)) }

func (b bench) write(name string) {
	b.t.Helper()
	if err := os.MkdirAll(filepath.Dir(b.path(name)), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(b.path(name), []byte("x"), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

func (b bench) rename(from, to string) {
	b.t.Helper()
	if err := os.Rename(b.path(from), b.path(to)); err != nil {
		b.t.Fatal(err)
	}
}

func (b bench) open() *Calls { return OpenCalls(b.calls, "boot", func(int) bool { return true }) }

// place is a file without links on the way.
func (b bench) place(name string) Place {
	var on []string
	for at := b.path(name); ; at = filepath.Dir(at) {
		on = append([]string{at}, on...)
		if at == filepath.Dir(at) {
			return PlaceOf(b.path(name), on, false)
		}
	}
}

func (b bench) scope(named bool, names ...string) Scope {
	var write, held []string
	for _, name := range names {
		if rest, ok := strings.CutPrefix(name, "-"); ok {
			held = append(held, b.path(rest))
		} else {
			write = append(write, b.path(name))
		}
	}
	return ScopeOf(write, held, named)
}

// written reports whether somebody could have written a file since a moment.
func (b bench) written(c *Calls, name string, since time.Time) bool {
	return c.Read(time.Now()).Why(b.place(name), since) != ""
}

func TestWhoCouldHaveWritten(t *testing.T) {
	b := newBench(t)
	c, other := b.open(), b.open()
	const file = "outer/inner/agent/a.md"
	before := time.Now()
	end := c.Begin(b.scope(false, "outer"))
	amid := time.Now()
	for _, c := range []*Calls{c, other} {
		if !b.written(c, file, before) || !b.written(c, file, amid) || b.written(c, "other/x", before) {
			t.Error("while it runs: all that it can write counts, and nothing else")
		}
	}
	end()
	after := time.Now()
	for name, close := range map[string]func() error{"ended": func() error { return nil }, "handed on": c.Close, "closed again": c.Close} {
		if err := close(); err != nil {
			t.Fatal(err)
		}
		for _, c := range []*Calls{c, other} {
			if !b.written(c, file, before) || !b.written(c, file, amid) || b.written(c, file, after) {
				t.Errorf("%s: what was known after the end still is, what was known before is not", name)
			}
		}
	}
	time.Sleep(2 * time.Millisecond)
	if b.written(c, file, time.Now().Add(-time.Millisecond)) {
		t.Error("nothing has begun since")
	}
	for why, at := range map[string]time.Time{"never known": {}, "too long ago": time.Now().Add(-horizon - time.Hour)} {
		if !b.written(c, file, at) {
			t.Errorf("%s: it counts as the person's", why)
		}
	}
}

// Of a killed process nobody knows when what it had begun ended.
func TestNotesOfAKilledProcess(t *testing.T) {
	b := newBench(t)
	before := time.Now()
	b.open().Begin(b.scope(false, "outer"))
	killed := OpenCalls(b.calls, "boot", func(int) bool { return false })
	amid := time.Now()
	if !b.written(killed, "outer/inner/agent/a.md", before) || !b.written(killed, "outer/inner/agent/a.md", amid) {
		t.Error("it is taken for over before somebody has noticed the death")
	}
	if b.written(killed, "outer/inner/agent/a.md", time.Now()) {
		t.Error("it counts after it was noticed")
	}
}

// Of what no room looks after nobody knows the end, until the machine starts again.
func TestStay(t *testing.T) {
	b := newBench(t)
	c := b.open()
	c.Stay(b.scope(false, "outer"))
	for range 3 {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if !b.written(c, "outer/inner/agent/a.md", time.Now()) || b.written(c, "other/x", time.Now()) {
			t.Error("what it can write counts from now on, and nothing else")
		}
		c.Stay(b.scope(false, "outer"))
	}
	old := time.Now().Add(3 * horizon)
	if err := c.Sweep(old); err != nil {
		t.Fatal(err)
	}
	if !b.written(c, "outer/inner/agent/a.md", time.Now()) {
		t.Error("it is forgotten while the machine runs")
	}
	if again := OpenCalls(b.calls, "another boot", func(int) bool { return true }); b.written(again, "outer/inner/agent/a.md", time.Now()) {
		t.Error("it counts after the machine was started again")
	}
}

// The file of a room says whether something lives in it, and outlives the process.
func TestRoomsFile(t *testing.T) {
	b := newBench(t)
	c := b.open()
	const file = "outer/inner/agent/a.md"
	l, err := c.Lodge(b.scope(false, "outer"))
	if err != nil {
		t.Fatal(err)
	}
	inside, err := os.OpenFile(l.path, os.O_RDWR, 0) // the room's own, but without the lock
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = inside.Close() }()
	held, err := os.Open(l.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Settle(); err != nil { // nobody has the lock now: the room has been killed
		t.Fatal(err)
	}
	if err := lock(held); err != nil { // now it lives
		t.Fatal(err)
	}
	before := time.Now()
	if b.written(c, file, before) {
		t.Error("a room in which nothing runs counts")
	}
	say := func(busy bool) {
		t.Helper()
		if err := WriteLife(inside, busy); err != nil {
			t.Fatal(err)
		}
	}
	say(true)
	if !b.written(c, file, time.Now()) || b.written(c, "other/x", before) {
		t.Error("while something lives in it, what it can write counts, and nothing else")
	}
	say(false)
	after := time.Now()
	if !b.written(c, file, before) || b.written(c, file, after) {
		t.Error("when nothing lives in it any more: what was known before is not known now")
	}
	say(true)
	if err := held.Close(); err != nil { // the room is killed with something in it
		t.Fatal(err)
	}
	if !b.written(c, file, time.Now()) {
		t.Error("it is taken for over before somebody has noticed the death")
	}
	if b.written(c, file, time.Now()) {
		t.Error("it counts after it was noticed")
	}
	if left, err := filepath.Glob(filepath.Join(b.calls, "room-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// What cannot be read counts as busy with everything.
func TestADamagedRoomsFile(t *testing.T) {
	b := newBench(t)
	c := b.open()
	c.Know("s", time.Now(), nil)
	for name, text := range map[string]string{
		"empty": "", "half": "idle 0000", "no scope": lifeOf(false, 1), "no time": "idle xxxxxxxxxxxxxxxxxxxx\n*\n", "no such scope": lifeOf(true, 1) + "gone\n",
	} {
		path := filepath.Join(b.calls, roomFile+"x")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		held, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := lock(held); err != nil {
			t.Fatal(err)
		}
		if !b.written(c, "other/x", time.Now()) {
			t.Errorf("%s: nothing counts", name)
		}
		if err := held.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// What a space was known to be is known by file, over the end of the process.
func TestKnown(t *testing.T) {
	b := newBench(t)
	c := b.open()
	first := time.Now()
	c.Know("s", first, nil)
	second := time.Now().Add(time.Microsecond)
	c.Know("s", second, []string{"agent/a.md"})
	for range 2 {
		n := b.open().Read(time.Now())
		if !n.Known("s", "agent/a.md").Equal(first) || !n.Known("s", "agent/b.md").Equal(second) || !n.Known("t", "agent/a.md").IsZero() {
			t.Errorf("known: %v, %v, %v; want %v, %v", n.Known("s", "agent/a.md"), n.Known("s", "agent/b.md"), n.Known("t", "agent/a.md"), first, second)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.open().Read(time.Now().Add(2 * horizon)); !n.Known("s", "agent/b.md").IsZero() {
		t.Error("it is known for ever")
	}
}

// The notes stay small, however much runs, and forget nothing that counts.
func TestNotesStaySmall(t *testing.T) {
	b := newBench(t)
	c := b.open()
	before := time.Now()
	for range 3 * logLimit / 100 {
		c.Begin(Scope{Entry: b.path("outer/inner/agent/a.md")})()
		c.Know("other", time.Now(), []string{"x"})
	}
	for i := range 2 * entriesKept {
		c.Begin(Scope{Entry: b.path("other/" + strings.Repeat("x", 1+i%100) + string(rune('a'+i/100)))})()
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	size, files := int64(0), 0
	entries, err := os.ReadDir(b.calls)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		size, files = size+info.Size(), files+1
	}
	if size > 4*logLimit || files > 3 {
		t.Errorf("%d bytes in %d files", size, files)
	}
	if !b.written(c, "outer/inner/agent/a.md", before) || !b.written(c, "other/xa", before) || b.written(c, "other/xa", time.Now()) {
		t.Error("something is forgotten, or counts for ever")
	}
}

// A clock that goes back makes everything unknown.
func TestAClockSetBack(t *testing.T) {
	b := newBench(t)
	c := b.open()
	c.Begin(b.scope(false, "other"))()
	since := time.Now()
	if b.written(c, "outer/inner/agent/a.md", since) {
		t.Fatal("it is not the person's")
	}
	if c.Read(time.Now().Add(-time.Hour)).Why(b.place("outer/inner/agent/a.md"), since) == "" {
		t.Error("now lies before what was noted, and the change counts as the person's")
	}
	files, err := filepath.Glob(filepath.Join(b.calls, "*.log"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("b 1000 9 *\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if !b.written(c, "outer/inner/agent/a.md", since) {
		t.Error("the change counts as the person's")
	}
}
