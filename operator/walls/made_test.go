package walls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/proc"
	"handrail/operator/news"
	"handrail/operator/operatortest"
)

// What a program makes that other programs read unasked is told to the person.
func TestWhatProgramsMakeIsNoticed(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"notes.md": "mine\n"}})
	told := make(chan string, 10)
	defer b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			told <- e.Notice.Text
		}
	})()
	e := proc.Errand{Call: "c_1", Tool: "bash", Space: b.Dir}
	stay, err := b.S.Walls().Enter(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".envrc", "notes.md"} {
		if err := os.WriteFile(filepath.Join(b.Dir, name), []byte("made\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := stay.Leave(proc.Outcome{}); err != nil {
		t.Fatal(err)
	}
	if text := <-told; !strings.Contains(text, ".envrc") || strings.Contains(text, "notes") {
		t.Errorf("the person was told %q", text)
	}
}

// So is what it makes in a folder that the settings give the space.
func TestWhatProgramsMakeInAFurtherFolderIsNoticed(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"../space-more/a": "a\n"}, Settings: `{"per_space":{"DIR":{"roots":["DIR-more"]}}}`})
	told := make(chan string, 10)
	defer b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			told <- e.Notice.Text
		}
	})()
	stay, err := b.S.Walls().Enter(t.Context(), proc.Errand{Call: "c_1", Tool: "bash", Space: b.Dir})
	if err != nil {
		t.Fatal(err)
	}
	operatortest.WriteFile(t, b.Dir+"-more/.envrc", "made\n")
	if _, err := stay.Leave(proc.Outcome{}); err != nil {
		t.Fatal(err)
	}
	if text := <-told; !strings.Contains(text, ".envrc in space-more") {
		t.Errorf("the person was told %q", text)
	}
}

// What would lead git to other settings and hooks is put aside.
func TestWhatLeadsGitElsewhereIsPutAside(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{".git/config": "[core]\n"}})
	e := proc.Errand{Call: "c_1", Tool: "bash", Space: b.Dir}
	stay, err := b.S.Walls().Enter(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(b.Dir, ".git", "commondir")
	if err := os.WriteFile(file, []byte("../evil\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := stay.Leave(proc.Outcome{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(file); err == nil {
		t.Error("it is still there")
	}
	if raw, err := os.ReadFile(file + ".put-aside"); err != nil || string(raw) != "../evil\n" {
		t.Errorf("put aside is %q, %v", raw, err)
	}
}

// What is told is the name that it has now, also where that one was taken.
func TestTheNameOfWhatIsPutAside(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{
		".git/config": "[core]\n", ".git/commondir.put-aside": "of an older call\n", ".git/hooks/post-commit.put-aside": "#!/bin/sh\n",
	}})
	told := make(chan string, 10)
	defer b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			told <- e.Notice.Text
		}
	})()
	stay, err := b.S.Walls().Enter(t.Context(), proc.Errand{Call: "c_1", Tool: "bash", Space: b.Dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"commondir", "hooks/post-commit"} {
		if err := os.WriteFile(filepath.Join(b.Dir, ".git", name), []byte("../evil\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := stay.Leave(proc.Outcome{}); err != nil {
		t.Fatal(err)
	}
	text := <-told
	for _, want := range []string{"commondir (now commondir.put-aside-2)", "post-commit (now post-commit.put-aside-2)"} {
		if !strings.Contains(text, want) {
			t.Errorf("told was %s, without %s", text, want)
		}
	}
}
