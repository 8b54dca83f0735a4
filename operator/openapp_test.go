package operator

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"handrail/journal/sqlite"
	"handrail/operator/settings"
	"handrail/tools"
)

// A space that cannot be taken off the list, because the settings are broken, stays
// open: whoever closes the app closes it, too.
func TestRemoveSpaceWithBrokenSettings(t *testing.T) {
	top := t.TempDir()
	o, err := Open(t.Context(), config(top))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "project")
	writeFile(t, filepath.Join(dir, "a"), "")
	s, err := o.AddSpace(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, o.settings.Path(), "{ broken")
	if err := o.RemoveSpace(s.Dir()); err == nil {
		t.Fatal("the settings are broken, and a space was taken off the list")
	}
	if still, err := o.Space(s.Dir()); still != s {
		t.Errorf("the space is not open any more: %v", err)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	if s.ctx.Err() == nil {
		t.Error("the app is closed, and the space is not")
	}
}

// An app that cannot be opened because of its bridge leaves nothing at work.
func TestOpenEndsWhatItBegan(t *testing.T) {
	c := config(t.TempDir())
	broken := errors.New("no desktop")
	var half *Operator
	c.Bridge = func(o *Operator) (tools.Source, error) {
		half = o
		return nil, broken
	}
	if _, err := Open(t.Context(), c); !errors.Is(err, broken) {
		t.Fatalf("Open gave %v", err)
	}
	if !errors.Is(half.Context().Err(), context.Canceled) {
		t.Error("what runs in the background goes on")
	}
	half.work.Wait()
	c.Bridge = nil
	again, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func config(top string) Config {
	return Config{
		Dirs: settings.Dirs{Config: filepath.Join(top, "config"), Data: filepath.Join(top, "data")}, Version: "0", Home: top,
		Environ:   settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + top}},
		Confirmer: func(*Operator) tools.Confirmer { return &person{answer: yes} },
	}
}

// Processes that start at the same moment, the first ever, share one key.
func TestDigestKeyIsOne(t *testing.T) {
	for range 20 {
		path := filepath.Join(t.TempDir(), "journal.db")
		stores := make([]*sqlite.Store, 4)
		for i := range stores {
			var err error
			if stores[i], err = sqlite.Open(t.Context(), sqlite.Config{Path: path, Version: "0"}); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := stores[i].Close(); err != nil {
					t.Error(err)
				}
			})
		}
		keys := make([][]byte, len(stores))
		var all sync.WaitGroup
		for i, store := range stores {
			all.Go(func() {
				var err error
				if keys[i], err = digestKey(t.Context(), store.States()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, key := range keys[1:] {
			if len(key) != 32 || !bytes.Equal(key, keys[0]) {
				t.Fatalf("keys %x", keys)
			}
		}
	}
}
