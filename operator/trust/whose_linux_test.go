package trust_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A pair is a space and the person's own one inside of it.
type pair struct {
	*operatortest.Bench
	inner *operator.Space
	dir   string // of the inner one
}

// newPair opens both. The inner one is trusted and their own.
func newPair(t *testing.T, helper bool) pair {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Walls: helper, Files: map[string]string{
		"notes.txt": "mine\n", "inner/agent/tools/local.md": localTool, "inner/agent/tools/plain.md": newPlainTool("plain"), "inner/scripts/go.sh": "echo go\n",
	}})
	p := pair{b, nil, filepath.Join(b.Dir, "inner")}
	p.inner = p.openInner(b.O)
	if err := p.inner.Trust().Approve(t.Context(), p.inner.Trust().State().Inventory().Digest); err != nil {
		t.Fatal(err)
	}
	if err := p.inner.Trust().SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	return p
}

// localTool names a script that is not there.
const localTool = "---\nid: local\nname: Local\ndescription: d\ncommand: bash scripts/local.sh\n---\n"

func (p pair) openInner(o *operator.Operator) *operator.Space {
	p.T.Helper()
	s, err := o.OpenSpace(p.T.Context(), p.dir)
	if err != nil {
		p.T.Fatal(err)
	}
	return s
}

// held lists the files of a space that are held back, after it was read again.
func held(t *testing.T, s *operator.Space) string {
	t.Helper()
	if err := s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, c := range s.Trust().Changes() {
		if c.During == "" {
			t.Errorf("%s is held back and nobody knows why", c.File)
		}
		files = append(files, c.File)
	}
	return strings.Join(files, " ")
}

func (p pair) expect(why, want string) {
	p.T.Helper()
	if got := held(p.T, p.inner); got != want {
		p.T.Errorf("%s: held back are %q, want %q: %+v", why, got, want, p.inner.Trust().Changes())
	}
}

func (p pair) exists(name string) bool {
	_, err := os.Lstat(filepath.Join(p.Dir, filepath.FromSlash(name)))
	return err == nil
}

// ends waits until nothing lives in any room of the space.
func ends(t *testing.T, b *operatortest.Bench) {
	t.Helper()
	operatortest.WaitUntil(t, "the room is empty", func() bool {
		files, err := filepath.Glob(filepath.Join(b.Options.Dirs.Data, "writers", "room-*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err == nil && strings.HasPrefix(string(raw), "busy") {
				return false
			}
		}
		return true
	})
}

func (p pair) bash(command string) {
	p.T.Helper()
	if r := p.Bash(command); operatortest.Code(r) != "" {
		p.T.Fatalf("%s: %+v", command, r)
	}
}

// A program of an outer space makes a hook in the person's own inner space, or changes
// what that one runs: it never counts as the person's.
func TestAnOuterSpacesProgramMakesAHook(t *testing.T) {
	const hook = `{"hooks":[{"id":"x","type":"pre_tool","command":"bash scripts/go.sh","walls":"off"}]}`
	for place, helper := range map[string]bool{"in a room": true, "without one": false} {
		for name, command := range map[string]string{
			"a hook": "mkdir -p inner/agent/hooks && echo '" + hook + "' > inner/agent/hooks/x.json", "hands": `echo '{"version":"1","tools":{"a":{"description":"A","command":["x"]}}}' > inner/ctxnest.json`,
			"a missing script": "echo 'echo evil' > inner/scripts/local.sh", "a script": "echo 'echo evil' > inner/scripts/go.sh; echo evil > inner/scripts/local.sh",
			"a folder that lay ready": "cp -r inner new; mkdir new/agent/hooks && echo '" + hook + "' > new/agent/hooks/x.json; mv inner old && mv new inner",
			"a link":                  "mkdir evil; echo evil > evil/local.sh; echo evil > evil/go.sh; mv inner/scripts inner/away; ln -s ../evil inner/scripts",
		} {
			t.Run(place+"/"+name, func(t *testing.T) {
				p := newPair(t, helper)
				before := held(t, p.inner)
				_ = p.Bash(command) // the walls may have kept it from that
				if err := p.inner.Reload(t.Context()); err != nil {
					t.Fatal(err)
				}
				for _, i := range p.inner.Trust().State().Trusted() {
					if i.Kind == "hook" || i.Kind == "hand" || i.File == "scripts/local.sh" {
						t.Errorf("%s %s is trusted", i.Kind, i.Name)
					}
				}
				if got := held(t, p.inner); !helper && (got == "" || before != "") {
					t.Errorf("held back: %q, before %q", got, before)
				}
			})
		}
	}
}

// What a call has left running can write what its room can, as long as it lives: a script
// that is named and was not there, and not what the room protects. When it has ended, what
// the person makes is theirs again.
func TestWhatACallLeftRunning(t *testing.T) {
	p := newPair(t, true)
	p.bash("(while [ ! -e go ]; do sleep 0.01; done; echo 'echo evil' > inner/scripts/local.sh; touch made; while [ ! -e stop ]; do sleep 0.01; done) > /dev/null 2>&1 &")
	p.File("inner/agent/tools/plain.md", newPlainTool("mine"))
	p.expect("the person's edit of what the room protects", "")
	p.File("inner/ctxnest.json", `{"version":"1","tools":{"mine":{"description":"A","command":["true"]}}}`)
	p.expect("what the room could have made", "ctxnest.json")
	p.Remove("inner/ctxnest.json")
	p.expect("it is gone again", "")
	p.File("go", "")
	operatortest.WaitUntil(t, "it has made the script", func() bool { return p.exists("made") })
	p.expect("made by what was left running", "scripts/local.sh")
	p.File("stop", "")
	ends(t, p.Bench)
	p.expect("it has ended", "scripts/local.sh")
	p.File("inner/scripts/local.sh", "echo evil\necho mine\n")
	p.expect("the person has written to it", "scripts/local.sh")
	p.Remove("inner/scripts/local.sh")
	p.expect("it is gone", "")
	p.File("inner/scripts/local.sh", "echo mine\n")
	p.expect("the person has made another one", "")
}

// A program that waits until the person saves a file the way most editors do, by putting
// a new one into its place, can write that one: the room does not protect it any more.
func TestAProgramWaitsForAnEditor(t *testing.T) {
	p := newPair(t, true)
	p.File("inner/ctxnest.json", `{"version":"1","tools":{"mine":{"description":"A","command":["true"]}}}`)
	p.expect("the person's own", "")
	p.bash(`(until grep -q second inner/ctxnest.json; do sleep 0.01; done; sed s/second/evil/ inner/ctxnest.json > x && cat x > inner/ctxnest.json; touch done) > /dev/null 2>&1 &`)
	p.File("new", `{"version":"1","tools":{"second":{"description":"A","command":["true"]}}}`)
	if err := os.Rename(filepath.Join(p.Dir, "new"), filepath.Join(p.dir, "ctxnest.json")); err != nil {
		t.Fatal(err)
	}
	operatortest.WaitUntil(t, "it is done", func() bool { return p.exists("done") })
	raw, err := os.ReadFile(filepath.Join(p.dir, "ctxnest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := held(t, p.inner); got == "" {
		t.Errorf("%s counts as the person's own", raw)
	}
	for _, i := range p.inner.Trust().State().Trusted() {
		if i.Name == "evil" {
			t.Error("the program's hand is trusted")
		}
	}
	ends(t, p.Bench)
	if err := p.inner.Trust().Approve(t.Context(), p.inner.Trust().State().Inventory().Digest); err != nil {
		t.Fatal(err)
	}
	p.bash("echo evil > inner/ctxnest.json; true") // in a room that protects what lies there now
	if after, err := os.ReadFile(filepath.Join(p.dir, "ctxnest.json")); err != nil || string(after) != string(raw) {
		t.Errorf("the next call has written it: %s, %v", after, err)
	}
}

// A server can write what its room can, as long as it runs.
func TestAServerMakesAScript(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Walls: true, Settings: `{"tools":{"mcp_servers":{"s":` + operatortest.Peer(t, "") + `}},"rules":{"allow":["*__*"]}}`,
		Files: map[string]string{"inner/agent/tools/local.md": localTool, "inner/scripts/go.sh": "echo go\n"},
	})
	p := pair{b, nil, filepath.Join(b.Dir, "inner")}
	p.inner = p.openInner(b.O)
	if err := p.inner.Trust().Approve(t.Context(), p.inner.Trust().State().Inventory().Digest); err != nil {
		t.Fatal(err)
	}
	if err := p.inner.Trust().SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	operatortest.Said(t, b.S, "s__echo", "it runs")
	p.File("inner/agent/tools/local.md", localTool+"\nmine\n")
	p.expect("the person's edit of what its room protects", "")
	if r := operatortest.Ask(t, b.S, "s__write", filepath.Join(p.dir, "scripts", "local.sh")); !p.exists("inner/scripts/local.sh") {
		t.Fatalf("the server could not write: %+v", r)
	}
	p.expect("made by the server", "scripts/local.sh")
}

// While a job runs behind walls, the person's edit of what it can only read is theirs;
// without walls, it is not.
func TestAnEditWhileAJobRuns(t *testing.T) {
	for place, helper := range map[string]bool{"in a room": true, "without one": false} {
		t.Run(place, func(t *testing.T) {
			p := newPair(t, helper)
			r := p.Call("bash", `{"command":"touch up; while [ ! -e stop ]; do sleep 0.01; done","background":true}`)
			if operatortest.Code(r) != "" {
				t.Fatalf("%+v", r)
			}
			operatortest.WaitUntil(t, "the job is up", func() bool { return p.exists("up") })
			p.File("inner/agent/tools/plain.md", newPlainTool("mine"))
			p.expect("while it runs", map[bool]string{false: "agent/tools/plain.md"}[helper])
			p.File("stop", "")
		})
	}
}

// A file tool of another space whose folders include this one changes nothing unseen: it
// asks, and what the person lets it change is held back until they have looked.
func TestAFileToolOfAnOuterSpace(t *testing.T) {
	p := newPair(t, true)
	calls := p.Agent()
	call := func(tool string, input map[string]string) {
		t.Helper()
		raw, err := json.Marshal(input)
		if err != nil {
			t.Fatal(err)
		}
		if _, r, err := calls.Call(t.Context(), tool, raw, tools.Scope{}); err != nil || operatortest.Code(r) != "" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	for path, asks := range map[string]bool{
		"inner/agent/tools/new.md": true, "inner/ctxnest.json": true, "inner/.mcp.json": true, "inner/scripts/local.sh": false, "inner/notes.txt": false,
	} {
		p.Questions()
		call("write", map[string]string{"path": path, "content": strings.Replace(newPlainTool("evil"), "plain", "new", 1)})
		if asked := p.Questions() > 0; asked != asks {
			t.Errorf("%s: asked %v", path, asked)
		}
	}
	got := held(t, p.inner)
	for _, want := range []string{"agent/tools/new.md", "scripts/local.sh"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not among what is held back: %s", want, got)
		}
	}
	p.File("inner/agent/tools/plain.md", newPlainTool("mine"))
	if strings.Contains(held(t, p.inner), "plain.md") {
		t.Error("what no tool has written is held back")
	}
}

// crashed is the variable that says on which home folder TestTheKilledApp works.
const crashed = "HANDRAIL_TEST_CRASH"

// The app is killed while what a call left running lives on: that still counts, in every
// process, until it has ended.
func TestTheAppIsKilled(t *testing.T) {
	p := newPair(t, true)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	app := exec.Command(self, "-test.run=^TestTheKilledApp$")
	app.Env, app.Stderr = append(os.Environ(), crashed+"="+p.Options.Home), os.Stderr
	if err := app.Start(); err != nil {
		t.Fatal(err)
	}
	operatortest.WaitUntil(t, "the call has ended", func() bool { return p.exists("ended") })
	if err := app.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = app.Wait() // it was killed
	p.File("inner/agent/tools/plain.md", newPlainTool("mine"))
	p.expect("the person's edit of what the room protects", "")
	p.File("go", "")
	operatortest.WaitUntil(t, "it has made the script", func() bool { return p.exists("made") })
	p.expect("made by what the killed app has left", "scripts/local.sh")
	p.Remove("inner/scripts/local.sh")
	p.expect("it is gone", "")
	p.File("stop", "")
	ends(t, p.Bench)
	p.expect("it has ended", "")
	time.Sleep(2 * settling) // the times of files lag behind the clock
	p.File("inner/scripts/local.sh", "echo mine\n")
	p.expect("the person has made another one", "")
}

// The app that TestTheAppIsKilled kills: another process, on the same folders.
func TestTheKilledApp(t *testing.T) {
	home := os.Getenv(crashed)
	if home == "" {
		return // it is that test's
	}
	b := operatortest.New(t, operatortest.Options{Home: home, Walls: true})
	r := b.Bash("(while [ ! -e go ]; do sleep 0.01; done; echo 'echo evil' > inner/scripts/local.sh; touch made; while [ ! -e stop ]; do sleep 0.01; done) > /dev/null 2>&1 &")
	if operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	b.File("ended", "")
	<-make(chan struct{})
}
