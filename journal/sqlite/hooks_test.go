package sqlite

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestHookCounts(t *testing.T) {
	path := journalIn(t)
	s := open(t, Config{Path: path})
	at := time.Date(2026, 11, 22, 10, 15, 30, 0, time.UTC)
	run := func(hook string, took time.Duration, blocked bool, why string) HookRun {
		at = at.Add(time.Second)
		return HookRun{Hook: hook, At: at, Took: took, Blocked: blocked, Error: why}
	}
	for _, runs := range [][]HookRun{
		{run("a", 10*time.Millisecond, false, ""), run("b", time.Millisecond, true, "")},
		{run("a", 30*time.Millisecond, false, "it broke")},
		{run("a", 20*time.Millisecond, true, "")},
	} {
		if err := s.Hooks().CountHooks(t.Context(), "/space", runs); err != nil {
			t.Fatal(err)
		}
	}
	off := false
	for _, id := range []string{"a", "never ran"} {
		if err := s.Hooks().SetHookEnabled(t.Context(), "/space", id, &off); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Hooks().SetHookShown(t.Context(), "/space", "a", &off); err != nil {
		t.Fatal(err)
	}
	got, err := open(t, Config{Path: path}).Hooks().HookCounts(t.Context(), "/space") // as another process sees it
	want := map[string]HookCount{
		"a": {
			Enabled: &off, Shown: &off, Runs: 3, Blocked: 1, Errors: 1, Total: 60 * time.Millisecond, Slowest: 30 * time.Millisecond,
			Last: at, LastError: "it broke",
		},
		"b":         {Runs: 1, Blocked: 1, Total: time.Millisecond, Slowest: time.Millisecond, Last: at.Add(-2 * time.Second)},
		"never ran": {Enabled: &off},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
	if other, err := s.Hooks().HookCounts(t.Context(), "/other"); err != nil || len(other) != 0 {
		t.Errorf("another space has %v, %v", other, err)
	}
	if err := s.Hooks().SetHookEnabled(t.Context(), "/space", "a", nil); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Hooks().HookCounts(t.Context(), "/space"); err != nil || got["a"].Enabled != nil || got["a"].Runs != 3 {
		t.Errorf("after forgetting: %+v, %v", got["a"], err)
	}
}

// No count is lost when several stores, as of several processes, count at once.
func TestHookCountsAtOnce(t *testing.T) {
	path := journalIn(t)
	stores := []*Store{open(t, Config{Path: path}), open(t, Config{Path: path})}
	const each = 25
	var all sync.WaitGroup
	for n := range 10 {
		all.Go(func() {
			for range each {
				if err := stores[n%2].Hooks().CountHooks(t.Context(), "/space", []HookRun{{Hook: "a", At: time.Now(), Took: time.Millisecond, Blocked: n == 0}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got, err := stores[0].Hooks().HookCounts(t.Context(), "/space")
	if a := got["a"]; err != nil || a.Runs != 10*each || a.Blocked != each || a.Total != 10*each*time.Millisecond {
		t.Errorf("%+v, %v", a, err)
	}
}
