//go:build unix

package trust_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"handrail/operator/operatortest"
)

// A pipe where a space has its rules or its definitions, also behind a link, is not waited for.
func TestPipesAreNotWaitedFor(t *testing.T) {
	for _, name := range []string{"agent/rules.json", "agent/tools", "agent/hooks", "pages", "skills", "agent"} {
		for _, link := range []bool{false, true} {
			b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a.txt": "a"}})
			at := filepath.Join(b.S.Dir(), filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
				t.Fatal(err)
			}
			pipe := at
			if link {
				pipe = filepath.Join(b.S.Dir(), "pipe")
				if to, err := filepath.Rel(filepath.Dir(at), pipe); err != nil || os.Symlink(to, at) != nil {
					t.Fatal("no link can be made", err)
				}
			}
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				b.Reload()
				b.Call("read", `{"path":"a.txt"}`)
			}()
			select {
			case <-ended:
			case <-time.After(20 * time.Second):
				t.Fatalf("%s (a link: %v) is a pipe, and is waited for", name, link)
			}
		}
	}
}
