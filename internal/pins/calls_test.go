package pins

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// tick waits until the file system tells a later time than it told before.
func tick(t *testing.T, dir string) int64 {
	t.Helper()
	path := filepath.Join(dir, "clock")
	read := func() int64 {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime().UnixNano()
	}
	first := read()
	for {
		if now := read(); now > first {
			return now
		}
	}
}

func always(int) bool { return true }

func TestDuring(t *testing.T) {
	clock, dir := t.TempDir(), filepath.Join(t.TempDir(), "calls")
	c := OpenCalls(dir, always)
	during := func(c *Calls, space string, at int64) bool {
		return c.During(space, []Moment{{At: at, Top: "agent"}}, time.Now()) != ""
	}
	before := tick(t, clock)
	tick(t, clock)
	over := c.Begin("/a")
	amid := tick(t, clock)
	if !during(c, "/a", amid) || during(c, "/b", amid) || during(c, "/a", before) {
		t.Error("while the call runs: only what was made in it is of a call")
	}
	other := OpenCalls(dir, always)
	if !during(other, "/a", amid) {
		t.Error("another process does not know of the call")
	}
	over()
	tick(t, clock)
	after := tick(t, clock)
	for _, c := range []*Calls{c, other} {
		if !during(c, "/a", amid) || during(c, "/a", after) {
			t.Error("after the call: what was made in it is of the call, what was made later is not")
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if !during(other, "/a", amid) || during(other, "/a", after) {
		t.Error("what was known is lost when the process ends")
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "*.log")); len(found) != 1 {
		t.Errorf("files: %v", found)
	}
	for why, at := range map[string]int64{
		"no time": 0, "too long ago": time.Now().Add(-horizon - time.Hour).UnixNano(), "in the future": time.Now().Add(time.Hour).UnixNano(),
	} {
		if !during(c, "/a", at) {
			t.Errorf("%s: it counts as the person's", why)
		}
	}
}

// Of a killed process nobody knows when its call ended.
func TestDuringOfAKilledProcess(t *testing.T) {
	clock, dir := t.TempDir(), filepath.Join(t.TempDir(), "calls")
	killed := OpenCalls(dir, always)
	killed.Begin("/a")
	tick(t, clock)
	later := tick(t, clock)
	c := OpenCalls(dir, func(int) bool { return false })
	moment := func(at int64) []Moment { return []Moment{{At: at, Top: "agent"}} }
	if c.During("/a", moment(later), time.Now()) == "" {
		t.Error("it is taken for over before somebody has noticed the death")
	}
	if err := c.Sweep(time.Now()); err != nil {
		t.Fatal(err)
	}
	if c.During("/a", moment(later), time.Now()) == "" {
		t.Error("its time is lost")
	}
	tick(t, clock)
	if why := c.During("/a", moment(tick(t, clock)), time.Now()); why != "" {
		t.Errorf("after it was noticed: %s", why)
	}
}

func TestLooseAndSettle(t *testing.T) {
	clock := t.TempDir()
	c := OpenCalls(filepath.Join(t.TempDir(), "calls"), always)
	c.Loose("/a", "ctxnest.json", ".mcp.json")
	at := tick(t, clock)
	for top, want := range map[string]bool{"ctxnest.json": true, "agent": false} {
		if got := c.During("/a", []Moment{{at, top}}, time.Now()) != ""; got != want {
			t.Errorf("%s: %v, want %v", top, got, want)
		}
	}
	c.Loose("/a", "*")
	at = tick(t, clock)
	if c.During("/a", []Moment{{at, "agent"}}, time.Now()) == "" {
		t.Error("every name was loose")
	}
	tick(t, clock)
	c.Settle("/a")
	if why := c.During("/a", []Moment{{tick(t, clock), "agent"}}, time.Now()); why != "" {
		t.Errorf("the person has looked: %s", why)
	}
}

// A clock that goes back makes everything unknown.
func TestDuringWithAClockSetBack(t *testing.T) {
	clock, dir := t.TempDir(), filepath.Join(t.TempDir(), "calls")
	c := OpenCalls(dir, always)
	c.Begin("/b")()
	at := tick(t, clock)
	files, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	f, err := os.OpenFile(files[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("b x.9 1000 00\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if c.During("/a", []Moment{{at, "agent"}}, time.Now()) == "" {
		t.Error("the change counts as the person's")
	}
	if c.During("/a", []Moment{{at, "agent"}}, time.Now().Add(-time.Hour)) == "" {
		t.Error("now lies before what was noted, and the change counts as the person's")
	}
}
