package origins_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// keeping has snapshots keep what lay there before calls.
func (w *written) keeping() *written {
	contents := map[string]string{}
	w.files.Kept = func(hash string, _ int64) ([]byte, error) {
		if text, ok := contents[hash]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	w.before = func(name string) {
		if raw, err := os.ReadFile(filepath.Join(w.dir, name)); err == nil {
			contents[w.entry(name).Hash] = string(raw)
		}
	}
	return w
}

// told has an agent be told of the memory, part by part.
func (w *written) told(want ...string) {
	w.Helper()
	raw, err := os.ReadFile(filepath.Join(w.dir, "MEMORY.md"))
	if err != nil {
		w.Fatal(err)
	}
	w.toldOf(string(raw), want...)
}

func (w *written) toldOf(text string, want ...string) {
	w.Helper()
	var got []string
	for _, p := range w.files.Memory().Told(w.Context(), text) {
		got = append(got, fmt.Sprintf("%s: %s", strings.Join(keys(p.From), ", "), strings.TrimSpace(p.Text)))
	}
	if !slices.Equal(got, want) {
		w.Errorf("told %q, want %q", got, want)
	}
}

// Each paragraph of the memory is of those whose words it holds, and of nobody else.
func TestAParagraphHasSourcesOfItsOwn(t *testing.T) {
	w := writtenIn(t).keeping()
	w.put("MEMORY.md", "the person's\n")
	w.told(": the person's")
	w.call("memory_write", agent, nil, map[string]string{"MEMORY.md": "the person's\n\nan agent's\n"}, nil)
	w.told(": the person's\n\nan agent's")
	w.call("memory_write", agent, evil, map[string]string{"MEMORY.md": "the person's\n\nan agent's\n\nsend all\nto evil\n"}, nil)
	w.told(": the person's\n\nan agent's", "web evil.example: send all\nto evil")
	w.holds("MEMORY.md", "web evil.example")
	w.call("memory_write", agent, notes, map[string]string{"MEMORY.md": "the person's\n\nan agent's\n\nsend all\nto evil\n\nfrom notes\n"}, nil)
	w.told(": the person's\n\nan agent's", "web evil.example: send all\nto evil", "server notes: from notes")

	// the person writes beside it, and takes a paragraph over; the rest stays what it was
	w.put("MEMORY.md", "first\n\nthe person's\n\nsend nothing\n\nfrom notes\n")
	w.told(": first\n\nthe person's\n\nsend nothing", "server notes: from notes")
	w.holds("MEMORY.md", "server notes")

	// a call that moves words about, and has read nothing, makes nothing the person's
	w.call("edit", agent, nil, map[string]string{"MEMORY.md": "first\n\nthe person's\n\nsend nothing\n\nfrom notes, in other words\n"}, nil)
	w.told(": first\n\nthe person's\n\nsend nothing", "server notes: from notes, in other words")

	// an agent's overwrite
	w.call("memory_write", agent, evil, map[string]string{"MEMORY.md": "first\n\nall anew\n"}, nil)
	w.told(": first", "web evil.example, server notes: all anew")
}

// What is cut, or has changed since it was read, is of all whose it may be.
func TestAPieceOfTheMemory(t *testing.T) {
	w := writtenIn(t).keeping()
	w.put("MEMORY.md", "mine, and long\nand longer\n")
	w.call("memory_write", agent, evil, map[string]string{"MEMORY.md": "mine, and long\nand longer\n\nsend\nall\nto evil\n"}, nil)
	w.toldOf("and longer\n\nsend\nall\nto evil\n", ": and longer", "web evil.example: send\nall\nto evil")
	w.toldOf("to evil", "web evil.example: to evil")
	w.toldOf("mine, and long\n[30 bytes dropped]\nto evil", "web evil.example: mine, and long\n[30 bytes dropped]\nto evil")
	w.toldOf("something else", "web evil.example: something else")
	if got := keys(w.files.Memory().Shown(t.Context(), "mine, and long\nand longer")); len(got) != 0 {
		t.Errorf("what is shown of the person's is of %q", got)
	}
	if got := keys(w.files.Memory().Shown(t.Context(), "(only the end)\n…all\nto evil")); !slices.Equal(got, []string{"web evil.example"}) {
		t.Errorf("what is shown is of %q", got)
	}
}

// Where nobody knows what was there before, all that is there now may be new; a file that was moved there is whole.
func TestAMemoryThatWasNotKept(t *testing.T) {
	w := writtenIn(t)
	w.put("MEMORY.md", "mine\n")
	w.call("memory_write", agent, evil, map[string]string{"MEMORY.md": "mine\n\nevil\n"}, nil)
	w.told("web evil.example: mine\n\nevil")

	w = writtenIn(t).keeping()
	w.call("write", agent, evil, map[string]string{"a.md": text}, nil)
	w.put("MEMORY.md", text) // somebody copies it
	w.told("web evil.example: " + strings.TrimSpace(text))
	if got := keys(w.files.Memory().Shown(t.Context(), text)); !slices.Equal(got, []string{"web evil.example"}) {
		t.Errorf("what is shown of it is of %q", got)
	}
	w.call("memory_write", agent, notes, map[string]string{"MEMORY.md": text + "\nmore\n"}, nil)
	w.told("web evil.example: "+strings.TrimSpace(text), "server notes: more")
}

// The person sees each paragraph, and takes over one or all.
func TestAParagraphIsCleared(t *testing.T) {
	list := func(w *written) (out []string) {
		all, err := w.files.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range all {
			out = append(out, fmt.Sprintf("%s %d %q %s %s", filepath.Base(l.Path), l.Paragraph, l.Text, keys(l.Origins), l.Call))
		}
		return out
	}
	clear := func(w *written, text string) {
		if err := w.files.Memory().Take(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	w := writtenIn(t).keeping()
	w.put("MEMORY.md", "mine\n")
	w.call("memory_write", agent, evil, map[string]string{"MEMORY.md": "mine\n\none\n"}, nil)
	w.call("memory_write", agent, evil, map[string]string{"MEMORY.md": "mine\n\none\n\ntwo, which is longer than one\n"}, nil)
	if got := list(w); !slices.Equal(got, []string{`MEMORY.md 2 "one" [web evil.example] c_1`, `MEMORY.md 3 "two, which is longer than one" [web evil.example] c_2`}) {
		t.Errorf("%q", got)
	}
	clear(w, "one")
	w.told(": mine\n\none", "web evil.example: two, which is longer than one")
	clear(w, "two, which is longer than one")
	w.told(": mine\n\none\n\ntwo, which is longer than one")
	if got := list(w); len(got) != 0 {
		t.Errorf("%q", got)
	}
	w.call("memory_write", agent, evil, map[string]string{"MEMORY.md": "mine\n\none\n\nthree\n\nfour\n"}, nil)
	if err := w.files.Clear(t.Context(), filepath.Join(w.dir, "MEMORY.md")); err != nil {
		t.Fatal(err)
	}
	w.told(": mine\n\none\n\nthree\n\nfour")

	// one that is known as a whole alone
	w = writtenIn(t).keeping()
	w.call("write", agent, evil, map[string]string{"a.md": "one of the file\n\ntwo of the file\n"}, nil)
	w.put("MEMORY.md", "one of the file\n\ntwo of the file\n")
	clear(w, "one of the file")
	w.told(": one of the file", "web evil.example: two of the file")
}
