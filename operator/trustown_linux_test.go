package operator

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/news"
	"handrail/tools"
)

// tick waits until the file system tells a later time than before.
func tick(t *testing.T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clock")
	read := func() int64 {
		writeFile(t, path, "x")
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime().UnixNano()
	}
	for first := read(); read() <= first; {
	}
}

// newOwnShop is a shop of the person's own, whose programs run in rooms.
func newOwnShop(t *testing.T, helper bool) *handBench {
	t.Helper()
	b := newTrickShop(t, helper, "")
	if err := b.s.SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	tick(t)
	return b
}

// In a space of the person's own, what changes while no call runs is theirs.
func TestOwnChangesBetweenCalls(t *testing.T) {
	b := newOwnShop(t, true)
	if !b.s.Own() {
		t.Fatal("it is not their own")
	}
	accepted := func(why string, change func()) {
		t.Helper()
		tick(t)
		change()
		b.reload()
		if left := b.s.Changes(); len(left) != 0 {
			t.Errorf("%s: %+v", why, left)
		}
		tick(t)
	}
	accepted("before any call", func() { b.file("agent/tools/plain.md", newPlainTool("mine")) })
	if r := b.bash("echo x > made.txt"); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	accepted("after a call", func() { b.file("agent/tools/plain.md", newPlainTool("mine again")) })
	accepted("a new tool", func() { b.file("agent/tools/z.md", strings.Replace(newPlainTool("z"), "plain", "z", 1)) })
	accepted("one that goes", func() { b.remove("agent/tools/z.md") })
	accepted("rules that loosen", func() { b.file("agent/rules.json", `{}`) })
	accepted("a hook that goes", func() { b.remove("agent/hooks") })
	if r := b.call("guarded", `{}`); code(r) != "" || !strings.Contains(r.Content, "let through") {
		t.Errorf("guarded: %+v", r)
	}
}

// What a call has changed is held back, in the person's own space as well, also
// when it is noticed later or by another process.
func TestOwnSpaceHoldsBackWhatACallChanged(t *testing.T) {
	for name, change := range map[string]func(*handBench) tools.Result{
		"a file tool that the person let write": func(b *handBench) tools.Result {
			calls := b.agent()
			if _, r, err := calls.Call(b.t.Context(), "read", json.RawMessage(`{"path":"agent/tools/plain.md"}`), tools.Scope{}); err != nil || code(r) != "" {
				b.t.Fatalf("%+v, %v", r, err)
			}
			input, err := json.Marshal(map[string]string{"path": "agent/tools/plain.md", "content": newPlainTool("evil")})
			if err != nil {
				b.t.Fatal(err)
			}
			_, r, err := calls.Call(b.t.Context(), "write", input, tools.Scope{})
			if err != nil {
				b.t.Fatal(err)
			}
			return r
		},
		"the person, while a program runs": func(b *handBench) tools.Result {
			defer b.o.Listen(func(e news.Event) {
				if e.Journal != nil && e.Journal.Event.Kind == journal.Started {
					b.file("agent/tools/plain.md", newPlainTool("evil"))
					b.file("go-on", "")
				}
			})()
			return b.bash("while [ ! -e go-on ]; do sleep 0.01; done")
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newOwnShop(t, true)
			if r := change(b); code(r) != "" {
				t.Fatalf("%+v", r)
			}
			tick(t)
			b.reload()
			left := b.s.Changes()
			if len(left) != 1 || left[0].Name != "plain" || !strings.Contains(left[0].During, "while a call of this space ran") {
				t.Fatalf("%+v", left)
			}
			late := openWalled(t, b.person, b.o.c.Dirs, b.o.c.Home, nil) // another process, which has seen nothing
			s, err := late.OpenSpace(t.Context(), b.dir)
			if err != nil {
				t.Fatal(err)
			}
			if left := s.Changes(); len(left) != 1 || left[0].During == "" {
				t.Errorf("another process: %+v", left)
			}
			tick(t)
			b.file("agent/tools/plain.md", newPlainTool("mine")) // the person writes it anew
			b.reload()
			if left := b.s.Changes(); len(left) != 0 {
				t.Errorf("the person's own later change: %+v", left)
			}
		})
	}
}

// Where no room protects definitions, a program that a call left behind could
// change them later: nothing is taken for the person's own until they have looked.
func TestOwnSpaceWithoutARoom(t *testing.T) {
	b := newOwnShop(t, false)
	b.file("agent/tools/plain.md", newPlainTool("mine"))
	b.reload()
	if left := b.s.Changes(); len(left) != 0 {
		t.Fatalf("before any program ran: %+v", left)
	}
	if r := b.bash("true"); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	tick(t)
	b.file("agent/tools/plain.md", newPlainTool("whose"))
	b.reload()
	if left := b.s.Changes(); len(left) != 1 || !strings.Contains(left[0].During, "left behind") {
		t.Fatalf("%+v", left)
	}
	b.trust()
	tick(t)
	b.file("agent/tools/plain.md", newPlainTool("mine"))
	b.reload()
	if left := b.s.Changes(); len(left) != 0 {
		t.Errorf("after they have looked: %+v", left)
	}
}

// A folder that lay ready before is not theirs because its files are old, nor is
// one that a call has moved away and back.
func TestOwnSpaceLooksAtFoldersToo(t *testing.T) {
	b := newOwnShop(t, false)
	if r := b.bash("mv agent/tools agent/away && mv evil/agent/tools agent/tools"); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	b.trustNothing()
	if left := b.changed(); len(left) == 0 {
		t.Error("a folder of old files counts as the person's own")
	}
}

// trustNothing forgets what programs could have left behind, so that only times
// count, and reads the space again.
func (b *handBench) trustNothing() {
	b.t.Helper()
	b.o.calls.Settle(b.dir)
	tick(b.t)
	b.reload()
}

// A space that the app has made is the person's own; another one is not until they
// say so, and one that is not trusted cannot be.
func TestWhoseOwn(t *testing.T) {
	b := newTrickShop(t, true, "")
	if b.s.Own() {
		t.Error("a foreign space is their own")
	}
	tick(t)
	b.file("agent/tools/plain.md", newPlainTool("mine"))
	b.reload()
	if len(b.s.Changes()) != 1 {
		t.Errorf("changes: %+v", b.s.Changes())
	}
	if err := b.s.SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if left := b.s.Changes(); len(left) != 1 {
		t.Errorf("saying that it is their own has approved something: %+v", left)
	}
	if err := b.s.Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.s.SetOwn(t.Context(), true); err == nil || b.s.Own() {
		t.Errorf("a space that is not trusted is their own: %v", err)
	}
	dir := filepath.Join(filepath.Dir(b.dir), "made")
	if _, err := b.o.NewSpace(t.Context(), dir, "Mine"); err != nil {
		t.Fatal(err)
	}
	s, err := b.o.OpenSpace(t.Context(), dir)
	if err != nil || !s.Own() || s.Trust() != Trusted {
		t.Errorf("a space that the app made: %v, %v, %s", err, s.Own(), s.Trust())
	}
}
