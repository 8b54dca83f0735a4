package trust_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/tools"
)

// tick waits until the file system tells a later time than before.
func tick(t *testing.T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clock")
	read := func() int64 {
		operatortest.WriteFile(t, path, "x")
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
func newOwnShop(t *testing.T, helper bool) *operatortest.Bench {
	t.Helper()
	b := newTrickShop(t, helper, "")
	if err := b.S.Trust().SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	tick(t)
	return b
}

// In a space of the person's own, what changes while no call runs is theirs.
func TestOwnChangesBetweenCalls(t *testing.T) {
	b := newOwnShop(t, true)
	if !b.S.Trust().State().Own() {
		t.Fatal("it is not their own")
	}
	accepted := func(why string, change func()) {
		t.Helper()
		tick(t)
		change()
		b.Reload()
		if left := b.S.Trust().Changes(); len(left) != 0 {
			t.Errorf("%s: %+v", why, left)
		}
		tick(t)
	}
	accepted("before any call", func() { b.File("agent/tools/plain.md", newPlainTool("mine")) })
	if r := b.Bash("echo x > made.txt"); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	accepted("after a call", func() { b.File("agent/tools/plain.md", newPlainTool("mine again")) })
	accepted("a new tool", func() { b.File("agent/tools/z.md", strings.Replace(newPlainTool("z"), "plain", "z", 1)) })
	accepted("one that goes", func() { b.Remove("agent/tools/z.md") })
	accepted("rules that loosen", func() { b.File("agent/rules.json", `{}`) })
	accepted("a hook that goes", func() { b.Remove("agent/hooks") })
	if r := b.Call("guarded", `{}`); operatortest.Code(r) != "" || !strings.Contains(r.Content, "let through") {
		t.Errorf("guarded: %+v", r)
	}
}

// What a call has changed is held back, in the person's own space as well, also
// when it is noticed later or by another process.
func TestOwnSpaceHoldsBackWhatACallChanged(t *testing.T) {
	for name, change := range map[string]func(*operatortest.Bench) tools.Result{
		"a file tool that the person let write": func(b *operatortest.Bench) tools.Result {
			calls := b.Agent()
			if _, r, err := calls.Call(b.T.Context(), "read", json.RawMessage(`{"path":"agent/tools/plain.md"}`), tools.Scope{}); err != nil || operatortest.Code(r) != "" {
				b.T.Fatalf("%+v, %v", r, err)
			}
			input, err := json.Marshal(map[string]string{"path": "agent/tools/plain.md", "content": newPlainTool("evil")})
			if err != nil {
				b.T.Fatal(err)
			}
			_, r, err := calls.Call(b.T.Context(), "write", input, tools.Scope{})
			if err != nil {
				b.T.Fatal(err)
			}
			return r
		},
		"the person, while a program runs": func(b *operatortest.Bench) tools.Result {
			defer b.O.News().Listen(func(e news.Event) {
				if e.Journal != nil && e.Journal.Event.Kind == journal.Started {
					b.File("agent/tools/plain.md", newPlainTool("evil"))
					b.File("go-on", "")
				}
			})()
			return b.Bash("while [ ! -e go-on ]; do sleep 0.01; done")
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newOwnShop(t, true)
			if r := change(b); operatortest.Code(r) != "" {
				t.Fatalf("%+v", r)
			}
			tick(t)
			b.Reload()
			left := b.S.Trust().Changes()
			if len(left) != 1 || left[0].Name != "plain" || !strings.Contains(left[0].During, "while a call of this space ran") {
				t.Fatalf("%+v", left)
			}
			late := operatortest.Open(t, b.Options, b.Person) // another process, which has seen nothing
			s, err := late.OpenSpace(t.Context(), b.Dir)
			if err != nil {
				t.Fatal(err)
			}
			if left := s.Trust().Changes(); len(left) != 1 || left[0].During == "" {
				t.Errorf("another process: %+v", left)
			}
			tick(t)
			b.File("agent/tools/plain.md", newPlainTool("mine")) // the person writes it anew
			b.Reload()
			if left := b.S.Trust().Changes(); len(left) != 0 {
				t.Errorf("the person's own later change: %+v", left)
			}
		})
	}
}

// Where no room protects definitions, a program that a call left behind could
// change them later: nothing is taken for the person's own until they have looked.
func TestOwnSpaceWithoutARoom(t *testing.T) {
	b := newOwnShop(t, false)
	b.File("agent/tools/plain.md", newPlainTool("mine"))
	b.Reload()
	if left := b.S.Trust().Changes(); len(left) != 0 {
		t.Fatalf("before any program ran: %+v", left)
	}
	if r := b.Bash("true"); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	tick(t)
	b.File("agent/tools/plain.md", newPlainTool("whose"))
	b.Reload()
	if left := b.S.Trust().Changes(); len(left) != 1 || !strings.Contains(left[0].During, "left behind") {
		t.Fatalf("%+v", left)
	}
	b.Trust()
	tick(t)
	b.File("agent/tools/plain.md", newPlainTool("mine"))
	b.Reload()
	if left := b.S.Trust().Changes(); len(left) != 0 {
		t.Errorf("after they have looked: %+v", left)
	}
}

// A folder that lay ready before is not theirs because its files are old, nor is
// one that a call has moved away and back.
func TestOwnSpaceLooksAtFoldersToo(t *testing.T) {
	b := newOwnShop(t, false)
	if r := b.Bash("mv agent/tools agent/away && mv evil/agent/tools agent/tools"); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	trustNothing(b)
	if left := changed(b); len(left) == 0 {
		t.Error("a folder of old files counts as the person's own")
	}
}

// trustNothing forgets what programs could have left behind, so that only times
// count, and reads the space again.
func trustNothing(b *operatortest.Bench) {
	b.T.Helper()
	b.S.Trust().Activity().Settle()
	tick(b.T)
	b.Reload()
}

// A space that the app has made is the person's own; another one is not until they
// say so, and one that is not trusted cannot be.
func TestWhoseOwn(t *testing.T) {
	b := newTrickShop(t, true, "")
	if b.S.Trust().State().Own() {
		t.Error("a foreign space is their own")
	}
	tick(t)
	b.File("agent/tools/plain.md", newPlainTool("mine"))
	b.Reload()
	if len(b.S.Trust().Changes()) != 1 {
		t.Errorf("changes: %+v", b.S.Trust().Changes())
	}
	if err := b.S.Trust().SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if left := b.S.Trust().Changes(); len(left) != 1 {
		t.Errorf("saying that it is their own has approved something: %+v", left)
	}
	if err := b.S.Trust().Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.S.Trust().SetOwn(t.Context(), true); err == nil || b.S.Trust().State().Own() {
		t.Errorf("a space that is not trusted is their own: %v", err)
	}
	dir := filepath.Join(filepath.Dir(b.Dir), "made")
	if _, err := b.O.NewSpace(t.Context(), dir, "Mine"); err != nil {
		t.Fatal(err)
	}
	s, err := b.O.OpenSpace(t.Context(), dir)
	if err != nil || !s.Trust().State().Own() || s.Trust().State().Level() != trust.Trusted {
		t.Errorf("a space that the app made: %v, %v, %s", err, s.Trust().State().Own(), s.Trust().State().Level())
	}
}
