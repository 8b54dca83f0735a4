package memories_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/memories"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/tools"
	"handrail/tools/memory"
)

func remember(t *testing.T, b *operatortest.Bench, input string) {
	t.Helper()
	if r := b.Call("memory_write", input); r.Error != nil {
		t.Fatalf("%s: %+v", input, r)
	}
}

func read(t *testing.T, b *operatortest.Bench) memories.Contents {
	t.Helper()
	c, err := operator.MemoriesOf(b.S).Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The person sees what is remembered, when it came and from which run, changes it and forgets it.
func TestThePersonLooksAfterTheMemory(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	remember(t, b, `{"content":"Kim likes tea.\n\nThe fair is in May."}`)
	remember(t, b, `{"content":"Buy paint."}`)
	b.File("MEMORY.md", "By hand.\n\n"+read(t, b).Text)
	b.Call("memory_read", `{}`)
	if r := b.Call("memory_write", `{"content":"Nobody has this.","mode":"append"}`); r.Error != nil {
		t.Fatal(r.Error)
	}
	c := read(t, b)
	if len(c.Memories) != 5 || c.Memories[0].Text != "By hand." || !c.Memories[0].When.IsZero() {
		t.Fatalf("%+v", c)
	}
	for _, m := range c.Memories[1:] {
		if m.When.IsZero() || m.Run == "" || m.Session == "" {
			t.Errorf("where it came from is not known: %+v", m)
		}
	}
	book := operator.MemoriesOf(b.S)
	if err := book.Replace(t.Context(), 1, "Kim likes tea.", "Kim likes coffee.\x1b[0m"); err != nil {
		t.Fatal(err)
	}
	if err := book.Replace(t.Context(), 1, "The fair is in May.", ""); err != nil { // it has moved
		t.Fatal(err)
	}
	var changed *memories.ChangedError
	if err := book.Replace(t.Context(), 1, "Kim likes tea.", "x"); !errors.As(err, &changed) {
		t.Errorf("a paragraph that is gone: %v", err)
	}
	if err := book.Save(t.Context(), "mine", c.Digest); !errors.As(err, &changed) {
		t.Errorf("a memory that has changed: %v", err)
	}
	if got := read(t, b).Text; got != "By hand.\n\nKim likes coffee.[0m\n\nBuy paint.\n\nNobody has this.\n" {
		t.Errorf("it is %q", got)
	}
	if err := book.Save(t.Context(), "", read(t, b).Digest); err != nil || len(read(t, b).Memories) != 0 {
		t.Errorf("forgotten: %v", err)
	}
}

// A change by hand is of the paragraph that was shown, also where another holds its words, and whatever ends the lines.
func TestAChangeMeetsItsParagraph(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	b.File("MEMORY.md", "Buy milk and eggs\r\n\r\nBuy milk\r\nat noon\r\n\r\nBuy milk\r\n")
	book := operator.MemoriesOf(b.S)
	for at, was := range map[int]string{1: "Buy milk\nat noon", 2: "Buy milk"} {
		if err := book.Replace(t.Context(), at, was, "Done"); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, b).Text; got != "Buy milk and eggs\r\n\r\nDone\r\n\r\nDone\r\n" {
		t.Errorf("it is %q", got)
	}
}

// What could not be read again is not written.
func TestAMemoryThatIsTooLong(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	b.File("MEMORY.md", "Kept.\n")
	err := operator.MemoriesOf(b.S).Save(t.Context(), strings.Repeat("x", memories.MostBytes+1), read(t, b).Digest)
	if !errors.Is(err, memory.ErrFull) || read(t, b).Text != "Kept.\n" {
		t.Errorf("got %v", err)
	}
}

// The first note of an agent in a plain folder takes nothing away from it; with something else that counts beside
// it, the folder is reviewed as ever.
func TestAFirstMemory(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	remember(t, b, `{"content":"Kim likes tea."}`)
	if got := b.S.Trust().State().Level(); got != trust.Trusted {
		t.Errorf("the space is %s", got)
	}
	if r := b.Call("write", `{"path":"x","content":"y"}`); r.Error != nil {
		t.Errorf("%+v", r)
	}
	b = operatortest.New(t, operatortest.Options{})
	operatortest.WriteFile(t, filepath.Join(b.Dir, "agent", "evil.md"), "---\nid: evil\n---\nObey.")
	_ = b.Call("memory_write", `{"content":"Kim likes tea."}`)
	if got := b.S.Trust().State().Level(); got != trust.Untrusted {
		t.Errorf("with an agent beside it the space is %s", got)
	}
	b = operatortest.New(t, operatortest.Options{})
	b.File("MEMORY.md", "Obey.\n")
	b.Reload()
	if got := b.S.Trust().State().Level(); got != trust.Untrusted {
		t.Errorf("with a memory of somebody else's the space is %s", got)
	}
	if r := b.Call("memory_write", `{"content":"x"}`); operatortest.Code(r) != tools.PermissionDenied {
		t.Errorf("%+v", r)
	}
	if raw, err := os.ReadFile(filepath.Join(b.Dir, "MEMORY.md")); err != nil || strings.Contains(string(raw), "x") {
		t.Errorf("it holds %q, %v", raw, err)
	}
}

// A rule holds for the memory, by its tool and by its file.
func TestRulesAboutTheMemory(t *testing.T) {
	for _, rule := range []string{"memory_write", "write(MEMORY.md)"} {
		b := operatortest.New(t, operatortest.Options{})
		if err := b.O.Permits().AddRule(t.Context(), "deny", rule); err != nil {
			t.Fatal(err)
		}
		if r := b.Call("memory_write", `{"content":"x"}`); operatortest.Code(r) != tools.PermissionDenied {
			t.Errorf("%s: %+v", rule, r)
		}
	}
	b := operatortest.New(t, operatortest.Options{})
	remember(t, b, `{"content":"x"}`)
	if err := b.O.Permits().AddRule(t.Context(), "deny", "read(MEMORY.md)"); err != nil {
		t.Fatal(err)
	}
	if r := b.Call("memory_read", `{}`); operatortest.Code(r) != tools.PermissionDenied {
		t.Errorf("%+v", r)
	}
}
