package spaces_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"handrail/spaces"
)

// watched counts the calls of a watch.
type watched struct {
	calls chan struct{}
}

func watch(t *testing.T, dir string) (watched, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	w := watched{calls: make(chan struct{}, 1000)}
	if err := spaces.Watch(ctx, dir, func() { w.calls <- struct{}{} }); err != nil {
		t.Fatal(err)
	}
	return w, cancel
}

// wait waits for a call.
func (w watched) wait(t *testing.T, why string) {
	t.Helper()
	select {
	case <-w.calls:
	case <-time.After(20 * time.Second):
		t.Fatalf("no call after: %s", why)
	}
}

// settle waits until nothing has come for longer than a burst lasts.
func (w watched) settle() int {
	n := 0
	for {
		select {
		case <-w.calls:
			n++
		case <-time.After(300 * time.Millisecond):
			return n
		}
	}
}

func TestWatch(t *testing.T) {
	dir := realTemp(t)
	w, _ := watch(t, dir)
	steps := []struct {
		what string
		do   func()
	}{
		{"a manifest", func() { write(t, filepath.Join(dir, "space.manifest.json"), "{}") }},
		{"a new folder with a file in it", func() { write(t, filepath.Join(dir, "agent", "tools", "a.md"), "x") }},
		{"a file in the new folder", func() { write(t, filepath.Join(dir, "agent", "tools", "b.md"), "x") }},
		{"a change of that file", func() { write(t, filepath.Join(dir, "agent", "tools", "b.md"), "y") }},
		{"a rename", func() {
			rename(t, filepath.Join(dir, "agent", "tools", "b.md"), filepath.Join(dir, "agent", "tools", "c.md"))
		}},
		{"an atomic write", func() {
			write(t, filepath.Join(dir, "agent", ".config.md.tmp"), "x")
			rename(t, filepath.Join(dir, "agent", ".config.md.tmp"), filepath.Join(dir, "agent", "config.md"))
		}},
		{"a removal", func() { remove(t, filepath.Join(dir, "agent", "tools", "c.md")) }},
		{"a new skill", func() { write(t, filepath.Join(dir, "skills", "pdf", "SKILL.md"), "x") }},
		{"a change of the skill", func() { write(t, filepath.Join(dir, "skills", "pdf", "SKILL.md"), "y") }},
		{"a hook script", func() { write(t, filepath.Join(dir, "agent", "hooks", "check.sh"), "x") }},
		{"servers", func() { write(t, filepath.Join(dir, ".mcp.json"), "{}") }},
		{"a folder that goes", func() { remove(t, filepath.Join(dir, "agent")) }},
		{"and comes back", func() { write(t, filepath.Join(dir, "agent", "tools", "a.md"), "z") }},
		{"a change in what came back", func() { write(t, filepath.Join(dir, "agent", "tools", "a.md"), "zz") }},
	}
	for _, s := range steps {
		s.do()
		w.wait(t, s.what)
		w.settle()
	}
}

func TestWatchLeavesTheRestAlone(t *testing.T) {
	dir := realTemp(t)
	mkdir(t, dir, "agent", "hooks")
	mkdir(t, dir, "agent", "tools")
	mkdir(t, dir, "src")
	w, _ := watch(t, dir)
	for _, file := range []string{"notes.txt", "src/agent.md", "agent/hooks/hook-states.json", "agent/tools/x.md~", "agent/tools/.x.md.swp", "agent/x.txt"} {
		write(t, filepath.Join(dir, filepath.FromSlash(file)), "x")
	}
	if n := w.settle(); n != 0 {
		t.Errorf("%d calls for files that declare nothing", n)
	}
	write(t, filepath.Join(dir, "MEMORY.md"), "x") // the watch is alive
	w.wait(t, "MEMORY.md")
}

func TestWatchJoinsABurst(t *testing.T) {
	dir := realTemp(t)
	mkdir(t, dir, "agent", "tools")
	w, _ := watch(t, dir)
	const files = 500
	for i := range files {
		write(t, filepath.Join(dir, "agent", "tools", string(rune('a'+i%26))+".md"), "x")
	}
	w.wait(t, "a burst")
	if n := w.settle() + 1; n > files/2 {
		t.Errorf("%d calls for a burst of %d writes", n, files)
	}
}

func TestWatchOfAFolderThatGoes(t *testing.T) {
	top := realTemp(t)
	dir := mkdir(t, top, "space")
	w, _ := watch(t, dir)
	remove(t, dir)
	w.wait(t, "the space is gone")
	w.settle()
	mkdir(t, dir)
	w.wait(t, "the space is back")
	w.settle()
	write(t, filepath.Join(dir, "ctxnest.json"), "{}")
	w.wait(t, "a file in the space that came back")
}

func TestWatchEnds(t *testing.T) {
	dir := realTemp(t)
	w, cancel := watch(t, dir)
	write(t, filepath.Join(dir, "ctxnest.json"), "{}")
	w.wait(t, "before the end")
	cancel()
	w.settle()
	write(t, filepath.Join(dir, "ctxnest.json"), "{} ")
	if n := w.settle(); n != 0 {
		t.Errorf("%d calls after the end", n)
	}
}

func TestWatchOfNothing(t *testing.T) {
	if err := spaces.Watch(t.Context(), filepath.Join(t.TempDir(), "none"), func() {}); err == nil {
		t.Error("watching a folder that is not there: no error")
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
}
