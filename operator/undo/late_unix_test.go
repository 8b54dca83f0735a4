//go:build unix

package undo_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/undo"
)

// killedHome names the home folder, and killedCalls the calls, of a process that is killed: each line is a
// tool and its input.
const (
	killedHome  = "HANDRAIL_TEST_KILLED_HOME"
	killedCalls = "HANDRAIL_TEST_KILLED_CALLS"
	killedWalls = "HANDRAIL_TEST_KILLED_WALLS" // "": none
)

// TestKilledProcess is the process that is killed.
func TestKilledProcess(t *testing.T) {
	if os.Getenv(killedHome) == "" {
		t.Skip("it is started by other tests")
	}
	b := operatortest.New(t, operatortest.Options{Walls: os.Getenv(killedWalls) != "", Home: os.Getenv(killedHome)})
	for line := range strings.Lines(os.Getenv(killedCalls)) {
		tool, input, _ := strings.Cut(strings.TrimSpace(line), " ")
		made(t, b, tool, input)
	}
}

// startKilled starts a process that makes calls in the space of a home folder.
func startKilled(t *testing.T, home string, calls ...string) *exec.Cmd {
	t.Helper()
	return startKilledIn(t, home, true, calls...)
}

func startKilledIn(t *testing.T, home string, walls bool, calls ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestKilledProcess$", "-test.v")
	word := map[bool]string{true: "yes"}[walls]
	c.Env = append(os.Environ(), killedWalls+"="+word, killedHome+"="+home, killedCalls+"="+strings.Join(calls, "\n"))
	out := &strings.Builder{}
	c.Stdout, c.Stderr = out, out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
		if t.Failed() {
			t.Logf("the process that was killed printed:\n%s", out)
		}
	})
	return c
}

// homeFor is a home folder with a space in it.
func homeFor(t *testing.T, files map[string]string) (home, space string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home = filepath.Join(top, "home")
	space = filepath.Join(home, "space")
	for name, text := range files {
		operatortest.WriteFile(t, filepath.Join(space, name), text)
	}
	return home, space
}

// lastCall is the newest call of an agent.
func lastCall(t *testing.T, b *operatortest.Bench) undo.Ref {
	t.Helper()
	runs, _, err := b.O.History().Runs(t.Context(), b.Dir, "", 1)
	if err != nil || len(runs) == 0 {
		t.Fatal(runs, err)
	}
	calls, err := b.O.History().Calls(t.Context(), runs[0].ID)
	if err != nil || len(calls) == 0 {
		t.Fatal(calls, err)
	}
	return undo.Ref{Run: runs[0].ID, Call: calls[len(calls)-1].ID}
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }

// snapshotOf is what the record says a call has changed.
func snapshotOf(t *testing.T, b *operatortest.Bench, r undo.Ref) journal.SnapshotData {
	t.Helper()
	c, err := b.O.History().Call(t.Context(), r.Call)
	if err != nil || c.Snapshot == nil {
		t.Fatalf("%+v, %v", c.Snapshot, err)
	}
	return *c.Snapshot
}

// What a call has changed that was killed is known all the same, and is taken back.
func TestAKilledCallIsTakenBack(t *testing.T) {
	home, space := homeFor(t, map[string]string{"a": "a\n", "gone": "gone\n", "mine": "mine\n"})
	before := tree(t, space)
	c := startKilled(t, home, `bash {"command":"echo new > a; rm gone; mkdir d; echo b > d/b; touch began; sleep 1000"}`)
	operatortest.WaitFor(t, func() bool { return exists(filepath.Join(space, "began")) })
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	operatortest.WriteFile(t, filepath.Join(space, "mine"), "edited since\n")

	b := operatortest.New(t, operatortest.Options{Walls: true, Home: home})
	call := lastCall(t, b)
	if err := b.O.Store().Cuts().Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := plan(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got, want := states(p), []string{"ready a", "ready began", "ready d", "ready d/b", "ready gone", "ready mine"}; !slices.Equal(got, want) {
		t.Errorf("the plan: %q, want %q", got, want)
	}
	if len(p.Unsure) != 1 || !strings.Contains(p.Unsure[0], "some of it may be yours") {
		t.Errorf("it says %q", p.Unsure)
	}
	if d := snapshotOf(t, b, call); d.When != journal.SeenLate || d.Changed != 6 {
		t.Errorf("recorded: %+v", d)
	}
	// The plan was made twice by now: what is known is not added again.
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}, Without: []string{filepath.Join(space, "mine")}})
	operatortest.WriteFile(t, filepath.Join(space, "mine"), "mine\n")
	if got := tree(t, space); got != before {
		t.Error(differ(got, before))
	}
	if d := snapshotOf(t, b, call); d.Changed != 6 {
		t.Errorf("recorded later: %+v", d)
	}
}

// A later call's work is its own, also if an earlier one was killed.
func TestAKilledCallAndLaterOnes(t *testing.T) {
	home, space := homeFor(t, map[string]string{"a": "a\n", "both": "0\n"})
	c := startKilled(t, home, `bash {"command":"echo killed > both; echo k > a; touch began; sleep 1000"}`)
	operatortest.WaitFor(t, func() bool { return exists(filepath.Join(space, "began")) })
	_ = c.Process.Kill()
	_ = c.Wait()
	b := operatortest.New(t, operatortest.Options{Walls: true, Home: home})
	killed := lastCall(t, b)
	later := made(t, b, "write", `{"path":"new","content":"x"}`)
	last := bash(t, b, "echo later > both")
	if err := b.O.Store().Cuts().Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := states(plan(t, b, undo.Request{Calls: []undo.Ref{killed}})), []string{"ready a", "ready began", "conflict both"}; !slices.Equal(got, want) {
		t.Errorf("the killed one: %q, want %q", got, want)
	}
	takeBack(t, b, undo.Request{Calls: []undo.Ref{killed, later, last}})
	if data, err := os.ReadFile(filepath.Join(space, "both")); err != nil || string(data) != "0\n" || exists(filepath.Join(space, "new")) {
		t.Errorf("both is %q, %v", data, err)
	}
}

// What a call has left running writes after its end; that counts as the call's.
func TestWhatIsLeftRunningWrites(t *testing.T) {
	for name, x := range map[string]struct{ input string }{
		"a program that is left running": {`{"command":"echo 1 > first; (while [ ! -e go ]; do sleep 0.02; done; echo 2 > second; echo more >> first) >/dev/null 2>&1 & touch began"}`},
		"a job":                          {`{"command":"echo 1 > first; touch began; while [ ! -e go ]; do sleep 0.02; done; echo 2 > second; echo more >> first","background":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Walls: true, Files: map[string]string{"a": "a\n"}})
			before := tree(t, b.Dir)
			call := made(t, b, "bash", x.input)
			operatortest.WaitFor(t, func() bool { return exists(filepath.Join(b.Dir, "began")) })
			between := made(t, b, "write", `{"path":"mid","content":"x"}`)
			if p := plan(t, b, undo.Request{Calls: []undo.Ref{call}}); !strings.Contains(strings.Join(p.Partial, " "), "may write again") {
				t.Errorf("while it runs: %q", p.Partial)
			}
			operatortest.WriteFile(t, filepath.Join(b.Dir, "go"), "")
			operatortest.WaitFor(t, func() bool { return exists(filepath.Join(b.Dir, "second")) })
			operatortest.WaitFor(t, func() bool {
				jobs, err := b.O.Jobs().List(b.Dir)
				for _, j := range jobs {
					err = errors.Join(err, map[bool]error{true: errors.New("it runs")}[j.Running])
				}
				return err == nil
			})
			if err := os.Remove(filepath.Join(b.Dir, "go")); err != nil {
				t.Fatal(err)
			}
			p := plan(t, b, undo.Request{Calls: []undo.Ref{call}})
			got := states(p)
			for _, want := range []string{"ready first", "ready second"} {
				if !slices.Contains(got, want) {
					t.Errorf("the plan has no %q: %q, %+v", want, got, p)
				}
			}
			if slices.Contains(got, "ready mid") {
				t.Errorf("the plan has another call's file: %q", got)
			}
			operatortest.WaitFor(t, func() bool { // its end is seen by itself, too
				return snapshotOf(t, b, call).When == journal.AfterItsEnd
			})
			takeBack(t, b, undo.Request{Calls: []undo.Ref{call, between}})
			if got := tree(t, b.Dir); got != before {
				t.Error(differ(got, before))
			}
		})
	}
}

// What a call has left running is nobody's but its own, also when another call runs meanwhile.
func TestWhatIsLeftRunningBesideAnotherCall(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Files: map[string]string{"a": "a\n"}})
	before := tree(t, b.Dir)
	call := bash(t, b, "(for i in 1 2 3 4 5 6 7 8 9; do while [ ! -e go$i ]; do sleep 0.01; done; echo $i > out$i; echo $i > same; touch did$i; done) >/dev/null 2>&1 & true")
	step := func(i int) {
		operatortest.WriteFile(t, filepath.Join(b.Dir, fmt.Sprint("go", i)), "")
		operatortest.WaitFor(t, func() bool { return exists(filepath.Join(b.Dir, fmt.Sprint("did", i))) })
	}
	step(1)
	second := bash(t, b, "echo second > same; echo mine > theirs")
	step(2)
	third := made(t, b, "write", `{"path":"third","content":"x"}`)
	for i := 3; i < 10; i++ {
		step(i)
	}
	all := undo.Request{Calls: []undo.Ref{call, second, third}}
	_, result := takeBack(t, b, all)
	if result.Error != nil {
		t.Error(result.Error)
	}
	if got := tree(t, b.Dir); got != before {
		t.Error(differ(got, before))
	}
}

// A process that is gone leaves what it has left running to the next one.
func TestWhatIsLeftRunningOutlivesItsProcess(t *testing.T) {
	home, space := homeFor(t, map[string]string{"a": "a\n"})
	before := tree(t, space)
	c := startKilled(t, home, `bash {"command":"(while [ ! -e go ]; do sleep 0.02; done; echo 2 > second; touch did) >/dev/null 2>&1 & touch began"}`)
	_ = c.Wait()
	operatortest.WriteFile(t, filepath.Join(space, "go"), "")
	b := operatortest.New(t, operatortest.Options{Walls: true, Home: home})
	call := lastCall(t, b)
	operatortest.WaitFor(t, func() bool { return exists(filepath.Join(space, "did")) })
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := tree(t, space); got != before {
		t.Error(differ(got, before))
	}
	_ = operator.UndoOf(b.S)
}

// What a program that was left running writes again after an undo, and again, is taken back each time.
func TestWhatIsLeftRunningWritesAgain(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true})
	call := bash(t, b, "(for n in 1 2 3; do while [ ! -e go$n ]; do sleep 0.02; done; echo $n > late; touch did$n; done; while [ -e late ] && [ ! -e end ]; do sleep 0.02; done) >/dev/null 2>&1 &")
	late := filepath.Join(b.Dir, "late")
	r := undo.Request{Calls: []undo.Ref{call}, Only: []string{late}}
	for _, n := range []string{"1", "2", "3"} {
		operatortest.WriteFile(t, filepath.Join(b.Dir, "go"+n), "")
		operatortest.WaitFor(t, func() bool { return exists(filepath.Join(b.Dir, "did"+n)) })
		if _, result := takeBack(t, b, r); result.Error != nil {
			t.Errorf("undo %s: %v", n, result.Error)
		}
		if exists(late) {
			t.Errorf("undo %s leaves what was written", n)
		}
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "end"), "")
}
