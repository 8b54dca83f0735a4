package trust_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/tools"
)

// newOwnShop is a shop of the person's own, whose programs run in rooms.
func newOwnShop(t *testing.T, helper bool) *operatortest.Bench {
	t.Helper()
	b := newTrickShop(t, helper, "")
	if err := b.S.Trust().SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
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
		change()
		b.Reload()
		if left := b.S.Trust().Changes(); len(left) != 0 {
			t.Errorf("%s: %+v", why, left)
		}
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

// What a file tool has changed is held back, in the person's own space as well, also when
// another process notices it, and whatever the person does to the file later: they have
// not looked at it.
func TestOwnSpaceHoldsBackWhatACallChanged(t *testing.T) {
	b := newOwnShop(t, true)
	calls := b.Agent()
	makeCall := func(tool string, input map[string]string) {
		t.Helper()
		raw, err := json.Marshal(input)
		if err != nil {
			t.Fatal(err)
		}
		if _, r, err := calls.Call(t.Context(), tool, raw, tools.Scope{}); err != nil || operatortest.Code(r) != "" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	makeCall("read", map[string]string{"path": "agent/tools/plain.md"})
	makeCall("write", map[string]string{"path": "agent/tools/plain.md", "content": newPlainTool("evil")})
	held := func(why string) {
		t.Helper()
		b.Reload()
		if left := b.S.Trust().Changes(); len(left) != 1 || left[0].Name != "plain" || !strings.Contains(left[0].During, "an agent's call") {
			t.Errorf("%s: %+v", why, left)
		}
	}
	held("right after it")
	late := operatortest.Open(t, b.Options, b.Person) // another process, which has seen nothing
	s, err := late.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if left := s.Trust().Changes(); len(left) != 1 || left[0].During == "" {
		t.Errorf("another process: %+v", left)
	}
	b.Mode("agent/tools/plain.md", 0o600)
	held("the person has made it theirs alone")
	b.File("agent/tools/plain.md", newPlainTool("evil")+"\nand more\n")
	held("the person has written something to it")
	b.File("agent/tools/guarded.md", strings.Replace(newPlainTool("mine"), "plain", "guarded", 1))
	held("the person has changed another one")
	b.Trust()
	b.File("agent/tools/plain.md", newPlainTool("mine"))
	b.Reload()
	if left := b.S.Trust().Changes(); len(left) != 0 {
		t.Errorf("the person's own change after they have looked: %+v", left)
	}
}

// Where no room stands, a program that a call left behind could change definitions later,
// and nobody can tell when the last one has ended: nothing is taken for the person's own
// until the machine is started again, also after they have looked.
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
	for _, words := range []string{"whose", "whose else"} {
		b.File("agent/tools/plain.md", newPlainTool(words))
		b.Reload()
		if left := b.S.Trust().Changes(); len(left) != 1 || !strings.Contains(left[0].During, "until this computer is restarted") {
			t.Fatalf("%+v", left)
		}
		b.Trust()
	}
}

// A folder that lay ready before is not theirs because its files are old, nor is
// one that a call has moved away and back.
func TestOwnSpaceLooksAtFoldersToo(t *testing.T) {
	b := newOwnShop(t, false)
	if r := b.Bash("mv agent/tools agent/away && mv evil/agent/tools agent/tools"); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	b.Reload()
	if left := changed(b); len(left) == 0 {
		t.Error("a folder of old files counts as the person's own")
	}
}

// A space that the app has made is the person's own; another one is not until they
// say so, and one that is not trusted cannot be.
func TestWhoseOwn(t *testing.T) {
	b := newTrickShop(t, true, "")
	if b.S.Trust().State().Own() {
		t.Error("a foreign space is their own")
	}
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
	if _, err := b.O.NewSpace(t.Context(), dir, "Mine", ""); err != nil {
		t.Fatal(err)
	}
	s, err := b.O.OpenSpace(t.Context(), dir)
	if err != nil || !s.Trust().State().Own() || s.Trust().State().Level() != trust.Trusted {
		t.Errorf("a space that the app made: %v, %v, %s", err, s.Trust().State().Own(), s.Trust().State().Level())
	}
}
