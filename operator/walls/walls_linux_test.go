package walls_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"handrail/internal/sandbox"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/walls"
	"handrail/pipeline/guard"
	"handrail/tools"
)

func TestProgramsRunInARoom(t *testing.T) {
	b := newBench(t, "", nil)
	r := b.Bash(`echo made > made.txt; echo kept > $TMPDIR/kept.txt; cat /tmp/kept.txt; echo $TMPDIR/kept.txt`)
	if operatortest.Code(r) != "" || r.Meta.Sandbox != "enforced" || b.Questions() != 0 {
		t.Fatalf("%+v", r)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "made.txt")); err != nil || string(got) != "made\n" {
		t.Errorf("%q, %v", got, err)
	}
	lines := strings.Fields(operatortest.Stdout(t, r))
	if len(lines) != 2 || lines[0] != "kept" {
		t.Fatalf("%q", lines)
	}
	if r := b.Call("read", fmt.Sprintf(`{"path":%q}`, lines[1])); operatortest.Code(r) != "" || !strings.Contains(r.Content, "kept") {
		t.Errorf("the file tools do not read $TMPDIR: %+v", r)
	}
	if r := b.Bash("ls " + b.Options.Dirs.Config + "; cat " + b.Options.Dirs.Data + "/journal.db | head -c 6"); strings.Contains(r.Content, "SQLite") {
		t.Errorf("the journal can be read: %s", r.Content)
	}
	if r := b.Bash("echo x > " + filepath.Dir(b.Dir) + "/outside"); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "/home/outside") {
		t.Errorf("%+v", r)
	}
}

func TestProtectedFilesAreForFileTools(t *testing.T) {
	b := newBench(t, "", nil)
	b.File(".vscode/tasks.json", "{}")
	for _, command := range []string{"echo x > .vscode/tasks.json", "rm -r .vscode", "mv .vscode gone", "cd .vscode && echo x > tasks.json", "ln -f notes.txt .vscode/tasks.json", "chmod 777 .vscode/tasks.json"} {
		r := b.Bash(command)
		if got, err := os.ReadFile(filepath.Join(b.Dir, ".vscode/tasks.json")); err != nil || string(got) != "{}" {
			t.Fatalf("%s: the file is %q, %v", command, got, err)
		}
		if strings.Contains(command, ">") && (operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "tasks.json") && !strings.Contains(r.Error.Message, ".vscode")) {
			t.Errorf("%s: %+v", command, r)
		}
	}
	b.Questions()
	calls := b.Agent()
	for tool, in := range map[string]string{"read": `{"path":".vscode/tasks.json"}`} {
		if _, r, err := calls.Call(t.Context(), tool, json.RawMessage(in), tools.Scope{}); err != nil || operatortest.Code(r) != "" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	_, r, err := calls.Call(t.Context(), "write", json.RawMessage(`{"path":".vscode/tasks.json","content":"[]"}`), tools.Scope{})
	if err != nil || operatortest.Code(r) != "" || b.Questions() != 1 {
		t.Errorf("the file tool: %+v, %v", r, err)
	}
	if got := operatortest.Stdout(t, b.Bash("cat .vscode/tasks.json")); got != "[]" {
		t.Errorf("programs see %q", got)
	}
}

func TestCachesAreTheSpacesOwn(t *testing.T) {
	b := newBench(t, "", nil)
	first := strings.TrimSpace(operatortest.Stdout(t, b.Bash("echo poison > $XDG_CACHE_HOME/poison; echo $XDG_CACHE_HOME")))
	other := b.copy()
	other.Dir = filepath.Join(filepath.Dir(b.Dir), "other")
	other.File("a.txt", "a")
	var err error
	if other.S, err = b.O.OpenSpace(t.Context(), other.Dir); err != nil {
		t.Fatal(err)
	}
	r := other.Bash("echo $XDG_CACHE_HOME; cat " + first + "/poison; touch " + first + "/more")
	if got := operatortest.Stdout(t, r); strings.Contains(got, first) || strings.Contains(got, "poison") {
		t.Errorf("the other space has %s", r.Content)
	}
	if _, err := os.Stat(filepath.Join(first, "more")); err == nil {
		t.Error("it writes into the first one's")
	}
	if got := operatortest.Stdout(t, b.Bash("cat $XDG_CACHE_HOME/poison")); got != "poison\n" {
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
			b := newBench(t, tt.settings, func(c *operator.Config) { c.Network = tt.fixed })
			if got := strings.Join(b.S.Walls().Network(), ", "); got != tt.network {
				t.Errorf("the network is %s, want %s", got, tt.network)
			}
			if (b.S.Mode() == guard.ReadOnly) != (tt.closed != "") {
				t.Errorf("the mode is %s", b.S.Mode())
			}
			if tt.closed == "" {
				return
			}
			if !slices.ContainsFunc(b.S.Problems(), func(p operator.Problem) bool { return strings.Contains(p.Text, tt.closed) && p.Severity == "error" }) {
				t.Errorf("no problem tells of it: %+v", b.S.Problems())
			}
			if r := b.Bash("touch made"); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, tt.closed) {
				t.Errorf("%+v", r)
			}
		})
	}
	b := newBench(t, `{"limits":{"memory_mb":64,"processes":9}}`, nil)
	p, _, err := b.S.Walls().Profile(nil)
	if err != nil || p.Limits.Memory != 64<<20 || p.Limits.Processes != 9 {
		t.Errorf("%+v, %v", p.Limits, err)
	}
	fixed := newBench(t, "", func(c *operator.Config) { c.Network = []string{"off"} })
	if p, _, err := fixed.S.Walls().Profile([]string{"on"}); err != nil || p.Network.Mode != sandbox.Off {
		t.Errorf("a tool's author has %s beyond --network off, %v", p.Network, err)
	}
	if p, _, err := b.S.Walls().Profile([]string{"a.example.com"}); err != nil || p.Network.String() != "a.example.com" {
		t.Errorf("a tool's author has %s, %v", p.Network, err)
	}
	if _, _, err := b.S.Walls().Profile([]string{"a/b"}); tools.AsError(err).Code != tools.InvalidArgs {
		t.Errorf("a tool's author who writes nonsense: %v", err)
	}
}

func TestGrantedPathsAreWritable(t *testing.T) {
	b := newBench(t, "", nil)
	outside := filepath.Join(filepath.Dir(b.Dir), "granted")
	operatortest.WriteFile(t, filepath.Join(outside, "a.txt"), "a")
	write := fmt.Sprintf("echo x >> %s/a.txt", outside)
	if r := b.Bash(write); operatortest.Code(r) != tools.PermissionDenied {
		t.Errorf("before: %+v", r)
	}
	if err := b.O.Permits().GrantPath(tools.Call{Space: b.S.Dir()}, outside, true); err != nil {
		t.Fatal(err)
	}
	if r := b.Bash(write); operatortest.Code(r) != "" || !strings.Contains(r.Content, `"exit_code":0`) {
		t.Errorf("granted: %+v", r)
	}
	if err := b.O.Permits().RevokePath(t.Context(), b.S.Dir(), outside); err != nil {
		t.Fatal(err)
	}
	if r := b.Bash(write); operatortest.Code(r) != tools.PermissionDenied {
		t.Errorf("revoked: %+v", r)
	}
}

// Programs of a chat can read what was picked for it to be read, and not change it; programs of
// another chat do not see it.
func TestPickedToBeRead(t *testing.T) {
	b := newBench(t, "", nil)
	outside := filepath.Join(filepath.Dir(b.Dir), "picked")
	operatortest.WriteFile(t, filepath.Join(outside, "a.txt"), "the letter")
	agent := tools.Caller{Kind: tools.CallerAgent, Name: "Atlas"}
	if err := b.O.Permits().GrantPath(tools.Call{Space: b.S.Dir(), Session: "one", Caller: agent}, outside, false); err != nil {
		t.Fatal(err)
	}
	in := func(session, command string) tools.Result {
		t.Helper()
		calls, err := b.S.Calls(operator.CallsConfig{Session: session, Caller: agent})
		if err != nil {
			t.Fatal(err)
		}
		input, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		_, r, err := calls.Call(t.Context(), "bash", input, tools.Scope{})
		if err := errors.Join(err, calls.Close()); err != nil {
			t.Fatal(err)
		}
		return r
	}
	read, write := fmt.Sprintf("cat %s/a.txt", outside), fmt.Sprintf("echo x >> %s/a.txt", outside)
	if r := in("one", read); !strings.Contains(r.Content, "the letter") {
		t.Errorf("the chat that it was picked for cannot read it: %+v", r)
	}
	if r := in("one", write); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, `show_file_picker with "change": true`) {
		t.Errorf("it is changed: %+v", r)
	}
	if r := in("two", read); strings.Contains(r.Content, "the letter") || operatortest.Code(r) == "" {
		t.Errorf("another chat reads it: %+v", r)
	}
	if raw, err := os.ReadFile(filepath.Join(outside, "a.txt")); err != nil || string(raw) != "the letter" {
		t.Errorf("it holds %q, %v", raw, err)
	}
}

// Closing a space leaves the rooms of another that was opened on the same folder.
func TestASpaceThatIsOpenedTwiceKeepsItsRooms(t *testing.T) {
	b := newBench(t, "", nil)
	if r := b.Bash("true"); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	temp, err := b.O.Walls().MakeTemp()
	if err != nil {
		t.Fatal(err)
	}
	b.O.Walls().Space(walls.SpaceConfig{Dir: b.S.Dir(), Temp: temp, Roots: func() []string { return nil }, Others: func([]string) []guard.Other { return nil }}).Close()
	if open := b.O.Walls().Rooms(); open != 1 {
		t.Errorf("%d rooms are open", open)
	}
	if _, err := os.Stat(temp); err == nil {
		t.Error("its temporary folder is left")
	}
}

// A browser makes a socket in its temporary folder, and the path of a socket may have 107 bytes.
func TestTemporaryFoldersLeaveRoomForSockets(t *testing.T) {
	b := newBench(t, "", nil)
	temp, err := b.O.Walls().MakeTemp()
	if err != nil {
		t.Fatal(err)
	}
	other, err := b.O.Walls().MakeTemp()
	if err != nil || other == temp {
		t.Fatal(other, err)
	}
	if name := filepath.Base(temp); len(name) > len(strconv.Itoa(os.Getpid()))+4 {
		t.Errorf("%s is long", name)
	}
	const browsers = "/org.chromium.Chromium.T2KZNR/SingletonSocket"
	if path := "/home/firstname.surname/.local/share/handrail/temp/" + filepath.Base(temp) + browsers; len(path) > 107 {
		t.Errorf("%s has %d bytes", path, len(path))
	}
}

func TestTemporaryFoldersOfTheDeadAreSwept(t *testing.T) {
	b := newBench(t, "", nil)
	top := filepath.Join(b.Options.Dirs.Data, walls.TempKept)
	dead := 0
	for pid := 4_000_000; dead == 0; pid-- {
		if syscall.Kill(pid, 0) != nil {
			dead = pid
		}
	}
	outside := filepath.Join(t.TempDir(), "outside")
	operatortest.WriteFile(t, filepath.Join(outside, "kept"), "")
	temp := strings.TrimSpace(operatortest.Stdout(t, b.Bash("echo $TMPDIR")))
	mine, stranger := filepath.Join(top, strconv.Itoa(dead)+"-1"), filepath.Join(top, "notes")
	operatortest.WriteFile(t, filepath.Join(mine, "a", "b"), "")
	operatortest.WriteFile(t, filepath.Join(stranger, "a"), "")
	if err := os.Symlink(outside, filepath.Join(mine, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(mine, "a"), 0); err != nil {
		t.Fatal(err)
	}
	b.O.Walls().SweepTemp() // as is done at the start
	for path, there := range map[string]bool{mine: false, stranger: true, temp: true, filepath.Join(outside, "kept"): true} {
		if _, err := os.Lstat(path); (err == nil) != there {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestTwoAppsOnOneDataFolder(t *testing.T) {
	b := newBench(t, "", nil)
	o := b.another()
	other := b.copy()
	other.O = o
	var err error
	if other.S, err = o.OpenSpace(t.Context(), b.Dir); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, one := range []*bench{b, other} {
		all.Go(func() {
			for range 3 {
				if r := one.Bash("echo here > $TMPDIR/x && cat $TMPDIR/x && echo y > $GOCACHE.y"); operatortest.Code(r) != "" || !strings.Contains(r.Content, "here") || r.Meta.Sandbox != "enforced" {
					t.Errorf("%+v", r)
				}
			}
		})
	}
	all.Wait()
	if where := "echo $TMPDIR"; operatortest.Stdout(t, b.Bash(where)) == operatortest.Stdout(t, other.Bash(where)) {
		t.Error("they share a temporary folder")
	}
}

// A room that somebody has killed is not kept: the next call gets another one.
func TestARoomThatIsKilledIsReplaced(t *testing.T) {
	b := newBench(t, "", nil)
	ended := make(chan tools.Result, 1)
	go func() { ended <- b.Bash("touch started; sleep 100") }()
	for {
		if _, err := os.Stat(filepath.Join(b.Dir, "started")); err == nil {
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
	if r := b.Bash("echo again"); operatortest.Code(r) != "" || !strings.Contains(r.Content, "again") || r.Meta.Sandbox != "enforced" {
		t.Errorf("the next call: %+v", r)
	}
}

// Where a program says nothing of what the network did not let it reach, its caller is told, with the hosts; what it
// says itself is not said twice.
func TestASwallowedRefusalIsTold(t *testing.T) {
	b := newBench(t, `{"network":["example.org"]}`, nil)
	reach := func(host string) string { return "(exec 3<>/dev/tcp/" + host + "/443) 2>/dev/null" }
	r := b.Bash(reach("a.example.com") + "; " + reach("b.example.com") + "; " + reach("a.example.com") + "; true")
	if r.Error != nil || strings.Count(r.Content, "a.example.com") != 1 || !strings.Contains(r.Content, "b.example.com") || !strings.Contains(r.Content, "It tried to reach ") {
		t.Errorf("%+v", r)
	}
	if r := b.Bash(reach("c.example.com") + " || exit 7"); r.Error != nil || !strings.Contains(r.Content, "It tried to reach c.example.com,") {
		t.Errorf("%+v", r)
	}
	if r := b.Bash("echo fine"); strings.Contains(r.Content, "note") {
		t.Errorf("nothing was refused: %+v", r)
	}
	if r := b.Bash(reach("d.example.com") + " || { echo could not resolve host d.example.com >&2; exit 6; }"); r.Error == nil || r.Error.Code != tools.NetworkDisabled || strings.Contains(r.Content, "note") {
		t.Errorf("%+v", r)
	}
}
