package snapshot

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A process is killed at any point, many times (SNAPSHOT_KILLS says how many): every set
// of which it said that it is kept is whole, and nothing is left that a sweep does not remove.
func TestKilledAtAnyPoint(t *testing.T) {
	kills := 60
	if n, err := strconv.Atoi(os.Getenv("SNAPSHOT_KILLS")); err == nil {
		kills = n
	}
	dir, root := memory(t), memory(t)
	write(t, root+"/first.txt", "first")
	open(t, dir)
	seed := rand.Uint64()
	dice := rand.New(rand.NewPCG(seed, 2))
	t.Logf("the seed is %d", seed)
	var kept [][]string
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
	t.Logf("%d kills, %d sets", kills, len(kept))
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
