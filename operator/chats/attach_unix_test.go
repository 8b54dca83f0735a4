//go:build unix

package chats

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"handrail/agent"
	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// attachBench has a chat and things beside its space.
func attachBench(t *testing.T, files map[string]string) (*bench, *Picks) {
	t.Helper()
	all := map[string]string{"turns.jsonl": strings.Repeat(`{"text":"turn"}`+"\n", 12), "agent/a.md": "---\nid: a\n---\nHelp.", "agent/b.md": "---\nid: b\nallowedTools: [glob]\n---\nLook."}
	for name, text := range files {
		all[name] = text
	}
	b := benchOf(t, operatortest.Options{Trusted: true, Files: all})
	return b, NewPicks(b.chats)
}

// beside writes a file beside the space.
func (b *bench) beside(name, text string) string {
	b.T.Helper()
	path := filepath.Join(b.Options.Home, name)
	operatortest.WriteFile(b.T, path, text)
	return path
}

// sends sends a message with what is attached, and returns what the model was given of that.
func (b *bench) sends(p *Picks, c *Chat, text string, ids ...string) ([]string, journal.Run) {
	b.T.Helper()
	run, err := p.Send(b.T.Context(), c.s.ID, text, ids)
	if err != nil {
		b.T.Fatal(err)
	}
	return b.given(c, run)
}

// What the person attaches can be read in that chat once the message is sent: not before, not elsewhere, and not be changed. The model is given
// it as text from elsewhere.
func TestAttachedFilesAreReadInTheirChat(t *testing.T) {
	b, p := attachBench(t, nil)
	letter, folder := b.beside("my letter.txt", "Dear Ada"), filepath.Dir(b.beside("papers/one.txt", "one"))
	c, other := b.chat(), b.chat()
	may := func(c *Chat, path string) bool {
		_, err := b.S.Roots().Of(c.s.ID).Resolve(path)
		return err == nil
	}
	one, err := p.Choose(t.Context(), c.s.ID, letter)
	if err != nil || one.Name != "my letter.txt" || one.Size != 8 || one.Folder || one.Inside {
		t.Fatalf("%+v, %v", one, err)
	}
	two, err := p.Choose(t.Context(), c.s.ID, folder)
	if err != nil || !two.Folder {
		t.Fatalf("%+v, %v", two, err)
	}
	if may(c, letter) {
		t.Error("what is not sent yet is granted")
	}
	got, run := b.sends(p, c, "Sum it up", one.ID, two.ID)
	contains(t, got, "Dear Ada", "one.txt")
	if run.State != journal.Done || run.Title != "Sum it up" {
		t.Errorf("%+v", run)
	}
	if events, err := b.O.History().Events(t.Context(), run.ID, 0, 100); err != nil || !slices.Contains(agent.OriginsOf(events), tools.Origin{Kind: tools.FromFile, Name: letter}) {
		t.Errorf("it counts as the person's own words: %v", err)
	}
	b.O.Permits().CatchUp()
	if !may(c, letter) || !may(c, filepath.Join(folder, "one.txt")) || may(other, letter) {
		t.Error("it is not granted to its chat alone")
	}
	at, err := b.S.Roots().Of(c.s.ID).Resolve(letter)
	if err != nil || b.S.Roots().Changeable(at) == nil {
		t.Errorf("it may be changed: %v", err)
	}
	// The same path as words of another chat grants nothing.
	if got, _ := b.sends(p, other, "And @"+folder+` @"`+letter+`"`); len(got) != 0 {
		t.Errorf("a path that was only written is read: %q", got)
	}
	blind, err := b.chats.Start(b.Dir, "b")
	if err != nil {
		t.Fatal(err)
	}
	if _, run := b.sends(p, blind, "Read it", one.ID); run.State != journal.Failed || !strings.Contains(run.Reason, "this agent can't read files") {
		t.Errorf("%+v", run)
	}
}

// Files of the space are attached by their names, and nothing is granted for that.
func TestFilesOfTheSpaceAreNamed(t *testing.T) {
	b, p := attachBench(t, map[string]string{"src/main.go": "package main", "a b.txt": "both"})
	c := b.chat()
	got, _ := b.say(c, `Compare @src/main.go, @"a b.txt" with @src/main.go. Ask @ada and mail@src/main.go (@gone.txt) in @src/`)
	contains(t, got, "package main", "both", "main.go")
	one, err := p.Choose(t.Context(), c.s.ID, filepath.Join(b.Dir, "a b.txt"))
	if err != nil || !one.Inside {
		t.Fatalf("%+v, %v", one, err)
	}
	got, _ = b.sends(p, c, "", one.ID)
	contains(t, got, "both")
	if list, err := b.O.Permits().Grants(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("granted are %+v, %v", list, err)
	}
}

// What is attached is looked at again when the message is sent. Whatever is wrong, nothing is sent, and the message can be sent without it.
func TestWhatIsAttachedMustStillBeThat(t *testing.T) {
	b, p := attachBench(t, nil)
	c := b.chat()
	secret := b.beside(".ssh/id_rsa", "the key")
	choose := func(path string) string {
		t.Helper()
		one, err := p.Choose(t.Context(), c.s.ID, path)
		if err != nil {
			t.Fatal(err)
		}
		return one.ID
	}
	remove := func(path string) {
		t.Helper()
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	gone, linked, swapped := b.beside("gone.txt", "x"), b.beside("linked.txt", "x"), b.beside("swapped.txt", "x")
	inLinked := b.beside("moved/in.txt", "x")
	ids := map[string]string{}
	for _, path := range []string{gone, linked, swapped, inLinked} {
		ids[path] = choose(path)
	}
	remove(gone)
	remove(linked)
	if err := os.Symlink(secret, linked); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(b.beside("new.txt", "y"), swapped); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Dir(inLinked), filepath.Dir(inLinked)+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(inLinked)+".old", filepath.Dir(inLinked)); err != nil {
		t.Fatal(err)
	}
	// The link may have got the number of the file that it replaced: then that it leads elsewhere is seen first.
	for path, want := range map[string]string{gone: "isn't there any more", linked: "replaced", swapped: "was replaced by something else", inLinked: "a link to another place replaced it"} {
		if _, err := p.Send(t.Context(), c.s.ID, "Read it", []string{ids[path]}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := p.Send(t.Context(), c.s.ID, "Read it", []string{"a_none"}); err == nil {
		t.Error("something unknown is sent")
	}
	if _, err := p.Send(t.Context(), c.s.ID, "/read path=x", []string{choose(b.beside("x.txt", "x"))}); err == nil || !strings.Contains(err.Error(), "/read calls a tool") {
		t.Errorf("a line of a tool: %v", err)
	}
	if list, err := b.O.Permits().Grants(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("granted are %+v, %v", list, err)
	}
	if got, run := b.sends(p, c, "Then without it"); len(got) != 0 || run.State != journal.Done {
		t.Errorf("%q, %+v", got, run)
	}
}

// What cannot be attached is said when it is picked.
func TestWhatCannotBeAttached(t *testing.T) {
	b, p := attachBench(t, nil)
	c := b.chat()
	pipe := filepath.Join(b.Options.Home, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(b.Options.Home, "out")
	if err := os.Symlink(b.beside("real.txt", "real"), out); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/dev/null": "Attach files and folders", pipe: "Attach files and folders", filepath.Join(b.Options.Home, "none"): "isn't there any more",
		b.Options.Home: "is or contains your home folder", b.Options.Dirs.Data: "Handrail keeps its own", b.beside(`a"b`, "x"): "quotation mark", b.beside("a\nb", "x"): "line break",
	} {
		if _, err := p.Choose(t.Context(), c.s.ID, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", path, err)
		}
	}
	one, err := p.Choose(t.Context(), c.s.ID, out)
	if err != nil || one.Name != "real.txt" || one.Path != filepath.Join(b.Options.Home, "real.txt") {
		t.Errorf("a link is taken for what it is: %+v, %v", one, err)
	}
}

// What is dropped or pasted is a copy, for the person alone, which goes when it is not attached any more. A picture goes to the model as one.
func TestAContentIsCopied(t *testing.T) {
	b, p := attachBench(t, nil)
	c := b.chat()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	one, err := p.Copy(t.Context(), c.s.ID, "../../.bashrc\x00/shot 1.png", picture.Bytes())
	if err != nil || one.Name != "shot 1.png" || !one.Copy || one.Width != 40 || one.Height != 30 {
		t.Fatalf("%+v, %v", one, err)
	}
	if info, err := os.Stat(one.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if got, _ := b.sends(p, c, "What is it?", one.ID); len(got) != 1 || !strings.Contains(got[0], "40 × 30 pixels") {
		t.Errorf("%q", got)
	}
	two, err := p.Copy(t.Context(), c.s.ID, "..", []byte("x"))
	if err != nil || two.Name != "pasted" {
		t.Fatalf("%+v, %v", two, err)
	}
	if err := p.Drop(two.ID); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(two.Path); !os.IsNotExist(err) {
		t.Errorf("a copy that is not wanted stays: %v", err)
	}
	if _, err := p.Copy(t.Context(), c.s.ID, "big", make([]byte, copyMost+1)); err == nil || !strings.Contains(err.Error(), "Attach it with the button") {
		t.Errorf("%v", err)
	}
	if _, err := p.Copy(t.Context(), "s_none", "x", nil); err == nil {
		t.Error("a content is kept for a chat that is not there")
	}
}

// Files are found by some letters of their paths, without what Git ignores.
func TestFindFiles(t *testing.T) {
	b, p := attachBench(t, map[string]string{
		".gitignore": "*.log\n", "src/main.go": "", "src/domain.go": "", "docs/my notes.md": "", "x.log": "", "node/.gitignore": "*", "node/deep/main.go": "",
	})
	for typed, want := range map[string]string{
		"main": "@src/main.go @src/domain.go", "smg": "@src/main.go @src/domain.go", "notes": `@"docs/my notes.md"`, "src": "@src/ @src/main.go @src/domain.go", "src/": "@src/ @src/main.go @src/domain.go", "log": "", "MAIN.GO": "@src/main.go @src/domain.go",
	} {
		list, err := p.FindFiles(t.Context(), b.Dir, typed, 8)
		if err != nil {
			t.Fatal(err)
		}
		words := []string{}
		for _, f := range list {
			words = append(words, f.Words)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%q finds %q, not %q", typed, got, want)
		}
	}
	for i := range 300 {
		b.File(fmt.Sprintf("many/%d.txt", i), "")
	}
	if list, err := p.FindFiles(t.Context(), b.Dir, "", 8); err != nil || len(list) != 8 || !slices.ContainsFunc(list, func(f FoundFile) bool { return f.Path == "src" }) {
		t.Errorf("%+v, %v", list, err)
	}
}

// The person changes who answers, between prompts: the next run is that agent's, with what it may use.
func TestTheAgentOfAChatIsChanged(t *testing.T) {
	b, _ := attachBench(t, map[string]string{"a.txt": "A"})
	c := b.chat()
	b.say(c, "Hello")
	if err := SetAgent(c, "none"); err == nil {
		t.Error("an agent that is not there answers")
	}
	if err := SetAgent(c, "b"); err != nil {
		t.Fatal(err)
	}
	if _, run := b.say(c, "Hello"); run.Agent != "b" {
		t.Errorf("%+v", run)
	}
	if _, run := b.say(c, "@a.txt"); run.Agent != "b" || run.State != journal.Failed {
		t.Errorf("it may use more than it has: %+v", run)
	}
	if n, err := WindowOf(t.Context(), b.chats, c.s.ID); n != 0 || err != nil {
		t.Errorf("a script reads %d tokens, %v", n, err)
	}
}
