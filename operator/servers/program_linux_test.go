package servers_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/tools"
)

// homemade is a space with a server of the person's settings that lies in it: srv/run.sh reads srv/lib.sh, and is a Peer. What is added to either
// and makes the file taken has run as the person's server.
type homemade struct {
	*operatortest.Bench
}

func newHomemade(t *testing.T) *homemade {
	t.Helper()
	h := unstarted(t)
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error != nil {
		t.Fatal(r.Error)
	}
	return h
}

// unstarted is one whose server has never been started. Beside it lies a folder of the same names, older than the first look, whose code takes.
func unstarted(t *testing.T) *homemade {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(top, "home")
	for name, text := range map[string]string{"srv/run.sh": ". ./lib.sh\nexec '" + self + "' mcp-peer\n", "srv/lib.sh": "true\n", "docs/a.txt": "a\n", "other/run.sh": ". ./lib.sh\nexec '" + self + "' mcp-peer\n", "other/lib.sh": takes} {
		operatortest.WriteFile(t, filepath.Join(home, "space", name), text)
	}
	written := time.Now()
	operatortest.WaitUntil(t, "the files are surely older than what follows", func() bool { return time.Since(written) > 50*time.Millisecond })
	opt := operatortest.Options{
		Home: home, Walls: true,
		Settings: `{"tools":{"mcp_servers":{"mine":{"command":"bash","args":["run.sh"],"cwd":"DIR/srv","read":["` + filepath.Dir(self) + `"]}}},"rules":{"allow":["*__*","bash","write","edit"]}}`,
	}
	return &homemade{Bench: operatortest.New(t, opt)}
}

// again opens the same space with the same data, as the person does the next day.
func (h *homemade) again(t *testing.T) {
	t.Helper()
	h.Close()
	h.Bench = operatortest.New(t, h.Options)
}

// bash runs a command as an agent that ends then.
func (h *homemade) bash(command string) tools.Result {
	return h.Once("bash", `{"command":`+strconv.Quote(command)+`}`)
}

const takes = "touch ../taken\n"

func (h *homemade) taken() bool {
	_, err := os.Stat(filepath.Join(h.Dir, "taken"))
	return err == nil
}

// An agent that rewrites the program of a server of the person's, or what it loads, does not get what the person gave that server: it ends, and does
// not start before they have approved what lies there.
func TestAServersProgramThatAnAgentChanges(t *testing.T) {
	t.Parallel()
	for name, command := range map[string]string{
		"the script":     "echo 'touch ../taken' >>srv/lib.sh; { echo 'touch ../taken'; cat srv/run.sh; } >x; cat x >srv/run.sh",
		"what it loads":  "echo 'touch ../taken' >>srv/lib.sh",
		"another file":   "cp srv/lib.sh x && echo 'touch ../taken' >>x && mv x srv/lib.sh",
		"another folder": "cp -r srv more && echo 'touch ../taken' >>more/lib.sh && mv srv gone && mv more srv",
		"a link":         "cp srv/lib.sh x && echo 'touch ../taken' >>x && ln -sf ../x srv/lib.sh",
		"a second name":  "ln srv/lib.sh x && echo 'touch ../taken' >>x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHomemade(t)
			if r := h.bash(command); r.Error != nil {
				t.Fatal(r.Error)
			}
			for range 2 { // while it runs, and when it would start
				if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error == nil || !strings.Contains(r.Error.Message, "an agent could have changed its program: srv") || h.taken() {
					t.Fatalf("the call gave %q, %v", r.Content, r.Error)
				}
			}
			h.again(t)
			if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error == nil || r.Error.Action.Kind != tools.ApproveProgram || h.taken() {
				t.Fatalf("the next day the call gave %q, %v", r.Content, r.Error)
			}
			change, err := servers.ProgramsOf(h.S.Servers()).Change(t.Context(), "mine")
			if err != nil || change == nil || !strings.Contains(strings.Join(change.Files, "\n"), filepath.Join(h.Dir, "srv")) {
				t.Fatal(change, err)
			}
			if err := servers.ProgramsOf(h.S.Servers()).Approve(t.Context(), "mine", "another"); err == nil {
				t.Error("something that was not shown was approved")
			}
			if err := servers.ProgramsOf(h.S.Servers()).Approve(t.Context(), "mine", change.Digest); err != nil {
				t.Fatal(err)
			}
			if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error != nil || !h.taken() {
				t.Errorf("once approved: %v, and what was added has run: %v", r.Error, h.taken())
			}
		})
	}
}

// What the person changes between two days is theirs, and what an agent changes elsewhere, or in a file that nothing runs, holds nothing back.
func TestAServersProgramThatThePersonChanges(t *testing.T) {
	t.Parallel()
	h := newHomemade(t)
	if r := h.bash("echo b >>docs/a.txt; echo '# notes' >srv/notes.md; rm srv/notes.md; mkdir -p new && cp srv/lib.sh new/"); r.Error != nil {
		t.Fatal(r.Error)
	}
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error != nil {
		t.Fatal(r.Error)
	}
	h.again(t)
	if r := h.bash("echo c >>docs/a.txt"); r.Error != nil { // an agent's day without the server
		t.Fatal(r.Error)
	}
	h.Close()
	h.File("srv/lib.sh.new", takes) // as an editor saves it
	if err := os.Rename(filepath.Join(h.Dir, "srv/lib.sh.new"), filepath.Join(h.Dir, "srv/lib.sh")); err != nil {
		t.Fatal(err)
	}
	h.File("srv/more/a.sh", "true\n")
	began := time.Now()
	operatortest.WaitUntil(t, "the person takes their time", func() bool { return time.Since(began) > 300*time.Millisecond })
	h.File("srv/more/b.sh", "true\n")
	h.File("srv/c.sh", "true\n")
	h.Bench = operatortest.New(t, h.Options)
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error != nil || !h.taken() {
		t.Errorf("after the person's own change: %v, and it has run: %v", r.Error, h.taken())
	}
}

// A program that is held back stays so when the person sets its server in another way: they have not looked at what it runs.
func TestAServerIsSetAnew(t *testing.T) {
	t.Parallel()
	h := newHomemade(t)
	if r := h.bash(strings.TrimSpace("echo 'touch ../taken' >>srv/lib.sh")); r.Error != nil {
		t.Fatal(r.Error)
	}
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); operatortest.Code(r) != tools.PermissionDenied {
		t.Fatal(r.Content, r.Error)
	}
	h.Close()
	file := filepath.Join(h.Options.Dirs.Config, "settings.json")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	operatortest.WriteFile(t, file, strings.Replace(string(raw), `"run.sh"`, `"./run.sh"`, 1))
	opt := h.Options
	opt.Settings = ""
	h.Bench = operatortest.New(t, opt)
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error == nil || r.Error.Action.Kind != tools.ApproveProgram || h.taken() {
		t.Errorf("set anew: %q, %v", r.Content, r.Error)
	}
}

// What has changed is told where the server is shown.
func TestAChangedProgramIsShown(t *testing.T) {
	t.Parallel()
	h := newHomemade(t)
	if r := h.bash("echo 'touch ../taken' >>srv/lib.sh"); r.Error != nil {
		t.Fatal(r.Error)
	}
	_ = operatortest.Ask(t, h.S, "mine__env", "PATH")
	operatortest.WaitUntil(t, "the server is shown as one that may not start", func() bool {
		v := operatortest.ServerNamed(t, h.S, "mine")
		return v.State == mcp.Failed && v.Action.Kind == tools.ApproveProgram && strings.Contains(v.Reason, "srv/lib.sh")
	})
}

// A server whose command names the space's folder has another program in each space: what was looked at in one says nothing of another.
func TestAProgramOfEachSpace(t *testing.T) {
	t.Parallel()
	h := newHomemade(t)
	h.Close()
	file := filepath.Join(h.Options.Dirs.Config, "settings.json")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	operatortest.WriteFile(t, file, strings.Replace(string(raw), h.Dir+"/srv", "${workspaceFolder}/srv", 1))
	other := filepath.Join(h.Options.Home, "other")
	for _, name := range []string{"srv/run.sh", "srv/lib.sh"} {
		text, err := os.ReadFile(filepath.Join(h.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		operatortest.WriteFile(t, filepath.Join(other, name), string(text))
	}
	opt := h.Options
	opt.Settings = ""
	h.Bench = operatortest.New(t, opt)
	second, err := h.O.OpenSpace(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*operator.Space{h.S, second} {
		if r := operatortest.Ask(t, s, "mine__env", "PATH"); r.Error != nil {
			t.Fatal(r.Error)
		}
	}
	if r := h.bash("echo 'touch ../taken' >>srv/lib.sh"); r.Error != nil {
		t.Fatal(r.Error)
	}
	if r := operatortest.Ask(t, second, "mine__env", "PATH"); r.Error != nil {
		t.Errorf("in the other space: %v", r.Error)
	}
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error == nil || !strings.Contains(r.Error.Message, "an agent could have changed its program") {
		t.Errorf("in the space: %q, %v", r.Content, r.Error)
	}
}

// A folder that an agent puts in the place of a program before that was ever started is another, however old what lies in it is.
func TestAProgramExchangedBeforeItsFirstStart(t *testing.T) {
	t.Parallel()
	h := unstarted(t)
	if r := h.bash("mv srv gone && mv other srv"); r.Error != nil {
		t.Fatal(r.Error)
	}
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error == nil || r.Error.Action.Kind != tools.ApproveProgram || h.taken() {
		t.Errorf("the call gave %q, %v; taken: %v", r.Content, r.Error, h.taken())
	}
}
