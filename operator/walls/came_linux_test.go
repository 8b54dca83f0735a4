package walls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A cameBench hears what the person is told.
type cameBench struct {
	*bench
	told chan string
}

func newCameBench(t *testing.T) *cameBench {
	t.Helper()
	b := &cameBench{bench: newBench(t, "", nil), told: make(chan string, 64)}
	t.Cleanup(b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			b.told <- e.Notice.Text
		}
	}))
	return b
}

// heard is what the person was told until now.
func (b *cameBench) heard() (text string) {
	time.Sleep(50 * time.Millisecond) // the hub hands on by itself
	for {
		select {
		case one := <-b.told:
			text += one + "\n"
		default:
			return text
		}
	}
}

// bash runs a command in a run of its own.
func (b *cameBench) bash(command string) tools.Result {
	b.T.Helper()
	return b.Once("bash", fmt.Sprintf(`{"command":%q}`, command))
}

// await waits until the person is told of something.
func (b *cameBench) await(what string) {
	b.T.Helper()
	for end := time.After(time.Minute); ; {
		select {
		case text := <-b.told:
			if strings.Contains(text, what) {
				return
			}
		case <-end:
			b.T.Fatalf("nobody was told of %s", what)
		}
	}
}

const plantsLate = `(until [ -e go ]; do sleep 0.05; done; mkdir .vscode; echo {} >.vscode/tasks.json; echo x >.envrc; mkdir -p .github/workflows; echo x >.github/workflows/w.yml; touch made%) >/dev/null 2>&1 &`

// What a finished call has left running makes protected names: the person is told, and so is the next call.
func TestProtectedNamesThatComeBetweenCallsAreTold(t *testing.T) {
	b := newCameBench(t)
	b.bash(strings.ReplaceAll(plantsLate, "%", "; sleep 60"))
	b.File("go", "")
	b.await(".envrc")
	operatortest.WaitUntil(t, "what was left running makes all", func() bool {
		_, err := os.Lstat(filepath.Join(b.Dir, "made"))
		return err == nil
	})
	said := b.bash("true").Content
	for _, name := range []string{".vscode", ".envrc", ".github/workflows"} {
		if !strings.Contains(said, name) {
			t.Errorf("the next call says nothing of %s: %s", name, said)
		}
	}
	if said := b.bash("true").Content; strings.Contains(said, ".envrc") {
		t.Errorf("it is told again: %s", said)
	}
}

// So it is where the process has ended meanwhile, and what was left running, too: at the next start.
func TestProtectedNamesThatComeBetweenProcessesAreTold(t *testing.T) {
	b := newCameBench(t)
	b.bash(strings.ReplaceAll(plantsLate, "%", ""))
	b.Close()
	b.File("go", "")
	operatortest.WaitUntil(t, "what was left running makes all", func() bool {
		_, err := os.Lstat(filepath.Join(b.Dir, "made"))
		return err == nil
	})
	next := &cameBench{bench: b.copy()}
	next.O = b.another()
	told := make(chan string, 64)
	t.Cleanup(next.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			told <- e.Notice.Text
		}
	}))
	s, err := next.O.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	next.S = s
	text := ""
	for end := time.After(time.Minute); !strings.Contains(text, ".envrc"); {
		select {
		case text = <-told:
		case <-end:
			t.Fatal("the person was not told at the start")
		}
	}
	said := next.Once("read", `{"path":"notes.txt"}`).Content // a call of whatever tool
	for _, name := range []string{".vscode", ".envrc", ".github/workflows"} {
		if !strings.Contains(text, name) || !strings.Contains(said, name) {
			t.Errorf("of %s the person was told %q, and the next call says %s", name, text, said)
		}
	}
}

// What the person makes while nothing of an agent's lives is their own, also through a file tool that has asked them.
func TestProtectedNamesOfThePersonsAreNotTold(t *testing.T) {
	b := newCameBench(t)
	b.bash("true")
	b.File(".envrc", "mine\n")
	b.File(".vscode/tasks.json", "{}")
	if said := b.bash("true").Content; strings.Contains(said, ".envrc") || strings.Contains(said, ".vscode") {
		t.Errorf("the next call says %s", said)
	}
	if r := b.Once("write", `{"path":".cursor/rules.md","content":"x"}`); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	b.bash("true")
	b.File("AGENTS.md", "mine\n")
	b.Close()
	b.File(".windsurf/rules.md", "mine\n")
	next := &cameBench{bench: b.copy()}
	next.O = b.another()
	s, err := next.O.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	next.S = s
	if said := next.bash("true").Content; strings.Contains(said, "decides") {
		t.Errorf("the next process says %s", said)
	}
	if text := b.heard(); text != "" {
		t.Errorf("the person was told: %s", text)
	}
}

// A server lives on after a call of its tool: what it has made by then is told with that call, to the person and in its record.
func TestProtectedNamesThatAServerMakesAreTold(t *testing.T) {
	s := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	b := &cameBench{bench: &bench{s}, told: make(chan string, 64)}
	t.Cleanup(b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			b.told <- e.Notice.Text
		}
	}))
	if r := operatortest.Ask(t, b.S, "peer__write", filepath.Join(b.Dir, "plain")); operatortest.Code(r) != "" || strings.Contains(r.Content, "person was told") {
		t.Fatalf("%+v", r)
	}
	r := operatortest.Ask(t, b.S, "peer__write", filepath.Join(b.Dir, ".envrc"))
	if operatortest.Code(r) != "" || !strings.Contains(r.Content, "person was told") || !strings.Contains(r.Content, ".envrc") {
		t.Errorf("the record of the call says %+v", r)
	}
	b.await(".envrc")
}

// A project's own pages/ and agent/ are its programs' to change; once something of ours is in one, it counts whole, and the person is told when it comes.
func TestFoldersOfAProjectsOwnStayItsOwn(t *testing.T) {
	b := newCameBench(t)
	b.File("pages/index.tsx", "old")
	b.File("agent/loop.go", "old")
	if r := b.bash("echo new | tee pages/index.tsx pages/about.tsx agent/loop.go && mkdir agent/tools && echo x >agent/tools/search.py && mv pages views && mv views pages"); r.Error != nil {
		t.Fatalf("a project's own folders cannot be changed: %v", r.Error)
	}
	if r := b.Once("write", `{"path":"pages/other.tsx","content":"x"}`); r.Error != nil {
		t.Errorf("a file tool: %v", r.Error)
	}
	if said := b.heard(); said != "" {
		t.Errorf("the person is told of it: %s", said)
	}
	if said := b.bash("echo '<h1>' >pages/index.html; echo x >agent/tools/t.md").Content; !strings.Contains(said, "pages") || !strings.Contains(said, "agent") {
		t.Errorf("nobody is told that definitions came: %s", said)
	}
	for _, command := range []string{"echo x >pages/index.html", "echo x >pages/more.tsx", "mv pages views", "echo x >agent/loop.go", "rm agent/tools/t.md"} {
		if r := b.bash(command); r.Error == nil {
			t.Errorf("%s was done in a folder that holds definitions", command)
		}
	}
}

// In a known space below, they are told as well, and its memory is not to be written.
func TestProtectedNamesInAKnownSpaceBelowAreTold(t *testing.T) {
	b := newCameBench(t)
	b.File("outer/inner/MEMORY.md", "mine\n")
	for _, dir := range []string{"outer/inner", "outer"} { // the inner one is known first
		s, err := b.O.OpenSpace(t.Context(), filepath.Join(b.Dir, filepath.FromSlash(dir)))
		if err != nil {
			t.Fatal(err)
		}
		b.S = s
	}
	if said := b.bash("echo x >inner/.envrc; mkdir -p inner/.github/workflows; echo x >inner/.github/workflows/w.yml").Content; !strings.Contains(said, ".envrc") || !strings.Contains(said, ".github/workflows") {
		t.Errorf("nobody is told: %s", said)
	}
	if said := b.bash("true").Content; strings.Contains(said, ".envrc") {
		t.Errorf("it is told again: %s", said)
	}
	if r := b.bash("echo other >>inner/MEMORY.md"); r.Error == nil {
		t.Error("the memory of another space was written by a program")
	}
}
