package rehearsal

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// A rehearsal begins while another process sweeps: its folder is its own, or it is given another one.
func TestARehearsalBeginsWhileSomebodySweeps(t *testing.T) {
	data := t.TempDir()
	whole := func(text string) string { return text }
	desk, other := New(data, whole), New(data, whole)
	done := make(chan struct{})
	var sweeping sync.WaitGroup
	for range 2 {
		sweeping.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					other.Sweep()
				}
			}
		})
	}
	defer sweeping.Wait()
	defer close(done)
	for i := range 300 {
		folder := ""
		a, err := desk.begin("/space", func(_ *Act, dir string) error {
			folder = dir
			return nil
		})
		if err != nil {
			t.Fatalf("rehearsal %d: %v", i, err)
		}
		if _, err := os.Stat(folder); err != nil {
			t.Fatalf("rehearsal %d: %v", i, err)
		}
		if err := a.clear(); err != nil {
			t.Fatalf("rehearsal %d: %v", i, err)
		}
	}
}

// What a crash has left while a folder was made or removed goes; a folder that is being made stays.
func TestFoldersThatWereCutShort(t *testing.T) {
	data := t.TempDir()
	desk := New(data, func(text string) string { return text })
	for _, name := range []string{"h_aaaaaaaaaa.gone", "h_bbbbbbbbbb.new", "h_cccccccccc.new", "other.new"} {
		if err := os.MkdirAll(filepath.Join(desk.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(desk.dir, "h_bbbbbbbbbb.new"), old, old); err != nil {
		t.Fatal(err)
	}
	desk.Sweep()
	left, err := filepath.Glob(filepath.Join(desk.dir, "*"))
	if err != nil || len(left) != 2 || filepath.Base(left[0]) != "h_cccccccccc.new" || filepath.Base(left[1]) != "other.new" {
		t.Errorf("%q, %v", left, err)
	}
}
