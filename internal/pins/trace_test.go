package pins

import (
	"os"
	"testing"
	"time"
)

// What could have made a file elsewhere: by when it was born, when its name last changed, and
// until when something has run.
func TestElsewhere(t *testing.T) {
	b := newBench(t)
	c := b.open()
	before := time.Now().Add(-time.Second).UnixNano()
	elsewhere := func(born, named int64) bool { return c.Read(time.Now()).Elsewhere(born, named) != "" }
	if elsewhere(before, before) || elsewhere(before, time.Now().UnixNano()) || !c.Read(time.Now()).Quiet(before) {
		t.Error("nothing has run yet")
	}
	if !elsewhere(time.Now().Add(-horizon-time.Hour).UnixNano(), before) || !elsewhere(0, before) {
		t.Error("what is older than the notes counts as the person's")
	}
	end := c.Begin(b.scope(false, "other"))
	amid := time.Now().UnixNano()
	for when, want := range map[string]struct {
		born, named int64
		could       bool
	}{
		"named at once":    {amid, amid, false},
		"just in time":     {amid, amid + int64(quick) - 1, false},
		"named after that": {amid, amid + int64(quick), true},
	} {
		if got := elsewhere(want.born, want.named); got != want.could {
			t.Errorf("while it runs, %s: %v", when, got)
		}
	}
	end()
	ended := time.Now().UnixNano()
	if !elsewhere(amid, ended) || !elsewhere(before, ended) || elsewhere(ended, ended) || elsewhere(ended, ended+int64(time.Hour)) {
		t.Error("what was born before its end and named after it could be its, and nothing else")
	}
	if c.Read(time.Now()).Quiet(amid) || !c.Read(time.Now()).Quiet(ended) {
		t.Error("it was quiet only since it has ended")
	}
	c.Stay(Scope{All: true})
	if elsewhere(ended, ended) || !elsewhere(ended, ended+int64(quick)) {
		t.Error("what may still run can have made what there was the time to move")
	}
}

// A trace says which file it is and when anything of it last changed, also its name.
func TestTraceOf(t *testing.T) {
	b := newBench(t)
	first, there := TraceOf(b.path("other/x"))
	if !there || !first.Mark.Says() || first.Changed == 0 || !first.Type.IsRegular() {
		t.Fatalf("%+v, %v", first, there)
	}
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"other/y", func() error { return os.Rename(b.path("other/x"), b.path("other/y")) }},
		{"other/y", func() error { return os.Chtimes(b.path("other/y"), time.Unix(1, 0), time.Unix(1, 0)) }},
		{"other/y", func() error { return os.Chmod(b.path("other/y"), 0o700) }},
	} {
		time.Sleep(2 * tick) // the times of files are no finer
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		now, _ := TraceOf(b.path(step.name))
		if now.Mark != first.Mark || now.Changed <= first.Changed {
			t.Errorf("%+v, and before %+v", now, first)
		}
		first = now
	}
	if _, there := TraceOf(b.path("nothing")); there {
		t.Error("something is where nothing is")
	}
}
