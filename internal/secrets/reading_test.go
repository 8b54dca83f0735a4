package secrets

import (
	"path/filepath"
	"runtime"
	"testing"

	"handrail/internal/lockfile"
)

// Who reads a secret never waits for a change that waits for another program.
func TestReadingWaitsForNoChange(t *testing.T) {
	dir := t.TempDir()
	f, x := newFile(dir), newIndex(dir)
	if err := f.set("model", "first value"); err != nil {
		t.Fatal(err)
	}
	if err := x.put("model", "file"); err != nil {
		t.Fatal(err)
	}
	lock, err := lockfile.Try(filepath.Join(dir, "secrets.lock"))
	if err != nil || lock == nil {
		t.Fatalf("the lock of the secrets: %v, %v", lock, err)
	}
	started, changed := make(chan struct{}, 2), make(chan error, 2)
	for _, change := range []func() error{func() error { return f.set("model", "second value") }, func() error { return x.put("model", "keychain") }} {
		go func() {
			started <- struct{}{}
			changed <- change()
		}()
	}
	<-started
	<-started
	for range 1000 { // a reader that waits has the changes give up, which fails them
		if value, err := f.get("model"); err != nil || value != "first value" {
			t.Fatalf("%q, %v", value, err)
		}
		if all, err := x.all(); err != nil || all["model"] != "file" {
			t.Fatalf("%v, %v", all, err)
		}
		runtime.Gosched()
	}
	lock.Release()
	for range 2 {
		if err := <-changed; err != nil {
			t.Error(err)
		}
	}
}
