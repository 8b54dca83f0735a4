package operator

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"handrail/internal/confine"
	"handrail/internal/sandbox"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// newWalledBench is an open space without any declaration, whose programs run
// in rooms. settings is settings.json; "" for none.
func newWalledBench(t *testing.T, settings string, change func(*Config)) *handBench {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &handBench{t: t, dir: filepath.Join(top, "home", "space"), person: &person{asked: make(chan tools.Question, 8), answer: yes}}
	b.file("notes.txt", "mine\n")
	dirs := Dirs{Config: filepath.Join(top, "config"), Data: filepath.Join(top, "data")}
	if settings != "" {
		writeFile(t, filepath.Join(dirs.Config, "settings.json"), strings.ReplaceAll(settings, "DIR", b.dir))
	}
	b.o = openWalled(t, b.person, dirs, filepath.Join(top, "home"), change)
	if b.s, err = b.o.OpenSpace(t.Context(), b.dir); err != nil {
		t.Fatal(err)
	}
	return b
}

func openWalled(t *testing.T, p *person, dirs Dirs, home string, change func(*Config)) *Operator {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		Dirs: dirs, Version: "0", Home: home, Helper: self,
		Environ:   Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "USER=kim", "LANG=C.UTF-8"}},
		Confirmer: func(*Operator) tools.Confirmer { return p },
	}
	if change != nil {
		change(&c)
	}
	o, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	o.registries = func() []string { return nil } // nobody's package managers are asked
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	if !o.walled().Holds() {
		t.Fatalf("this machine builds no walls: %+v", o.walled())
	}
	return o
}

// bash runs a command as an agent does.
func (b *handBench) bash(command string) tools.Result {
	b.t.Helper()
	in, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		b.t.Fatal(err)
	}
	return b.call("bash", string(in))
}

// out is what a command of bash has printed.
func out(t *testing.T, r tools.Result) string {
	t.Helper()
	var v struct{ Stdout string }
	if err := json.Unmarshal([]byte(r.Content), &v); err != nil {
		t.Fatalf("%s: %v", r.Content, err)
	}
	return v.Stdout
}

func (b *handBench) questions() int {
	n := 0
	for ; len(b.person.asked) > 0; n++ {
		<-b.person.asked
	}
	return n
}

func TestProgramsRunInARoom(t *testing.T) {
	b := newWalledBench(t, "", nil)
	r := b.bash(`echo made > made.txt; echo kept > $TMPDIR/kept.txt; cat /tmp/kept.txt; echo $TMPDIR/kept.txt`)
	if code(r) != "" || r.Meta.Sandbox != "enforced" || b.questions() != 0 {
		t.Fatalf("%+v", r)
	}
	if got, err := os.ReadFile(filepath.Join(b.dir, "made.txt")); err != nil || string(got) != "made\n" {
		t.Errorf("%q, %v", got, err)
	}
	lines := strings.Fields(out(t, r))
	if len(lines) != 2 || lines[0] != "kept" {
		t.Fatalf("%q", lines)
	}
	if r := b.call("read", fmt.Sprintf(`{"path":%q}`, lines[1])); code(r) != "" || !strings.Contains(r.Content, "kept") {
		t.Errorf("the file tools do not read $TMPDIR: %+v", r)
	}
	if r := b.bash("ls " + b.o.c.Dirs.Config + "; cat " + b.o.c.Dirs.Data + "/journal.db | head -c 6"); strings.Contains(r.Content, "SQLite") {
		t.Errorf("the journal can be read: %s", r.Content)
	}
	if r := b.bash("echo x > " + filepath.Dir(b.dir) + "/outside"); code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "/home/outside") {
		t.Errorf("%+v", r)
	}
}

func TestProtectedFilesAreForFileTools(t *testing.T) {
	b := newWalledBench(t, "", nil)
	b.file(".vscode/tasks.json", "{}")
	for _, command := range []string{"echo x > .vscode/tasks.json", "rm -r .vscode", "mv .vscode gone", "cd .vscode && echo x > tasks.json", "ln -f notes.txt .vscode/tasks.json", "chmod 777 .vscode/tasks.json"} {
		r := b.bash(command)
		if got, err := os.ReadFile(filepath.Join(b.dir, ".vscode/tasks.json")); err != nil || string(got) != "{}" {
			t.Fatalf("%s: the file is %q, %v", command, got, err)
		}
		if strings.Contains(command, ">") && (code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "tasks.json") && !strings.Contains(r.Error.Message, ".vscode")) {
			t.Errorf("%s: %+v", command, r)
		}
	}
	b.questions()
	calls := b.agent()
	for tool, in := range map[string]string{"read": `{"path":".vscode/tasks.json"}`} {
		if _, r, err := calls.Call(t.Context(), tool, json.RawMessage(in), tools.Scope{}); err != nil || code(r) != "" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	_, r, err := calls.Call(t.Context(), "write", json.RawMessage(`{"path":".vscode/tasks.json","content":"[]"}`), tools.Scope{})
	if err != nil || code(r) != "" || b.questions() != 1 {
		t.Errorf("the file tool: %+v, %v", r, err)
	}
	if got := out(t, b.bash("cat .vscode/tasks.json")); got != "[]" {
		t.Errorf("programs see %q", got)
	}
}

func TestCachesAreTheSpacesOwn(t *testing.T) {
	b := newWalledBench(t, "", nil)
	first := strings.TrimSpace(out(t, b.bash("echo poison > $XDG_CACHE_HOME/poison; echo $XDG_CACHE_HOME")))
	other := *b
	other.dir = filepath.Join(filepath.Dir(b.dir), "other")
	other.file("a.txt", "a")
	var err error
	if other.s, err = b.o.OpenSpace(t.Context(), other.dir); err != nil {
		t.Fatal(err)
	}
	r := other.bash("echo $XDG_CACHE_HOME; cat " + first + "/poison; touch " + first + "/more")
	if got := out(t, r); strings.Contains(got, first) || strings.Contains(got, "poison") {
		t.Errorf("the other space has %s", r.Content)
	}
	if _, err := os.Stat(filepath.Join(first, "more")); err == nil {
		t.Error("it writes into the first one's")
	}
	if got := out(t, b.bash("cat $XDG_CACHE_HOME/poison")); got != "poison\n" {
		t.Errorf("the next call does not find what the first has left: %q", got)
	}
}

func TestNetworkAndLimitsInTheSettings(t *testing.T) {
	for name, tt := range map[string]struct {
		settings string
		fixed    []string // --network
		network  string
		closed   string // why only reading is allowed
	}{
		"nothing":                       {network: "off"},
		"one word":                      {settings: `{"network":"loopback"}`, network: "loopback"},
		"a list":                        {settings: `{"network":["b.example.com","registry"]}`, network: "b.example.com, registry"},
		"of the space":                  {settings: `{"network":"on","per_space":{"DIR":{"network":["registry"]}}}`, network: "registry"},
		"of the space, one word":        {settings: `{"network":"on","per_space":{"DIR":{"network":"off"}}}`, network: "off"},
		"of the space, an empty list":   {settings: `{"network":"on","per_space":{"DIR":{"network":[]}}}`, network: "off"},
		"null is nothing":               {settings: `{"network":"loopback","per_space":{"DIR":{"network":null}}}`, network: "loopback"},
		"of another space":              {settings: `{"network":"loopback","per_space":{"/other":{"network":"on"}}}`, network: "loopback"},
		"the command line":              {settings: `{"network":"on","per_space":{"DIR":{"network":"on"}}}`, fixed: []string{"off"}, network: "off"},
		"the command line says more":    {fixed: []string{"loopback", "a.example.com"}, network: "a.example.com, loopback"},
		"a broken word":                 {settings: `{"network":"https://example.com/"}`, network: "off", closed: "network in the settings"},
		"a broken word of the space":    {settings: `{"network":"on","per_space":{"DIR":{"network":["*.com"]}}}`, network: "off", closed: "too wide"},
		"an empty word":                 {settings: `{"network":""}`, network: "off", closed: "is empty"},
		"a number":                      {settings: `{"network":5}`, network: "off", closed: "line 1, column"},
		"a broken word, though unheard": {settings: `{"network":"a/b"}`, fixed: []string{"on"}, network: "on"},
		"a broken command line":         {fixed: []string{"a/b"}, network: "off", closed: "--network"},
		"broken limits":                 {settings: `{"limits":{"memory_mb":"many"}}`, network: "off", closed: "line 1, column"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newWalledBench(t, tt.settings, func(c *Config) { c.Network = tt.fixed })
			if got := strings.Join(b.s.Network(), ", "); got != tt.network {
				t.Errorf("the network is %s, want %s", got, tt.network)
			}
			if (b.s.Mode() == guard.ReadOnly) != (tt.closed != "") {
				t.Errorf("the mode is %s", b.s.Mode())
			}
			if tt.closed == "" {
				return
			}
			if !slices.ContainsFunc(b.s.Problems(), func(p Problem) bool { return strings.Contains(p.Text, tt.closed) && p.Severity == "error" }) {
				t.Errorf("no problem tells of it: %+v", b.s.Problems())
			}
			if r := b.bash("touch made"); code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, tt.closed) {
				t.Errorf("%+v", r)
			}
		})
	}
	b := newWalledBench(t, `{"limits":{"memory_mb":64,"processes":9}}`, nil)
	p, _, err := b.s.profile(nil)
	if err != nil || p.Limits.Memory != 64<<20 || p.Limits.Processes != 9 {
		t.Errorf("%+v, %v", p.Limits, err)
	}
	fixed := newWalledBench(t, "", func(c *Config) { c.Network = []string{"off"} })
	if p, _, err := fixed.s.profile([]string{"on"}); err != nil || p.Network.Mode != sandbox.Off {
		t.Errorf("a tool's author has %s beyond --network off, %v", p.Network, err)
	}
	if p, _, err := b.s.profile([]string{"a.example.com"}); err != nil || p.Network.String() != "a.example.com" {
		t.Errorf("a tool's author has %s, %v", p.Network, err)
	}
	if _, _, err := b.s.profile([]string{"a/b"}); tools.AsError(err).Code != tools.InvalidArgs {
		t.Errorf("a tool's author who writes nonsense: %v", err)
	}
}

func TestGrantedPathsAreWritable(t *testing.T) {
	b := newWalledBench(t, "", nil)
	outside := filepath.Join(filepath.Dir(b.dir), "granted")
	writeFile(t, filepath.Join(outside, "a.txt"), "a")
	write := fmt.Sprintf("echo x >> %s/a.txt", outside)
	if r := b.bash(write); code(r) != tools.PermissionDenied {
		t.Errorf("before: %+v", r)
	}
	if err := b.o.Grant(tools.Call{Space: b.s.Dir()}, outside); err != nil {
		t.Fatal(err)
	}
	if r := b.bash(write); code(r) != "" || !strings.Contains(r.Content, `"exit_code":0`) {
		t.Errorf("granted: %+v", r)
	}
	if err := b.o.Revoke(t.Context(), b.s.Dir(), outside); err != nil {
		t.Fatal(err)
	}
	if r := b.bash(write); code(r) != tools.PermissionDenied {
		t.Errorf("revoked: %+v", r)
	}
}

func TestASpaceThatIsOpenedTwiceAtOnce(t *testing.T) {
	b := newWalledBench(t, "", nil)
	if r := b.bash("true"); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	temp, err := b.o.makeTemp()
	if err != nil {
		t.Fatal(err)
	}
	roots, err := confine.New(confine.Config{Base: b.dir, More: []string{temp}, Never: []string{b.o.c.Dirs.Config, b.o.c.Dirs.Data}})
	if err != nil {
		t.Fatal(err)
	}
	loser := &Space{o: b.o, dir: b.s.Dir(), roots: roots, temp: temp, stop: func() {}, servers: servers{closing: make(chan struct{})}}
	if err := loser.close(); err != nil {
		t.Fatal(err)
	}
	b.o.rooms.mu.Lock()
	open := len(b.o.rooms.open)
	b.o.rooms.mu.Unlock()
	if open != 1 {
		t.Errorf("%d rooms are open", open)
	}
	other := filepath.Join(filepath.Dir(b.dir), "other")
	writeFile(t, filepath.Join(other, "a"), "")
	var all sync.WaitGroup
	found := make([]*Space, 8)
	for i := range found {
		all.Go(func() {
			s, err := b.o.OpenSpace(t.Context(), other)
			if err != nil {
				t.Error(err)
			}
			found[i] = s
		})
	}
	all.Wait()
	if slices.ContainsFunc(found, func(s *Space) bool { return s == nil || s != found[0] }) {
		t.Errorf("%v", found)
	}
	entries, err := os.ReadDir(filepath.Join(b.o.c.Dirs.Data, tempKept))
	if err != nil || len(entries) != 2 {
		t.Errorf("%d temporary folders are left for two spaces, %v", len(entries), err)
	}
}

func TestTemporaryFoldersOfTheDeadAreSwept(t *testing.T) {
	b := newWalledBench(t, "", nil)
	top := filepath.Join(b.o.c.Dirs.Data, tempKept)
	dead := 0
	for pid := 4_000_000; dead == 0; pid-- {
		if syscall.Kill(pid, 0) != nil {
			dead = pid
		}
	}
	outside := filepath.Join(t.TempDir(), "outside")
	writeFile(t, filepath.Join(outside, "kept"), "")
	mine, stranger := filepath.Join(top, strconv.Itoa(dead)+"-1"), filepath.Join(top, "notes")
	writeFile(t, filepath.Join(mine, "a", "b"), "")
	writeFile(t, filepath.Join(stranger, "a"), "")
	if err := os.Symlink(outside, filepath.Join(mine, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(mine, "a"), 0); err != nil {
		t.Fatal(err)
	}
	o := openWalled(t, b.person, b.o.c.Dirs, b.o.c.Home, nil)
	o.work.Wait() // what is done at the start is over
	for path, there := range map[string]bool{mine: false, stranger: true, b.s.temp: true, filepath.Join(outside, "kept"): true} {
		if _, err := os.Lstat(path); (err == nil) != there {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestTwoAppsOnOneDataFolder(t *testing.T) {
	b := newWalledBench(t, "", nil)
	o := openWalled(t, b.person, b.o.c.Dirs, b.o.c.Home, nil)
	other := *b
	other.o = o
	var err error
	if other.s, err = o.OpenSpace(t.Context(), b.dir); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, one := range []*handBench{b, &other} {
		all.Go(func() {
			for range 3 {
				if r := one.bash("echo here > $TMPDIR/x && cat $TMPDIR/x && echo y > $GOCACHE.y"); code(r) != "" || !strings.Contains(r.Content, "here") || r.Meta.Sandbox != "enforced" {
					t.Errorf("%+v", r)
				}
			}
		})
	}
	all.Wait()
	if b.s.temp == other.s.temp {
		t.Error("they share a temporary folder")
	}
}

// A room that somebody has killed is not kept: the next call gets another one.
func TestARoomThatIsKilledIsReplaced(t *testing.T) {
	b := newWalledBench(t, "", nil)
	ended := make(chan tools.Result, 1)
	go func() { ended <- b.bash("touch started; sleep 100") }()
	for {
		if _, err := os.Stat(filepath.Join(b.dir, "started")); err == nil {
			break
		}
	}
	killed := 0
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		if err != nil {
			continue
		}
		fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+1:]))
		line, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		if err != nil || fields[1] != strconv.Itoa(os.Getpid()) || !strings.HasPrefix(string(line), "handrail-room") {
			continue
		}
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		killed++
	}
	if killed == 0 {
		t.Fatal("there is no room")
	}
	if r := <-ended; strings.Contains(r.Content, `"exit_code":0`) {
		t.Errorf("%+v", r)
	}
	if r := b.bash("echo again"); code(r) != "" || !strings.Contains(r.Content, "again") || r.Meta.Sandbox != "enforced" {
		t.Errorf("the next call: %+v", r)
	}
}
