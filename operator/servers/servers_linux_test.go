package servers_test

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/agent"
	"handrail/mcp"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/tools"
)

// What rules about files are about, a server neither reads nor changes, whatever its profile says.
func TestRulesAboutFilesHoldServers(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	b.File("fixed/x.txt", "as it was")
	b.File("open.txt", "open")
	if err := errors.Join(b.O.Permits().AddRule(t.Context(), "deny", "read(notes.txt)"), b.O.Permits().AddRule(t.Context(), "ask", "write(fixed/**)")); err != nil {
		t.Fatal(err)
	}
	if r := operatortest.Ask(t, b.S, "peer__read", filepath.Join(b.Dir, "open.txt")); !strings.Contains(r.Content, "open") {
		t.Fatalf("%+v", r)
	}
	if r := operatortest.Ask(t, b.S, "peer__read", filepath.Join(b.Dir, "notes.txt")); strings.Contains(r.Content, "mine") {
		t.Errorf("%+v", r)
	}
	operatortest.Ask(t, b.S, "peer__write", filepath.Join(b.Dir, "fixed/x.txt"))
	if got, err := os.ReadFile(filepath.Join(b.Dir, "fixed/x.txt")); err != nil || string(got) != "as it was" {
		t.Errorf("%q, %v", got, err)
	}
}

// Each server has a temporary folder of its own: it reads nothing there that programs of the space or other
// servers have left, and plants nothing for them. One that names /tmp among what it writes has the space's.
func TestServersShareNoTemporaryFolder(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"one":`+operatortest.Peer(t, "")+`,"two":`+operatortest.Peer(t, "")+`,"shares":`+operatortest.Peer(t, `"write":["/tmp"]`), nil)
	ask := func(tool, path string) string {
		t.Helper()
		r := operatortest.Ask(t, b.S, tool, path)
		if r.Error != nil {
			t.Log(tool, path, r.Error)
			return "!"
		}
		return strings.TrimSpace(r.Content)
	}
	if got := ask("one__write", "/tmp/of-one"); got != "written" {
		t.Fatalf("it has no /tmp: %s", got)
	}
	if got := ask("one__read", "/tmp/of-one"); got == "!" {
		t.Error("it does not find again what it wrote")
	}
	one, two := ask("one__env", "TMPDIR"), ask("two__env", "TMPDIR")
	if one == "" || one == two || ask("one__write", filepath.Join(one, "by-name")) != "written" {
		t.Errorf("TMPDIR is %q, and another's %q", one, two)
	}
	if ask("shares__write", "/tmp/shared") != "written" {
		t.Error("one that names /tmp has none")
	}
	for _, c := range []struct{ tool, path string }{
		{"two__read", "/tmp/of-one"}, {"two__read", filepath.Join(one, "of-one")}, {"two__read", "/var/tmp/of-one"},
		{"shares__read", "/tmp/of-one"}, {"one__read", "/tmp/shared"},
	} {
		if got := ask(c.tool, c.path); got != "!" {
			t.Errorf("%s %s: %s", c.tool, c.path, got)
		}
	}
	ask("two__write", filepath.Join(one, "planted")) // into its own /tmp, if the data folder lies below /tmp as here
	if _, err := os.Stat(filepath.Join(one, "planted")); err == nil {
		t.Error("a server plants a file for another")
	}
	if r := b.Bash("cat /tmp/shared && ! cat /tmp/of-one && ! ls " + one + " && echo made >/tmp/made"); r.Error != nil {
		t.Errorf("the space's programs: %+v", r)
	}
	if ask("shares__read", "/tmp/made") == "!" || ask("one__read", "/tmp/made") != "!" {
		t.Error("what a program of the space makes reaches the wrong server")
	}
}

// A server touches what its profile says, and nothing else.
func TestServerWalls(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	operatortest.WriteFile(t, filepath.Join(outside, "read", "data.txt"), "data\n")
	operatortest.WriteFile(t, filepath.Join(outside, "closed", "data.txt"), "closed\n")
	if err := os.MkdirAll(filepath.Join(outside, "write"), 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	quote := func(s string) string { return strconv.Quote(s) }
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"read":[`+quote(filepath.Join(outside, "read"))+`],"write":[`+quote(filepath.Join(outside, "write"))+`],"network":["localhost:`+port+`"],"env":{"OWN":"mine"}`), func(c *operator.Config) {
		c.Environ.Vars = append(c.Environ.Vars, "API_TOKEN=secret-of-the-person", "DISPLAY=:7", "PLAIN=plain")
	})
	b.Person.Answer = refuse
	for _, tt := range []struct{ name, tool, value, want string }{
		{"the space", "read", filepath.Join(b.Dir, "notes.txt"), "mine"},
		{"what its settings let it read", "read", filepath.Join(outside, "read", "data.txt"), "data"},
		{"what nobody has named", "read", filepath.Join(outside, "closed", "data.txt"), "!"},
		{"its folder to write", "write", filepath.Join(outside, "write", "x"), "written"},
		{"its folder to read cannot be written", "write", filepath.Join(outside, "read", "x"), "!"},
		{"the space can be written", "write", filepath.Join(b.Dir, "made.txt"), "written"},
		{"a home folder of its own", "write", filepath.Join(b.Options.Home, "x"), "written\n\n[the server peer sees a home folder of its own, where it keeps " + filepath.Join(b.Options.Home, "x") + ".]"},
		{"our settings", "read", filepath.Join(b.Options.Dirs.Config, "settings.json"), "!"},
		{"a host of its profile", "reach", "localhost:" + port, "reached"},
		{"another host", "reach", "api.example.com:443", "!"},
		{"its own variable", "env", "OWN", "mine"},
		{"the person's plain variable", "env", "PLAIN", "plain"},
		{"a secret of the person's environment", "env", "API_TOKEN", ""},
		{"a door", "env", "DISPLAY", ""},
		{"where it starts", "folder", "", b.S.Servers().DataFolder("peer")},
		{"its own data folder", "write", filepath.Join(b.S.Servers().DataFolder("peer"), "state.json"), "written"},
	} {
		r := operatortest.Ask(t, b.S, "peer__"+tt.tool, tt.value)
		switch {
		case tt.want == "!" && r.Error == nil:
			t.Errorf("%s: %s %s was let through: %q", tt.name, tt.tool, tt.value, r.Content)
		case tt.want != "!" && (r.Error != nil || strings.TrimSpace(r.Content) != tt.want):
			t.Errorf("%s: %s %s gave %q, %v; want %q", tt.name, tt.tool, tt.value, r.Content, r.Error, tt.want)
		}
	}
	view := operatortest.ServerNamed(t, b.S, "peer")
	var refused []tools.Action
	for _, r := range view.Refused {
		refused = append(refused, r.Action)
	}
	if want := []tools.Action{
		{Kind: tools.AllowServerRead, Subject: "peer", Detail: filepath.Join(outside, "closed")},
		{Kind: tools.AllowServerWrite, Subject: "peer", Detail: filepath.Join(outside, "read")},
		{}, // x is kept apart
		{Kind: tools.AllowServerHost, Subject: "peer", Detail: "api.example.com"},
	}; !slices.Equal(refused, want) {
		t.Errorf("what it was refused is %+v, want %+v", refused, want)
	}
	if _, err := os.Stat(filepath.Join(b.Options.Home, "x")); err == nil {
		t.Error("it wrote into the person's home folder")
	}
	want := 0
	for _, e := range b.S.Registry().Entries() {
		if e.State == tools.Ready && e.Info.Source == "mcp:peer" {
			want += agent.ToolTokens([]tools.Entry{e})
		}
	}
	if view.Status.State != mcp.Ready || view.Tools != 8 || view.Tokens != want || want < 100 || !view.Known {
		t.Errorf("the view is %+v", view)
	}
}

// Calls of the space reach what the space may; a server's profile is its own.
func TestServerDoesNotInheritTheSpacesNetwork(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Walls: true, Settings: `{"network":"on","tools":{"mcp_servers":{"peer":` + operatortest.Peer(t, "") + `}},"rules":{"allow":["*__*"]}}`,
	})
	if r := operatortest.Ask(t, b.S, "peer__reach", "api.example.com:443"); r.Error == nil {
		t.Errorf("it reached %q", r.Content)
	}
}

// A change of the settings restarts the server that it is about, and no other; a
// call that runs ends as it began.
func TestSettingsRestartWhatTheyChange(t *testing.T) {
	one, two := `"one":`+operatortest.Peer(t, ""), `"two":`+operatortest.Peer(t, "")
	b := operatortest.WithServers(t, one+","+two, nil)
	ids := map[string]string{"one": operatortest.Said(t, b.S, "one__pid", ""), "two": operatortest.Said(t, b.S, "two__pid", "")}
	result := make(chan tools.Result, 1)
	go func() { result <- operatortest.Ask(t, b.S, "one__wait", "1500ms") }()
	operatortest.WaitUntil(t, "the call runs", func() bool { return operatortest.ServerNamed(t, b.S, "one").Calls == 1 })
	var env settings.Server
	if err := json.Unmarshal([]byte(operatortest.Peer(t, `"env":{"A":"b"}`)), &env); err != nil {
		t.Fatal(err)
	}
	if _, err := b.O.Setup().Save(t.Context(), "one", env, false); err != nil {
		t.Fatal(err)
	}
	if got := operatortest.Said(t, b.S, "one__env", "A"); got != "b" {
		t.Errorf("the new settings do not count: %q", got)
	}
	if r := <-result; r.Error != nil || r.Content != "waited" {
		t.Errorf("the call that ran became %q, %v", r.Content, r.Error)
	}
	if got := operatortest.Said(t, b.S, "two__pid", ""); got != ids["two"] {
		t.Errorf("the other server was restarted: %s, was %s", got, ids["two"])
	}
	internal := false
	if err := b.S.Servers().Options().Set(t.Context(), "two", servers.Option{Internal: &internal}); err != nil {
		t.Fatal(err)
	}
	if got := operatortest.Said(t, b.S, "two__pid", ""); got != ids["two"] {
		t.Error("what is only offered differently was restarted")
	}
	if err := b.S.Servers().Restart(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	if got := operatortest.Said(t, b.S, "two__env", "HANDRAIL_SERVER_DATA"); got != b.S.Servers().DataFolder("two") {
		t.Errorf("after a restart: %q", got)
	}
	if err := b.S.Servers().Stop(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	if r := operatortest.Ask(t, b.S, "two__pid", ""); r.Error == nil {
		t.Errorf("a stopped server answered %q", r.Content)
	}
	if err := b.O.Setup().Remove(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if r := operatortest.Ask(t, b.S, "one__pid", ""); r.Error == nil || r.Error.Code != tools.NotFound {
		t.Errorf("a server that is gone answered %q, %v", r.Content, r.Error)
	}
}

// Nothing starts until somebody needs it; what is known needs no start.
func TestServersAreLazy(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	if v := operatortest.ServerNamed(t, b.S, "peer"); v.Status.State != mcp.Idle || v.Known {
		t.Errorf("right after opening: %+v", v)
	}
	b.S.Servers().Wait(t.Context())
	if v := operatortest.ServerNamed(t, b.S, "peer"); !v.Known || v.Tools != 8 {
		t.Fatalf("after waiting: %+v", v)
	}
	o := operatortest.Open(t, b.Options, b.Person)
	s, err := o.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if v := operatortest.ServerNamed(t, s, "peer"); v.Status.State != mcp.Idle || v.Tools != 8 {
		t.Errorf("another program: %+v", v)
	}
	if got := operatortest.Said(t, s, "peer__echo", "hello"); got != "hello" {
		t.Errorf("echo said %q", got)
	}
}

// A server that does not start holds up nobody, and says why.
func TestServersThatDoNotStart(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"good":`+operatortest.Peer(t, "")+`,"dies":`+operatortest.Peer(t, "", "-fail", "no key was given")+
		`,"gone":{"command":"no-such-program-anywhere"},"asks":`+operatortest.Peer(t, `"env":{"KEY":"${secret:nobody.has}"}`)+
		`,"odd":{"command":"no-such-program-either","url":"https://example.com"},"a__b":{"command":"x"},"list":{"command":["x"]},"off":`+operatortest.Peer(t, `"disabled":true`), nil)
	b.S.Servers().Wait(t.Context())
	for name, want := range map[string]string{
		"dies": "no key was given", "gone": "was not found on PATH", "asks": `the secret "nobody.has" has no value here`, "odd": `the program "no-such-program-either" was not found`, "a__b": "parts a server's name",
		"list": "cannot be read",
	} {
		if v := operatortest.ServerNamed(t, b.S, name); !strings.Contains(v.Reason, want) {
			t.Errorf("%s: the reason is %q, want %q in it", name, v.Reason, want)
		}
		found := ""
		for _, e := range b.S.Registry().Entries() {
			if e.Info.Source == mcp.SourceName(name) {
				found = e.Reason
			}
		}
		if !strings.Contains(found, want) {
			t.Errorf("%s: the tools list says %q, want %q in it", name, found, want)
		}
	}
	asks := tools.Action{Kind: tools.SetSecret, Subject: "nobody.has"}
	if v := operatortest.ServerNamed(t, b.S, "asks"); v.Action != asks {
		t.Errorf("what the person can do about a missing secret is %v", v.Action)
	}
	for _, e := range b.S.Registry().Entries() {
		if e.Info.Source == mcp.SourceName("asks") && e.Action != asks {
			t.Errorf("%s: what the person can do is %v", e.Qualified, e.Action)
		}
	}
	if got := operatortest.Said(t, b.S, "good__echo", "here"); got != "here" {
		t.Errorf("the good one said %q", got)
	}
	if last, failed, err := b.S.Servers().Trials().LastFailure(t.Context(), "dies"); err != nil || !failed || !strings.Contains(strings.Join(last.Said, "\n"), "no key") {
		t.Errorf("the failure that is kept: %+v, %v, %v", last, failed, err)
	}
}

// The space's own servers count once it is trusted, start in the space, and can be
// limited and widened by the person alone.
func TestServersOfTheSpace(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := operatortest.WithServers(t, `"both":`+operatortest.Peer(t, ""), func(c *operator.Config) { c.Environ.Vars[0] += ":" + filepath.Dir(self) })
	peer := func(t *testing.T, more string) string { // by its bare name
		return strings.Replace(operatortest.Peer(t, more), self, filepath.Base(self), 1)
	}
	b.File(".mcp.json", `{"mcpServers":{"own":`+peer(t, `"env":{"WHERE":"${workspaceFolder}","ELSE":"${NOT_SET:-else}"},"network":["example.com"]`)+`,"both":`+peer(t, "")+`}}`)
	b.Reload()
	if v := operatortest.ServerNamed(t, b.S, "own"); !strings.Contains(v.Problem, "not trusted") {
		t.Errorf("before it is trusted: %+v", v)
	}
	if r := operatortest.Ask(t, b.S, "own__echo", "x"); r.Error == nil {
		t.Errorf("before it is trusted it answered %q", r.Content)
	}
	b.Trust()
	if got := operatortest.Said(t, b.S, "own__folder", ""); got != b.Dir {
		t.Errorf("it started in %q", got)
	}
	if got := operatortest.Said(t, b.S, "own__env", "WHERE") + operatortest.Said(t, b.S, "own__env", "ELSE"); got != b.Dir+"else" {
		t.Errorf("its variables are %q", got)
	}
	shadowed := false
	for _, v := range b.S.Servers().List() {
		shadowed = shadowed || v.Name == "both" && v.From == servers.FromSpace && v.Shadowed
	}
	if !shadowed {
		t.Errorf("the settings' server should win: %+v", b.S.Servers().List())
	}
	profile, err := b.S.Servers().Options().Allow(t.Context(), "own", []string{"api.example.com"}, nil, nil)
	if err != nil || !strings.Contains(profile.Reaches, "api.example.com and example.com") {
		t.Errorf("allowed: %+v, %v", profile, err)
	}
	b.File(".mcp.json", `{"mcpServers":{"own":`+peer(t, `"env":{"WHERE":"changed"}`)+`}}`)
	b.Reload()
	if v := operatortest.ServerNamed(t, b.S, "own"); !strings.Contains(v.Problem, "changed since you trusted it") {
		t.Errorf("changed, and not looked at: %+v", v)
	}
}

// What the person changes while a server runs stays theirs.
func TestServersAreNoCalls(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	b.File("agent/tools/hello.md", "---\nid: hello\ndescription: says hello\ncommand: echo hello\n---\n")
	b.Reload()
	b.Trust()
	if err := b.S.Trust().SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if got := operatortest.Said(t, b.S, "peer__echo", "up"); got != "up" {
		t.Fatal(got)
	}
	if r := operatortest.Ask(t, b.S, "peer__write", filepath.Join(b.Dir, "agent", "tools", "hello.md")); r.Error == nil {
		t.Errorf("it changed a definition: %q", r.Content)
	}
	operatortest.WaitUntil(t, "the file system's clock goes on", func() bool { return clockMoves(t, b.Dir) })
	b.File("agent/tools/hello.md", "---\nid: hello\ndescription: says hello\ncommand: echo hello there\n---\n")
	b.Reload()
	if n := len(b.S.Trust().Changes()); n != 0 {
		t.Errorf("%d changes are held back", n)
	}
}

// clockMoves reports whether the file system's time has moved by a little.
func clockMoves(t *testing.T, dir string) bool {
	t.Helper()
	began := time.Now()
	operatortest.WriteFile(t, filepath.Join(dir, "clock"), "x")
	info, err := os.Stat(filepath.Join(dir, "clock"))
	return err == nil && info.ModTime().After(began.Add(-5*time.Millisecond))
}

// A file of the home folder that a variable names can be read, and not replaced as careful programs do: what helps is said.
func TestAFileOfTheHomeThatAServerReplaces(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	file := filepath.Join(home, "memory.json")
	operatortest.WriteFile(t, file, "mine")
	b := operatortest.New(t, operatortest.Options{Home: home, Walls: true,
		Settings: `{"tools":{"mcp_servers":{"peer":` + operatortest.Peer(t, `"env":{"MEMORY_FILE_PATH":`+strconv.Quote(file)+`}`) + `}},"rules":{"allow":["*__*"]}}`})
	if got := operatortest.Said(t, b.S, "peer__read", file); strings.TrimSpace(got) != "mine" {
		t.Errorf("it reads %q", got)
	}
	r := operatortest.Ask(t, b.S, "peer__write", "replacing "+file)
	if r.Error == nil || !strings.Contains(r.Error.Error(), "move the file into a folder of its own") {
		t.Errorf("it is told %v", r.Error)
	}
	list := operatortest.ServerNamed(t, b.S, "peer").Refused
	if !slices.ContainsFunc(list, func(r servers.Refusal) bool { return r.Target == file && strings.Contains(r.Text, "can't replace") }) {
		t.Errorf("shown is %+v", list)
	}
}
