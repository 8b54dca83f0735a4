package sqlite

import (
	"context"
	"fmt"
	"maps"
	"os"
	"strconv"
	"testing"
	"time"

	"handrail/journal"
	"handrail/journal/journaltest"

	"github.com/google/go-cmp/cmp"
)

// helpers are what a helper process can do; see TestMain.
func helpers() map[string]func(path string) error {
	all := map[string]func(path string) error{"mid-call": helpMidCall, "write": helpWrite, "share": helpShare, "outbox": helpOutbox, "resume": helpResume}
	maps.Copy(all, systemHelpers())
	return all
}

// helpMidCall opens the journal, starts calls and waits to be killed.
func helpMidCall(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{Path: path})
	if err != nil {
		return err
	}
	for _, id := range []string{"open", "over"} {
		if err := s.Begin(ctx, journal.Run{ID: id, Session: "s", Started: time.Now()}); err != nil {
			return err
		}
	}
	started := journal.New("open", "c2", journal.Started, journal.StartedData{Tool: "bash", SideEffect: true})
	started.Durable = true
	for _, events := range [][]journal.Event{
		{journal.New("open", "", journal.Prompted, journal.PromptedData{Text: "go on"})},
		{journal.New("open", "c1", journal.Called, nil), journal.New("open", "c1", journal.Started, nil)},
		{journal.New("open", "c1", journal.Finished, journal.FinishedData{Content: "done"}), journal.New("open", "c1", journal.Returned, nil)},
		{journal.New("open", "c2", journal.Called, nil), started},
		{journal.New("open", "c3", journal.Called, nil), journal.New("open", "c3", journal.Asked, nil)},
		{journal.New("open", "c2", journal.Output, journal.OutputData{Stream: "stdout", Text: "half of it"})},
		{journal.New("over", "c4", journal.Called, nil), journal.New("over", "", journal.Ended, journal.EndedData{State: journal.Done})},
	} {
		if err := s.Record(ctx, events...); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	select {}
}

// A process is killed in mid-call: the next start closes the call as unknown,
// and nothing else is lost or touched (docs/spec/13-journal.md).
func TestKilledInMidCall(t *testing.T) {
	path := journalIn(t)
	cmd, out := start(t, "mid-call", path)
	line(t, out)

	living := open(t, Config{Path: path})
	before := events(t, living, "open")
	if r := theRun(t, living, "open"); r.State != journal.Running {
		t.Errorf("a run of a living process was closed: %+v", r)
	}
	begin(t, living, "mine")
	kill(t, cmd)

	next := open(t, Config{Path: path})
	journaltest.CheckClosed(t, theRun(t, next, "open"), before, events(t, next, "open"), []string{"c2"}, []string{"c3"})
	if r := theRun(t, next, "over"); r.State != journal.Done || len(events(t, next, "over")) != 2 {
		t.Errorf("a run that was over has changed: %+v", r)
	}
	if r := theRun(t, next, "mine"); r.State != journal.Running {
		t.Errorf("a run of another living process was closed: %+v", r)
	}
	again := open(t, Config{Path: path})
	if diff := cmp.Diff(events(t, next, "open"), events(t, again, "open")); diff != "" {
		t.Errorf("a second start closed it again (-want +got):\n%s", diff)
	}
	if locks := lockFiles(t, path); len(locks) != 1 {
		t.Errorf("lock files %v, want only that of the living owner", locks)
	}
	if err := next.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func lockFiles(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(path + "-owners")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// An owner whose lock file somebody has removed counts as dead once its process
// is gone.
func TestKilledAndTidiedAway(t *testing.T) {
	path := journalIn(t)
	cmd, out := start(t, "mid-call", path)
	line(t, out)
	kill(t, cmd)
	if err := os.RemoveAll(path + "-owners"); err != nil {
		t.Fatal(err)
	}
	s := open(t, Config{Path: path})
	if r := theRun(t, s, "open"); r.State != journal.Unknown {
		t.Errorf("the run is %s", r.State)
	}
}

// helpWrite writes numbered events without end and says which are written.
func helpWrite(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{Path: path})
	if err != nil {
		return err
	}
	if err := s.Begin(ctx, journal.Run{ID: "r", Started: time.Now()}); err != nil {
		return err
	}
	for n := 0; ; n += 3 {
		if err := s.Record(ctx, text("r", strconv.Itoa(n)), text("r", strconv.Itoa(n+1)), text("r", strconv.Itoa(n+2))); err != nil {
			return err
		}
		fmt.Println(n + 2)
	}
}

// What Record has said to be written is there after a kill, in order and
// without a gap, and no act is half there.
func TestKilledWhileWriting(t *testing.T) {
	for round := range 3 {
		path := journalIn(t)
		cmd, out := start(t, "write", path)
		written := 0
		for written < 300*(round+1) {
			n, err := strconv.Atoi(line(t, out))
			if err != nil {
				t.Fatal(err)
			}
			written = n
		}
		kill(t, cmd)
		for out.Scan() { // what it had said before it died
			if n, err := strconv.Atoi(out.Text()); err == nil {
				written = n
			}
		}
		s := open(t, Config{Path: path})
		list := events(t, s, "r")
		list = list[:len(list)-1] // the end that was added now
		if len(list) <= written || len(list)%3 != 0 {
			t.Fatalf("%d events are there, %d were written", len(list), written+1)
		}
		for n, e := range list {
			if string(e.Data) != string(text("r", strconv.Itoa(n)).Data) {
				t.Fatalf("event %d is %s", n, e.Data)
			}
		}
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

const shared = 200 // how many events each process of TestShared writes

// helpShare writes events beside other processes.
func helpShare(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{Path: path})
	if err != nil {
		return err
	}
	run := fmt.Sprint("p", os.Getpid())
	if err := s.Begin(ctx, journal.Run{ID: run, Session: "shared", Started: time.Now()}); err != nil {
		return err
	}
	fmt.Println(run)
	for n := range shared {
		if err := s.Record(ctx, text(run, strconv.Itoa(n))); err != nil {
			return err
		}
	}
	if err := s.Record(ctx, ended(run)); err != nil {
		return err
	}
	return s.Close()
}

// Several processes write at the same time; a watcher in this one sees every
// event of all of them, once and in the order of Seq.
func TestShared(t *testing.T) {
	path := journalIn(t)
	s := open(t, Config{Path: path})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	runs := map[string]int{}
	for range 3 {
		_, out := start(t, "share", path)
		runs[line(t, out)] = 0
	}
	last, over := int64(0), 0
	for e, err := range s.History().Watch(ctx, "", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Seq <= last {
			t.Fatalf("Seq %d after %d", e.Seq, last)
		}
		last = e.Seq
		if e.Kind == journal.Ended {
			if over++; over == len(runs) {
				break
			}
			continue
		}
		if want := string(text("", strconv.Itoa(runs[e.Run])).Data); string(e.Data) != want {
			t.Fatalf("run %s: %s, want %s", e.Run, e.Data, want)
		}
		runs[e.Run]++
	}
	for run, n := range runs {
		if n != shared {
			t.Errorf("%d events of %s were seen, want %d", n, run, shared)
		}
	}
	eventually(t, "the end of the other owners", func() bool { return len(lockFiles(t, path)) == 0 })
}

const makers = 12

// Many processes may make the same new journal at once.
func TestOpenedByManyAtOnce(t *testing.T) {
	path := journalIn(t)
	var outs []func() string
	for range makers {
		_, out := start(t, "share", path)
		outs = append(outs, func() string { return line(t, out) })
	}
	for _, next := range outs {
		next()
	}
	s := open(t, Config{Path: path})
	eventually(t, "as many runs that are over", func() bool {
		list, _, err := s.History().Runs(t.Context(), RunsQuery{})
		if err != nil {
			t.Fatal(err)
		}
		over := 0
		for _, r := range list {
			if r.State == journal.Done {
				over++
			}
		}
		return over == makers
	})
}
