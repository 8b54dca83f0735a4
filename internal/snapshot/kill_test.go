package snapshot

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killPoints is at how many points the tests kill.
func killPoints() int {
	if n, err := strconv.Atoi(os.Getenv("HANDRAIL_TEST_KILLS")); err == nil {
		return n
	}
	return 25
}

// A process is killed at any point, many times (HANDRAIL_TEST_KILLS says how many): every set
// of which it said that it is kept is whole, what it had begun and not kept is known as it was
// before, and nothing is left that a sweep does not remove.
func TestKilledAtAnyPoint(t *testing.T) {
	kills := killPoints()
	dir, root := memory(t), memory(t)
	write(t, root+"/first.txt", "first")
	open(t, dir)
	seed := rand.Uint64()
	dice := rand.New(rand.NewPCG(seed, 2))
	t.Logf("the seed is %d", seed)
	var kept [][]string
	cutShort := 0
	for round := range kills {
		c, lines := startChild(t, "churn", dir, root, "k"+strconv.Itoa(round), 1_000_000, dice.Uint64())
		since := len(kept)
		after := 1 + dice.IntN(4)
		var timer *time.Timer
		for lines.Scan() {
			kept = append(kept, strings.Fields(lines.Text()))
			if len(kept) == since+after && timer == nil { // somewhere in the next calls
				timer = time.AfterFunc(time.Duration(dice.IntN(40_000))*time.Microsecond, func() { _ = c.Process.Kill() })
			}
		}
		if err := c.Wait(); err == nil || timer == nil {
			t.Fatalf("round %d ended by itself: %v", round, err)
		}
		s := open(t, dir)
		for _, k := range kept[since:] {
			whole(t, s, k[0], k[1])
		}
		before := begunWhole(t, s)
		cutShort += before
		if round%5 == 0 { // it reads all that is kept
			if swept, err := s.Sweep(t.Context(), Bounds{}); err != nil || !swept {
				t.Errorf("swept is %v: %v", swept, err)
			}
		}
		if again := begunWhole(t, s); again != before {
			t.Errorf("a sweep leaves %d of %d calls that were cut", again, before)
		}
		endBegun(t, s)
		if round%10 == 9 || round == kills-1 {
			sound(t, s)
		} else if found, err := s.Check(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("round %d: %v, %v", round, found, err)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	s := open(t, dir)
	for _, k := range kept {
		whole(t, s, k[0], k[1])
	}
	t.Logf("%d kills, %d sets, %d calls that were cut", kills, len(kept), cutShort)
	if cutShort == 0 {
		t.Error("no kill came while a call ran: the test shows nothing")
	}
}

// begunWhole counts the calls that were cut, and fails the test unless all that lay there before
// each can be read.
func begunWhole(t *testing.T, s *Store) int {
	t.Helper()
	list, err := s.Begins().Abandoned("space")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		views, err := c.Views()
		if err != nil || len(views) != len(c.Begun.Roots) {
			t.Errorf("of %s: %d of %d roots, %v", c.Begun.ID, len(views), len(c.Begun.Roots), err)
		}
		for _, v := range views {
			for _, change := range Between(&View{}, v) {
				if change.After.Kind == File {
					if err := readThrough(s, change.After.Hash); err != nil {
						t.Errorf("%s lay there before %s: %v", change.Path, c.Begun.ID, err)
					}
				}
			}
		}
		c.Leave()
	}
	return len(list)
}

func endBegun(t *testing.T, s *Store) {
	t.Helper()
	list, err := s.Begins().Abandoned("")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		c.End()
	}
	if left, err := os.ReadDir(s.dir("begun")); err != nil || len(left) > 0 {
		for _, e := range left { // one that was killed before it was whole: a sweep removes it
			if exists(s.dir("begun", e.Name(), begunRecord)) {
				t.Errorf("%s stays", e.Name())
			}
		}
	}
}

// memory is a folder in memory, where there is such: a kill loses nothing of what a disk has
// not written yet, so that a test of kills need not wait for one.
func memory(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "snapshot-test-") //nolint:usetesting // that is on the disk
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
