package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
)

// Two processes share what is kept: the last write counts, and nothing is torn.
func TestState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	var stores []*Store
	for range 2 {
		s, err := Open(t.Context(), Config{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		stores = append(stores, s)
	}
	if _, ok, err := stores[0].States().State(t.Context(), "trust", "/a"); ok || err != nil {
		t.Errorf("what was never set is there: %t, %v", ok, err)
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if err := stores[i%2].States().SetState(t.Context(), "trust", fmt.Sprintf("/%d", i), "x"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, s := range stores {
		all, err := s.States().States(t.Context(), "trust")
		if err != nil || len(all) != 20 {
			t.Errorf("%d are kept, %v", len(all), err)
		}
	}
	for level, set := range map[int]func(context.Context, string, string, string) error{2: stores[0].States().SetState, 1: stores[0].States().NoteState} { // FULL, NORMAL
		for _, value := range []string{"one", "two", ""} {
			if err := set(t.Context(), "trust", "/a", value); err != nil {
				t.Fatal(err)
			}
			got, ok, err := stores[1].States().State(t.Context(), "trust", "/a")
			if got != value || ok != (value != "") || err != nil {
				t.Errorf("the other process reads %q, %t, %v; want %q", got, ok, err, value)
			}
		}
		var used int
		if err := stores[0].db.conn.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&used); err != nil || used != level {
			t.Errorf("written with synchronous = %d, %v; want %d", used, err, level)
		}
	}
	if all, err := stores[1].States().States(t.Context(), "other"); err != nil || len(all) != 0 {
		t.Errorf("another kind has %v, %v", all, err)
	}
}
