//go:build unix

package undo_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/undo"
)

// killedUndo has what a process of TestKilledUndo takes back.
const killedUndo = "HANDRAIL_TEST_KILLED_UNDO"

// TestKilledUndo is the process that is killed while it takes back.
func TestKilledUndo(t *testing.T) {
	if os.Getenv(killedUndo) == "" {
		t.Skip("it is started by other tests")
	}
	var r undo.Request
	if err := json.Unmarshal([]byte(os.Getenv(killedUndo)), &r); err != nil {
		t.Fatal(err)
	}
	b := operatortest.New(t, operatortest.Options{Home: os.Getenv(killedHome)})
	p := plan(t, b, r)
	fmt.Fprintln(os.Stderr, "ready")
	operatortest.WriteFile(t, filepath.Join(b.Options.Home, "ready"), "")
	if _, _, err := operator.TakeBack(t.Context(), b.S, r, p.Digest, journal.FromCLI); err != nil {
		t.Error(err)
	}
}

// killPoints is at how many points the tests kill.
func killPoints() int {
	if n, err := strconv.Atoi(os.Getenv("HANDRAIL_TEST_KILLS")); err == nil {
		return n
	}
	return 25
}

// A process is killed at any point of its calls, and then one at any point of taking them back: the
// same undo again puts everything back as it was before the calls, and the store is whole.
func TestKilledAnywhere(t *testing.T) {
	seed := rand.Uint64()
	dice := rand.New(rand.NewPCG(seed, 3))
	t.Logf("the seed is %d", seed)
	late, cut := 0, 0
	for round := range killPoints() {
		home, space := homeFor(t, map[string]string{"a": "a\n", "d/b": "b\n", "gone": "gone\n"})
		before := tree(t, space)
		var calls []string
		for i := range 40 {
			calls = append(calls, fmt.Sprintf(`bash {"command":"echo %[1]d >> a; rm -f gone; mkdir -p d/e; for i in 1 2 3 4 5 6 7 8; do echo %[1]d > d/e/$i; done; touch began"}`, i),
				fmt.Sprintf(`write {"path":"w%d","content":"x"}`, i))
		}
		c := startKilledIn(t, home, false, calls...)
		operatortest.WaitFor(t, func() bool { return exists(filepath.Join(space, "began")) })
		time.Sleep(time.Duration(dice.IntN(250)) * time.Millisecond) // the kill comes at any moment
		kill(c)
		b := operatortest.New(t, operatortest.Options{Home: home})
		runs := closedRuns(t, b)
		var r undo.Request
		for _, run := range slices.Backward(runs) {
			calls, err := operator.UndoKeeperOf(b.O).CallsOf(t.Context(), run, "")
			if err != nil {
				t.Fatal(err)
			}
			r.Calls = append(r.Calls, calls...)
		}
		if p := plan(t, b, r); len(p.Unsure) > 0 {
			late++
		}
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		u := exec.Command(os.Args[0], "-test.run=^TestKilledUndo$")
		u.Env = append(os.Environ(), killedHome+"="+home, killedUndo+"="+string(raw))
		if err := u.Start(); err != nil {
			t.Fatal(err)
		}
		operatortest.WaitFor(t, func() bool { return exists(filepath.Join(home, "ready")) })
		time.Sleep(time.Duration(dice.IntN(60)) * time.Millisecond)
		kill(u)
		if !u.ProcessState.Success() {
			cut++
		}
		if _, result := takeBack(t, b, r); result.Error != nil {
			t.Errorf("round %d: %v", round, result.Error)
		}
		if got := tree(t, space); got != before {
			t.Errorf("round %d: %s", round, differ(got, before))
		}
		if found, err := operator.UndoKeeperOf(b.O).Check(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("round %d: %v, %v", round, found, err)
		}
		if swept, err := operator.UndoKeeperOf(b.O).Prune(t.Context()); err != nil || !swept {
			t.Errorf("round %d: swept is %v, %v", round, swept, err)
		}
		if err := b.O.Close(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d kills: in %d a call was cut, in %d an undo", killPoints(), late, cut)
	if late == 0 || cut == 0 {
		t.Error("no kill came in the middle: the test shows nothing")
	}
}

// closedRuns are the runs of the space, once those are closed whose process was killed: a program that it was about to start
// may hold its lock for a moment longer.
func closedRuns(t *testing.T, b *operatortest.Bench) (runs []journal.Run) {
	t.Helper()
	operatortest.WaitFor(t, func() bool {
		err := b.O.Store().Cuts().Close(t.Context())
		if err == nil {
			runs, _, err = b.O.History().Runs(t.Context(), b.Dir, "", 200)
		}
		if err != nil {
			t.Fatal(err)
		}
		return !slices.ContainsFunc(runs, func(r journal.Run) bool { return r.State == journal.Running })
	})
	return runs
}

func kill(c *exec.Cmd) {
	_ = c.Process.Kill()
	_ = c.Wait()
}
