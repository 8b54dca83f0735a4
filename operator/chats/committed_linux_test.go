package chats

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"handrail/operator"
	"handrail/operator/operatortest"
)

// git runs git as the person does, outside of Handrail.
func (b *bench) git(args ...string) {
	b.T.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = b.Dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.T.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// labelled lists the files of the space that hold text from elsewhere.
func (b *bench) labelled() (names []string) {
	b.T.Helper()
	list, err := operator.FilesOf(b.S).List(b.T.Context())
	if err != nil {
		b.T.Fatal(err)
	}
	for _, l := range list {
		name, _ := filepath.Rel(b.Dir, l.Path)
		names = append(names, name)
	}
	return names
}

// quiet waits until the clock of files tells what comes from what a call has done.
func quiet() { time.Sleep(150 * time.Millisecond) }

// What the person has committed by hand is theirs again; what an agent commits is not, nor what the commit leaves as it was.
func TestACommitByHandEndsLabels(t *testing.T) {
	s := strangerOf(t)
	fetch := `web_fetch {"url":"` + s.site.URL + `/a"}`
	who := "git -c user.name=a -c user.email=a@b "
	b := benchOf(t, operatortest.Options{
		Trusted: true, Walls: true, Settings: s.settings(`}`),
		Files: map[string]string{
			"mine.md": "mine", "turns.jsonl": calls(
				[]string{fetch}, []string{`bash {"command":"echo what the page says, and more of it > one.md; echo what the page says, quite another > two.md; echo what the page says, the third > three.md"}`},
				[]string{`bash {"command":"git add two.md && ` + who + `commit -qm agent"}`}, nil,
			),
			"later.jsonl": calls([]string{`bash {"command":"git status --short; echo the fourth that was made > four.md"}`}, nil),
		},
	})
	b.git("init", "-q")
	b.git("add", "mine.md")
	b.git("commit", "-qm", "first")
	got, _ := b.say(b.chat(), "read "+s.site.URL+"/a")
	if want := []string{".git", "one.md", "three.md", "two.md"}; !slices.Equal(b.labelled(), want) {
		t.Fatalf("%q: %q", b.labelled(), got)
	}
	quiet()
	b.git("add", "one.md", "three.md")
	if err := os.WriteFile(filepath.Join(b.Dir, "three.md"), []byte("what the page says, the third\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.git("commit", "-qm", "by hand", "one.md")
	if want := []string{".git", "three.md", "two.md"}; !slices.Equal(b.labelled(), want) {
		t.Errorf("after a commit by hand: %q", b.labelled())
	}

	// a commit by hand that nobody has looked at before the next call begins
	b.git("commit", "-qm", "by hand, too")
	b.say(b.later(), "go on")
	if want := []string{".git", "two.md"}; !slices.Equal(b.labelled(), want) {
		t.Errorf("after another one: %q", b.labelled())
	}
	quiet()
	b.git("commit", "-q", "--allow-empty", "-m", "nothing")
	b.git("commit", "-q", "--amend", "--allow-empty", "-m", "nothing at all")
	if want := []string{".git", "two.md"}; !slices.Equal(b.labelled(), want) {
		t.Errorf("after one that changes nothing: %q", b.labelled())
	}
}

// What a call puts back as it was committed before its chat began is what that version is.
func TestAFileThatIsPutBackIsWhatItWas(t *testing.T) {
	s := strangerOf(t)
	fetch := `web_fetch {"url":"` + s.site.URL + `/a"}`
	b := benchOf(t, operatortest.Options{
		Trusted: true, Walls: true, Settings: s.settings(`}`),
		Files: map[string]string{
			"mine.md": "the person's own words, as they were\n", "deep/er/other.md": "others, of the person as well\n",
			"turns.jsonl": calls(
				[]string{fetch}, []string{`bash {"command":"echo what the page says, in mine > mine.md; echo what the page says, in other > deep/er/other.md; echo what it says, anew > new.md"}`},
				[]string{`bash {"command":"git add new.md && git -c user.name=a -c user.email=a@b commit -qm agent && rm new.md && git checkout -q new.md"}`},
				[]string{`bash {"command":"git checkout -q mine.md"}`}, nil,
			),
		},
	})
	b.git("init", "-q")
	b.git("add", "-A")
	b.git("commit", "-qm", "first")
	b.git("gc", "-q")
	got, _ := b.say(b.chat(), "read "+s.site.URL+"/a")
	if want := []string{".git", "deep/er/other.md", "new.md"}; !slices.Equal(b.labelled(), want) {
		t.Errorf("%q: %q", b.labelled(), got)
	}
}
